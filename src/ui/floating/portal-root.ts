import { createContext } from 'react'

/**
 * Where what floats over a screen is put: the body where nothing is given. In somebody else's page it is an element of the
 * palette's own shadow root, which neither styles nor keys get out of.
 */
export const PortalRoot = createContext<HTMLElement | undefined>(undefined)
