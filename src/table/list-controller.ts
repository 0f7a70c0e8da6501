import type { ReadonlyAtom } from '@xstate/store'
import type { Code } from '../../domain/core/codes.ts'
import type { LoadPage, RecordChange, SourceState } from './list-source.ts'
import type { Affects } from './row-pages.ts'
import type { SelectionPredicate } from './selection.ts'

export type ListControllerOptions<T> = {
  /** Whether a live change may affect the total or order of this list. Default: yes for records that are not loaded. */
  readonly affects?: Affects<T>
  /** Loading the ids of a selected range failed. */
  readonly onSelectionError?: (error: unknown) => void
}

export type ListControllerQuery<T, Where> = {
  readonly load: LoadPage<T>
  readonly where: Where
  /** Code why all matches cannot be selected at once; then loaded rows are selected singly. */
  readonly whyNotSelectAll?: Code | null
  /** The first rows have loaded; nothing is selected yet. */
  readonly onAnswer?: () => void
}

/** State of a list: rows, active row, selection. Commands change it; the grid renders it. */
export type ListController<T, Where> = ListMoves & {
  /** Sets filter or sort. Old rows stay until the new ones have loaded; then selection and position are reset. */
  query(query: ListControllerQuery<T, Where>): void
  /** Refetches and stays on the active record. `onAnswer`: called once the new rows are in place. */
  refresh(onAnswer?: () => void): void
  stop(): void
  /** Applies live changes; renders once. */
  applyChanges(changes: readonly RecordChange<T>[]): void
  /** Unknown records changed: offer a refresh. */
  markOutdated(): void

  activeIndex(): number
  /** The active record; undefined while not loaded or after deletion. */
  activeRecord(): T | undefined
  recordAt(index: number): T | undefined
  /** Whether every row of the list is loaded. */
  isWhole(): boolean
  /** Those ids whose records are loaded. */
  loadedAmong(ids: readonly string[]): string[]
  /** Loaded selected records; if everything in a list that is not whole is selected, the visible ones. */
  selectedRecords(): T[]
  selectedCount(): number
  /** Target of a bulk call; null if nothing is selected. Await `selectionReady` first. */
  selectionPredicate(): SelectionPredicate<Where> | null
  selectionReady(): Promise<unknown>
  /** Of the last query, loaded or not. */
  whyNotSelectAll(): Code | null
  /** Whether the rows belong to the last query. */
  isAnswered(): boolean
  isSelected(id: string): boolean
  isGone(id: string): boolean

  readonly status: ReadonlyAtom<ListStatus>
  /** Increases on every change of active row, selection or record. */
  readonly changes: ReadonlyAtom<number>
  /** Records of rendered rows, undefined if not loaded. Referentially stable. */
  recordsIn(first: number, end: number): readonly (T | undefined)[]
  /** Flags of these rows, bits of `rowMarks`. Referentially stable. */
  marksIn(first: number, end: number): readonly number[]
  /** Sets the visible range; its missing rows are loaded first. */
  setVisible(first: number, end: number): void
  /** Attaches the rendering grid. @returns detach */
  attach(scroller: RowScroller): () => void
  focus(): void
}

export type ListMoves = {
  moveBy(rows: number): void
  moveTo(index: number, align?: Align): void
  /** Moves to a record last seen at index `near`, which may have moved or not be loaded. */
  moveToRecord(id: string, near: number): void
  pageDown(): void
  pageUp(): void
  home(): void
  end(): void
  toggleActive(): void
  toggleAt(index: number): void
  /** Moves the active row and extends the selection from its anchor. */
  extendBy(rows: number): void
  extendTo(index: number): void
  /** Toggles a row and starts a range; `extendTo` applies the same state to the range. */
  startRange(index: number): void
  /** Ends the drag. A range that deselected is closed, so that Shift starts anew. */
  endRange(): void
  /** Does nothing if `whyNotSelectAll` has a code. */
  selectAll(): void
  /** Selects exactly these records, visible or not. */
  selectOnly(ids: readonly string[]): void
  /** Restores a former selection in rows of the same filter. */
  restoreSelection(selection: SelectionPredicate<unknown>): void
  clearSelection(): void
}

/** `nearest` scrolls as little as possible. */
export type Align = 'nearest' | 'start' | 'center'

/** Implemented by the grid. */
export type RowScroller = {
  scrollToRow(index: number, align?: Align): void
  scrollToTop(): void
  /** Applied after the next render. */
  scrollByRows(rows: number): void
  /** Number of fully visible rows; Page Down moves one less. */
  rowsPerPage(): number
  focus(): void
}

/** State shown by the bars around the grid. */
export type ListStatus = SourceState & {
  readonly selected: number
  readonly isAllSelected: boolean
  /** Ids of a selected range are loading. */
  readonly isSelecting: boolean
  /** No answer within a frame: show placeholders. */
  readonly isAwaited: boolean
}

export const rowMarks = { active: 1, selected: 2, gone: 4 } as const
