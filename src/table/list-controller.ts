import type { ReadonlyAtom } from '@xstate/store'
import type { Code } from '../../domain/core/codes.ts'
import type { LoadPage, RecordChange, SourceState } from './list-source.ts'
import type { Affects } from './row-pages.ts'
import type { SelectionPredicate } from './selection.ts'

export type ListControllerOptions<T> = {
  /** Whether a live change may affect the total or the order of this list. Default: every record that is not loaded may. */
  readonly affects?: Affects<T>
  /** The ids of a selected range could not be loaded. */
  readonly onSelectionError?: (error: unknown) => void
}

export type ListQuery<T, Where> = {
  readonly load: LoadPage<T>
  readonly where: Where
  /** Why all matches cannot be selected at once; rows are then selected one by one. */
  readonly whyNotSelectAll?: Code | null
  /** The first rows have loaded, nothing is selected yet. */
  readonly onAnswer?: () => void
}

/** State of one list on a screen: rows, active row, selection. Commands change it; the grid renders it. */
export type ListController<T, Where> = ListMoves & {
  /** Sets filter or order. The rows stay until the new ones have loaded; then selection and position are reset. */
  query(query: ListQuery<T, Where>): void
  /** Refetches the rows and stays on the active record. `onAnswer` is called once the new rows are in place. */
  refresh(onAnswer?: () => void): void
  stop(): void
  /** Changes that arrive together are rendered once. */
  applyChanges(changes: readonly RecordChange<T>[]): void
  /** Unknown records changed: offers a refresh. */
  markOutdated(): void

  activeIndex(): number
  /** The active row's record; `undefined` while it is not loaded, or once it is gone. */
  activeRecord(): T | undefined
  recordAt(index: number): T | undefined
  /** The loaded ones of these ids. */
  loadedAmong(ids: readonly string[]): string[]
  /** The selected records that are loaded; where everything is selected, those in view. */
  selectedRecords(): T[]
  selectedCount(): number
  /** The target of a bulk call; `null` if nothing is selected. Await `selectionReady` first. */
  selectionPredicate(): SelectionPredicate<Where> | null
  selectionReady(): Promise<unknown>
  /** The last query, loaded or not. */
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
  /** Flags of these rows: bits of `rowMarks`. The same array while nothing in it changes. */
  marksIn(first: number, end: number): readonly number[]
  /** Sets the visible rows: missing ones among them are loaded first. */
  setVisible(first: number, end: number): void
  /** Attaches the grid that renders the rows. @returns detaches it */
  attach(scroller: RowScroller): () => void
  focus(): void
}

export type ListMoves = {
  moveBy(rows: number): void
  moveTo(index: number, align?: Align): void
  /** Moves to the record's row, last seen at index `near`; it may have moved, and may not be loaded yet. */
  moveToRecord(id: string, near: number): void
  pageDown(): void
  pageUp(): void
  home(): void
  end(): void
  /** Toggles the selection of the active row. */
  toggleActive(): void
  toggleAt(index: number): void
  /** Moves the active row and selects the range from its anchor. */
  extendBy(rows: number): void
  extendTo(index: number): void
  /** Toggles a row and starts a range there: `extendTo` gives the rows in the range the same state. */
  startRange(index: number): void
  /** Ends the drag. A range that deselected is closed, so that Shift selects after it. */
  endRange(): void
  /** Does nothing if `whyNotSelectAll` has a reason. */
  selectAll(): void
  /** Selects these records and no others, in view or not. */
  selectOnly(ids: readonly string[]): void
  /** Selects what was selected before, in rows of the same filter. */
  restoreSelection(selection: SelectionPredicate<unknown>): void
  clearSelection(): void
}

/** `nearest` moves no more than is needed. */
export type Align = 'nearest' | 'start' | 'center'

/** Interface of the grid that renders the rows. */
export type RowScroller = {
  scrollToRow(index: number, align?: Align): void
  scrollToTop(): void
  /** After the next rows are rendered. */
  scrollByRows(rows: number): void
  /** Number of rows that fit completely; Page Down moves by one less. */
  rowsPerPage(): number
  focus(): void
}

/** State shown by the bars above and below the grid. */
export type ListStatus = SourceState & {
  readonly selected: number
  readonly isAllSelected: boolean
  /** The ids of a selected range are loading. */
  readonly isSelecting: boolean
  /** No answer for longer than a frame: show placeholders. */
  readonly isAwaited: boolean
}

export const rowMarks = { active: 1, selected: 2, gone: 4 } as const
