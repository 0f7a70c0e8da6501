/**
 * Where the rows of a list are, by arithmetic alone. `position` is a place on the true height of all rows;
 * `scrollTop` is what the browser holds for the canvas, which is shorter once the rows pass `maxCanvas`;
 * `offset` is the difference between the two. All lengths are CSS pixels.
 */
export type Viewport = {
  readonly total: number
  readonly rowHeight: number
  readonly height: number
  readonly scrollTop: number
  readonly offset: number
}

export type RowSlice = {
  readonly first: number
  /** One past the last row. */
  readonly end: number
  /** Where the first row of the slice stands on the canvas. */
  readonly top: number
}

export type Align = 'nearest' | 'start' | 'center'

/** Chromium clamps an element at 33.5 million px and Firefox near 17.8. */
export const maxCanvas = 15_000_000

/** A wheel, a key or a fling moves less than this in one event; a dragged scrollbar moves more. */
export const shortMove = 3_000

/** Chromium keeps scroll positions past 2^23 to 2 px only. */
const rounding = 2

/** Both ends of a scaled canvas are true to scale for this long, so that nobody ever runs into its edge early. */
const trueEdge = 1_000_000

export function createViewport(shape: { total: number; rowHeight: number; height: number }): Viewport {
  return { ...shape, scrollTop: 0, offset: 0 }
}

/** Takes what the browser scrolled to: short moves one to one, long ones in proportion. */
export function onScroll(viewport: Viewport, scrollTop: number): Viewport {
  const top = clamp(scrollTop, 0, maxScrollTop(viewport))
  if (top === viewport.scrollTop) return viewport
  if (!isScaled(viewport)) return { ...viewport, scrollTop: top, offset: 0 }
  const move = top - viewport.scrollTop
  if (Math.abs(move) > shortMove) return placeAt(viewport, toPosition(viewport, top), top)
  const position = clamp(positionOf(viewport) + move, 0, maxPosition(viewport))
  const edge =
    (top === 0 || top === maxScrollTop(viewport)) !== (position === 0 || position === maxPosition(viewport))
  return edge ? settle(placeAt(viewport, position, top)) : placeAt(viewport, position, top)
}

/** Puts the scrollbar back where the position belongs, without moving a row on the screen. To be called when scrolling pauses. */
export function settle(viewport: Viewport): Viewport {
  const settled = scrollToPosition(viewport, positionOf(viewport))
  return Math.abs(settled.scrollTop - viewport.scrollTop) <= rounding ? viewport : settled
}

/** Takes where the browser really went when told to scroll: the rows keep their place, the offset bears the difference. */
export function landed(viewport: Viewport, scrollTop: number): Viewport {
  const miss = scrollTop - viewport.scrollTop
  if (Math.abs(miss) > rounding) return viewport
  return { ...viewport, scrollTop, offset: viewport.offset - miss }
}

/** Brings a row into view; `nearest` moves no more than is needed. */
export function scrollToRow(viewport: Viewport, index: number, align: Align = 'nearest'): Viewport {
  const { rowHeight, height } = viewport
  const row = clamp(index, 0, Math.max(0, viewport.total - 1))
  const start = row * rowHeight
  const end = start + rowHeight - height
  const position = positionOf(viewport)
  const target = {
    start,
    center: start - (height - rowHeight) / 2,
    nearest: start < position || height < rowHeight ? start : Math.max(end, position),
  }[align]
  return target === position ? viewport : scrollToPosition(viewport, Math.round(target))
}

/** Takes a new size; the first visible row stays first. */
export function reshape(
  viewport: Viewport,
  shape: Partial<Pick<Viewport, 'total' | 'rowHeight' | 'height'>>,
): Viewport {
  const next = { ...viewport, ...shape }
  return scrollToPosition(next, (positionOf(viewport) / viewport.rowHeight) * next.rowHeight)
}

/** The rows to render: those in view and `overscan` more on each side. */
export function sliceOf(viewport: Viewport, overscan: number): RowSlice {
  const { first, end } = visibleRange(viewport)
  const from = Math.max(0, first - overscan)
  return {
    first: from,
    end: Math.min(viewport.total, end + overscan),
    top: from * viewport.rowHeight - viewport.offset,
  }
}

/** The rows of which at least a part is in view; `end` is one past the last. */
export function visibleRange(viewport: Viewport): { first: number; end: number } {
  const { total, rowHeight, height } = viewport
  const position = positionOf(viewport)
  const first = clamp(Math.floor(position / rowHeight), 0, Math.max(0, total - 1))
  return { first, end: Math.min(total, Math.ceil((position + height) / rowHeight)) }
}

/** How many rows fit whole: the length of a Page Down is one less. */
export function rowsPerPage(viewport: Viewport): number {
  return Math.max(1, Math.floor(viewport.height / viewport.rowHeight))
}

export function canvasHeight(viewport: Viewport): number {
  return Math.min(viewport.total * viewport.rowHeight, maxCanvas)
}

/** The place of the top edge of the view on the true height of all rows. */
export function positionOf(viewport: Viewport): number {
  return viewport.scrollTop + viewport.offset
}

/** Brings a place on the true height to the top edge of the view. */
export function scrollToPosition(viewport: Viewport, target: number): Viewport {
  const position = clamp(target, 0, maxPosition(viewport))
  return placeAt(viewport, position, toScrollTop(viewport, position))
}

/** Offsets are whole pixels so that text never lands between two; the fraction stays in `scrollTop`. */
function placeAt(viewport: Viewport, position: number, scrollTop: number): Viewport {
  const offset = Math.round(position - scrollTop)
  return { ...viewport, offset, scrollTop: clamp(position - offset, 0, maxScrollTop(viewport)) }
}

function toPosition(viewport: Viewport, scrollTop: number): number {
  const { edge, ratio, excess } = scaleOf(viewport)
  if (scrollTop <= edge) return scrollTop
  if (scrollTop >= maxScrollTop(viewport) - edge) return scrollTop + excess
  return edge + (scrollTop - edge) * ratio
}

function toScrollTop(viewport: Viewport, position: number): number {
  const { edge, ratio, excess } = scaleOf(viewport)
  if (position <= edge) return position
  if (position >= maxPosition(viewport) - edge) return position - excess
  return edge + (position - edge) / ratio
}

/** True to scale at both ends, in proportion between them. */
function scaleOf(viewport: Viewport): { edge: number; ratio: number; excess: number } {
  const scroll = maxScrollTop(viewport)
  const excess = maxPosition(viewport) - scroll
  const edge = isScaled(viewport) ? trueEdge : scroll
  return { edge, excess, ratio: 1 + excess / Math.max(1, scroll - 2 * edge) }
}

function isScaled(viewport: Viewport): boolean {
  return viewport.total * viewport.rowHeight > maxCanvas
}

function maxPosition(viewport: Viewport): number {
  return Math.max(0, viewport.total * viewport.rowHeight - viewport.height)
}

function maxScrollTop(viewport: Viewport): number {
  return Math.max(0, canvasHeight(viewport) - viewport.height)
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}
