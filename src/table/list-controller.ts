import type { LoadPage, RecordChange } from './list-source.ts'
import type { ListStatus, RowsView } from './list-view.ts'
import type { Affects } from './live-changes.ts'
import type { SelectionPredicate } from './selection.ts'
import type { ReadableStore } from './store.ts'
import type { Align } from './viewport.ts'

export type ListControllerOptions<T> = {
  readonly rowHeight?: number
  /** Rows rendered beyond the view on each side. */
  readonly overscan?: number
  /** Whether a live change can move the total or the order of this list; without it every unknown record can. */
  readonly affects?: Affects<T>
  /** The ids of a selected range could not be loaded. */
  readonly onSelectionError?: (error: unknown) => void
}

export type ListQuery<T, Where> = {
  readonly load: LoadPage<T>
  readonly where: Where
  /** Its rows are there, nothing of them selected yet. */
  readonly onAnswer?: () => void
}

/** One list on a screen: its rows, its active row, its selection. Commands move it; the grid shows it. */
export type ListController<T, Where> = ListMoves & {
  /** Another filter or order: the rows stay until the new ones are there, then selection and place start anew. */
  query(query: ListQuery<T, Where>): void
  refresh(): void
  stop(): void
  /** What came at once renders at once: ten thousand changes are one. */
  applyChanges(changes: readonly RecordChange<T>[]): void
  /** Something changed that nobody named: offers a refresh. */
  markOutdated(): void
  setRowHeight(rowHeight: number): void

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
  /** Whether the rows are those of the last query. */
  isAnswered(): boolean
  isSelected(id: string): boolean
  isGone(id: string): boolean

  readonly rows: ReadableStore<RowsView<T>>
  /** What is true of each row of `rows`, in the same order: bits of `list-view.ts`. */
  readonly rowMarks: ReadableStore<readonly number[]>
  readonly status: ReadableStore<ListStatus>
  /** Grows with every change of the active row, the selection or a record: for what stands beside the rows. */
  readonly marks: ReadableStore<number>
  /**
   * Binds the scrolling element, whose top is covered by a header of `headerHeight`. `onWidth` is told how wide it is,
   * within the frame that lays it out.
   */
  attach(grid: HTMLElement, onWidth?: (width: number) => void): () => void
  /** To be called once the rows are in the document: only then can the browser scroll to them. */
  flushScroll(): void
  focus(): void
}

export type ListMoves = {
  moveBy(rows: number): void
  moveTo(index: number, align?: Align): void
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
  selectAll(): void
  clearSelection(): void
}
