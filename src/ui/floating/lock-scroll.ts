import { useInsertionEffect } from 'react'

/** On what Apple makes to be touched: only there `overflow: hidden` does not hold the page. */
export const isPageHeldOtherwise = navigator.maxTouchPoints > 1 && /iP|Mac/.test(navigator.platform)

/**
 * The page behind a layer stands still. Its scroll bar is measured before the layer is in the document, and nothing that
 * elements inherit is set: either would have the whole page styled and laid out as the layer opens. It is held before the
 * layer takes the focus, which lays the page out: afterwards that would be done once more.
 */
export function useScrollLock(isOn: boolean): void {
  const gap = window.innerWidth - document.documentElement.clientWidth
  // biome-ignore lint/correctness/useExhaustiveDependencies: held, the page has no scroll bar, and no gap.
  useInsertionEffect(() => {
    if (!isOn || isPageHeldOtherwise) return
    const { style } = document.body
    const { overflow, paddingRight } = style
    style.overflow = 'hidden'
    if (gap > 0) style.paddingRight = `${gap}px`
    return () => void Object.assign(style, { overflow, paddingRight })
  }, [isOn])
}
