import { type Ref, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countries } from '../../../domain/countries.ts'
import { dayOf } from '../../../domain/lib/zone-clock.ts'
import { resourceNames } from '../../../domain/resources.ts'
import { actionsFor } from '../../resources/change-actions.ts'
import { DateInput } from '../../ui/fields/date-input.tsx'
import { isDay } from '../../ui/fields/date-text.ts'
import { Select } from '../../ui/fields/select.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import type { useJournalFilter } from './use-journal-filter.ts'

type JournalFilterBarProps = Pick<ReturnType<typeof useJournalFilter>, 'filter' | 'set'> & {
  /** Back to the batches. */
  onLeave: () => void
  ref: Ref<HTMLInputElement>
}

const everything = 'any'
const pause = 250

/** Who or which number, what, which verb, which day. */
export const JournalFilterBar = ({ filter, set, onLeave, ref }: JournalFilterBarProps) => {
  const { t } = useTranslation(['journal', ...resourceNames])
  const { country } = useWorkspace()
  const today = dayOf(new Date(), countries[country].timeZone)
  const [typed, setTyped] = useState(filter.keyword)
  useEffect(() => setTyped(filter.keyword), [filter.keyword])
  useEffect(() => {
    if (typed === filter.keyword) return
    const timer = setTimeout(() => set('q', typed.trim()), pause)
    return () => clearTimeout(timer)
  }, [typed, filter.keyword, set])
  return (
    <search className="grid grid-cols-2 gap-2 pb-3 desk:grid-cols-[minmax(14rem,1fr)_12rem_12rem_10rem]">
      <TextInput
        ref={ref}
        type="search"
        icon="search"
        className="col-span-2 desk:col-span-1"
        aria-label={t('filter.keyword')}
        placeholder={t('filter.keyword')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' && event.key !== 'Enter' && event.key !== 'ArrowDown') return
          event.preventDefault()
          onLeave()
        }}
      />
      <Select
        aria-label={t('filter.resource')}
        value={filter.resource ?? everything}
        options={[
          { value: everything, label: t('filter.anyResource') },
          ...resourceNames.map((name) => ({ value: name, label: t(`${name}:title`) })),
        ]}
        onValueChange={(resource) => set('resource', resource === everything ? null : resource)}
      />
      <Select
        aria-label={t('filter.action')}
        value={filter.action ?? everything}
        options={[
          { value: everything, label: t('filter.anyAction') },
          ...actionsFor(filter.resource).map((action) => ({ value: action, label: t(`verb.${action}`) })),
        ]}
        onValueChange={(action) => set('action', action === everything ? null : action)}
      />
      <DateInput
        isCompact
        aria-label={t('filter.day')}
        className="col-span-2 desk:col-span-1"
        today={today}
        value={filter.day ?? ''}
        onValueChange={(day) => {
          if (day === '' || isDay(day)) set('day', day || null)
        }}
      />
    </search>
  )
}
