import { landed, onScroll, positionOf, reshape, scrollToPosition, settle, type Viewport } from './viewport.ts'

/** Keeps the viewport and the scrolling element the same, whoever moved. */
export type Scroller = {
  viewport(): Viewport
  /** Moves the view and says so. */
  set(viewport: Viewport): void
  /** Moves the view; the caller says so. */
  put(viewport: Viewport): void
  shiftBy(pixels: number): void
  attach(grid: HTMLElement, header: HTMLElement): () => void
  flush(): void
  focus(): void
}

/** Milliseconds without a scroll event before the scrollbar is put where the position belongs. */
const settleAfter = 150

export function createScroller(initial: Viewport, onMove: () => void): Scroller {
  let viewport = initial
  let element: HTMLElement | null = null
  let isElementBehind = false
  let settling: ReturnType<typeof setTimeout> | undefined

  return {
    viewport: () => viewport,
    put,
    set(next) {
      put(next)
      onMove()
    },
    shiftBy: (pixels) => put(scrollToPosition(viewport, positionOf(viewport) + pixels)),
    attach(grid, header) {
      element = grid
      const measure = () => {
        const height = Math.max(0, grid.clientHeight - header.offsetHeight)
        isElementBehind = true
        if (height !== viewport.height) put(reshape(viewport, { height }))
        onMove()
      }
      const sizes = new ResizeObserver(measure)
      sizes.observe(grid)
      sizes.observe(header)
      grid.addEventListener('scroll', follow, { passive: true })
      measure()
      return () => {
        clearTimeout(settling)
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
    onMove()
  }
}
