import { useEffect, useState } from 'react'

/**
 * Stands inside what opens over a screen: gives the focus back to what had it before, once it goes. Taken while rendering: by the time
 * an effect runs, whatever asked for `autoFocus` inside has it already. What was removed meanwhile gets nothing.
 */
export const ReturnFocus = (): null => {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // After the elements are gone: the browser moves the focus to the body as they go.
      queueMicrotask(() => {
        const now = document.activeElement
        const isLost = now === null || now === document.body || !now.isConnected
        if (isLost && before instanceof HTMLElement && before.isConnected)
          before.focus({ preventScroll: true })
      })
    },
    [before],
  )
  return null
}
