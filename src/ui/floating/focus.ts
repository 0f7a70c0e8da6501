import type { FloatingContext } from '@floating-ui/react'
import { getTabbableOptions } from '@floating-ui/react/utils'
import { use, useEffect, useLayoutEffect, useState } from 'react'
import { tabbable } from 'tabbable'
import { PortalRoot } from './portal.tsx'

/**
 * Focuses the element returned by `find`, else the first control, in the commit that opens the layer. `FloatingFocusManager`
 * does it a frame later, and keys pressed meanwhile go to the screen below: pass it `initialFocus={-1}`.
 */
export const useInitialFocus = (
  { elements: { floating } }: Pick<FloatingContext, 'elements'>,
  find?: (floating: HTMLElement) => HTMLElement | null | undefined,
): void =>
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it opens.
  useLayoutEffect(() => {
    if (floating === null || floating.matches(':focus-within')) return
    const first = find?.(floating) ?? tabbable(floating, getTabbableOptions())[0] ?? floating
    // The position is not computed yet.
    first.focus({ preventScroll: true })
  }, [floating])

/**
 * Restores focus to the opener when a modal closes, and traps it until then. Replaces `returnFocus` of `FloatingFocusManager`
 * (pass false), which fails in four cases:
 * - A field with `autoFocus` has focus before it reads the opener; here it is read during render.
 * - It focuses the first control of an opener with `tabindex=-1`, such as `main`.
 * - It takes focus from a dialog that opens in the same commit.
 * - A screen that mounts while the modal is open focuses itself; here focus stays in the modal and goes to that screen later,
 * if the opener is gone.
 */
export const useModalFocus = (): void => {
  const [opener] = useState(activeElement)
  const isInDocument = use(PortalRoot) === undefined
  useEffect(() => {
    let focused = isInScreen(activeElement()) ? null : activeElement()
    let refused: HTMLElement | null = null
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      if (!isInScreen(target)) focused = target
      else if (focused instanceof HTMLElement && focused.isConnected) {
        refused = target
        focused.focus({ preventScroll: true })
      }
    }
    if (isInDocument) document.addEventListener('focusin', onFocusIn)
    return () => {
      document.removeEventListener('focusin', onFocusIn)
      // After removal of the elements, when the browser has moved focus to the body.
      queueMicrotask(() => {
        const isOpenerGone = opener === document.body || !opener?.isConnected
        const target = isOpenerGone && refused?.isConnected ? refused : opener
        const now = activeElement()
        const isLost = now === null || now === document.body || !now.isConnected
        if ((isLost || target === refused) && target instanceof HTMLElement && target.isConnected)
          target.focus({ preventScroll: true })
      })
    }
  }, [opener, isInDocument])
}

const isInScreen = (element: Element | null): boolean => element?.closest('main') != null

/** The focused element, also inside a shadow root. */
export const activeElement = (): Element | null => {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active
}
