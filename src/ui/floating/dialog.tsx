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
import { type ReactNode, type RefObject, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../cx.ts'
import { IconButton } from '../icon-button.tsx'
import { Portal, useEscapeCapture } from './portal.tsx'
import { ReturnFocus } from './return-focus.ts'
import { useFirstFocus } from './use-first-focus.ts'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** Buttons, the one that Enter means last. */
  footer?: ReactNode
  size?: keyof typeof widths
  /** What gets the focus first; the first control otherwise. */
  initialFocus?: RefObject<HTMLElement | null>
  /** False while something would be lost: Escape and a press outside then do nothing. */
  dismissible?: boolean
  /** `alertdialog` asks before something that cannot be taken back. */
  role?: 'dialog' | 'alertdialog'
  children?: ReactNode
}

/** A modal: keeps the focus while open, gives it back when closed, Escape closes. */
export const Dialog = ({
  open,
  onOpenChange,
  title,
  description,
  footer,
  size = 'md',
  initialFocus,
  dismissible = true,
  role = 'dialog',
  children,
}: DialogProps) => {
  const { t } = useTranslation('common')
  const nodeId = useFloatingNodeId()
  const titleId = useId()
  const descriptionId = useId()
  const { refs, context } = useFloating({ nodeId, open, onOpenChange })
  useFirstFocus(context, () => initialFocus?.current)
  const { getFloatingProps } = useInteractions([
    useDismiss(context, {
      enabled: dismissible,
      outsidePressEvent: 'mousedown',
      capture: useEscapeCapture(),
    }),
    useRole(context, { role }),
  ])
  const modalProps = {
    role,
    'aria-modal': true,
    'aria-labelledby': titleId,
    'aria-describedby': description ? descriptionId : undefined,
  }
  return (
    <FloatingNode id={nodeId}>
      {open && (
        <Portal>
          <ReturnFocus />
          <FloatingOverlay
            lockScroll
            className="z-40 flex items-start justify-center bg-scrim px-3 pt-[max(16px,12vh)] pb-4"
          >
            <FloatingFocusManager context={context} initialFocus={-1}>
              <div
                ref={refs.setFloating}
                {...getFloatingProps()}
                {...modalProps}
                className={cx(
                  'relative flex w-full flex-col rounded-lg bg-raised text-ink shadow-float',
                  widths[size],
                )}
              >
                <div className="pt-4 pr-14 pb-3 pl-5">
                  <h2 id={titleId} className="text-lg font-semibold text-balance">
                    {title}
                  </h2>
                  {description && (
                    <p id={descriptionId} className="mt-1 text-ink-muted">
                      {description}
                    </p>
                  )}
                </div>
                {children && <div className="min-w-0 px-5 pb-5">{children}</div>}
                {footer && (
                  <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3">
                    {footer}
                  </div>
                )}
                {/* Last, so that the focus starts on what matters. */}
                {dismissible && (
                  <IconButton
                    icon="x"
                    label={t('close')}
                    keys="Escape"
                    className="absolute top-3 right-3"
                    onClick={() => onOpenChange(false)}
                  />
                )}
              </div>
            </FloatingFocusManager>
          </FloatingOverlay>
        </Portal>
      )}
    </FloatingNode>
  )
}

const widths = { sm: 'max-w-100', md: 'max-w-140', lg: 'max-w-200', xl: 'max-w-260' } as const
