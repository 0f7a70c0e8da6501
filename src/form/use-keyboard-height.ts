import { type RefObject, useEffect } from 'react'

/**
 * Keeps `--keyboard-height` of an element at how much of the window a phone's keyboard covers. Where the page is resized
 * for the keyboard (`interactive-widget` in index.html) that is nothing; Safari lays it over the page.
 */
export const useKeyboardHeight = (element: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const measure = () => {
      // Of a page that is zoomed in, more lies outside of the view than what a keyboard covers.
      const covered = view.scale > 1 ? 0 : window.innerHeight - view.height - view.offsetTop
      element.current?.style.setProperty('--keyboard-height', `${Math.max(0, Math.round(covered))}px`)
    }
    measure()
    view.addEventListener('resize', measure)
    view.addEventListener('scroll', measure)
    return () => {
      view.removeEventListener('resize', measure)
      view.removeEventListener('scroll', measure)
    }
  }, [element])
}
