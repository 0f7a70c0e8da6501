import { landed, onScroll, positionOf, reshape, scrollToPosition, settle, type Viewport } from './viewport.ts'

/** Keeps the viewport and the scrolling element the same, whoever moved. */
export type Scroller = {
  viewport(): Viewport
  /** Moves the view and says so. */
  set(viewport: Viewport): void
  /** Moves the view; the caller says so. */
  put(viewport: Viewport): void
  shiftBy(pixels: number): void
  /** `onWidth` is told how wide the grid is, within the frame that lays it out. */
  attach(grid: HTMLElement, onWidth?: (width: number) => void): () => void
  flush(): void
  focus(): void
}

/** What covers the top of the grid, its line included: said here, so that nothing is rendered to measure it. */
export const headerHeight = 33

/** Milliseconds without a scroll event before the scrollbar is put where the position belongs. */
const settleAfter = 150

/**
 * `onMove` is told at once, but where all that was scrolled to `isRendered`: then the rows that come next are rendered and
 * laid out between two frames, and a frame has only to paint them.
 */
export function createScroller(initial: Viewport, onMove: () => void, isRendered: () => boolean): Scroller {
  let viewport = initial
  let element: HTMLElement | null = null
  let isElementBehind = false
  let settling: ReturnType<typeof setTimeout> | undefined
  let soon: ReturnType<typeof setTimeout> | undefined

  return {
    viewport: () => viewport,
    put,
    set(next) {
      put(next)
      onMove()
    },
    shiftBy: (pixels) => put(scrollToPosition(viewport, positionOf(viewport) + pixels)),
    attach(grid, onWidth) {
      element = grid
      // Told once the frame is laid out and before it is painted: to ask for the height here would cost a layout.
      const sizes = new ResizeObserver(() => {
        onWidth?.(grid.clientWidth)
        const height = Math.max(0, grid.clientHeight - headerHeight)
        const isElsewhere = Math.abs(grid.scrollTop - viewport.scrollTop) >= 0.5
        if (height === viewport.height && !isElsewhere) return
        isElementBehind ||= isElsewhere
        put(reshape(viewport, { height }))
        onMove()
      })
      sizes.observe(grid)
      grid.addEventListener('scroll', follow, { passive: true })
      if (viewport.height === 0) {
        put(reshape(viewport, { height: Math.max(0, window.innerHeight - headerHeight) }))
        if (viewport.total > 0) onMove()
      }
      return () => {
        clearTimeout(settling)
        clearTimeout(soon)
        soon = undefined
        sizes.disconnect()
        grid.removeEventListener('scroll', follow)
        element = null
      }
    },
    flush() {
      if (!element || !isElementBehind) return
      isElementBehind = false
      element.scrollTop = viewport.scrollTop
      const next = landed(viewport, element.scrollTop)
      if (next.offset === viewport.offset) return
      viewport = next
      onMove()
    },
    focus: () => element?.focus({ preventScroll: true }),
  }

  function put(next: Viewport): void {
    if (next.scrollTop !== viewport.scrollTop) isElementBehind = true
    viewport = next
  }

  function follow(): void {
    if (!element || isElementBehind) return
    const { scrollTop } = element
    viewport = onScroll(viewport, scrollTop)
    isElementBehind = Math.abs(viewport.scrollTop - scrollTop) >= 0.5
    clearTimeout(settling)
    settling = setTimeout(() => {
      put(settle(viewport))
      onMove()
    }, settleAfter)
    if (isElementBehind || !isRendered()) onMove()
    else soon ??= setTimeout(moveBetweenFrames)
  }

  function moveBetweenFrames(): void {
    soon = undefined
    onMove()
    // After what was rendered for it: to ask for a height lays it out.
    queueMicrotask(() => void element?.clientHeight)
  }
}
