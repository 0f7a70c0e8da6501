import type { ColumnOrderState, ColumnPinningState, ColumnSizingState } from '@tanstack/react-table'
import { type Atom, createAtom } from '@xstate/store'
import { useAtom } from '@xstate/store-react'
import { deviceStorage } from '../storage/browser-storage.ts'
import {
  fitWidths,
  MAX_WIDTH,
  MIN_WIDTH,
  type NaturalWidths,
  naturalWidth,
  SELECTION_WIDTH,
} from './column-widths.ts'
import { type ListColumn, narrowPlaces } from './list-column.ts'

/**
 * What a person made of a list's columns, as it is stored: only what differs from the columns' own defaults, so that a
 * column that comes with a newer version appears as it says itself.
 */
export type ColumnLayout = {
  /** Ids in the order in which they were put; empty for the default order. */
  readonly order: readonly string[]
  readonly widths: Readonly<Record<string, number>>
  readonly shown: Readonly<Record<string, boolean>>
  readonly pinned: Readonly<Record<string, boolean>>
}

/** The same as TanStack Table holds it: every column, none left to a default. */
export type ColumnState = {
  columnOrder: ColumnOrderState
  columnVisibility: Record<string, boolean>
  columnSizing: ColumnSizingState
  columnPinning: ColumnPinningState
}

export const defaultLayout: ColumnLayout = { order: [], widths: {}, shown: {}, pinned: {} }

/** Pinned columns never take more of the list than this: on a phone there must be room left to scroll in. */
const MAX_PINNED_SHARE = 0.6

type Columns = readonly ListColumn<never>[]

export function columnState(
  columns: Columns,
  layout: ColumnLayout,
  natural: NaturalWidths = {},
): ColumnState {
  const columnOrder = completeOrder(columns, layout.order)
  const pinned = new Set(columns.filter(({ id, pinned }) => layout.pinned[id] ?? pinned).map(({ id }) => id))
  return {
    columnOrder,
    columnVisibility: Object.fromEntries(
      columns.map(({ id, hidden }) => [id, layout.shown[id] ?? hidden !== true]),
    ),
    columnSizing: {
      ...Object.fromEntries(
        columns.flatMap((column) =>
          natural[column.id] === undefined ? [] : [[column.id, naturalWidth(column, natural)]],
        ),
      ),
      ...layout.widths,
    },
    columnPinning: { start: columnOrder.filter((id) => pinned.has(id)), end: [] },
  }
}

/** For a grid of that width: columns to pin come first, and are pinned as far as there is room. */
export function gridColumnState(
  columns: Columns,
  layout: ColumnLayout,
  width: number,
  natural: NaturalWidths = {},
): ColumnState {
  const state = columnState(columns, layout)
  const { columnOrder, columnVisibility, columnPinning } = state
  const others = columnOrder.filter((id) => !columnPinning.start.includes(id))
  const order = [...columnPinning.start, ...others]
  const columnSizing = fitWidths({
    columns: order.flatMap((id) => columns.find((column) => column.id === id && columnVisibility[id]) ?? []),
    own: layout.widths,
    natural,
    available: width,
  })
  const start: string[] = []
  let end = SELECTION_WIDTH
  for (const id of columnPinning.start.filter((id) => columnVisibility[id])) {
    end += columnSizing[id] ?? 0
    if (end > width * MAX_PINNED_SHARE) break
    start.push(id)
  }
  return { ...state, columnOrder: order, columnSizing, columnPinning: { start, end: [] } }
}

/** For rows of two lines: the ends of the first line, then the second line's columns. No person's layout applies here. */
export function narrowColumnState(columns: Columns): ColumnState {
  return {
    columnOrder: narrowPlaces.flatMap((place) =>
      columns.filter(({ narrow }) => narrow === place).map(({ id }) => id),
    ),
    columnVisibility: Object.fromEntries(columns.map(({ id, narrow }) => [id, narrow !== undefined])),
    columnSizing: {},
    columnPinning: { start: [], end: [] },
  }
}

/** Stores what the table was set to; entries that are as they were before are not stored. `sizes` are those it had. */
export function withColumnState(
  columns: Columns,
  layout: ColumnLayout,
  next: Partial<ColumnState>,
  sizes: ColumnSizingState = layout.widths,
): ColumnLayout {
  const before = columnState(columns, layout)
  const { columnOrder = before.columnOrder, columnSizing = sizes } = next
  const isPinned = ({ columnPinning = before.columnPinning }: Partial<ColumnState>, id: string) =>
    columnPinning.start.includes(id)
  const isVisible = ({ columnVisibility = before.columnVisibility }: Partial<ColumnState>, id: string) =>
    columnVisibility[id] ?? true
  const changed = (is: (state: Partial<ColumnState>, id: string) => boolean) =>
    Object.fromEntries(
      columns.filter(({ id }) => is(next, id) !== is(before, id)).map(({ id }) => [id, is(next, id)]),
    )
  return {
    order: columnOrder.join() === before.columnOrder.join() ? layout.order : columnOrder,
    // Widths that follow from the content are not stored.
    widths: Object.fromEntries(
      Object.entries(columnSizing)
        .filter(([id, width]) => width !== sizes[id] || Object.hasOwn(layout.widths, id))
        .map(([id, width]) => [id, withinBounds(width)]),
    ),
    shown: { ...layout.shown, ...changed(isVisible) },
    pinned: { ...layout.pinned, ...changed(isPinned) },
  }
}

