import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-set.ts'
import { useFieldControl } from './field.tsx'

/** Style of all text controls. */
export const controlClass =
  'w-full min-w-0 rounded-md border border-control bg-raised text-ink outline-offset-0 ' +
  'hover:border-ink-faint focus-visible:border-focus disabled:border-line-strong disabled:bg-canvas disabled:text-ink-muted ' +
  '[&[readonly]]:bg-canvas aria-invalid:border-danger pointer-coarse:min-h-11 pointer-coarse:text-lg'

export type TextInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> & {
  size?: 'md' | 'lg'
  icon?: IconName
  /** Inside the box at its end: a unit, a keycap, a small button. */
  trailing?: ReactNode
  /** Right-aligned numbers. */
  numeric?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A single-line input; label and error come from its Field. */
export const TextInput = ({ size = 'md', icon, trailing, numeric, className, ...rest }: TextInputProps) => (
  <div className={cx('relative flex items-center', className)}>
    {icon && <Icon name={icon} className="pointer-events-none absolute left-2.5 text-ink-faint" />}
    <input
      type="text"
      autoComplete="off"
      {...useFieldControl()}
      {...rest}
      className={cx(
        controlClass,
        size === 'lg' ? 'h-10' : 'h-8',
        icon ? 'pl-8' : 'pl-2.5',
        'placeholder-shown:text-ellipsis',
        paddingFor(trailing),
        numeric && 'figures text-right',
      )}
    />
    {trailing && (
      <div
        className={cx(
          'absolute right-1 flex items-center gap-1 text-sm text-ink-muted',
          typeof trailing === 'string' && 'pointer-events-none pr-1.5',
        )}
      >
        {trailing}
      </div>
    )}
  </div>
)

/** Padding for the trailing element; a unit is wider than an icon. */
const paddingFor = (trailing: ReactNode): string => {
  if (!trailing) return 'pr-2.5'
  return typeof trailing === 'string' ? 'pr-14' : 'pr-10'
}

export type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }

/** A multi-line input; grows with its text where supported. */
export const TextArea = ({ className, rows = 3, ...rest }: TextAreaProps) => (
  <textarea
    {...useFieldControl()}
    {...rest}
    rows={rows}
    className={cx(controlClass, 'field-sizing-content max-h-80 min-h-18 resize-y px-2.5 py-1.5', className)}
  />
)
