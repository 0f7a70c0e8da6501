import {
  FloatingDelayGroup,
  FloatingPortal,
  type FloatingPortalProps,
  FloatingTree,
} from '@floating-ui/react'
import { createContext, type ReactNode, use } from 'react'

/** Around everything that has layers: nested ones know each other, and one tooltip after another opens at once. */
export const OverlayProvider = ({ children }: { children: ReactNode }) => (
  <FloatingTree>
    <FloatingDelayGroup delay={{ open: TOOLTIP_DELAY_MS, close: 0 }} timeoutMs={TOOLTIP_DELAY_MS}>
      {children}
    </FloatingDelayGroup>
  </FloatingTree>
)

const TOOLTIP_DELAY_MS = 400

/**
 * Element that layers are rendered into; the body by default. The embedded palette sets an element of its shadow root, so
 * that neither styles nor keys leave it.
 */
export const PortalRoot = createContext<HTMLElement | undefined>(undefined)

export const Portal = (props: Omit<FloatingPortalProps, 'root'>) => (
  <FloatingPortal root={use(PortalRoot)} {...props} />
)

/**
 * The `capture` option of `useDismiss`. Keys pressed inside the shadow root are stopped at its host: there the document
 * gets them only in the capture phase.
 */
export const useDismissCapture = (): { escapeKey: boolean; outsidePress: boolean } => {
  const isInShadowRoot = use(PortalRoot) !== undefined
  return { escapeKey: isInShadowRoot, outsidePress: true }
}
