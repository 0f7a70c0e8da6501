import { type RefObject, useLayoutEffect, useState } from 'react'
import type { PaletteFrame, PalettePage } from '../../../machines/palette/palette-types.ts'
import type { PaletteItem } from './palette-item.ts'
import type { PaletteProps } from './palette-view.ts'

/**
 * The highlighted item by id: late rows do not move it, and it is lost only with its row. A default highlight comes from the
 * rendered rows; `keep` stores it for going back.
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
  // A row that turned out to match nothing loses a default highlight.
  const isReleased = kept?.isNothing === true && frame.highlighted === null
  const first = defaultOf(items, isAwaiting)
  const highlighted = isReleased ? first : (kept ?? (isAwaited ? undefined : first))
  const id = highlighted?.id ?? null

  const keep = (item: PaletteItem) => {
    if (item.id !== frame.highlighted) actor.send({ type: 'item.highlight', item: item.id })
  }
  return {
    highlighted,
    isByHand: id !== null && movedOn === id,
    /** Whether the user chose it by moving or typing. */
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
 * The first row, even if refused: otherwise `s` and Enter would cancel an order that is already confirmed. Stale rows are never
 * the default, nor are rows by some words while an answer may bring a better reading: late rows stand below the highlight.
 */
export const defaultOf = (items: readonly PaletteItem[], isAwaiting: boolean): PaletteItem | undefined => {
  const [first] = items
  const isEarly = isAwaiting && (first?.part || (first?.byWords && items.some(({ pending }) => pending)))
  return first?.stale || isEarly ? undefined : first
}

/** Rows of a page and text in rendered order. */
type Rows = { frame: PaletteFrame | null; ids: readonly string[]; highlighted: PaletteItem | undefined }

/**
 * What is on screen, as opposed to what was just computed. `left`: rows of lower pages. `before`: highlighted until
 * `changedAt`, when an answer replaced it.
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

/** The rendered rows of the same text and page, also of a page returned to. */
export const rowsFor = (seen: RenderedRows, question: Question): Rows | null => {
  const left = seen.left.get(question.page)
  if (isRenderedFor(seen, question)) return seen
  return left && isSameQuestion(left.frame, question) ? left : null
}

/** What was highlighted when the key went down: a later answer was not what the user chose. */
export const highlightedAt = (
  { changedAt, before, highlighted }: RenderedRows,
  time: number,
): PaletteItem | undefined => (time < changedAt ? before : highlighted)

/** The rows after a render. `before` is kept only if neither typing nor moving changed them. */
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

/** Stores the rendered rows after commit. */
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
 * Keeps the highlighted row at its index, and existing rows above it; once the user has moved the highlight, existing rows below
 * it too. New rows fill free places above; others go last.
 */
export function stabilizeOrder(
  items: readonly PaletteItem[],
  seen: readonly string[],
  highlighted: string | null,
  hasMoved = false,
): readonly PaletteItem[] {
  const at = highlighted === null ? -1 : seen.indexOf(highlighted)
  const byId = new Map(items.map((item) => [item.id, item]))
  const held = highlighted === null ? undefined : byId.get(highlighted)
  if (at < 0 || held === undefined) return items
  const existing = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? [])
  const above = existing(seen.slice(0, at))
  const below = hasMoved ? existing(seen.slice(at + 1)) : []
  const placed = new Set([...above, held, ...below])
  const others = items.filter((item) => !placed.has(item))
  const gone = at - above.length
  return [...above, ...others.slice(0, gone), held, ...below, ...others.slice(gone)]
}
