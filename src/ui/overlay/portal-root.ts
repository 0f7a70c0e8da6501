import { createContext } from 'react'

/**
 * Element that layers are rendered into; the body by default. The embedded palette sets an element of its shadow root, so
 * that neither styles nor keys leave it.
 */
export const PortalRoot = createContext<HTMLElement | undefined>(undefined)
