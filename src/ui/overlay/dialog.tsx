import { type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, type ButtonProps } from '../buttons/button.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { cx } from '../cx.ts'
import { bottomSheet } from './bottom-inset.ts'
import { ModalOverlay, type ModalOverlayProps } from './modal-overlay.tsx'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** Buttons; Enter presses the last one. */
  footer?: ReactNode
  size?: keyof typeof widths
  /** Default: the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  /** False if input would be lost: Escape, outside presses and Back do nothing. */
  dismissible?: boolean
  role?: ModalOverlayProps['role']
  /** Ctrl+Enter anywhere in the dialog. */
  onSubmitKey?: () => void
  children?: ReactNode
}

/**
 * A modal dialog; Escape closes it. On phones a bottom sheet above the keyboard, leaving room for a toast; only its body
 * scrolls.
 */
export const Dialog = ({ open, ...props }: DialogProps) => open && <OpenDialog {...props} />

const OpenDialog = ({
  onOpenChange,
  title,
  description,
  footer,
  size = 'md',
  initialFocus,
  dismissible = true,
  role,
  onSubmitKey,
  children,
}: Omit<DialogProps, 'open'>) => {
  const { t } = useTranslation('common')
  const titleId = useId()
  const descriptionId = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    if (onSubmitKey === undefined || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!event.repeat) onSubmitKey()
  }
  return (
    <ModalOverlay
      onKeyDown={onKeyDown}
      role={role}
      onClose={() => onOpenChange(false)}
      closesOnEscape={dismissible}
      closesOnPressOutside={dismissible}
      closesOnBack={dismissible}
      initialFocus={() => initialFocus?.current}
      aria-labelledby={titleId}
      aria-describedby={description ? descriptionId : undefined}
      overlayClassName="z-40 flex items-end justify-center pt-20 sm:items-start sm:px-3 sm:pt-[max(16px,12vh)] sm:pb-4"
      className={cx(
        'relative flex w-full flex-col rounded-lg bg-raised text-ink shadow-float [--form-surface:var(--raised)]',
        'max-sm:max-h-full max-sm:rounded-b-none',
        widths[size],
      )}
    >
      <div ref={bottomSheet} className="flex min-h-0 flex-col max-sm:pb-(--keyboard)">
        <div className="shrink-0 pt-4 pr-14 pb-3 pl-5">
          <h2 id={titleId} className="text-lg font-semibold text-balance">
            {title}
          </h2>
          {description && (
            <p id={descriptionId} className="mt-1 text-ink-muted">
              {description}
            </p>
          )}
        </div>
        {children && (
          // Padding for the first control's focus ring.
          <div className="min-w-0 px-5 pb-5 max-sm:min-h-0 max-sm:overflow-y-auto max-sm:pt-1">
            {children}
          </div>
        )}
        {footer && (
          <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3">
            {footer}
          </div>
        )}
      </div>
      {/* Last in the DOM, so that focus starts in the content. */}
      {dismissible && (
        <IconButton
          icon="x"
          label={t('close')}
          keys="Escape"
          className="absolute top-3 right-3"
          onClick={() => onOpenChange(false)}
        />
      )}
    </ModalOverlay>
  )
}

type FormActionsProps = {
  /** Id of the form, if the buttons are outside of it. */
  form?: string
  pending?: boolean
  onCancel: () => void
  /** Label of the submit button. */
  children: ReactNode
}

/** Buttons of a short form: Escape cancels, Enter submits. */
export const FormActions = ({ form, pending, onCancel, children }: FormActionsProps) => {
  const { t } = useTranslation('common')
  return (
    <>
      <Button variant="ghost" keys="Escape" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button type="submit" form={form} variant="primary" keys="Enter" pending={pending}>
        {children}
      </Button>
    </>
  )
}

type ConfirmActionsProps = {
  cancelLabel: ReactNode
  onCancel: () => void
  /** The confirm button. */
  button: Pick<ButtonProps, 'variant' | 'pending' | 'whyNot' | 'onClick'>
  /** Starts on Cancel, so that Enter alone changes nothing; pass `onSubmitKey` to the dialog. */
  isErasing?: boolean
  /** Label of the confirm button. */
  children: ReactNode
}

/** Buttons of a question: Escape cancels, Enter confirms; what erases is confirmed by Ctrl+Enter. */
export const ConfirmActions = ({
  cancelLabel,
  onCancel,
  button,
  isErasing = false,
  children,
}: ConfirmActionsProps) => (
  <>
    <Button
      variant={isErasing ? 'secondary' : 'ghost'}
      keys="Escape"
      autoFocus={isErasing}
      onClick={onCancel}
    >
      {cancelLabel}
    </Button>
    <Button {...button} keys={isErasing ? 'Mod+Enter' : 'Enter'} autoFocus={!isErasing}>
      {children}
    </Button>
  </>
)

const widths = { sm: 'sm:max-w-100', md: 'sm:max-w-140', lg: 'sm:max-w-200', xl: 'sm:max-w-260' } as const
