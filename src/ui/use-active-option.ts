import { type RefObject, useLayoutEffect } from 'react'

/**
 * Keeps `aria-activedescendant` of a cmdk list valid: cmdk sets it only on its own moves, and leaves it on replaced options.
 */
export function useActiveOption(list: RefObject<HTMLElement | null>, optionId: string | undefined): void {
  useLayoutEffect(() => {
    if (optionId === undefined) list.current?.removeAttribute('aria-activedescendant')
    else list.current?.setAttribute('aria-activedescendant', optionId)
  }, [list, optionId])
}
