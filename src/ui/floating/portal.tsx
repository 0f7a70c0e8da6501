import { FloatingPortal, type FloatingPortalProps } from '@floating-ui/react'
import { use } from 'react'
import { PortalRoot } from './portal-root.ts'

export const Portal = (props: Omit<FloatingPortalProps, 'root'>) => (
  <FloatingPortal root={use(PortalRoot)} {...props} />
)

/**
 * How a layer hears Escape, for `useDismiss`. Keys that are pressed inside a shadow root are stopped at its border: there
 * they have to be heard on their way down.
 */
export const useEscapeCapture = (): { escapeKey: boolean; outsidePress: boolean } => {
  const isShadow = use(PortalRoot) !== undefined
  return { escapeKey: isShadow, outsidePress: true }
}
