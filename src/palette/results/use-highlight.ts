import { type RefObject, useLayoutEffect, useState } from 'react'
import type { PaletteFrame, PalettePage } from '../../../machines/palette/palette-types.ts'
import type { PaletteItem } from './palette-item.ts'
import type { PaletteProps } from './palette-view.ts'

/**
 * The highlighted item, by identity: late rows above it do not move it, and it is lost only when its row is gone. A default
 * highlight is known from the rendered rows; `keep` stores it in the machine, to be restored when its page is shown again.
 */
export function useHighlight(
  {
    actor,
    frame,
    seen,
  }: Pick<PaletteProps, 'actor'> & { frame: PaletteFrame; seen: RefObject<RenderedRows> },
  items: readonly PaletteItem[],
  isAwaiting: boolean,
) {
  const [movedOn, setMovedOn] = useState<string | null>(null)
  const shown = isRenderedFor(seen.current, frame) ? seen.current.highlighted?.id : undefined
  const held = frame.highlighted ?? shown ?? null
  // After going back, the stored row may still be loading.
  const isAwaited = isAwaiting && held !== null
  const kept = items.find(({ id }) => id === held)
  // A row that turned out to match nothing loses the highlight, unless it was chosen.
  const isReleased = kept?.isNothing === true && frame.highlighted === null
  const highlighted = isReleased ? firstOf(items) : (kept ?? (isAwaited ? undefined : firstOf(items)))
  const id = highlighted?.id ?? null

  const keep = (item: PaletteItem) => {
    if (item.id !== frame.highlighted) actor.send({ type: 'item.highlight', item: item.id })
  }
  return {
    highlighted,
    isByHand: id !== null && movedOn === id,
    /** Whether the user chose it, by moving there or by typing. */
    isChosen: frame.query !== '' || frame.page.kind !== 'root' || movedOn === id,
    keep,
    /** By arrow key or pointer. */
    moveTo: (item: PaletteItem) => {
      setMovedOn(item.id)
      keep(item)
    },
  }
}

/**
 * The first row, also if it is refused: `s` and Enter must not cancel an order because it is already confirmed. A row that
 * was found for an earlier text is highlighted only by hand.
 */
const firstOf = ([first]: readonly PaletteItem[]): PaletteItem | undefined =>
  first?.stale ? undefined : first

/** The rows of a page and a text, in the order in which they were rendered. */
type Rows = { frame: PaletteFrame | null; ids: readonly string[]; highlighted: PaletteItem | undefined }

/**
 * What is on the screen, as opposed to what was just computed. `left` holds the rows of the pages below it as they were
 * left. `before` was highlighted until `changedAt`, when an answer replaced it.
 */
export type RenderedRows = Rows & {
  left: WeakMap<PalettePage, Rows>
  before: PaletteItem | undefined
  changedAt: number
}

export const nothingRendered = (): RenderedRows => ({
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
export const isRenderedFor = ({ frame }: RenderedRows, other: Question): boolean =>
  isSameQuestion(frame, other)

/** The rows for the same text on the same page: those on the screen, or those of the page that is shown again. */
export const rowsFor = (seen: RenderedRows, question: Question): Rows | null => {
  const left = seen.left.get(question.page)
  if (isRenderedFor(seen, question)) return seen
  return left && isSameQuestion(left.frame, question) ? left : null
}

/** What was highlighted when a key went down: an answer that arrived since is not what the user meant. */
export const highlightedAt = (
  { changedAt, before, highlighted }: RenderedRows,
  time: number,
): PaletteItem | undefined => (time < changedAt ? before : highlighted)

/** The rows after another render. `before` is kept only for a change that the user did not make by typing or moving. */
export function nextRendered(
  last: RenderedRows,
  shown: Pick<RenderedRows, 'ids' | 'highlighted'> & { frame: PaletteFrame },
  isByHand: boolean,
  now: number,
): RenderedRows {
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

/** Stores what was rendered, once it is in the document. */
export function useRenderedRows(
  seen: RefObject<RenderedRows>,
  next: Pick<RenderedRows, 'ids' | 'highlighted'> & { frame: PaletteFrame },
  isByHand: boolean,
): void {
  useLayoutEffect(() => {
    seen.current = nextRendered(seen.current, next, isByHand, performance.now())
  })
}

/**
 * Late rows never move the highlighted one: it stays at its index in `seen`, and so do the rows above it that still exist.
 * New rows take the places above that became free; the others go below.
 */
export function stabilizeOrder(
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
