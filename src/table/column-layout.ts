import type { ListColumn } from './list-column.ts'

/** What somebody made of a list's columns. What is not said here is as the columns say themselves. */
export type ColumnLayout = {
  /** Ids in the order in which they were put; empty while they stand in their own. */
  readonly order: readonly string[]
  readonly widths: Readonly<Record<string, number>>
  readonly shown: Readonly<Record<string, boolean>>
  readonly pinned: Readonly<Record<string, boolean>>
}

export type PlacedColumn<T> = {
  readonly column: ListColumn<T>
  readonly width: number
  /** Distance of a pinned column from the left edge; null scrolls. */
  readonly left: number | null
}

export const plainLayout: ColumnLayout = { order: [], widths: {}, shown: {}, pinned: {} }
export const selectionWidth = 40

const narrowest = 48
const widest = 800
/** Pinned columns never take more of the list than this: on a phone there must be room left to scroll in. */
const pinnedShare = 0.6

/** The visible columns in their order, pinned ones first; `room` is the width of the list in pixels. */
export function placeColumns<T>(
  columns: readonly ListColumn<T>[],
  layout: ColumnLayout,
  room: number,
): PlacedColumn<T>[] {
  const visible = inOrder(columns, layout).filter((column) => isShown(column, layout))
  const pinned = visible.filter((column) => isPinned(column, layout))
  const others = visible.filter((column) => !isPinned(column, layout))
  let left = selectionWidth
  let isFull = false
  return [...pinned, ...others].map((column, place) => {
    const width = widthOf(column, layout)
    isFull ||= place >= pinned.length || left + width > room * pinnedShare
    const placed = { column, width, left: isFull ? null : left }
    left += width
    return placed
  })
}

/** Those of a narrow screen: the ends of the first line, then what the second one tells. No layout of a person's holds here. */
export function placeNarrow<T>(columns: readonly ListColumn<T>[]): PlacedColumn<T>[] {
  return narrowPlaces.flatMap((place) =>
    columns
      .filter(({ narrow }) => narrow === place)
      .map((column) => ({ column, width: column.width, left: null })),
  )
}

const narrowPlaces = ['title', 'side', 'meta'] as const

/** All columns, shown or not. One that the order does not name, since it is newer, follows the column before it. */
export function inOrder<C extends ListColumn<never>>(columns: readonly C[], { order }: ColumnLayout): C[] {
  if (order.length === 0) return [...columns]
  const known = columns.filter(({ id }) => order.includes(id))
  const ordered = known.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
  for (const [place, column] of columns.entries()) {
    if (order.includes(column.id)) continue
    const before = columns[place - 1]
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, column)
  }
  return ordered
}

export function widthOf(column: ListColumn<never>, layout: ColumnLayout): number {
  return layout.widths[column.id] ?? column.width
}

export function isShown(column: ListColumn<never>, layout: ColumnLayout): boolean {
  return layout.shown[column.id] ?? !column.hidden
}

export function isPinned(column: ListColumn<never>, layout: ColumnLayout): boolean {
  return layout.pinned[column.id] ?? column.pinned ?? false
}

export function withWidth(layout: ColumnLayout, id: string, width: number): ColumnLayout {
  const rounded = Math.round(Math.min(Math.max(width, narrowest), widest))
  return { ...layout, widths: { ...layout.widths, [id]: rounded } }
}

export function withShown(layout: ColumnLayout, id: string, shown: boolean): ColumnLayout {
  return { ...layout, shown: { ...layout.shown, [id]: shown } }
}

export function withPinned(layout: ColumnLayout, id: string, pinned: boolean): ColumnLayout {
  return { ...layout, pinned: { ...layout.pinned, [id]: pinned } }
}

/** Moves a column past its neighbour among all columns, those hidden included. */
export function withMoved<C extends ListColumn<never>>(
  columns: readonly C[],
  layout: ColumnLayout,
  id: string,
  by: 1 | -1,
): ColumnLayout {
  const ids = inOrder(columns, layout).map((column) => column.id)
  const from = ids.indexOf(id)
  const to = from + by
  if (from < 0 || to < 0 || to >= ids.length) return layout
  return { ...layout, order: ids.with(from, ids[to] ?? id).with(to, id) }
}

/** What a saved view says of the columns: the ids of those shown, in their order. Widths and pins stay a person's own. */
export function shownIds(columns: readonly ListColumn<never>[], layout: ColumnLayout): string[] {
  return inOrder(columns, layout)
    .filter((column) => isShown(column, layout))
    .map(({ id }) => id)
}

/** Shows these columns and no other, in this order. Ids of columns that are no more are passed over. */
export function withShownIds(
  columns: readonly ListColumn<never>[],
  layout: ColumnLayout,
  ids: readonly string[],
): ColumnLayout {
  const known = ids.filter((id) => columns.some((column) => column.id === id))
  if (known.length === 0) return layout
  return {
    ...layout,
    order: [...known, ...columns.map(({ id }) => id).filter((id) => !known.includes(id))],
    shown: Object.fromEntries(columns.map(({ id }) => [id, known.includes(id)])),
  }
}

/** Reads what was stored, by this or an older version, or by somebody's hand. */
export function readLayout(text: string | null): ColumnLayout {
  const stored = parse(text)
  return {
    order: Array.isArray(stored.order) ? stored.order.filter((id) => typeof id === 'string') : [],
    widths: pick(
      stored.widths,
      (value) => typeof value === 'number' && value >= narrowest && value <= widest,
    ),
    shown: pick(stored.shown, (value) => typeof value === 'boolean'),
    pinned: pick(stored.pinned, (value) => typeof value === 'boolean'),
  }
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function pick<V>(value: unknown, isGood: (entry: unknown) => boolean): Record<string, V> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => isGood(entry)))
}
