import type { Virtualizer } from '@tanstack/react-virtual'
import { createAtom } from '@xstate/store'
import { flushSync } from 'react-dom'
import { isShortScreen } from '../stores/browser.ts'
import type { Align, RowScroller } from './list-controller.ts'
import {
  createScrollCanvas,
  landed,
  onScroll,
  positionOf,
  reshape,
  scrollToPosition,
  settle,
} from './scroll-canvas.ts'

/** Height of the sticky header in pixels, with border. A constant, so that nothing is measured. */
export const HEADER_HEIGHT = 33

/** Rows rendered beyond the view on each side. */
export const OVERSCAN = 3

/**
 * Maximum rows given to the virtualizer, which stores the size of each. Of a longer list it gets a section that follows the
 * view.
 */
export const MAX_SECTION = 10_000

/** Milliseconds without a scroll event after which scrolling has ended. */
const SCROLL_END_MS = 150

type GridVirtualizer = Virtualizer<HTMLElement, HTMLElement>

type RowScrollerOptions = {
  readonly rowHeight: number
  /** Pixels covered at the bottom: a row scrolled to ends above them. */
  readonly inset?: number
  readonly onWidth: (width: number) => void
  /** Rows at least partly visible; `end` is exclusive. */
  readonly onVisible: (first: number, end: number) => void
}

/**
 * Translates between the virtualizer, which counts from its section's first row, and the scroll element, whose canvas is
 * shorter than a long list. `place`: the section's first row and the offset of the rows.
 */
