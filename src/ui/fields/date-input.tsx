import { autoUpdate, flip, offset, shift, useFloating } from '@floating-ui/react'
import { type FocusEvent, type KeyboardEvent, type Ref, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../buttons/icon-button.tsx'
import { cx } from '../cx.ts'
import { Calendar } from './calendar.tsx'
import { isDay, readDate, sayDate, tomorrowIn, writeDate } from './date-text.ts'
import { useFieldControl } from './field.tsx'
import { TextInput, type TextInputProps } from './text-input.tsx'

export type DateInputProps = Pick<
  TextInputProps,
  'size' | 'autoFocus' | 'disabled' | 'className' | 'placeholder'
> & {
  /** `2026-12-24`, or what was typed where that is no day; `''` for none. */
  value: string
  onValueChange: (value: string) => void
  /** The day that it is where the date counts. */
  today: string
  /** The earliest day. */
  min?: string
  /** In a bar, where a line below has no room: what was understood floats over what follows while one types. */
  isCompact?: boolean
  /** Only where there is no Field around it. */
  'aria-label'?: string
  ref?: Ref<HTMLInputElement>
}

/**
 * A day, typed in the language of the interface (`24/12/2026`, `24 déc`, `demain`, `+3`) and said back in words, or chosen
 * from a month that ArrowDown opens. The browser's own date field speaks the browser's language.
 */
export const DateInput = (props: DateInputProps) => {
  const { value, onValueChange, today, min, isCompact = false, className, ...rest } = props
  const { t, i18n } = useTranslation('common')
  const language = i18n.language
  const context = { language, today, min }
  const id = useId()
  const field = useFieldControl()
  const box = useRef<HTMLDivElement>(null)
  /** What is in the box while it is typed; null once it is what the value says. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const text = typed ?? (isDay(value) ? writeDate(value, language) : value)
  const day = text.trim() === '' ? null : typed === null && isDay(value) ? value : readDate(text, context)
  const { refs, floatingStyles } = useFloating({
    open: isOpen,
    // Not through a portal: it stays in the landmark and in the dialog that its box is in.
    strategy: 'fixed',
    placement: 'bottom-start',
    middleware: [offset(4), flip({ padding: 8 }), shift({ padding: 8 })],
    whileElementsMounted: autoUpdate,
  })

  const type = (written: string) => {
    setTyped(written)
    onValueChange(written.trim() === '' ? '' : (readDate(written, context) ?? written))
  }
  const focusBox = () => box.current?.querySelector('input')?.focus()
  const close = () => {
    setOpen(false)
    focusBox()
  }
  const pick = (chosen: string) => {
    setTyped(null)
    onValueChange(chosen)
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const isOpening = !isOpen && event.key === 'ArrowDown'
    const isClosing = isOpen && event.key === 'Escape'
    if (!isOpening && !isClosing) return
    event.preventDefault()
    event.stopPropagation()
    if (isOpening) setOpen(true)
    else close()
  }

  const onBlur = (event: FocusEvent) => {
    if (box.current?.contains(event.relatedTarget)) return
    setTyped(null)
    setOpen(false)
  }

  const example = { date: writeDate(today, language), tomorrow: tomorrowIn(language) }
  const isUnread = text.trim() !== '' && day === null
  const isEarly = day !== null && min !== undefined && day < min
  const said = isUnread
    ? t('date.unread', example)
    : isEarly
      ? t('date.tooEarly', { date: writeDate(min, language) })
      : day === null
        ? t('date.example', example)
        : sayDate(day, context)
  return (
    <div ref={box} className={cx('relative flex min-w-0 flex-col gap-1', className)}>
      <div ref={refs.setReference}>
        <TextInput
          {...rest}
          value={text}
          aria-describedby={cx(field['aria-describedby'], `${id}-said`)}
          aria-invalid={field['aria-invalid'] || (typed === null && (isUnread || isEarly)) || undefined}
          role="combobox"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-calendar` : undefined}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={onBlur}
          trailing={
            <IconButton
              size="sm"
              icon="calendar"
              label={t('date.open')}
              tabIndex={-1}
              disabled={rest.disabled}
              aria-expanded={isOpen}
              onClick={() => (isOpen ? close() : setOpen(true))}
            />
          }
        />
      </div>
      <p
        id={`${id}-said`}
        role="status"
        className={cx(
          'text-xs',
          isUnread || isEarly ? 'text-danger' : 'text-ink-muted',
          isCompact &&
            (typed === null
              ? 'sr-only'
              : 'absolute top-full left-0 z-30 mt-1 w-max max-w-70 rounded-md bg-raised px-2 py-1 shadow-float'),
        )}
      >
        {said}
      </p>
      {isOpen && (
        <div
          ref={refs.setFloating}
          style={floatingStyles}
          id={`${id}-calendar`}
          role="dialog"
          aria-label={t('date.calendar')}
          // A press keeps the focus where it is, so that leaving the box is what closes the month.
          onMouseDown={(event) => event.preventDefault()}
          onKeyDown={onKeyDown}
          onBlur={onBlur}
          className="z-50"
        >
          <Calendar value={day} today={today} min={min} onPick={pick} />
        </div>
      )}
    </div>
  )
}
