import {
  type KeyboardEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { fold } from '../../../domain/lib/fold.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import { cx } from '../cx.ts'
import { useInputPopover } from '../floating/use-input-popover.ts'
import { Icon } from '../icons/icon.tsx'
import { ComboboxList } from './combobox-list.tsx'
import { type ComboboxOption, optionAPageFrom } from './combobox-option.ts'
import { useFieldControl } from './field.tsx'
import { TextInput } from './text-input.tsx'

export type ComboboxProps = {
  value: ComboboxOption | null
  onValueChange: (option: ComboboxOption | null) => void
  /** Ranked matches, shown as they are. At most about 50. */
  options: readonly ComboboxOption[]
  /** Called on every keystroke, and with the input's text when the list opens. */
  onQueryChange: (query: string) => void
  loading?: boolean
  placeholder?: string
  disabled?: boolean
  /** Of several matches none is chosen by the first Enter, unless the text is a whole label: it highlights one. */
  stopsAtSeveral?: boolean
  /** Only without a Field around it. */
  'aria-label'?: string
  handle?: Ref<ComboboxHandle>
}

/** Chooses an option from outside the list. */
export type ComboboxHandle = { isFocused: () => boolean; choose: (option: ComboboxOption) => void }

/**
 * ARIA editable combobox: type to search, arrows and pages move, Enter or Tab choose, Escape or Alt+Up close. Text without a
 * choice stays and blocks the form (custom validity) until an option is chosen or it is cleared; Escape in the list clears it.
 * The list is a cmdk `Command` in the popover. The input is outside of it: inside, cmdk would handle Enter, Home and End while
 * the list is closed.
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
    stopsAtSeveral = false,
    handle,
  } = props
  const { t } = useTranslation('common')
  const id = useId()
  const field = useFieldControl()
  const input = useRef<HTMLInputElement>(null)
  const command = useRef<HTMLDivElement>(null)
  const [listId, setListId] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  /** Typed text without a chosen option. */
  const [query, setQuery] = useState('')
  const [lastValue, setLastValue] = useState(value?.value)
  if (value?.value !== lastValue) {
    setLastValue(value?.value)
    if (!isOpen) setQuery('')
  }
  const [activeValue, setActiveValue] = useState<string | null>(null)
  // By id: late results never move the option that Enter would choose.
  const choosable = options.filter((option) => !option.disabled)
  const [first, second] = choosable
  const isStopped =
    stopsAtSeveral && second !== undefined && first !== undefined && fold(first.label) !== fold(query)
  const active =
    choosable.find((option) => option.value === activeValue) ?? (query && !isStopped ? first : undefined)
  const { refs, floatingStyles } = useInputPopover({ open: isOpen, width: 'same' })

  const open = () => {
    if (isOpen || disabled) return
    setActiveValue(query === '' ? (value?.value ?? null) : null)
    onQueryChange(query)
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
    setQuery('')
    setOpen(false)
  }
  useImperativeHandle(handle, () => ({
    isFocused: () => document.activeElement === input.current,
    choose,
  }))
  const clear = () => {
    setQuery('')
    if (value) onValueChange(null)
  }
  const cancel = () => {
    setQuery('')
    setOpen(false)
  }
  const leave = () => {
    if (query.trim() === '') setQuery('')
    setOpen(false)
  }
  /** Returns whether the list handled the key. Tab chooses and moves on; Shift+Tab only moves back. */
  const handleKey = ({ key, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    const isArrow = key === 'ArrowDown' || key === 'ArrowUp'
    const isPage = key === 'PageDown' || key === 'PageUp'
    if (isOpen && key === 'Tab' && !shiftKey && active && !loading) {
      choose(active)
      return false
    }
    // Mod+Enter saves the form: it must not choose an option unseen; the form refuses the text.
    if (isOpen && key === 'Enter' && (ctrlKey || metaKey) && query !== '') {
      setOpen(false)
      return false
    }
    if (isOpen && key === 'Enter' && query !== '' && active === undefined && isStopped) {
      setActiveValue(first.value)
      return true
    }
    if (!isOpen && isArrow) open()
    else if (isOpen && altKey && key === 'ArrowUp') setOpen(false)
    else if (isOpen && isPage) {
      setActiveValue(optionAPageFrom(choosable, active, key)?.value ?? null)
    } else if (isOpen && (isArrow || (key === 'Enter' && active))) pressIn(command.current, key)
    else if (isOpen && key === 'Escape') cancel()
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !handleKey(event)) return
    event.preventDefault()
    if (event.key === 'Escape') event.stopPropagation()
  }

  const refusal = query.trim() === '' ? '' : t('combobox.unchosen')
  useLayoutEffect(() => input.current?.setCustomValidity(refusal), [refusal])
  const isRefused = refusal !== '' && !isOpen

  return (
    <div ref={refs.setReference}>
      <TextInput
        ref={input}
        aria-label={props['aria-label']}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active ? `${id}-${active.value}` : undefined}
        aria-invalid={field['aria-invalid'] || isRefused || undefined}
        aria-describedby={cx(field['aria-describedby'], isRefused && `${id}-refusal`) || undefined}
        disabled={disabled}
        placeholder={placeholder}
        value={isOpen || query !== '' ? query : (value?.label ?? '')}
        onClick={open}
        // What is typed next replaces the choice, also where the field is focused by a script.
        onFocus={(event) => event.target.select()}
        onBlur={leave}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        trailing={
          (value || isRefused) && !disabled ? (
            <IconButton size="sm" icon="x" label={t('combobox.clear')} tabIndex={-1} onClick={clear} />
          ) : (
            <Icon name="chevron-down" size={14} className="pointer-events-none mr-1.5" />
          )
        }
      />
      {isRefused && (
        <p id={`${id}-refusal`} role="alert" className="mt-1.5 flex items-start gap-1 text-xs text-danger">
          <Icon name="alert" size={14} className="mt-px" />
          {refusal}
        </p>
      )}
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

/** Focus stays in the input; cmdk gets a copy of the event. */
const pressIn = (command: HTMLElement | null, key: string): void =>
  void command?.dispatchEvent(
    new globalThis.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  )
