import { createAtom } from '@xstate/store'

const insets = new Map<Element, number>()

/** Pixels at the bottom of the window that bars and sheets take; on a phone toasts are shown above them. */
export const bottomInset = createAtom(0)

/**
 * Where toasts are shown on a wide window: in the corner, above the bars at the bottom, or in a column of so many pixels at
 * the right. A screen whose buttons are in the corner says so by `toastColumn`.
 */
export type ToastPlace = 'corner' | 'above' | number
export const toastPlace = createAtom<ToastPlace>('corner')

/** As the `ref` of a column that toasts may cover: beside the screen's buttons they stay in it, under them above the bars. */
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

/** As the `ref` of an element at the bottom of the window: counts it into `bottomInset`. */
export const bottomBar = (element: HTMLElement | null) => {
  if (element === null) return
  const measure = () => {
    insets.set(element, Math.round(window.innerHeight - element.getBoundingClientRect().top))
    publish()
  }
  // Called once at the start too, after the layout: measuring here would force one.
  const sizes = new ResizeObserver(measure)
  sizes.observe(element)
  return () => {
    sizes.disconnect()
    insets.delete(element)
    publish()
  }
}

/**
 * As the `ref` of a sheet: a bottom bar whose `--keyboard` is how much of the window the on-screen keyboard covers. Not 0 only
 * where the keyboard lies over the page (iOS): elsewhere `interactive-widget` in index.html shrinks the page.
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
  viewport?.addEventListener('resize', measure)
  viewport?.addEventListener('scroll', measure)
  measure()
  return () => {
    stop?.()
    viewport?.removeEventListener('resize', measure)
    viewport?.removeEventListener('scroll', measure)
  }
}
