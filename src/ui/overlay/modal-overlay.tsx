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

export type ModalOverlayProps = Omit<HTMLProps<HTMLDivElement>, 'ref' | 'role'> & {
  /** `alertdialog` asks before something that cannot be undone. */
  role?: 'dialog' | 'alertdialog'
  /** Escape or a press outside, where they close it. */
  onClose: () => void
  /** False where the content handles Escape itself, or something would be lost. */
  closesOnEscape?: boolean
  closesOnPressOutside?: boolean
  /** What gets the focus first; the first control by default. */
  initialFocus?: (panel: HTMLElement) => HTMLElement | null | undefined
  overlayClassName?: string
}

/**
 * A modal panel over the screen, open for as long as it is rendered: locks the page's scrolling, traps the focus and
 * returns it, hides the rest of the page from assistive technology. Name it with `aria-label` or `aria-labelledby`.
 */
export const ModalOverlay = ({
  role = 'dialog',
  onClose,
  closesOnEscape = true,
  closesOnPressOutside = true,
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
          // A press there must not move the focus to what lies below, which gets it back only as the modal closes.
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
