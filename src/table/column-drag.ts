import type { ColumnPlace } from './column-layout.ts'

type ColumnDrag = {
  /** The row of headings, each with its `data-column`. */
  header: HTMLElement
  /** The heading that was pressed. */
  heading: HTMLElement
  /** Its neighbours: pinned columns stay before those that scroll. */
  isReachable: (column: string) => boolean
  onDrop: (place: ColumnPlace) => void
}

/** A press that moves less than this, in pixels, is a click. */
const MIN_DISTANCE = 6
/** Within so many pixels of the grid's sides it scrolls. */
const EDGE = 40
const SCROLL_STEP = 12
const SCROLL_MS = 16

/**
 * Moves a column by its heading, with a mouse, a pen or a finger: a mark shows where it would go, Escape leaves it where it
 * is. The click that ends the drag does not reach the heading.
 */
export function startColumnDrag(
  press: PointerEvent,
  { header, heading, isReachable, onDrop }: ColumnDrag,
): void {
  const grid = header.closest<HTMLElement>('[role="grid"]')
  const mark = document.createElement('div')
  mark.className = 'list-drop-mark'
  const until = new AbortController()
  const { signal } = until
  const headings = [...header.querySelectorAll<HTMLElement>('[data-column]')].filter(
    (other) => other === heading || isReachable(other.dataset.column ?? ''),
  )
  let isStarted = false
  let x = press.clientX
  let place: ColumnPlace | null = null
  let timer: ReturnType<typeof setInterval> | undefined

  const show = () => {
    const found = placeAt(headings, x)
    place = found?.heading === heading ? null : found && { target: idOf(found.heading), side: found.side }
    mark.hidden = place === null
    if (found === null || place === null) return
    const { left, right } = found.heading.getBoundingClientRect()
    mark.style.left = `${(found.side === 'before' ? left : right) - header.getBoundingClientRect().left}px`
  }
  const scroll = () => {
    if (grid === null) return
    const { left, right } = grid.getBoundingClientRect()
    const direction = x > right - EDGE ? 1 : x < left + EDGE ? -1 : 0
    if (direction !== 0) grid.scrollLeft += direction * SCROLL_STEP
    show()
  }
  const start = () => {
    isStarted = true
    heading.setAttribute('data-dragged', '')
    header.append(mark)
    timer = setInterval(scroll, SCROLL_MS)
  }
  const end = () => {
    until.abort()
    clearInterval(timer)
    mark.remove()
    heading.removeAttribute('data-dragged')
  }
  const onMove = (event: PointerEvent) => {
    x = event.clientX
    if (!isStarted && Math.abs(x - press.clientX) < MIN_DISTANCE) return
    if (!isStarted) start()
    show()
  }
  const onUp = () => {
    end()
    if (!isStarted) return
    ignoreNextClick()
    if (place !== null) onDrop(place)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isStarted) return
    event.preventDefault()
    event.stopImmediatePropagation()
    end()
    ignoreNextClick()
  }
  window.addEventListener('pointermove', onMove, { signal })
  window.addEventListener('pointerup', onUp, { signal })
  window.addEventListener('pointercancel', end, { signal })
  window.addEventListener('keydown', onKey, { signal, capture: true })
}

/** The heading nearest to `x`, and on which side of it a column would go. */
function placeAt(headings: readonly HTMLElement[], x: number) {
  for (const heading of headings) {
    const { left, right } = heading.getBoundingClientRect()
    if (x < (left + right) / 2) return { heading, side: 'before' as const }
  }
  const last = headings.at(-1)
  return last === undefined ? null : { heading: last, side: 'after' as const }
}

const idOf = (heading: HTMLElement): string => heading.dataset.column ?? ''

/** Until the button is up and its click has gone by. */
function ignoreNextClick(): void {
  const until = new AbortController()
  const { signal } = until
  const stop = (event: Event) => event.stopPropagation()
  window.addEventListener('click', stop, { signal, capture: true, once: true })
  window.addEventListener('pointerdown', () => until.abort(), { signal, capture: true })
}
