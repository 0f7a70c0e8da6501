import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../cx.ts'
import { Icon } from '../icons/icon.tsx'
import type { ComboboxOption } from './combobox-option.ts'

type ComboboxListProps = {
  id: string
  label: string | undefined
  labelledBy: string | undefined
  options: readonly ComboboxOption[]
  activeValue: string | null
  chosenValue: string | null
  loading: boolean
  onTake: (option: ComboboxOption) => void
}

/** The list under a Combobox. The focus stays in the box; the list says how many it found. */
export const ComboboxList = ({
  id,
  label,
  labelledBy,
  options,
  activeValue,
  loading,
  ...rest
}: ComboboxListProps) => {
  const { t } = useTranslation('common')
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (activeValue === null) return
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [activeValue])
  const outcome = loading
    ? t('combobox.loading')
    : options.length === 0
      ? t('combobox.empty')
      : t('combobox.results', { count: options.length })
  return (
    <div className="rounded-lg bg-raised p-1 text-ink shadow-float">
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={label}
        aria-labelledby={labelledBy}
        className="max-h-72 overflow-y-auto"
      >
        {options.map((option) => (
          <Option
            key={option.value}
            id={`${id}-${option.value}`}
            option={option}
            isActive={option.value === activeValue}
            isChosen={option.value === rest.chosenValue}
            onTake={rest.onTake}
          />
        ))}
      </div>
      <p
        role="status"
        className={cx('px-2 py-1.5 text-sm text-ink-muted', !loading && options.length > 0 && 'sr-only')}
      >
        {outcome}
      </p>
    </div>
  )
}

type OptionProps = {
  id: string
  option: ComboboxOption
  isActive: boolean
  isChosen: boolean
  onTake: (option: ComboboxOption) => void
}

const Option = ({ id, option, isActive, isChosen, onTake }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the box's, which keeps the focus
  <div
    id={id}
    role="option"
    tabIndex={-1}
    aria-selected={isChosen}
    aria-disabled={option.disabled || undefined}
    data-active={isActive || undefined}
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => !option.disabled && onTake(option)}
    className={cx(
      'flex min-h-8 items-center gap-2 rounded-md px-2 py-1 hover:bg-hover pointer-coarse:min-h-11',
      isActive && 'bg-hover',
      option.disabled && 'text-ink-faint',
    )}
  >
    <span title={option.label} className="min-w-0 flex-1 truncate">
      {option.label}
    </span>
    {option.detail && (
      <span
        title={typeof option.detail === 'string' ? option.detail : undefined}
        className="truncate text-sm text-ink-muted"
      >
        {option.detail}
      </span>
    )}
    <Icon name="check" size={14} className={cx('text-accent-text', !isChosen && 'invisible')} />
  </div>
)
