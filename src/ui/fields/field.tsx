import { createContext, type ReactNode, use, useId } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icons/icon.tsx'

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  required?: boolean
  /** Element after the label: a link, a keycap. */
  aside?: ReactNode
  /** Label for assistive technology only. */
  hideLabel?: boolean
  id?: string
  /** Of a form's field, to find its control. */
  name?: string
  className?: string
  children: ReactNode
}

/** Label, hint and error of one control, which gets its attributes from `useFieldControl`. */
export const Field = ({
  label,
  hint,
  error,
  required,
  aside,
  hideLabel,
  id,
  name,
  className,
  children,
}: FieldProps) => {
  const ownId = useId()
  const controlId = id ?? ownId
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  const describedBy = cx(hint ? hintId : null, error ? errorId : null) || undefined
  return (
    <div data-field={name} className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <div className={cx('flex items-baseline justify-between gap-2', hideLabel && 'sr-only')}>
        <label id={`${controlId}-label`} htmlFor={controlId} className="text-sm font-medium text-ink">
          {label}
          {required && (
            <span aria-hidden="true" className="text-ink-faint">
              {' *'}
            </span>
          )}
        </label>
        {aside}
      </div>
      <FieldContext
        value={{ id: controlId, describedBy, isInvalid: Boolean(error), isRequired: Boolean(required) }}
      >
        {children}
      </FieldContext>
      {hint && (
        <p id={hintId} className="text-xs text-ink-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className="flex items-start gap-1 text-xs text-danger">
          <Icon name="alert" size={14} className="mt-px" />
          {error}
        </p>
      )}
    </div>
  )
}

type FieldControl = { id: string; describedBy: string | undefined; isInvalid: boolean; isRequired: boolean }

const FieldContext = createContext<FieldControl | null>(null)

/** Attributes that connect a control with its Field; empty outside of one. */
export const useFieldControl = () => {
  const field = use(FieldContext)
  if (!field) return {}
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.isInvalid || undefined,
    'aria-required': field.isRequired || undefined,
  }
}
