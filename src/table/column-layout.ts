import type { ListColumn } from './list-column.ts'

/** What somebody made of a list's columns. What is not said here is as the columns say themselves. */
export type ColumnLayout = {
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

export const plainLayout: ColumnLayout = { widths: {}, shown: {}, pinned: {} }
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
  const visible = columns.filter((column) => isShown(column, layout))
  const pinned = visible.filter((column) => isPinned(column, layout))
  const others = visible.filter((column) => !isPinned(column, layout))
  let left = selectionWidth
  let isFull = false
  return [...pinned, ...others].map((column, place) => {
    const width = layout.widths[column.id] ?? column.width
    isFull ||= place >= pinned.length || left + width > room * pinnedShare
    const placed = { column, width, left: isFull ? null : left }
    left += width
    return placed
  })
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

/** Reads what was stored, by this or an older version, or by somebody's hand. */
export function readLayout(text: string | null): ColumnLayout {
  const stored = parse(text)
  return {
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
