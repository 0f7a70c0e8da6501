import { autoUpdate, flip, offset, size, useFloating } from '@floating-ui/react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../icon-button.tsx'
import { Icon } from '../icons/icon.tsx'
import { ComboboxList } from './combobox-list.tsx'
import type { ComboboxOption } from './combobox-option.ts'
import { useFieldControl } from './field.tsx'
import { TextInput } from './text-input.tsx'
import { useCombobox } from './use-combobox.ts'

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

/** Type to search, arrows to move, Enter to take, Escape to give up; ARIA's editable combobox with a list. */
export const Combobox = ({
  value,
  onValueChange,
  options,
  onQueryChange,
  loading = false,
  placeholder,
  disabled = false,
  ...aria
}: ComboboxProps) => {
  const { t } = useTranslation('common')
  const listId = useId()
  const field = useFieldControl()
  const box = useCombobox({ value, options, disabled, onValueChange, onQueryChange })
  const { refs, floatingStyles } = useFloating({
    open: box.open,
    // Not through a portal: the list stays in the landmark and in the dialog that its box is in.
    strategy: 'fixed',
    placement: 'bottom-start',
    middleware: [offset(4), flip({ padding: 8 }), matchWidth],
    whileElementsMounted: autoUpdate,
  })

  return (
    <div ref={refs.setReference}>
      <TextInput
        {...aria}
        role="combobox"
        aria-expanded={box.open}
        aria-controls={box.open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={box.open && box.active ? `${listId}-${box.active.value}` : undefined}
        disabled={disabled}
        placeholder={placeholder}
        value={box.open ? box.query : (value?.label ?? '')}
        onClick={box.show}
        onBlur={box.hide}
        onChange={(event) => box.type(event.target.value)}
        onKeyDown={box.onKeyDown}
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
      {box.open && (
        <div ref={refs.setFloating} style={floatingStyles} className="z-50">
          <ComboboxList
            id={listId}
            label={aria['aria-label']}
            labelledBy={field.id && `${field.id}-label`}
            options={options}
            activeValue={box.active?.value ?? null}
            chosenValue={value?.value ?? null}
            loading={loading}
            onTake={box.take}
          />
        </div>
      )}
    </div>
  )
}

const matchWidth = size({
  padding: 8,
  apply: ({ rects, elements }) => {
    elements.floating.style.width = `${rects.reference.width}px`
  },
})
