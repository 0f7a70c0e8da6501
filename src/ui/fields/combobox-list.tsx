import { Command } from 'cmdk'
import { type Ref, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../cx.ts'
import { Icon } from '../icons/icon.tsx'
import { Avatar, Picture } from '../icons/picture.tsx'
import { useActiveOption } from '../use-active-option.ts'
import { type ComboboxOption, useFactWords } from './combobox-option.ts'

/** The record's picture, or its initials. */
export const OptionPicture = ({ name, picture }: { name: string; picture: string | null }) => (
  <Picture
    source={picture}
    size={32}
    className="size-8 rounded-md border border-line"
    fallback={<Avatar name={name} className="size-8 rounded-md" />}
  />
)

type ComboboxListProps = {
  /** Prefix of the option ids. */
  id: string
  label: string | undefined
  labelledBy: string | undefined
  options: readonly ComboboxOption[]
  /** The option that Enter chooses. */
  active: ComboboxOption | undefined
  chosen: ComboboxOption | null
  isLoading: boolean
  onActivate: (value: string) => void
  onChoose: (option: ComboboxOption) => void
  /** Called with the listbox id, for `aria-controls`. */
  onMount: (listId: string) => void
  ref: Ref<HTMLDivElement>
}

/** Popover of a Combobox: options and their number. */
export const ComboboxList = (props: ComboboxListProps) => {
  const { id, options, active, chosen, isLoading, onActivate, onChoose, onMount } = props
  const { t } = useTranslation('common')
  const list = useRef<HTMLDivElement>(null)
  useActiveOption(list, active && `${id}-${active.value}`)
  useLayoutEffect(() => onMount(list.current!.id), [onMount])
  const outcome = isLoading
    ? t('combobox.loading')
    : options.length === 0
      ? t('combobox.empty')
      : t('combobox.results', { count: options.length })
  return (
    <Command
      ref={props.ref}
      shouldFilter={false}
      loop
      vimBindings={false}
      value={active?.value ?? ''}
      onValueChange={onActivate}
      // The event comes from the input, whose ancestors already got it.
      onKeyDown={(event) => event.stopPropagation()}
      onMouseDown={(event) => event.preventDefault()}
      className="rounded-lg bg-raised p-1 text-ink shadow-float outline-none"
    >
      <Command.List
        ref={list}
        label={props.label ?? ''}
        aria-labelledby={props.labelledBy}
        className="max-h-72 overflow-y-auto outline-none"
      >
        {options.map((option) => (
          <Option
            key={option.value}
            id={`${id}-${option.value}`}
            option={option}
            isChosen={option.value === chosen?.value}
            onChoose={onChoose}
          />
        ))}
      </Command.List>
      <p
        role="status"
        className={cx('px-2 py-1.5 text-sm text-ink-muted', !isLoading && options.length > 0 && 'sr-only')}
      >
        {outcome}
      </p>
    </Command>
  )
}

type OptionProps = {
  id: string
  option: ComboboxOption
  isChosen: boolean
  onChoose: (option: ComboboxOption) => void
}

const Option = ({ id, option, isChosen, onChoose }: OptionProps) => {
  const words = useFactWords()
  const facts = option.facts && words(option.facts)
  return (
    <Command.Item
      asChild
      forceMount
      value={option.value}
      disabled={option.disabled}
      aria-current={isChosen || undefined}
      onSelect={() => onChoose(option)}
      className={cx(
        'flex min-h-8 items-center gap-2 rounded-md px-2 py-1 aria-selected:bg-hover pointer-coarse:min-h-11',
        option.disabled && 'text-ink-faint',
      )}
    >
      <div id={id}>
        {option.picture !== undefined && <OptionPicture name={option.label} picture={option.picture} />}
        <span className="flex min-w-0 flex-1 flex-col">
          <span dir="auto" title={option.label} className="truncate text-left">
            {option.label}
          </span>
          {facts && (
            <span title={facts} className="figures truncate text-xs text-ink-muted">
              {facts}
            </span>
          )}
        </span>
        {!facts && option.detail && (
          <span
            title={typeof option.detail === 'string' ? option.detail : undefined}
            className="truncate text-sm text-ink-muted"
          >
            {option.detail}
          </span>
        )}
        <Icon name="check" size={14} className={cx('text-accent-text', !isChosen && 'invisible')} />
      </div>
    </Command.Item>
  )
}
