/**
 * Maps the scrollbar to a list longer than browsers can scroll. `position`: on the full height of all rows; `scrollTop`: on the
 * canvas, whose height is at most `MAX_CANVAS`; `offset`: their difference, 0 while the rows fit. `inset`: padding below the
 * last row. All lengths in CSS pixels.
 */
export type ScrollCanvas = {
  readonly total: number
  readonly rowHeight: number
  readonly height: number
  readonly inset: number
  readonly scrollTop: number
  readonly offset: number
}

/** Chromium clamps heights at 33.5 million px, Firefox near 17.8. */
export const MAX_CANVAS = 15_000_000

/** Wheel, keys and flings move less than this per event; dragging the scrollbar moves more. */
const MAX_SHORT_MOVE = 3_000

/** Chromium rounds scroll positions past 2^23 to 2 px. */
const rounding = 2

/** Pixels at both ends of a scaled canvas that are not scaled, so that scrolling cannot hit an edge early. */
const trueEdge = 1_000_000

export function createScrollCanvas(shape: {
  total: number
  rowHeight: number
  height: number
  inset?: number
}): ScrollCanvas {
  return { inset: 0, ...shape, scrollTop: 0, offset: 0 }
}

/** Handles a browser scroll: short moves 1:1, long ones in proportion. */
export function onScroll(canvas: ScrollCanvas, scrollTop: number): ScrollCanvas {
  const top = clamp(scrollTop, 0, maxScrollTop(canvas))
  if (top === canvas.scrollTop) return canvas
  if (!isScaled(canvas)) return { ...canvas, scrollTop: top, offset: 0 }
  const move = top - canvas.scrollTop
  if (Math.abs(move) > MAX_SHORT_MOVE) return placeAt(canvas, toPosition(canvas, top), top)
  const position = clamp(positionOf(canvas) + move, 0, maxPosition(canvas))
  const edge =
    (top === 0 || top === maxScrollTop(canvas)) !== (position === 0 || position === maxPosition(canvas))
  return edge ? settle(placeAt(canvas, position, top)) : placeAt(canvas, position, top)
}

/** Re-aligns the scrollbar with the position without moving rows. Call when scrolling pauses. */
export function settle(canvas: ScrollCanvas): ScrollCanvas {
  const settled = scrollToPosition(canvas, positionOf(canvas))
  return Math.abs(settled.scrollTop - canvas.scrollTop) <= rounding ? canvas : settled
}

/** Accepts the browser's actual `scrollTop`: rows stay, the offset takes the difference. */
export function landed(canvas: ScrollCanvas, scrollTop: number): ScrollCanvas {
  const miss = scrollTop - canvas.scrollTop
  if (Math.abs(miss) > rounding) return canvas
  return { ...canvas, scrollTop, offset: canvas.offset - miss }
}

/** Changes the size; the first visible row stays first. */
export function reshape(
  canvas: ScrollCanvas,
  shape: Partial<Pick<ScrollCanvas, 'total' | 'rowHeight' | 'height' | 'inset'>>,
): ScrollCanvas {
  const next = { ...canvas, ...shape }
  return scrollToPosition(next, (positionOf(canvas) / canvas.rowHeight) * next.rowHeight)
}

export function canvasHeight({ total, rowHeight }: Pick<ScrollCanvas, 'total' | 'rowHeight'>): number {
  return Math.min(total * rowHeight, MAX_CANVAS)
}

/** Position of the view's top edge on the full height. */
export function positionOf(canvas: ScrollCanvas): number {
  return canvas.scrollTop + canvas.offset
}

/** Moves the view's top edge to a position on the full height. */
export function scrollToPosition(canvas: ScrollCanvas, target: number): ScrollCanvas {
  const position = clamp(target, 0, maxPosition(canvas))
  return placeAt(canvas, position, toScrollTop(canvas, position))
}

/** Whole pixels, so that text is sharp; the fraction stays in `scrollTop`. */
function placeAt(canvas: ScrollCanvas, position: number, scrollTop: number): ScrollCanvas {
  const offset = Math.round(position - scrollTop)
  return { ...canvas, offset, scrollTop: clamp(position - offset, 0, maxScrollTop(canvas)) }
}

function toPosition(canvas: ScrollCanvas, scrollTop: number): number {
  const { edge, ratio, excess } = scaleOf(canvas)
  if (scrollTop <= edge) return scrollTop
  if (scrollTop >= maxScrollTop(canvas) - edge) return scrollTop + excess
  return edge + (scrollTop - edge) * ratio
}

function toScrollTop(canvas: ScrollCanvas, position: number): number {
  const { edge, ratio, excess } = scaleOf(canvas)
  if (position <= edge) return position
  if (position >= maxPosition(canvas) - edge) return position - excess
  return edge + (position - edge) / ratio
}

/** Unscaled at both ends, proportional between. */
function scaleOf(canvas: ScrollCanvas): { edge: number; ratio: number; excess: number } {
  const scroll = maxScrollTop(canvas)
  const excess = maxPosition(canvas) - scroll
  const edge = isScaled(canvas) ? trueEdge : scroll
  return { edge, excess, ratio: 1 + excess / Math.max(1, scroll - 2 * edge) }
}

function isScaled(canvas: ScrollCanvas): boolean {
  return canvas.total * canvas.rowHeight > MAX_CANVAS
}

function maxPosition(canvas: ScrollCanvas): number {
  return Math.max(0, canvas.total * canvas.rowHeight + canvas.inset - canvas.height)
}

function maxScrollTop(canvas: ScrollCanvas): number {
  return Math.max(0, canvasHeight(canvas) + canvas.inset - canvas.height)
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}
