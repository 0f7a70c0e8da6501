import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'

export type RadioOption<Value extends string = string> = {
  value: Value
  label: string
  /** Shown above the label. */
  picture?: ReactNode
}

export type RadioGroupProps<Value extends string> = {
  label: string
  options: readonly RadioOption<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  /** Why nothing can be chosen, or the effect of a choice. */
  hint?: ReactNode
  disabled?: boolean
}

/** Native radio buttons styled as tiles. One tab stop. */
export const RadioGroup = <Value extends string>({
  label,
  options,
  value,
  onValueChange,
  hint,
  disabled,
}: RadioGroupProps<Value>) => {
  const name = useId()
  const hintId = `${name}-hint`
  return (
    <fieldset disabled={disabled} aria-describedby={hint ? hintId : undefined} className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium text-ink">{label}</legend>
      <div className={cx('grid gap-1.5', options.length === 3 ? 'grid-cols-3' : 'grid-cols-2')}>
        {options.map((option) => (
          <label key={option.value} className={cx(tile, option.picture ? 'flex-col py-2' : 'min-h-8 py-1')}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onValueChange(option.value)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-md disabled:cursor-default"
            />
            {option.picture}
            <span className="max-w-full text-center text-pretty">{option.label}</span>
          </label>
        ))}
      </div>
      {hint && (
        <p id={hintId} className="mt-1.5 text-xs text-ink-muted">
          {hint}
        </p>
      )}
    </fieldset>
  )
}

const tile =
  'relative flex items-center justify-center gap-1.5 rounded-md border border-line-strong bg-raised px-1 text-sm text-ink-muted ' +
  'has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-checked:text-ink ' +
  'has-enabled:hover:text-ink has-disabled:not-has-checked:text-ink-faint pointer-coarse:min-h-11'
