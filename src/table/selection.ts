/**
 * What is selected in a list, kept apart from its rows: either the rows in `exceptions`, or everything that
 * matches the filter but those. Functions change the selection they are given: a copy of the set on every
 * toggle is what makes a selection of a million rows slow. `version` grows with every change.
 */
export type Selection = {
  all: boolean
  readonly exceptions: Set<string>
  range: SelectedRange | null
  version: number
}

/**
 * A Shift or drag gesture: rows from `anchor` to `focus`, which it selects, or deselects where `selects` is false. `changed`
 * has the ids that it changed itself, by row: they get their former state back when the range shrinks.
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

/** Everything that matches the filter, loaded or not. */
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

/** What a bulk call is given: ids, or the filter and the ids left out of it. */
export function toPredicate<Where>(selection: Selection, where: Where): SelectionPredicate<Where> {
  const ids = [...selection.exceptions]
  return selection.all ? { where, except: ids } : { ids }
}

/** A record that is no longer in the list is not selected, and is not counted. */
export function forget(selection: Selection, id: string): void {
  setSelected(selection, id, false)
}

/**
 * Extends the open range to `focus` (from `anchor` where none is open). Touches only the rows that enter or leave it; rows
 * that had the state before the gesture keep it. Answers the spans whose ids are not known yet.
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

/** Adds ids that were loaded for a range; those outside the range as it is by now are left alone. */
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

/** The rows that a range covers by now. */
export function spanOf(range: SelectedRange): RowSpan {
  return { first: Math.min(range.anchor, range.focus), end: Math.max(range.anchor, range.focus) + 1 }
}

/** The parts of `span` that are not in `other`. */
function subtract(span: RowSpan, other: RowSpan): RowSpan[] {
  return [
    { first: span.first, end: Math.min(span.end, other.first) },
    { first: Math.max(span.first, other.end), end: span.end },
  ].filter((part) => part.first < part.end)
}
