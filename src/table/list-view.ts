import type { ListRecord, SourceState } from './list-source.ts'
import { canvasHeight, sliceOf, type Viewport } from './viewport.ts'

/** What the grid renders: a slice of rows (`undefined` where one is not loaded yet) and where it stands. */
export type RowsView<T> = {
  readonly first: number
  readonly records: readonly (T | undefined)[]
  readonly top: number
  readonly canvasHeight: number
  readonly total: number
  readonly rowHeight: number
}

/** What can be true of a row besides its record, as bits of one number. */
export const activeMark = 1
export const selectedMark = 2
export const goneMark = 4

/** What a bar over or under the grid tells. */
export type ListStatus = SourceState & {
  readonly selected: number
  readonly isAllSelected: boolean
  /** The ids of a selected range are still on their way. */
  readonly isSelecting: boolean
  /** Nothing has been answered for longer than a frame: something must stand where the rows will. */
  readonly isAwaited: boolean
}

export function viewOf<T extends ListRecord>(
  viewport: Viewport,
  overscan: number,
  rowAt: (index: number) => T | undefined,
): RowsView<T> {
  const { first, end, top } = sliceOf(viewport, overscan)
  return {
    first,
    top,
    records: Array.from({ length: end - first }, (_, step) => rowAt(first + step)),
    canvasHeight: canvasHeight(viewport),
    total: viewport.total,
    rowHeight: viewport.rowHeight,
  }
}

/** The marks of each row of a view, in its order; `before` itself where no row's have changed, so that nothing renders. */
export function marksOf<T extends ListRecord>(
  { first, records }: RowsView<T>,
  before: readonly number[],
  {
    active,
    isSelected,
    isGone,
  }: { active: number } & Record<'isSelected' | 'isGone', (id: string) => boolean>,
): readonly number[] {
  const marks = records.map(
    (record, step) =>
      (first + step === active ? activeMark : 0) |
      (record && isSelected(record.id) ? selectedMark : 0) |
      (record && isGone(record.id) ? goneMark : 0),
  )
  const isSame = marks.length === before.length && marks.every((mark, step) => mark === before[step])
  return isSame ? before : marks
}

/** Scrolling inside a row or moving the active one must not render the grid again. */
export function isSameView<T>(a: RowsView<T>, b: RowsView<T>): boolean {
  const { records, ...place } = a
  const { records: others, ...otherPlace } = b
  return (
    isSameShape(place, otherPlace) &&
    records.length === others.length &&
    records.every((record, step) => record === others[step])
  )
}

export function isSameShape<V extends object>(a: V, b: V): boolean {
  return (Object.keys(a) as (keyof V)[]).every((key) => Object.is(a[key], b[key]))
}
