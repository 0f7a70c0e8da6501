import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../icon-button.tsx'
import { Icon } from '../icons/icon.tsx'
import { useInputPopover } from '../overlay/use-input-popover.ts'
import { ComboboxList } from './combobox-list.tsx'
import { type ComboboxOption, optionAPageFrom } from './combobox-option.ts'
import { useFieldControl } from './field.tsx'
import { TextInput } from './text-input.tsx'

export type ComboboxProps = {
  value: ComboboxOption | null
  onValueChange: (option: ComboboxOption | null) => void
  /** What matches the query, already ranked; the box neither filters nor sorts. At most about 50. */
  options: readonly ComboboxOption[]
  /** Called with every keystroke, and with `''` when the list opens: fetch, or filter what is there. */
  onQueryChange: (query: string) => void
  loading?: boolean
  placeholder?: string
  disabled?: boolean
  /** Only where there is no Field around it. */
  'aria-label'?: string
}

/**
 * Type to search, arrows and pages to move, Enter or Tab to choose, Escape or Alt+Up to close: ARIA's editable combobox. The list is a cmdk `Command`
 * in the popover. The input stands outside of it, in its Field: inside, cmdk would take Enter, Home and End also while the
 * list is closed.
 */
export const Combobox = (props: ComboboxProps) => {
  const {
    value,
    onValueChange,
    options,
    onQueryChange,
    loading = false,
    placeholder,
    disabled = false,
  } = props
  const { t } = useTranslation('common')
  const id = useId()
  const field = useFieldControl()
  const command = useRef<HTMLDivElement>(null)
  const [listId, setListId] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const [activeValue, setActiveValue] = useState<string | null>(null)
  // By identity: results that arrive late never move what Enter would choose.
  const choosable = options.filter((option) => !option.disabled)
  const active =
    choosable.find((option) => option.value === activeValue) ?? (query ? choosable[0] : undefined)
  const { refs, floatingStyles } = useInputPopover({ open: isOpen, width: 'same' })

  const open = () => {
    if (isOpen || disabled) return
    setQuery('')
    setActiveValue(value?.value ?? null)
    onQueryChange('')
    setOpen(true)
  }
  const type = (typed: string) => {
    setOpen(true)
    setQuery(typed)
    setActiveValue(null)
    onQueryChange(typed)
  }
  const choose = (option: ComboboxOption) => {
    onValueChange(option)
    setOpen(false)
  }
  /** True when the key was the list's. Tab takes the active option and moves on. */
  const handleKey = (key: string, isAlt: boolean): boolean => {
    const isArrow = key === 'ArrowDown' || key === 'ArrowUp'
    const isPage = key === 'PageDown' || key === 'PageUp'
    if (isOpen && key === 'Tab' && active && !loading) {
      choose(active)
      return false
    }
    if (!isOpen && isArrow) open()
    else if (isOpen && isAlt && key === 'ArrowUp') setOpen(false)
    else if (isOpen && isPage) {
      setActiveValue(optionAPageFrom(choosable, active, key)?.value ?? null)
    } else if (isOpen && (isArrow || (key === 'Enter' && active))) pressIn(command.current, key)
    else if (isOpen && key === 'Escape') setOpen(false)
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !handleKey(event.key, event.altKey)) return
    event.preventDefault()
    if (event.key === 'Escape') event.stopPropagation()
  }

  return (
    <div ref={refs.setReference}>
      <TextInput
        aria-label={props['aria-label']}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active ? `${id}-${active.value}` : undefined}
        disabled={disabled}
        placeholder={placeholder}
        value={isOpen ? query : (value?.label ?? '')}
        onClick={open}
        onBlur={() => setOpen(false)}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        trailing={
          value && !disabled ? (
            <IconButton
              size="sm"
              icon="x"
              label={t('combobox.clear')}
              tabIndex={-1}
              onClick={() => onValueChange(null)}
            />
          ) : (
            <Icon name="chevron-down" size={14} className="pointer-events-none mr-1.5" />
          )
        }
      />
      {isOpen && (
        <div ref={refs.setFloating} style={floatingStyles} className="z-50">
          <ComboboxList
            ref={command}
            id={id}
            label={props['aria-label']}
            labelledBy={field.id && `${field.id}-label`}
            options={options}
            active={active}
            chosen={value}
            isLoading={loading}
            onActivate={setActiveValue}
            onChoose={choose}
            onMount={setListId}
          />
        </div>
      )}
    </div>
  )
}

/** The focus stays in the input: cmdk gets the key as an event of its own. */
const pressIn = (command: HTMLElement | null, key: string): void =>
  void command?.dispatchEvent(
    new globalThis.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  )
