// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a table of days that arrows walk is a grid.
// biome-ignore-all lint/a11y/useFocusableInteractive: the days have the focus, their cells say what is chosen.

import { autoUpdate, flip, offset, shift, useFloating } from '@floating-ui/react'
import { type FocusEvent, type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/core/languages.ts'
import {
  isDay,
  readDate,
  sayDate,
  shiftMonth,
  tomorrowIn,
  weekdayOf,
  writeDate,
} from '../../../domain/lib/typed/date-text.ts'
import { shiftDay } from '../../../domain/lib/zone-clock.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import { cx } from '../cx.ts'
import { KeyHints } from '../kbd/keycap.tsx'
import { useFieldControl } from './field.tsx'
import { TextInput, type TextInputProps } from './text-input.tsx'

type DateInputProps = Pick<
  TextInputProps,
  'size' | 'autoFocus' | 'disabled' | 'className' | 'placeholder'
> & {
  /** `2026-12-24`, or the invalid text as typed; `''` for none. */
  value: string
  onValueChange: (value: string) => void
  /** Today in the relevant time zone. */
  today: string
  /** Earliest allowed day. */
  min?: string
  /** In toolbars: the interpretation floats below the box instead of taking a line. */
  isCompact?: boolean
  /** Only without a Field around it. */
  'aria-label'?: string
  ref?: Ref<HTMLInputElement>
}

/**
 * A day, typed in the UI language (`24/12/2026`, `24 déc`, `demain`, `+3`) and repeated in words, or chosen from a calendar
 * opened by ArrowDown. Native date inputs use the browser's language.
 */
export const DateInput = (props: DateInputProps) => {
  const { value, onValueChange, today, min, isCompact = false, className, ...rest } = props
  const { t, i18n } = useTranslation('common')
  const language = i18n.language
  const context = { language, today, min }
  const id = useId()
  const field = useFieldControl()
  const box = useRef<HTMLDivElement>(null)
  /** The text while typing; null if it equals the value. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const text = typed ?? (isDay(value) ? writeDate(value, language) : value)
  const day = text.trim() === '' ? null : typed === null && isDay(value) ? value : readDate(text, context)
  const { refs, floatingStyles } = useFloating({
    open: isOpen,
    // No portal: stays inside its landmark and dialog.
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
          // Keeps focus, because losing it closes the calendar.
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

type CalendarProps = {
  value: string | null
  today: string
  min?: string
  onPick: (day: string) => void
}

/**
 * Calendar grid: arrows move by days and weeks, Home and End within the week, Page Up and Page Down by months, with Shift by
 * years; Enter chooses.
 */
const Calendar = ({ value, today, min, onPick }: CalendarProps) => {
  const { t, i18n } = useTranslation('common')
  const [day, setDay] = useState(() => clamp(value ?? today, min))
  const grid = useRef<HTMLTableElement>(null)
  /** False while the month buttons have focus. */
  const [isWalked, setWalked] = useState(true)
  const locale = localeOf(i18n.language)
  const format = (options: Intl.DateTimeFormatOptions, at: string) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(Date.parse(at))
  useEffect(() => {
    if (isWalked) grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  }, [day, isWalked])

  const onKeyDown = (event: KeyboardEvent) => {
    const isPick = event.key === 'Enter' || event.key === ' '
    const move = moves[event.key]
    if ((move === undefined && !isPick) || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    // In a list cell, Enter would save the cell.
    event.stopPropagation()
    if (move === undefined) return onPick(day)
    setWalked(true)
    setDay(clamp(move(day, event.shiftKey), min))
  }
  const turn = (months: number) => {
    setWalked(false)
    setDay(clamp(shiftMonth(day, months), min))
  }
  const title = format({ month: 'long', year: 'numeric' }, day)
  const weeks = weeksOf(day)
  return (
    <div className="flex w-70 flex-col gap-1.5 rounded-lg bg-raised p-2 text-ink shadow-float">
      <div className="flex items-center justify-between gap-2">
        <IconButton size="sm" icon="chevron-left" label={t('date.previous')} onClick={() => turn(-1)} />
        <p aria-live="polite" className="text-sm font-semibold first-letter:uppercase">
          {title}
        </p>
        <IconButton size="sm" icon="chevron-right" label={t('date.next')} onClick={() => turn(1)} />
      </div>
      <table ref={grid} role="grid" aria-label={title} onKeyDown={onKeyDown} className="w-full table-fixed">
        <thead>
          <tr>
            {weeks[0]?.map((one) => (
              <th
                key={one}
                scope="col"
                abbr={format({ weekday: 'long' }, one)}
                className="pb-1 text-center text-xs font-medium text-ink-muted"
              >
                {format({ weekday: 'short' }, one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <td key={one} role="gridcell" aria-selected={one === value} className="p-0 text-center">
                  <button
                    type="button"
                    data-day={one}
                    tabIndex={one === day ? 0 : -1}
                    disabled={min !== undefined && one < min}
                    aria-label={format(
                      { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
                      one,
                    )}
                    aria-current={one === today ? 'date' : undefined}
                    onClick={() => onPick(one)}
                    className={cx(
                      'figures h-8 w-full rounded-md text-sm enabled:hover:bg-hover disabled:opacity-40 pointer-coarse:h-11',
                      one.slice(0, 7) !== day.slice(0, 7) && 'text-ink-muted',
                      one === today && 'font-semibold text-accent-text underline underline-offset-4',
                      one === value && 'bg-accent font-semibold text-on-accent enabled:hover:bg-accent-hover',
                    )}
                  >
                    {Number(one.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <KeyHints
        className="gap-x-3 px-1"
        hints={[
          { keys: 'ArrowRight', label: t('date.day') },
          { keys: 'PageDown', label: t('date.month') },
          { keys: 'Enter', label: t('date.pick') },
        ]}
      />
    </div>
  )
}

const clamp = (day: string, min: string | undefined): string => (min !== undefined && day < min ? min : day)

/** Weeks of the day's month, starting on Monday. */
const weeksOf = (day: string): string[][] => {
  const first = `${day.slice(0, 7)}-01`
  const start = shiftDay(first, -weekdayOf(first))
  const last = shiftDay(shiftMonth(first, 1), -1)
  const weeks: string[][] = []
  for (let monday = start; monday <= last; monday = shiftDay(monday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, at) => shiftDay(monday, at)))
  }
  return weeks
}

const moves: Record<string, (day: string, isShifted: boolean) => string> = {
  ArrowLeft: (day) => shiftDay(day, -1),
  ArrowRight: (day) => shiftDay(day, 1),
  ArrowUp: (day) => shiftDay(day, -7),
  ArrowDown: (day) => shiftDay(day, 7),
  Home: (day) => shiftDay(day, -weekdayOf(day)),
  End: (day) => shiftDay(day, 6 - weekdayOf(day)),
  PageUp: (day, isShifted) => shiftMonth(day, isShifted ? -12 : -1),
  PageDown: (day, isShifted) => shiftMonth(day, isShifted ? 12 : 1),
}
