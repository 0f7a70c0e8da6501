import { use, useInsertionEffect, useState } from 'react'
import { PortalRoot } from './portal-root.ts'

/**
 * Where a layer is made that is in the document only while it is open. It stands there before the layer's own effects run,
 * which take the focus.
 */
export function usePlace(isOpen: boolean): HTMLElement {
  const [place] = useState(() => document.createElement('div'))
  const root = use(PortalRoot) ?? document.body
  useInsertionEffect(() => {
    if (!isOpen) return
    root.append(place)
    return () => place.remove()
  }, [isOpen, place, root])
  return place
}
