import type { LoadPage } from './list-source.ts'
import {
  addToRange,
  clear,
  count,
  createSelection,
  extendTo,
  forget,
  isSelected,
  type RowSpan,
  type SelectedRange,
  selectAll,
  setSelected,
  spanOf,
  toggle,
  toPredicate,
} from './selection.ts'

/** Selection of a partly loaded list: a range over unknown rows loads their ids. */
export type SelectionStore = ReturnType<typeof createSelectionStore>

type SelectionStoreOptions = {
  readonly idAt: (index: number) => string | undefined
  /** The request function of the current rows. */
  readonly load: () => LoadPage<{ readonly id: string }> | null
  readonly onChange: () => void
  /** Loading a range's ids failed; the former selection stays. */
  readonly onError: (error: unknown) => void
}

/** Maximum page size of the API. */
const MAX_IDS_PER_CALL = 500
/** Maximum ids of a bulk call; `all` has no such limit. */
export const MAX_RANGE = 10_000

export function createSelectionStore({ idAt, load, onChange, onError }: SelectionStoreOptions) {
  const selection = createSelection()
  const waiting = new Map<RowSpan, SelectedRange>()
  let asking = new AbortController()
  let ready: Promise<unknown> = Promise.resolve()

  return {
    isSelected: (id: string) => isSelected(selection, id),
    isAll: () => selection.all,
    version: () => selection.version,
    ids: () => (selection.all ? [] : [...selection.exceptions]),
    anchor: () => selection.range?.anchor,
    /** Counts rows of a range whose ids are still loading. */
    count: (total: number) => count(selection, total) + expected(),
    isWaiting: () => waiting.size > 0,
    /** Resolves when all ids are loaded. */
    ready: () => ready,
    predicate: <Where>(where: Where) => toPredicate(selection, where),
    toggle(id: string): void {
      toggle(selection, id)
      onChange()
    },
    forget(id: string): void {
      forget(selection, id)
    },
    all(): void {
      reset(selectAll)
      onChange()
    },
    /** Selects exactly these, visible or not. */
    only(ids: readonly string[]): void {
      reset(clear)
      for (const id of ids) setSelected(selection, id, true)
      onChange()
    },
    clear(): void {
      reset(clear)
      onChange()
    },
    /** Clears without notifying. */
    drop: () => reset(clear),
    /** The next range gets its own anchor; ids of this one may still arrive. */
    closeRange(): void {
      selection.range = null
    },
    /** After a deselecting range, Shift starts a new one. */
    closeDeselection(): void {
      if (selection.range?.selects === false) selection.range = null
    },
    /** Opens a range at a row that selects or deselects. */
    startRange(anchor: number, selects: boolean): void {
      selection.range = null
      extend(anchor, anchor, selects)
    },
    /** Extends the open range, or a selecting one from `anchor`, to `focus`. */
    extendTo: (anchor: number, focus: number): void => extend(anchor, focus, true),
  }

  function extend(anchor: number, focus: number, selects: boolean): void {
    const unknown = extendTo(selection, anchor, focus, idAt, selects)
    const { range, all, exceptions } = selection
    // If all rows have the state already, no id is missing.
    const isComplete = all === range?.selects && exceptions.size === 0
    if (range && !isComplete) for (const span of unknown) ready = Promise.all([ready, ask(range, span)])
    onChange()
  }

  async function ask(range: SelectedRange, span: RowSpan): Promise<void> {
    const call = load()
    const { signal } = asking
    let rest: RowSpan = span
    waiting.set(rest, range)
    try {
      while (call && rest.first < rest.end && !signal.aborted) {
        const { items } = await call(rest.first, Math.min(MAX_IDS_PER_CALL, rest.end - rest.first), signal)
        if (signal.aborted || items.length === 0) return
        const ids = items.map((item) => item.id)
        addToRange(selection, range, rest.first, ids)
        waiting.delete(rest)
        rest = { first: rest.first + ids.length, end: rest.end }
        waiting.set(rest, range)
        onChange()
      }
    } catch (error) {
      if (!signal.aborted) onError(error)
    } finally {
      waiting.delete(rest)
      onChange()
    }
  }

  function expected(): number {
    if (selection.all) return 0
    let sum = 0
    for (const [span, range] of waiting) {
      if (!range.selects) continue
      const { first, end } = spanOf(range)
      sum += Math.max(0, Math.min(end, span.end) - Math.max(first, span.first))
    }
    return sum
  }

  function reset(change: typeof clear): void {
    if (waiting.size > 0) {
      asking.abort()
      asking = new AbortController()
      waiting.clear()
    }
    ready = Promise.resolve()
    change(selection)
  }
}
