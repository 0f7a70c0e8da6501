/**
 * Selected ids, independent of loaded rows: those in `exceptions`, or with `all` everything except those. Functions mutate it,
 * because copying a large set on each toggle is slow. `version` increases on every change.
 */
export type Selection = {
  all: boolean
  readonly exceptions: Set<string>
  range: SelectedRange | null
  version: number
}

/**
 * A Shift or drag gesture over rows `anchor` to `focus`; `selects` false deselects. `changed`: ids it changed, by row, restored
 * when the range shrinks.
 */
export type SelectedRange = {
  readonly anchor: number
  focus: number
  readonly selects: boolean
  readonly changed: Map<number, string>
}

export type SelectionPredicate<Where> = { ids: string[] } | { where: Where; except: string[] }

/** Rows from `first` to before `end`. */
export type RowSpan = { readonly first: number; readonly end: number }

export function createSelection(): Selection {
  return { all: false, exceptions: new Set(), range: null, version: 0 }
}

export function isSelected(selection: Selection, id: string): boolean {
  return selection.all !== selection.exceptions.has(id)
}

export function toggle(selection: Selection, id: string): void {
  setSelected(selection, id, !isSelected(selection, id))
  selection.range = null
}

export function setSelected(selection: Selection, id: string, selected: boolean): void {
  if (selected === selection.all) selection.exceptions.delete(id)
  else selection.exceptions.add(id)
  selection.version += 1
}

/** Selects all matches, loaded or not. */
export function selectAll(selection: Selection): void {
  reset(selection, true)
}

export function clear(selection: Selection): void {
  reset(selection, false)
}

export function count(selection: Selection, total: number): number {
  const { all, exceptions } = selection
  return all ? Math.max(0, total - exceptions.size) : exceptions.size
}

/** Target of a bulk call: ids, or the filter with excluded ids. */
export function toPredicate<Where>(selection: Selection, where: Where): SelectionPredicate<Where> {
  const ids = [...selection.exceptions]
  return selection.all ? { where, except: ids } : { ids }
}

/** Removes a record that left the list. */
export function forget(selection: Selection, id: string): void {
  setSelected(selection, id, false)
}

/**
 * Extends the open range to `focus`, or starts one at `anchor`. Changes only rows that enter or leave; rows that had the state
 * before keep it. Returns spans with unknown ids.
 */
export function extendTo(
  selection: Selection,
  anchor: number,
  focus: number,
  idAt: (index: number) => string | undefined,
  selects = true,
): RowSpan[] {
  const range = selection.range ?? { anchor, focus: anchor, selects, changed: new Map<number, string>() }
  const before = selection.range ? spanOf(range) : { first: anchor, end: anchor }
  range.focus = focus
  selection.range = range
  selection.version += 1
  const now = spanOf(range)
  for (const span of subtract(before, now)) giveBack(selection, range, span)
  return subtract(now, before).flatMap((span) => takeIn(selection, range, span, idAt))
}

/** Adds loaded ids of a range; those no longer in it are ignored. */
export function addToRange(
  selection: Selection,
  range: SelectedRange,
  first: number,
  ids: readonly string[],
): void {
  const span = spanOf(range)
  for (const [step, id] of ids.entries()) {
    const index = first + step
    if (index >= span.first && index < span.end) changeOne(selection, range, index, id)
  }
}

function reset(selection: Selection, all: boolean): void {
  selection.all = all
  selection.exceptions.clear()
  selection.range = null
  selection.version += 1
}

function giveBack(selection: Selection, range: SelectedRange, span: RowSpan): void {
  for (let index = span.first; index < span.end; index += 1) {
    const id = range.changed.get(index)
    if (id === undefined) continue
    range.changed.delete(index)
    setSelected(selection, id, !range.selects)
  }
}

function takeIn(
  selection: Selection,
  range: SelectedRange,
  span: RowSpan,
  idAt: (index: number) => string | undefined,
): RowSpan[] {
  const unknown: RowSpan[] = []
  for (let index = span.first; index < span.end; index += 1) {
    const id = idAt(index)
    if (id !== undefined) {
      changeOne(selection, range, index, id)
      continue
    }
    const last = unknown.at(-1)
    if (last?.end === index) unknown[unknown.length - 1] = { first: last.first, end: index + 1 }
    else unknown.push({ first: index, end: index + 1 })
  }
  return unknown
}

function changeOne(selection: Selection, range: SelectedRange, index: number, id: string): void {
  if (isSelected(selection, id) === range.selects) return
  range.changed.set(index, id)
  setSelected(selection, id, range.selects)
}

export function spanOf(range: SelectedRange): RowSpan {
  return { first: Math.min(range.anchor, range.focus), end: Math.max(range.anchor, range.focus) + 1 }
}

function subtract(span: RowSpan, other: RowSpan): RowSpan[] {
  return [
    { first: span.first, end: Math.min(span.end, other.first) },
    { first: Math.max(span.first, other.end), end: span.end },
  ].filter((part) => part.first < part.end)
}
