import type { ReadonlyAtom } from '@xstate/store'
import type { Code } from '../../domain/core/codes.ts'
import type { LoadPage, RecordChange, SourceState } from './list-source.ts'
import type { Affects } from './live-changes.ts'
import type { SelectionPredicate } from './selection.ts'

export type ListControllerOptions<T> = {
  /** Whether a live change can move the total or the order of this list; without it every unknown record can. */
  readonly affects?: Affects<T>
  /** The ids of a selected range could not be loaded. */
  readonly onSelectionError?: (error: unknown) => void
}

export type ListQuery<T, Where> = {
  readonly load: LoadPage<T>
  readonly where: Where
  /** Why everything that matches may not be selected at once: rows are then only selected one by one. */
  readonly whyNotSelectAll?: Code | null
  /** Its rows are there, nothing of them selected yet. */
  readonly onAnswer?: () => void
}

/** One list on a screen: its rows, its active row, its selection. Commands move it; the grid shows it. */
export type ListController<T, Where> = ListMoves & {
  /** Another filter or order: the rows stay until the new ones are there, then selection and place start anew. */
  query(query: ListQuery<T, Where>): void
  /** Loads the rows again and stays on the active record. `onAnswer` is called once the new rows are in place. */
  refresh(onAnswer?: () => void): void
  stop(): void
  /** What came at once renders at once: ten thousand changes are one. */
  applyChanges(changes: readonly RecordChange<T>[]): void
  /** Something changed that nobody named: offers a refresh. */
  markOutdated(): void

  activeIndex(): number
  /** The active row's record; `undefined` while it is not loaded, or once it is gone. */
  activeRecord(): T | undefined
  recordAt(index: number): T | undefined
  /** Those of the ids that are among the loaded rows. */
  loadedAmong(ids: readonly string[]): string[]
  /** The selected records that are loaded; where everything is selected, those in view. */
  selectedRecords(): T[]
  selectedCount(): number
  /** What a bulk call is given; `null` when nothing is selected. Await `selectionReady` first. */
  selectionPredicate(): SelectionPredicate<Where> | null
  selectionReady(): Promise<unknown>
  /** Of the last query, whether or not its rows are there. */
  whyNotSelectAll(): Code | null
  /** Whether the rows are those of the last query. */
  isAnswered(): boolean
  isSelected(id: string): boolean
  isGone(id: string): boolean

  readonly status: ReadonlyAtom<ListStatus>
  /** Grows with every change of the active row, the selection or a record. */
  readonly changes: ReadonlyAtom<number>
  /** The records of rows in the grid, `undefined` where one is not loaded; the same array while nothing in it changes. */
  recordsIn(first: number, end: number): readonly (T | undefined)[]
  /** What is true of these rows besides their records: bits of `rowMarks`. The same array while nothing in it changes. */
  marksIn(first: number, end: number): readonly number[]
  /** The rows that are in view by now: what is missing of them is loaded first. */
  setVisible(first: number, end: number): void
  /** Binds the grid that shows the rows; answers how to unbind it. */
  attach(scroller: RowScroller): () => void
  focus(): void
}

export type ListMoves = {
  moveBy(rows: number): void
  moveTo(index: number, align?: Align): void
  /** To the record's row, which was at `near` before: it may have another place by now, and not be loaded yet. */
  moveToRecord(id: string, near: number): void
  pageDown(): void
  pageUp(): void
  home(): void
  end(): void
  /** Selects the active row, or gives it back. */
  toggleActive(): void
  toggleAt(index: number): void
  /** Moves the active row and selects what lies between it and where the range began. */
  extendBy(rows: number): void
  extendTo(index: number): void
  /** Toggles a row and opens a range there: `extendTo` gives the rows that it reaches the same state. */
  startRange(index: number): void
  /** Ends the drag. A range that deselected is closed, so that Shift selects after it. */
  endRange(): void
  /** Does nothing where `whyNotSelectAll` has a reason. */
  selectAll(): void
  /** Selects these records and no others, in view or not. */
  selectOnly(ids: readonly string[]): void
  /** Selects what was selected before, in rows of the same filter. */
  restoreSelection(selection: SelectionPredicate<unknown>): void
  clearSelection(): void
}

/** `nearest` moves no more than is needed. */
export type Align = 'nearest' | 'start' | 'center'

/** What a controller asks of the grid that shows its rows. */
export type RowScroller = {
  scrollToRow(index: number, align?: Align): void
  scrollToTop(): void
  /** Once the rows that come are rendered. */
  scrollByRows(rows: number): void
  /** How many rows fit whole: the length of a Page Down is one less. */
  rowsPerPage(): number
  focus(): void
}

/** State shown by the bars above and below the grid. */
export type ListStatus = SourceState & {
  readonly selected: number
  readonly isAllSelected: boolean
  /** The ids of a selected range are still on their way. */
  readonly isSelecting: boolean
  /** Nothing has been answered for longer than a frame: something must stand where the rows will. */
  readonly isAwaited: boolean
}

export const rowMarks = { active: 1, selected: 2, gone: 4 } as const
