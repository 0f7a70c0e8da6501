// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a table of days that arrows walk is a grid.
// biome-ignore-all lint/a11y/useFocusableInteractive: the days have the focus, their cells say what is chosen.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/core/languages.ts'
import { shiftDay } from '../../../domain/lib/zone-clock.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import { cx } from '../cx.ts'
import { KeyHints } from '../kbd/key-hints.tsx'
import { shiftMonth, weekdayOf } from './date-text.ts'

type CalendarProps = {
  value: string | null
  today: string
  min?: string
  onPick: (day: string) => void
}

/**
 * A month of days, one of them with the focus: arrows go by days and weeks, Home and End to the ends of the week, Page Up
 * and Page Down by months, with Shift by years; Enter chooses.
 */
export const Calendar = ({ value, today, min, onPick }: CalendarProps) => {
  const { t, i18n } = useTranslation('common')
  const [day, setDay] = useState(() => clamp(value ?? today, min))
  const grid = useRef<HTMLTableElement>(null)
  /** The buttons of the months keep the focus that they were pressed with. */
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
    // Around a box in a list Enter saves the cell.
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

/** The weeks that the day's month lies in, from Monday. */
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
