/**
 * Maps the scrollbar to a list that is longer than browsers can scroll. `position` is a place on the full height of all
 * rows; `scrollTop` is what the browser holds for the canvas, which is never higher than `MAX_CANVAS`; `offset` is the
 * difference between the two: 0 while the rows fit. `inset` is the room below the last row, for what lies over the bottom of
 * the view. All lengths are CSS pixels.
 */
export type ScrollCanvas = {
  readonly total: number
  readonly rowHeight: number
  readonly height: number
  readonly inset: number
  readonly scrollTop: number
  readonly offset: number
}

/** Chromium clamps an element at 33.5 million px and Firefox near 17.8. */
export const MAX_CANVAS = 15_000_000

/** A wheel, a key or a fling moves less than this in one event; a dragged scrollbar moves more. */
const MAX_SHORT_MOVE = 3_000

/** Chromium keeps scroll positions past 2^23 to 2 px only. */
const rounding = 2

/** Length in pixels at both ends of a scaled canvas that is not scaled, so that scrolling cannot hit an edge early. */
const trueEdge = 1_000_000

export function createScrollCanvas(shape: {
  total: number
  rowHeight: number
  height: number
  inset?: number
}): ScrollCanvas {
  return { inset: 0, ...shape, scrollTop: 0, offset: 0 }
}

/** Takes what the browser scrolled to: short moves one to one, long ones in proportion. */
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

/** Puts the scrollbar back where the position belongs, without moving a row on the screen. To be called when scrolling pauses. */
export function settle(canvas: ScrollCanvas): ScrollCanvas {
  const settled = scrollToPosition(canvas, positionOf(canvas))
  return Math.abs(settled.scrollTop - canvas.scrollTop) <= rounding ? canvas : settled
}

/** Takes where the browser really scrolled to: the rows keep their place, the offset bears the difference. */
export function landed(canvas: ScrollCanvas, scrollTop: number): ScrollCanvas {
  const miss = scrollTop - canvas.scrollTop
  if (Math.abs(miss) > rounding) return canvas
  return { ...canvas, scrollTop, offset: canvas.offset - miss }
}

/** Takes a new size; the first visible row stays first. */
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

/** The place of the top edge of the view on the true height of all rows. */
export function positionOf(canvas: ScrollCanvas): number {
  return canvas.scrollTop + canvas.offset
}

/** Brings a place on the true height to the top edge of the view. */
export function scrollToPosition(canvas: ScrollCanvas, target: number): ScrollCanvas {
  const position = clamp(target, 0, maxPosition(canvas))
  return placeAt(canvas, position, toScrollTop(canvas, position))
}

/** Offsets are whole pixels so that text never lands between two; the fraction stays in `scrollTop`. */
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

/** True to scale at both ends, in proportion between them. */
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
