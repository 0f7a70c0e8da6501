import {
  FloatingDelayGroup,
  FloatingPortal,
  type FloatingPortalProps,
  FloatingTree,
} from '@floating-ui/react'
import { createContext, type ReactNode, use } from 'react'

/** Context of all layers: nesting, and tooltips without delay one after another. */
export const OverlayProvider = ({ children }: { children: ReactNode }) => (
  <FloatingTree>
    <FloatingDelayGroup delay={{ open: TOOLTIP_DELAY_MS, close: 0 }} timeoutMs={TOOLTIP_DELAY_MS}>
      {children}
    </FloatingDelayGroup>
  </FloatingTree>
)

const TOOLTIP_DELAY_MS = 400

/**
 * Container of layers; default: the body. The embedded palette uses an element of its shadow root, so that styles and keys stay
 * inside.
 */
export const PortalRoot = createContext<HTMLElement | undefined>(undefined)

export const Portal = (props: Omit<FloatingPortalProps, 'root'>) => (
  <FloatingPortal root={use(PortalRoot)} {...props} />
)

/** `capture` option of `useDismiss`. The shadow host stops keys, so the document gets them only in the capture phase. */
export const useDismissCapture = (): { escapeKey: boolean; outsidePress: boolean } => {
  const isInShadowRoot = use(PortalRoot) !== undefined
  return { escapeKey: isInShadowRoot, outsidePress: true }
}
