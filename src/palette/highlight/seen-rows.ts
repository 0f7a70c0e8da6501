import { type RefObject, useLayoutEffect } from 'react'
import type { PaletteFrame, PalettePage } from '../../../machines/palette/palette-types.ts'
import type { PaletteItem } from '../sections/palette-item.ts'

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
