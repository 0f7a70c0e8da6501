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
 * A user's column settings as stored: only differences from the defaults, so that new columns appear with their own defaults.
 */
export type ColumnLayout = {
  /** Column ids in order; empty for the default order. */
  readonly order: readonly string[]
  readonly widths: Readonly<Record<string, number>>
  readonly shown: Readonly<Record<string, boolean>>
  readonly pinned: Readonly<Record<string, boolean>>
}

/** The same for TanStack Table: every column, defaults resolved. */
export type ColumnState = {
  columnOrder: ColumnOrderState
  columnVisibility: Record<string, boolean>
  columnSizing: ColumnSizingState
  columnPinning: ColumnPinningState
}

export const defaultLayout: ColumnLayout = { order: [], widths: {}, shown: {}, pinned: {} }

/** Maximum share of the width for pinned columns, so that the rest can scroll on a phone. */
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

/** Column state for a grid of that width: pinned columns first, as far as there is room. */
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

/** For narrow rows: the ends of the first line, then the columns of the others. User settings do not apply. */
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

/** Updates the stored layout from the table's state, keeping only changes. `sizes`: the former widths. */
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
    // Widths computed from the content are not stored.
    widths: Object.fromEntries(
      Object.entries(columnSizing)
        .filter(([id, width]) => width !== sizes[id] || Object.hasOwn(layout.widths, id))
        .map(([id, width]) => [id, withinBounds(width)]),
    ),
    shown: { ...layout.shown, ...changed(isVisible) },
    pinned: { ...layout.pinned, ...changed(isPinned) },
  }
}

/** Ids of the visible columns in order, for a saved view. Widths and pins are not part of it. */
export function shownIds(columns: Columns, layout: ColumnLayout): string[] {
  const { columnOrder, columnVisibility } = columnState(columns, layout)
  return columnOrder.filter((id) => columnVisibility[id])
}

/** The visible columns in order. */
export const shownColumns = <T>(columns: readonly ListColumn<T>[], layout: ColumnLayout): ListColumn<T>[] =>
  shownIds(columns, layout).flatMap((id) => columns.filter((column) => column.id === id))

/** Shows exactly these columns in this order. Unknown ids are skipped. */
export function withShownIds(columns: Columns, layout: ColumnLayout, ids: readonly string[]): ColumnLayout {
  const known = ids.filter((id) => columns.some((column) => column.id === id))
  if (known.length === 0) return layout
  return {
    ...layout,
    order: [...known, ...columns.map(({ id }) => id).filter((id) => !known.includes(id))],
    shown: Object.fromEntries(columns.map(({ id }) => [id, known.includes(id)])),
  }
}

/** Target of a moved column: before or after another one. */
export type ColumnPlace = { readonly target: string; readonly side: 'before' | 'after' }

export function placeColumn(order: readonly string[], id: string, { target, side }: ColumnPlace): string[] {
  if (id === target || !order.includes(target)) return [...order]
  const others = order.filter((other) => other !== id)
  return others.toSpliced(others.indexOf(target) + (side === 'after' ? 1 : 0), 0, id)
}

/** The column layout stored in this browser under `storageKey`, shared by all callers. */
export function useColumnLayout(storageKey: string): readonly [ColumnLayout, (layout: ColumnLayout) => void] {
  const atom = columnLayout(storageKey)
  return [useAtom(atom), atom.set]
}

/** The same outside React. */
export function columnLayout(storageKey: string): Atom<ColumnLayout> {
  const known = layouts.get(storageKey)
  if (known) return known
  const atom = createAtom(readLayout(deviceStorage.getItem(`columns.${storageKey}`)))
  persist(storageKey, atom)
  layouts.set(storageKey, atom)
  return atom
}

/** Sets the initial layout if none is stored. */
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
  // Saves at once if the page is left within the delay.
  const saveNow = () => {
    if (saving !== undefined) save()
  }
  atom.subscribe(() => {
    clearTimeout(saving)
    saving = setTimeout(save, SAVE_DELAY_MS)
    window.addEventListener('pagehide', saveNow)
  })
}

/** All column ids once; an id missing in the order (a new column) follows its predecessor. */
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

/** Parses a stored layout, which may be old or invalid. */
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