export function createRowScroller({ rowHeight, inset = 0, onWidth, onVisible }: RowScrollerOptions) {
  let canvas = createScrollCanvas({ total: 0, rowHeight, height: viewHeight(window.innerHeight), inset })
  let element: HTMLElement | null = null
  let virtualizer: GridVirtualizer | null = null
  let report: (offset: number, isScrolling: boolean) => void = () => undefined
  /** Last known `scrollTop`; reading it would force a layout. */
  let elementTop = 0
  let visible = { first: 0, end: 0 }
  let ending: ReturnType<typeof setTimeout> | undefined
  let ahead: ReturnType<typeof setTimeout> | undefined
  const afterRender: (() => void)[] = []
  const place = createAtom({ base: 0, offset: 0 })

  const scroller: RowScroller = {
    scrollToRow(index, align = 'nearest') {
      if (index >= canvas.total) whenRendered(() => bringIntoView(index, align))
      else bringIntoView(index, align)
    },
    scrollToTop() {
      moveTo(0)
      publish()
    },
    scrollByRows: (rows) => whenRendered(() => moveTo(positionOf(canvas) + rows * canvas.rowHeight)),
    rowsPerPage: () => Math.max(1, Math.floor((canvas.height - inset) / canvas.rowHeight)),
    focus: () => element?.focus({ preventScroll: true }),
  }

  return {
    ...scroller,
    place,
    options: {
      paddingEnd: inset,
      scrollPaddingEnd: inset,
      initialRect: { width: window.innerWidth, height: canvas.height },
      initialOffset: localOffset,
      observeElementRect(
        instance: GridVirtualizer,
        onRect: (rect: { width: number; height: number }) => void,
      ) {
        const { scrollElement } = instance
        if (scrollElement === null) return
        // In the same frame, so that a wrong first guess is never painted.
        const sizes = new ResizeObserver(() => {
          const { clientWidth: width, clientHeight } = scrollElement
          if (width === 0) return
          const height = viewHeight(clientHeight)
          // Hiding an element resets its scroll position without an event.
          elementTop = scrollElement.scrollTop
          flushSync(() => {
            onWidth(width)
            if (height !== canvas.height) {
              canvas = reshape(canvas, { height })
              onRect({ width, height })
            }
            synchronize()
            publish()
          })
        })
        sizes.observe(scrollElement)
        return () => sizes.disconnect()
      },
      observeElementOffset(instance: GridVirtualizer, onOffset: typeof report) {
        element = instance.scrollElement
        report = onOffset
        element?.addEventListener('scroll', onElementScroll, { passive: true })
        return () => {
          clearTimeout(ending)
          clearTimeout(ahead)
          ahead = undefined
          element?.removeEventListener('scroll', onElementScroll)
          element = null
        }
      },
      /** Reports the new position at once; the scroll event repeats it. */
      scrollToFn(offset: number, { adjustments = 0 }: { adjustments?: number }) {
        const position = offset + adjustments + place.get().base * canvas.rowHeight
        if (Math.abs(position - positionOf(canvas)) >= 0.5) moveTo(position)
      },
    },
    attach(instance: GridVirtualizer) {
      virtualizer = instance
    },
    /** Called after render with the list's new size. */
    commit(shape: { total: number; rowHeight: number }) {
      const isSame = shape.total === canvas.total && shape.rowHeight === canvas.rowHeight
      if (isSame && afterRender.length === 0) return
      const isOtherHeight = shape.rowHeight !== canvas.rowHeight
      canvas = reshape(canvas, shape)
      if (isOtherHeight) virtualizer?.measure()
      synchronize()
      for (const act of afterRender.splice(0)) act()
      publish()
    },
  }

  function onElementScroll(): void {
    const scrollTop = element?.scrollTop ?? 0
    if (scrollTop === elementTop) return
    elementTop = scrollTop
    canvas = onScroll(canvas, scrollTop)
    write()
    clearTimeout(ending)
    ending = setTimeout(endScroll, SCROLL_END_MS)
    if (isRendered()) ahead ??= setTimeout(renderAhead)
    else follow(true)
  }

  /** In idle time: renders and lays out rows before they come into view. */
  function renderAhead(): void {
    ahead = undefined
    follow(true)
    // Reading a height forces layout.
    void element?.clientHeight
  }

  function endScroll(): void {
    canvas = settle(canvas)
    write()
    follow(false)
  }

  function follow(isScrolling: boolean): void {
    flushSync(() => {
      moveSection()
      report(localOffset(), isScrolling)
      publish()
    })
  }

  function bringIntoView(index: number, align: Align): void {
    if (virtualizer === null) return
    if (isShortScreen.get()) element?.scrollIntoView({ block: 'nearest' })
    if (moveSection(index)) report(localOffset(), false)
    const isEnd = index === canvas.total - 1 && align === 'nearest'
    // The end of the section is not that of the element, which the virtualizer assumes.
    if (isEnd) virtualizer.scrollToOffset(virtualizer.getTotalSize() - canvas.height)
    else virtualizer.scrollToIndex(index - place.get().base, { align: align === 'nearest' ? 'auto' : align })
    // Row heights are exact: no corrections needed.
    virtualizer.cancelScroll()
    publish()
  }

  function moveTo(position: number): void {
    canvas = scrollToPosition(canvas, position)
    synchronize()
    renderNow()
  }

  /** Sets element, section and virtualizer to the canvas's position. */
  function synchronize(): void {
    write()
    moveSection()
    report(localOffset(), false)
  }

  function write(): void {
    if (element === null || Math.abs(elementTop - canvas.scrollTop) < 0.5) return
    element.scrollTop = canvas.scrollTop
    elementTop = element.scrollTop
    canvas = landed(canvas, elementTop)
  }

  /** Moves the section if the row (default: the first visible) is near its ends. Returns whether it moved. */
  function moveSection(row = Math.floor(positionOf(canvas) / canvas.rowHeight)): boolean {
    const before = place.get()
    const last = Math.max(0, canvas.total - MAX_SECTION)
    const margin = MAX_SECTION / 10
    const isInside =
      (row >= before.base + margin || before.base === 0) &&
      (row < before.base + MAX_SECTION - margin || before.base === last) &&
      before.base <= last
    const base = isInside ? before.base : Math.min(Math.max(0, row - MAX_SECTION / 2), last)
    if (base !== before.base || canvas.offset !== before.offset) place.set({ base, offset: canvas.offset })
    return base !== before.base
  }

  function localOffset(): number {
    return positionOf(canvas) - place.get().base * canvas.rowHeight
  }

  /** After the document has the list's current size. */
  function whenRendered(act: () => void): void {
    afterRender.push(act)
    renderNow()
  }

  /** Synchronous, like all store updates. */
  function renderNow(): void {
    place.set({ ...place.get() })
  }

  function publish(): void {
    const { base } = place.get()
    const range = virtualizer?.calculateRange() ?? null
    visible =
      range === null
        ? { first: 0, end: Math.ceil(canvas.height / canvas.rowHeight) }
        : { first: base + range.startIndex, end: base + range.endIndex + 1 }
    onVisible(visible.first, visible.end)
  }

  function isRendered(): boolean {
    const first = Math.floor(positionOf(canvas) / canvas.rowHeight)
    const end = Math.ceil((positionOf(canvas) + canvas.height) / canvas.rowHeight)
    return first >= visible.first - OVERSCAN && Math.min(end, canvas.total) <= visible.end + OVERSCAN
  }
}

function viewHeight(height: number): number {
  return Math.max(0, height - HEADER_HEIGHT)
}
