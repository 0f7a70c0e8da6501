import { createAtom } from '@xstate/store'

const insets = new Map<Element, number>()

/** Pixels covered at the bottom of the window by bars and sheets; phone toasts are above them. */
export const bottomInset = createAtom(0)

/**
 * Position of toasts on wide windows: corner, above the bottom bars, or in a right column of so many pixels (see
 * `toastColumn`).
 */
export type ToastPlace = 'corner' | 'above' | number
export const toastPlace = createAtom<ToastPlace>('corner')

/**
 * Position of toasts while a dialog is open on a wide window: in the room beside it, else at the top; never on its buttons.
 * `later`: not even there, since a short window has no room above the dialog's title.
 */
export const dialogPlace = createAtom<number | 'top' | 'later' | null>(null)
const MIN_TOAST_WIDTH = 320
/** With its margin. */
const TOAST_HEIGHT = 72
/** As the `short:` variant. */
const SHORT_WINDOW = 448
const dialogs = new Set<HTMLElement>()

const placeBeside = () => {
  const top = [...dialogs].at(-1)
  if (top === undefined) return dialogPlace.set(null)
  const { right, top: above } = top.getBoundingClientRect()
  const room = Math.floor(window.innerWidth - right)
  const isTight = window.innerHeight <= SHORT_WINDOW && above < TOAST_HEIGHT
  dialogPlace.set(room >= MIN_TOAST_WIDTH ? room : isTight ? 'later' : 'top')
}

/** Whether the top of the window is taken by what people type into: the palette. Phone toasts are at the bottom then. */
export const isTopTaken = createAtom(false)

/** Ref of an element that takes the top of the window. */
export const topPanel = (element: HTMLElement | null) => {
  if (element === null) return
  isTopTaken.set(true)
  return () => isTopTaken.set(false)
}

/**
 * Ref of a column that toasts may cover: beside the screen's buttons they stay inside it, below them they go above the bars.
 */
export const toastColumn = (element: HTMLElement | null) => {
  if (element === null) return
  const measure = () => {
    const { left } = element.getBoundingClientRect()
    toastPlace.set(left > window.innerWidth / 2 ? Math.round(window.innerWidth - left) : 'above')
  }
  const sizes = new ResizeObserver(measure)
  sizes.observe(element)
  window.addEventListener('resize', measure)
  return () => {
    sizes.disconnect()
    window.removeEventListener('resize', measure)
    toastPlace.set('corner')
  }
}

const publish = () => bottomInset.set(Math.max(0, ...insets.values()))

/** Ref of an element at the bottom: adds it to `bottomInset`. */
export const bottomBar = (element: HTMLElement | null) => {
  if (element === null) return
  const measure = () => {
    insets.set(element, Math.round(window.innerHeight - element.getBoundingClientRect().top))
    publish()
  }
  // Also called initially, after layout: measuring here would force one.
  const sizes = new ResizeObserver(measure)
  sizes.observe(element)
  return () => {
    sizes.disconnect()
    insets.delete(element)
    publish()
  }
}

/**
 * Ref of a sheet: a bottom bar that also sets `--keyboard` to the pixels covered by an on-screen keyboard. Non-zero only where
 * the keyboard overlays the page (iOS); elsewhere `interactive-widget` in index.html shrinks it.
 */
export const bottomSheet = (element: HTMLElement | null) => {
  if (element === null) return
  const viewport = window.visualViewport
  const measure = () => {
    if (viewport === null) return
    const covered = viewport.scale === 1 ? window.innerHeight - viewport.height - viewport.offsetTop : 0
    element.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`)
  }
  const stop = bottomBar(element)
  dialogs.add(element)
  placeBeside()
  window.addEventListener('resize', placeBeside)
  viewport?.addEventListener('resize', measure)
  viewport?.addEventListener('scroll', measure)
  measure()
  return () => {
    stop?.()
    dialogs.delete(element)
    placeBeside()
    window.removeEventListener('resize', placeBeside)
    viewport?.removeEventListener('resize', measure)
    viewport?.removeEventListener('scroll', measure)
  }
}