/** What a saved view says of the columns: the ids of those shown, in their order. Widths and pins stay a person's own. */
export function shownIds(columns: Columns, layout: ColumnLayout): string[] {
  const { columnOrder, columnVisibility } = columnState(columns, layout)
  return columnOrder.filter((id) => columnVisibility[id])
}

/** Shows these columns and no other, in this order. Ids of columns that are no more are passed over. */
export function withShownIds(columns: Columns, layout: ColumnLayout, ids: readonly string[]): ColumnLayout {
  const known = ids.filter((id) => columns.some((column) => column.id === id))
  if (known.length === 0) return layout
  return {
    ...layout,
    order: [...known, ...columns.map(({ id }) => id).filter((id) => !known.includes(id))],
    shown: Object.fromEntries(columns.map(({ id }) => [id, known.includes(id)])),
  }
}

/** Where a column goes: before or after another one. */
export type ColumnPlace = { readonly target: string; readonly side: 'before' | 'after' }

/** The order with the column at its new place. */
export function placeColumn(order: readonly string[], id: string, { target, side }: ColumnPlace): string[] {
  if (id === target || !order.includes(target)) return [...order]
  const others = order.filter((other) => other !== id)
  return others.toSpliced(others.indexOf(target) + (side === 'after' ? 1 : 0), 0, id)
}

/** A list's column layout, stored in this browser under `storageKey`; all who ask for it share one. */
export function useColumnLayout(storageKey: string): readonly [ColumnLayout, (layout: ColumnLayout) => void] {
  const atom = columnLayout(storageKey)
  return [useAtom(atom), atom.set]
}

/** The same outside React: for commands and saved views. */
export function columnLayout(storageKey: string): Atom<ColumnLayout> {
  const known = layouts.get(storageKey)
  if (known) return known
  const atom = createAtom(readLayout(deviceStorage.getItem(`columns.${storageKey}`)))
  persist(storageKey, atom)
  layouts.set(storageKey, atom)
  return atom
}

/** Begins a layout that this browser has not stored yet. */
export function beginLayout(storageKey: string, layout: () => ColumnLayout): void {
  if (layouts.has(storageKey) || deviceStorage.getItem(`columns.${storageKey}`) !== null) return
  columnLayout(storageKey).set(layout())
}

const layouts = new Map<string, Atom<ColumnLayout>>()

const SAVE_DELAY_MS = 250

function persist(storageKey: string, atom: Atom<ColumnLayout>): void {
  let saving: ReturnType<typeof setTimeout> | undefined
  const save = () => {
    clearTimeout(saving)
    saving = undefined
    deviceStorage.setItem(`columns.${storageKey}`, JSON.stringify(atom.get()))
  }
  // A page that is left within the delay must not take the choice with it.
  const saveNow = () => {
    if (saving !== undefined) save()
  }
  atom.subscribe(() => {
    clearTimeout(saving)
    saving = setTimeout(save, SAVE_DELAY_MS)
    window.addEventListener('pagehide', saveNow)
  })
}

/** Every id once. One that the order does not name, since its column is newer, follows the column before it. */
function completeOrder(columns: Columns, order: readonly string[]): string[] {
  const ids = columns.map(({ id }) => id)
  if (order.length === 0) return ids
  const ordered = order.filter((id, place) => ids.includes(id) && order.indexOf(id) === place)
  for (const [place, id] of ids.entries()) {
    if (order.includes(id)) continue
    const before = ids[place - 1]
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, id)
  }
  return ordered
}

function withinBounds(width: number): number {
  return Math.round(Math.min(Math.max(width, MIN_WIDTH), MAX_WIDTH))
}

/** Parses the stored layout, which may be of an older version or edited by hand. */
export function readLayout(text: string | null): ColumnLayout {
  const stored = parse(text)
  return {
    order: Array.isArray(stored.order) ? stored.order.filter((id) => typeof id === 'string') : [],
    widths: pick(
      stored.widths,
      (value) => typeof value === 'number' && value >= MIN_WIDTH && value <= MAX_WIDTH,
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
