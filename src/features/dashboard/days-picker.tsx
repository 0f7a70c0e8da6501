import { type Ref, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Days, isPeriod } from '../../../domain/analytics/period-choice.ts'
import { countries } from '../../../domain/countries.ts'
import { dayOf } from '../../../domain/lib/zone-clock.ts'
import { DateInput } from '../../ui/fields/date-input.tsx'
import { isDay } from '../../ui/fields/date-text.ts'
import { Field } from '../../ui/fields/field.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'

type DaysPickerProps = { days: Days; onPick: (days: Days) => void; ref?: Ref<HTMLInputElement> }

/** A date that is being typed passes through others that nobody meant. */
const pause = 500

/** Two days of one's own; taken when they make a period and the hands rest. */
export const DaysPicker = ({ days: { startDate, endDate }, onPick, ref }: DaysPickerProps) => {
  const { t } = useTranslation(['dashboard', 'errors'])
  const { country } = useWorkspace()
  const today = dayOf(new Date(), countries[country].timeZone)
  const [typed, setTyped] = useState<Days>({ startDate, endDate })
  const pick = useEffectEvent(onPick)
  useEffect(() => setTyped({ startDate, endDate }), [startDate, endDate])
  useEffect(() => {
    const isShown = typed.startDate === startDate && typed.endDate === endDate
    if (isShown || !isDay(typed.startDate) || !isDay(typed.endDate) || !isPeriod(typed)) return
    const timer = setTimeout(() => pick(typed), pause)
    return () => clearTimeout(timer)
  }, [typed, startDate, endDate])
  return (
    <div className="flex flex-wrap items-start gap-2">
      <Field label={t('dashboard:from')} hideLabel className="w-38">
        <DateInput
          ref={ref}
          isCompact
          today={today}
          value={typed.startDate}
          onValueChange={(startDate) => setTyped({ ...typed, startDate })}
        />
      </Field>
      <Field label={t('dashboard:to')} hideLabel error={problemOf(typed, t)} className="w-38">
        <DateInput
          isCompact
          today={today}
          value={typed.endDate}
          onValueChange={(endDate) => setTyped({ ...typed, endDate })}
        />
      </Field>
    </div>
  )
}

const problemOf = (typed: Days, t: (key: string) => string): string | undefined => {
  if (!isDay(typed.startDate) || !isDay(typed.endDate) || isPeriod(typed)) return undefined
  return t(typed.startDate > typed.endDate ? 'errors:DATE_RANGE_INVALID' : 'dashboard:tooLong')
}
