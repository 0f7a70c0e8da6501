import type { FloatingContext } from '@floating-ui/react'
import { getTabbableOptions } from '@floating-ui/react/utils'
import { type RefObject, useLayoutEffect } from 'react'
import { tabbable } from 'tabbable'

/**
 * Gives the focus to what opens, as it opens: to `first`, else to its first control. The focus manager would do so a frame
 * later, which is told not to (`initialFocus={-1}`): keys that are pressed within that frame would go to what lies behind.
 */
export const useFirstFocus = (
  { elements: { floating } }: Pick<FloatingContext, 'elements'>,
  first?: RefObject<HTMLElement | null>,
): void =>
  useLayoutEffect(() => {
    if (floating === null) return
    const { activeElement } = floating.getRootNode() as Document | ShadowRoot
    if (floating.contains(activeElement)) return
    const target = first?.current ?? tabbable(floating, getTabbableOptions())[0] ?? floating
    target.focus({ preventScroll: target === floating })
  }, [floating, first])
