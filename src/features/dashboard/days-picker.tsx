import { type Ref, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Days, isPeriod } from '../../../domain/analytics/period-choice.ts'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'

type DaysPickerProps = { days: Days; onPick: (days: Days) => void; ref?: Ref<HTMLInputElement> }

/** A date that is being typed passes through others that nobody meant. */
const pause = 500

/** Two days of one's own; taken when they make a period and the hands rest. */
export const DaysPicker = ({ days: { startDate, endDate }, onPick, ref }: DaysPickerProps) => {
  const { t } = useTranslation(['dashboard', 'errors'])
  const [typed, setTyped] = useState<Days>({ startDate, endDate })
  const pick = useEffectEvent(onPick)
  useEffect(() => setTyped({ startDate, endDate }), [startDate, endDate])
  useEffect(() => {
    const isShown = typed.startDate === startDate && typed.endDate === endDate
    if (isShown || !isPeriod(typed)) return
    const timer = setTimeout(() => pick(typed), pause)
    return () => clearTimeout(timer)
  }, [typed, startDate, endDate])
  return (
    <div className="flex flex-wrap items-start gap-2">
      <Field label={t('dashboard:from')} hideLabel className="w-38">
        <TextInput
          ref={ref}
          type="date"
          value={typed.startDate}
          onChange={(event) => setTyped({ ...typed, startDate: event.target.value })}
        />
      </Field>
      <Field label={t('dashboard:to')} hideLabel error={problemOf(typed, t)} className="w-38">
        <TextInput
          type="date"
          value={typed.endDate}
          onChange={(event) => setTyped({ ...typed, endDate: event.target.value })}
        />
      </Field>
    </div>
  )
}

const problemOf = (typed: Days, t: (key: string) => string): string | undefined => {
  if (typed.startDate === '' || typed.endDate === '' || isPeriod(typed)) return undefined
  return t(typed.startDate > typed.endDate ? 'errors:DATE_RANGE_INVALID' : 'dashboard:tooLong')
}
