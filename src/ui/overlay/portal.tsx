import {
  FloatingPortal,
  type FloatingPortalProps,
  FloatingTree,
  useFloatingParentNodeId,
} from '@floating-ui/react'
import { type ReactNode, use } from 'react'
import { PortalRoot } from './portal-root.ts'

export const Portal = (props: Omit<FloatingPortalProps, 'root'>) => (
  <FloatingPortal root={use(PortalRoot)} {...props} />
)

/** Around each layer: nested ones know each other by the tree that the outermost one begins. */
export const LayerTree = ({ children }: { children: ReactNode }) =>
  useFloatingParentNodeId() === null ? <FloatingTree>{children}</FloatingTree> : children

/**
 * The `capture` option of `useDismiss`. Keys pressed inside the shadow root are stopped at its host: there the document
 * gets them only in the capture phase.
 */
export const useDismissCapture = (): { escapeKey: boolean; outsidePress: boolean } => {
  const isInShadowRoot = use(PortalRoot) !== undefined
  return { escapeKey: isInShadowRoot, outsidePress: true }
}
