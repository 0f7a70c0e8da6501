/** The second tap of a double tap comes within this time, in milliseconds. */
const WINDOW_MS = 400
/** Distance in pixels within which it comes. */
const REACH = 48

type Point = { x: number; y: number }
type TapTarget = Pick<Window, 'addEventListener'>

/**
 * Swallows the second tap of a double tap that closed a layer: it would press what is below. Only touches, near the tap that
 * closed it; `now`: as `Event.timeStamp`.
 */
export const createLateTaps = (target: TapTarget, now: () => number = () => performance.now()) => {
  let lastTouch: Point | null = null
  let closed: (Point & { until: number }) | null = null
  let isSwallowing = false

  const isLate = (event: PointerEvent): boolean =>
    closed !== null &&
    event.pointerType === 'touch' &&
    event.timeStamp <= closed.until &&
    Math.hypot(event.clientX - closed.x, event.clientY - closed.y) <= REACH
  const swallow = (event: MouseEvent) => {
    // Keys press buttons with `detail` 0.
    if (!isSwallowing || (event.type === 'click' && event.detail === 0)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  target.addEventListener(
    'pointerdown',
    (event) => {
      isSwallowing = isLate(event)
      // A press elsewhere ends the double tap: what opens then may be closed at the same place.
      if (!isSwallowing) closed = null
      lastTouch = event.pointerType === 'touch' ? { x: event.clientX, y: event.clientY } : null
      swallow(event)
    },
    { capture: true },
  )
  for (const type of ['pointerup', 'mousedown', 'mouseup', 'click'] as const) {
    target.addEventListener(type, swallow, { capture: true })
  }
  return {
    /** The tap that opened a layer is not the one that closes it. */
    layerOpened: (): void => {
      lastTouch = null
    },
    /** A layer was closed just now. */
    layerClosed: (): void => {
      closed = lastTouch && { ...lastTouch, until: now() + WINDOW_MS }
    },
  }
}
