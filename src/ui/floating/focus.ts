import type { FloatingContext } from '@floating-ui/react'
import { getTabbableOptions } from '@floating-ui/react/utils'
import { use, useEffect, useLayoutEffect, useState } from 'react'
import { tabbable } from 'tabbable'
import { PortalRoot } from './portal.tsx'

/**
 * Focuses what `find` returns, else the first control, in the commit that opens the layer. `FloatingFocusManager` would do
 * so one frame later, and keys pressed within that frame would go to the screen behind: pass it `initialFocus={-1}`.
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
 * Returns the focus to the opener when a modal closes, and keeps it in the modal until then. `FloatingFocusManager` is given
 * `returnFocus={false}`, for its own way fails us in four cases:
 *
 * - A field with `autoFocus` has the focus before it looks for the opener; here the opener is read while rendering.
 * - It focuses the first control of an opener with `tabindex=-1`, such as a screen's main element.
 * - It takes the focus back from a dialog that opens in the same commit, since it looks before and acts after that commit.
 * - A screen that was requested just before mounts while the modal is open and focuses itself; here the focus stays in the
 *   modal, and goes to that screen afterwards if the opener is gone by then.
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
      // After the elements are removed: the browser moves the focus to the body.
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

/** The focused element, also inside a shadow root, of which `document.activeElement` is only the host. */
export const activeElement = (): Element | null => {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active
}
