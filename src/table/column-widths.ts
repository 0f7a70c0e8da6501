import { type Atom, createAtom } from '@xstate/store'
import { useAtom } from '@xstate/store-react'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import type { ListColumn } from './list-column.ts'

/** In pixels, like every width. The checkbox column comes first and is not part of the layout. */
export const SELECTION_WIDTH = 40
export const MIN_WIDTH = 48
export const MAX_WIDTH = 800
/** Width of a row's menu button; no column extends below it. */
export const MENU_WIDTH = 36
/** Maximum automatic width of a column that is not text, such as a status. */
const MAX_NATURAL = 220

/** A list up to this width shows each row in two lines. */
export const MAX_NARROW = 600

const WIDTH_STEP = 8
/** Rounds up, so that resizing the window does not render at every pixel. */
export const inSteps = (width: number): number => Math.ceil(width / WIDTH_STEP) * WIDTH_STEP
/** Width available to the columns of a grid. */
export const roomIn = (gridWidth: number): number => inSteps(gridWidth) - WIDTH_STEP

/** Content width of each column, by id. */
export type NaturalWidths = Readonly<Record<string, number>>

type Sized = Pick<ListColumn<never>, 'id' | 'width' | 'minWidth' | 'givesWay' | 'narrow'>

/** Width of the content within the column's bounds; before it is measured, the column's `width`. */
export function naturalWidth({ id, width, minWidth }: Sized, natural: NaturalWidths): number {
  const measured = natural[id]
  if (measured === undefined) return width
  return minWidth === undefined
    ? Math.min(Math.max(measured, MIN_WIDTH), MAX_NATURAL)
    : Math.min(Math.max(measured, minWidth), width)
}

type Fit = {
  /** Visible columns in order. */
  columns: readonly Sized[]
  /** Widths set by the user: not changed. */
  own: Readonly<Record<string, number>>
  natural: NaturalWidths
  /** Width of the grid. */
  available: number
}

/**
 * Computes column widths: content width where it fits; otherwise text columns shrink, so that as many of the first columns as
 * possible are fully visible, the title last. A `givesWay` column at the end is moved out of view if the texts before it would
 * lose too much. Columns out of view keep their width. A width set by the user does not affect the others, so that dragging
 * moves one edge.
 */
export function fitWidths({ columns, own, natural, available }: Fit): Record<string, number> {
  const sizes = columns.map((column) => {
    const wanted = naturalWidth(column, natural)
    const least = Math.min(wanted, column.minWidth ?? wanted)
    const { id, narrow, givesWay = false } = column
    const maxLoss = !givesWay ? 1 : column.minWidth === undefined ? MAX_LOSS : MAX_LOSS_BEFORE_TEXT
    return { id, wanted, least, maxLoss, isTitle: narrow === 'title' }
  })
  const room = available - SELECTION_WIDTH
  let count = 0
  let least = 0
  while (count < sizes.length && least + (sizes[count]?.least ?? 0) <= room)
    least += sizes[count++]?.least ?? 0
  const slackOf = (shown: typeof sizes) => shown.reduce((sum, size) => sum + size.wanted - size.least, 0)
  const overOf = (shown: typeof sizes) => shown.reduce((sum, { wanted }) => sum + wanted, 0) - room
  const lossOf = (shown: typeof sizes) => shareOf(overOf(shown), slackOf(shown))
  while (lossOf(sizes.slice(0, count)) > (sizes[count - 1]?.maxLoss ?? 1)) count -= 1
  const shown = sizes.slice(0, count)
  const others = slackOf(shown.filter(({ isTitle }) => !isTitle))
  const alone = Math.min(shareOf(overOf(shown), others), MAX_LOSS_BEFORE_TITLE)
  const together = shareOf(overOf(shown) - alone * others, slackOf(shown) - alone * others)
  const widthOf = ({ wanted, least, isTitle }: (typeof sizes)[number]) =>
    Math.floor(wanted - (wanted - least) * (isTitle ? together : alone + (1 - alone) * together))
  return Object.fromEntries(
    sizes.map((size, place) => [size.id, own[size.id] ?? (place < count ? widthOf(size) : size.wanted)]),
  )
}

const shareOf = (over: number, slack: number): number =>
  over > 0 && slack > 0 ? Math.min(1, over / slack) : 0

