import { use, useEffect, useState } from 'react'
import { activeElement } from '../keys/active-element.ts'
import { PortalRoot } from './portal-root.ts'

/**
 * Stands inside what opens over a screen: gives the focus back to what had it before, once it goes. Taken while rendering: by the time
 * an effect runs, whatever asked for `autoFocus` inside has it already. What was removed meanwhile gets nothing.
 *
 * A screen that was asked for just before stands only now, and takes the keyboard as every screen does: it is told to
 * wait, or what is typed would go nowhere and Escape would close nothing. It is given the focus in the end.
 */
export const ReturnFocus = (): null => {
  const [before] = useState(activeElement)
  const isAlone = use(PortalRoot) === undefined
  useEffect(() => {
    let held = isOfScreen(activeElement()) ? null : activeElement()
    let late: HTMLElement | null = null
    const keep = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      if (!isOfScreen(target)) held = target
      else if (held instanceof HTMLElement && held.isConnected) {
        late = target
        held.focus({ preventScroll: true })
      }
    }
    if (isAlone) document.addEventListener('focusin', keep)
    return () => {
      document.removeEventListener('focusin', keep)
      // After the elements are gone: the browser moves the focus to the body as they go.
      queueMicrotask(() => {
        const now = activeElement()
        const isLost = now === null || now === document.body || !now.isConnected
        const isGone = before === document.body || !before?.isConnected
        const due = isGone && late?.isConnected ? late : before
        if ((isLost || due === late) && due instanceof HTMLElement && due.isConnected)
          due.focus({ preventScroll: true })
      })
    }
  }, [before, isAlone])
  return null
}

const isOfScreen = (element: Element | null): boolean => element?.closest('main') != null
