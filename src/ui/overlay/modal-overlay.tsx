import {
  FloatingFocusManager,
  FloatingNode,
  FloatingOverlay,
  useDismiss,
  useFloating,
  useFloatingNodeId,
  useInteractions,
  useRole,
} from '@floating-ui/react'
import type { HTMLProps } from 'react'
import { cx } from '../cx.ts'
import { useInitialFocus, useModalFocus } from '../floating/focus.ts'
import { Portal, useDismissCapture } from '../floating/portal.tsx'
import { useLayer } from './use-layer.ts'

export type ModalOverlayProps = Omit<HTMLProps<HTMLDivElement>, 'ref' | 'role'> & {
  /** `alertdialog`: asks before something irreversible. */
  role?: 'dialog' | 'alertdialog'
  /** Called for Escape and outside presses, if enabled. */
  onClose: () => void
  /** False if the content handles Escape, or input would be lost. */
  closesOnEscape?: boolean
  closesOnPressOutside?: boolean
  /** False if Back on a phone must not close it, because input would be lost. */
  closesOnBack?: boolean
  /** Default: the first control. */
  initialFocus?: (panel: HTMLElement) => HTMLElement | null | undefined
  overlayClassName?: string
}

/**
 * A modal panel, open while rendered: locks page scrolling, traps and restores focus, hides the page from assistive technology.
 * Set `aria-label` or `aria-labelledby`.
 */
export const ModalOverlay = ({
  role = 'dialog',
  onClose,
  closesOnEscape = true,
  closesOnPressOutside = true,
  closesOnBack = true,
  initialFocus,
  overlayClassName,
  className,
  children,
  ...panel
}: ModalOverlayProps) => {
  const nodeId = useFloatingNodeId()
  const { refs, context } = useFloating({ nodeId, open: true, onOpenChange: (open) => open || onClose() })
  useInitialFocus(context, initialFocus)
  useModalFocus()
  useLayer(true, onClose, closesOnBack)
  const { getFloatingProps } = useInteractions([
    useRole(context, { role }),
    useDismiss(context, {
      escapeKey: closesOnEscape,
      outsidePress: closesOnPressOutside,
      outsidePressEvent: 'mousedown',
      capture: useDismissCapture(),
    }),
  ])
  return (
    <FloatingNode id={nodeId}>
      <Portal>
        <FloatingOverlay
          lockScroll
          // Keeps focus: a press must not focus the page below.
          onMouseDown={(event) => event.target === event.currentTarget && event.preventDefault()}
          className={cx('bg-scrim', overlayClassName)}
        >
          <FloatingFocusManager context={context} initialFocus={-1} returnFocus={false}>
            <div
              ref={refs.setFloating}
              {...getFloatingProps({ ...panel, 'aria-modal': true })}
              className={cx('outline-none', className)}
            >
              {children}
            </div>
          </FloatingFocusManager>
        </FloatingOverlay>
      </Portal>
    </FloatingNode>
  )
}