/** Share of their flexible width that texts lose before a `givesWay` column is moved out. */
const MAX_LOSS = 0.5
/** The same before a `givesWay` text, which is wider. */
const MAX_LOSS_BEFORE_TEXT = 0.4
/** The same before the title shrinks, which identifies the row. */
const MAX_LOSS_BEFORE_TITLE = 0.75

/** `of`: filter of the rows measured last. */
type Measured = { readonly widths: NaturalWidths; readonly rows: number; readonly of: string }

const nothing: Measured = { widths: {}, rows: 0, of: '' }
const measured = new Map<string, Atom<Measured>>()

function measuredOf(key: string): Atom<Measured> {
  const atom = measured.get(key) ?? createAtom<Measured>(nothing)
  measured.set(key, atom)
  return atom
}

/** Smaller samples are measured again with more rows. */
const MIN_SAMPLE = 12

/**
 * Measured content widths of a list's columns, by language, since page load: the maximum of all rows, so that filters do not
 * move columns.
 */
export function useNaturalWidths(storageKey: string, language: string): NaturalWidths {
  return useAtom(measuredOf(`${storageKey} ${language}`)).widths
}

type Measuring = {
  grid: RefObject<HTMLElement | null>
  storageKey: string
  language: string
  columns: readonly Sized[]
  /** Ids of rendered columns in order. */
  shown: readonly string[]
  /** Loaded rendered rows; referentially stable. */
  records: readonly unknown[]
  /** Filter of the rows; another one is measured again. */
  filter: string
  isNarrow: boolean
}

/**
 * Measures columns with the first rendered rows before paint, and again per filter; widths only grow. Columns that are not text
 * grow later if rows need more, after a pause.
 */
export function useMeasuredColumns({
  grid,
  storageKey,
  language,
  columns,
  shown,
  records,
  filter,
  isNarrow,
}: Measuring): void {
  const atom = measuredOf(`${storageKey} ${language}`)
  const [hasFonts, setFonts] = useState(() => document.fonts.status === 'loaded')
  const ids = shown.join()
  const rows = records.length
  useLayoutEffect(() => {
    if (!hasFonts) void document.fonts.ready.then(() => setFonts(true))
  }, [hasFonts])
  useLayoutEffect(() => {
    const element = grid.current
    if (element === null || isNarrow || !hasFonts || rows === 0) return
    const known = atom.get()
    const isOther = known.of !== filter
    const isLarger = known.rows < MIN_SAMPLE && rows > known.rows
    const missing = ids.split(',').filter((id) => isOther || isLarger || known.widths[id] === undefined)
    if (missing.length === 0) return
    atom.set({
      widths: widest(known.widths, measureColumns(element, missing)),
      rows: isOther ? rows : Math.max(known.rows, rows),
      of: filter,
    })
  }, [atom, grid, ids, rows, filter, isNarrow, hasFonts])
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when other rows are rendered.
  useEffect(() => {
    if (isNarrow || !hasFonts || rows === 0) return
    const timer = setTimeout(() => {
      const element = grid.current
      if (element === null) return
      const { widths, ...known } = atom.get()
      const whole = columns.filter(({ id, minWidth }) => minWidth === undefined && widths[id] !== undefined)
      const found = measureColumns(
        element,
        whole.map(({ id }) => id),
      )
      const isWider = Object.entries(found).some(([id, width]) => width > (widths[id] ?? width))
      if (isWider) atom.set({ ...known, widths: widest(widths, found) })
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [atom, grid, columns, ids, records, isNarrow, hasFonts])
}

/** Milliseconds without new rows before they are measured again. */
const REST_MS = 120

const widest = (known: NaturalWidths, found: NaturalWidths): NaturalWidths => ({
  ...known,
  ...Object.fromEntries(Object.entries(found).map(([id, width]) => [id, Math.max(known[id] ?? 0, width)])),
})

/** Lays out the rows once with each cell at its content's width. */
function measureColumns(grid: HTMLElement, ids: readonly string[]): Record<string, number> {
  const tracks = grid.style.getPropertyValue('--list-columns')
  const count = tracks.split(' ').length
  grid.style.setProperty('--list-columns', `repeat(${count}, max-content)`)
  const widths: Record<string, number> = {}
  for (const cell of grid.querySelectorAll<HTMLElement>('[data-column]')) {
    const id = cell.dataset.column ?? ''
    if (!ids.includes(id)) continue
    widths[id] = Math.max(widths[id] ?? 0, Math.ceil(cell.getBoundingClientRect().width))
  }
  grid.style.setProperty('--list-columns', tracks)
  return widths
}
