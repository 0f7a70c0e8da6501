import { type RefObject, useLayoutEffect, useState } from 'react'
import type { PaletteFrame, PalettePage } from '../../machines/palette/palette-types.ts'
import type { PaletteProps } from './palette-props.ts'
import type { PaletteItem } from './results/palette-item.ts'

/**
 * The first row, also where it cannot be run: `s` and Enter must not cancel an order because it is confirmed already. What
 * was found for an earlier text is nobody's choice until a hand puts the highlight there.
 */
const firstOf = ([first]: readonly PaletteItem[]): PaletteItem | undefined =>
  first?.stale ? undefined : first

/**
 * What is highlighted, by identity: rows that arrive above it do not move it, and it is given up only when it is gone.
 * What nobody moved to is known by what was seen; `keep` tells the machine, for when one comes back.
 */
export function useHighlight(
  { actor, frame, seen }: Pick<PaletteProps, 'actor'> & { frame: PaletteFrame; seen: RefObject<SeenRows> },
  items: readonly PaletteItem[],
  isAwaiting: boolean,
) {
  const [movedOn, setMovedOn] = useState<string | null>(null)
  const shown = isSeenFor(seen.current, frame) ? seen.current.highlighted?.id : undefined
  const held = frame.highlighted ?? shown ?? null
  // A row that one comes back to may still be on its way.
  const isAwaited = isAwaiting && held !== null
  const highlighted = items.find(({ id }) => id === held) ?? (isAwaited ? undefined : firstOf(items))
  const id = highlighted?.id ?? null

  const keep = (item: PaletteItem) => {
    if (item.id !== frame.highlighted) actor.send({ type: 'item.highlight', item: item.id })
  }
  return {
    highlighted,
    isByHand: id !== null && movedOn === id,
    /** Whether somebody chose it, by moving there or by typing. */
    isChosen: frame.query !== '' || frame.page.kind !== 'root' || movedOn === id,
    keep,
    /** By arrow key or pointer. */
    moveTo: (item: PaletteItem) => {
      setMovedOn(item.id)
      keep(item)
    },
  }
}

/** The rows of a page and a text in the order in which they stood on the screen. */
type Rows = { frame: PaletteFrame | null; ids: readonly string[]; highlighted: PaletteItem | undefined }

/**
 * What stands on the screen, as opposed to what has just been worked out. `left` is how the pages behind it looked when
 * they were left. `before` is what was highlighted until `changedAt`, when an answer put something else there.
 */
export type SeenRows = Rows & {
  left: WeakMap<PalettePage, Rows>
  before: PaletteItem | undefined
  changedAt: number
}

export const nothingSeen = (): SeenRows => ({
  frame: null,
  ids: [],
  highlighted: undefined,
  left: new WeakMap(),
  before: undefined,
  changedAt: 0,
})

type Question = Pick<PaletteFrame, 'page' | 'query' | 'scope'>

const isSameQuestion = (one: Question | null, other: Question): boolean =>
  one !== null && one.page === other.page && one.query === other.query && one.scope === other.scope

/** Whether these rows answer the same text on the same page. */
export const isSeenFor = ({ frame }: SeenRows, other: Question): boolean => isSameQuestion(frame, other)

/** The rows that answered the same text on the same page: those on the screen, or those that one comes back to. */
export const rowsFor = (seen: SeenRows, question: Question): Rows | null => {
  const left = seen.left.get(question.page)
  if (isSeenFor(seen, question)) return seen
  return left && isSameQuestion(left.frame, question) ? left : null
}

/** What was highlighted when a key went down: what an answer has put there since is not what was meant. */
export const seenAt = (
  { changedAt, before, highlighted }: SeenRows,
  time: number,
): PaletteItem | undefined => (time < changedAt ? before : highlighted)

/** The rows after another render. Only what nobody did, neither by typing nor by moving, is a change to be wary of. */
export function seenNext(
  last: SeenRows,
  shown: Pick<SeenRows, 'ids' | 'highlighted'> & { frame: PaletteFrame },
  isByHand: boolean,
  now: number,
): SeenRows {
  const { left } = last
  const next = { ...shown, left }
  left.set(shown.frame.page, shown)
  if (last.highlighted?.id === next.highlighted?.id) {
    return { ...next, before: last.before, changedAt: last.changedAt }
  }
  const isArrival = !isByHand && isSameQuestion(last.frame, next.frame)
  return isArrival
    ? { ...next, before: last.highlighted, changedAt: now }
    : { ...next, before: undefined, changedAt: 0 }
}

/** Written down once the rows have been put on the screen. */
export function useSeenRows(
  seen: RefObject<SeenRows>,
  next: Pick<SeenRows, 'ids' | 'highlighted'> & { frame: PaletteFrame },
  isByHand: boolean,
): void {
  useLayoutEffect(() => {
    seen.current = seenNext(seen.current, next, isByHand, performance.now())
  })
}

/**
 * Rows that arrive never push away what is highlighted: it stays where it was `seen`, and so does what stands above it as
 * long as it is there at all. What is new above fills the places of what has gone, or goes below.
 */
export function holdPlaces(
  items: readonly PaletteItem[],
  seen: readonly string[],
  highlighted: string | null,
): readonly PaletteItem[] {
  const at = highlighted === null ? -1 : seen.indexOf(highlighted)
  const held = items.find(({ id }) => id === highlighted)
  if (at < 0 || held === undefined) return items
  const above = new Set(seen.slice(0, at))
  const kept = items
    .filter(({ id }) => above.has(id))
    .toSorted((a, b) => seen.indexOf(a.id) - seen.indexOf(b.id))
  const others = items.filter(({ id }) => id !== highlighted && !above.has(id))
  const gone = at - kept.length
  return [...kept, ...others.slice(0, gone), held, ...others.slice(gone)]
}
