import type { Ref, SelectHTMLAttributes } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icons/icon.tsx'
import { useFieldControl } from './field.tsx'
import { controlClass } from './text-input.tsx'

export type SelectOption<Value extends string = string> = { value: Value; label: string; disabled?: boolean }

export type SelectProps<Value extends string> = Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'value' | 'onChange' | 'size' | 'children'
> & {
  options: readonly SelectOption<Value>[]
  value: Value | ''
  onValueChange: (value: Value) => void
  /** Shown while empty. */
  placeholder?: string
  size?: 'md' | 'lg'
  ref?: Ref<HTMLSelectElement>
}

/** A native select. For long lists see Combobox. */
export const Select = <Value extends string>({
  options,
  value,
  onValueChange,
  placeholder,
  size = 'md',
  className,
  ...rest
}: SelectProps<Value>) => (
  <div className={cx('relative flex items-center', className)}>
    <select
      {...useFieldControl()}
      {...rest}
      value={value}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.target.value)
        if (chosen) onValueChange(chosen.value)
      }}
      className={cx(controlClass, 'appearance-none truncate pr-8 pl-2.5', size === 'lg' ? 'h-10' : 'h-8')}
    >
      {placeholder !== undefined && (
        <option value="" disabled>
          {placeholder}
        </option>
      )}
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
    <Icon name="chevron-down" size={14} className="pointer-events-none absolute right-2.5 text-ink-muted" />
  </div>
)
