import type { FloatingContext } from '@floating-ui/react'
import { getTabbableOptions } from '@floating-ui/react/utils'
import { useLayoutEffect } from 'react'
import { tabbable } from 'tabbable'

/**
 * Gives the focus to what opens, as it opens: to what `find` finds in it, else to its first control. The focus manager
 * would do so a frame later, which is told not to (`initialFocus={-1}`): keys that are pressed within that frame would go
 * to what lies behind.
 */
export const useFirstFocus = (
  { elements: { floating } }: Pick<FloatingContext, 'elements'>,
  find?: (floating: HTMLElement) => HTMLElement | null | undefined,
): void =>
  // biome-ignore lint/correctness/useExhaustiveDependencies: as it opens; from there on the keyboard leads.
  useLayoutEffect(() => {
    if (floating === null || floating.matches(':focus-within')) return
    const first = find?.(floating) ?? tabbable(floating, getTabbableOptions())[0] ?? floating
    // Where it floats is not worked out yet.
    first.focus({ preventScroll: true })
  }, [floating])
