import { type KeyboardEvent, useState } from 'react'
import type { ComboboxOption } from './combobox-option.ts'

type UseCombobox = {
  value: ComboboxOption | null
  options: readonly ComboboxOption[]
  disabled: boolean
  onValueChange: (option: ComboboxOption | null) => void
  onQueryChange: (query: string) => void
}

/** What a Combobox knows between two keystrokes: open or not, what was typed, what Enter would take. */
export const useCombobox = ({ value, options, disabled, onValueChange, onQueryChange }: UseCombobox) => {
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const [activeValue, setActiveValue] = useState<string | null>(null)

  const choosable = options.filter((option) => !option.disabled)
  // By identity, not by position: results that arrive late never move what Enter would take.
  const active =
    choosable.find((option) => option.value === activeValue) ?? (query ? choosable[0] : undefined)

  const show = () => {
    if (open || disabled) return
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

  const take = (option: ComboboxOption) => {
    onValueChange(option)
    setOpen(false)
  }

  const move = (step: 1 | -1) => {
    const from = active ? choosable.indexOf(active) : step > 0 ? -1 : 0
    const next = choosable.at((from + step) % Math.max(1, choosable.length))
    if (next) setActiveValue(next.value)
  }

  /** True when the key was the list's, and nobody else's. */
  const press = (key: string): boolean => {
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (open) move(key === 'ArrowDown' ? 1 : -1)
      else show()
      return true
    }
    if (key === 'Escape' && open) {
      setOpen(false)
      return true
    }
    if (key === 'Enter' && open && active) {
      take(active)
      return true
    }
    return false
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !press(event.key)) return
    event.preventDefault()
    if (event.key === 'Escape') event.stopPropagation()
  }

  return { open, query, active, show, hide: () => setOpen(false), type, take, onKeyDown }
}
