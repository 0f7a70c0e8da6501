import { type InputHTMLAttributes, type ReactNode, type Ref, useCallback, useId } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icons/icon.tsx'
import { useFieldControl } from './field.tsx'

export type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange' | 'checked'> & {
  checked: boolean | 'mixed'
  onCheckedChange: (checked: boolean) => void
  /** The label. Without one, set `aria-label`. */
  children?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A styled native checkbox; `mixed`: some rows are selected. */
export const Checkbox = ({ checked, onCheckedChange, children, className, ...rest }: CheckboxProps) => {
  const isMixed = checked === 'mixed'
  const setIndeterminate = useCallback(
    (input: HTMLInputElement | null) => {
      if (input) input.indeterminate = isMixed
    },
    [isMixed],
  )
  const ownId = useId()
  const field = useFieldControl()
  const id = rest.id ?? field.id ?? ownId
  const box = (
    <span className="relative inline-flex size-4 shrink-0 items-center justify-center">
      <input
        {...field}
        ref={setIndeterminate}
        {...rest}
        id={id}
        type="checkbox"
        checked={checked === true}
        onChange={(event) => onCheckedChange(event.target.checked)}
        className="peer size-4 appearance-none rounded-sm border border-control bg-raised checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:opacity-50"
      />
      {checked && (
        <Icon
          name={isMixed ? 'minus' : 'check'}
          size={12}
          className="pointer-events-none absolute text-on-accent"
        />
      )}
    </span>
  )
  if (!children) return <span className={cx('inline-flex align-middle', className)}>{box}</span>
  return (
    <label htmlFor={id} className={cx('inline-flex items-center gap-2 text-base text-ink', className)}>
      {box}
      {children}
    </label>
  )
}
