import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { dayOf, startOfDay } from '../../../domain/lib/zone-clock.ts'
import { callsPerHour } from '../../../machines/triage/triage-rules.ts'
import type { TriageContext } from '../../../machines/triage/triage-types.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { triageSessionOf } from './use-triage.ts'
import { zoneTime } from './zone-time.ts'

const outcomes = 'order.confirm,order.cancel,order.not-reachable'

/** How many outcomes the person wrote today before this sitting, without those undone; null until it is known. */
export const useDoneToday = (): number | null => {
  const { api, user, country } = useWorkspace()
  const [done, setDone] = useState<number | null>(null)
  useEffect(() => {
    const request = new AbortController()
    const { timeZone } = countries[country]
    const from = startOfDay(dayOf(new Date(), timeZone), timeZone).toISOString()
    const earlier = triageSessionOf(`${user.id} ${country}`).handled.filter(
      ({ decision }) => decision !== null,
    ).length
    api.changes
      .list(
        {
          where: {
            country,
            actor: user.id,
            resource: 'orders',
            verb: outcomes,
            from,
            isInEffect: 'true',
          },
          limit: 1,
        },
        { signal: request.signal },
      )
      // Those of the sitting that goes on are counted by the sitting.
      .then(({ total }) => setDone(Math.max(0, total - earlier)))
      .catch(() => undefined)
    return () => request.abort()
  }, [api, user.id, country])
  return done
}

/** Progress: this sitting, today, what is left, how fast it goes, and the calls that are promised for later. */
export const SessionFigures = ({ context }: { context: TriageContext }) => {
  const { t, i18n } = useTranslation('triage')
  const { country } = useWorkspace()
  const { handled, hand, left, waiting, nextAt } = context
  const decided = handled.filter(({ decision, state }) => decision !== null && state !== 'undoing')
  const before = useDoneToday()
  const pace = callsPerHour(handled)
  const locale = localeOf(i18n.language)
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  const figures = [
    { name: t('figures.sitting'), value: number.format(decided.length) },
    { name: t('figures.today'), value: before === null ? '–' : number.format(before + decided.length) },
    { name: t('figures.left'), value: number.format(left + hand.length) },
    { name: t('figures.pace'), value: pace === null ? '–' : number.format(pace) },
  ]
  return (
    <div className="flex flex-col gap-2">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line">
        {figures.map(({ name, value }) => (
          <div key={name} className="flex flex-col-reverse bg-surface px-4 py-2">
            <dt className="text-xs text-ink-muted">{name}</dt>
            <dd className="figures text-xl font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {nextAt !== null && waiting > 0 && (
        <p className="figures flex items-center gap-2 px-1 text-sm text-ink-muted">
          <Icon name="calendar-clock" />
          {t('figures.promised', {
            count: waiting,
            time: zoneTime(new Date(nextAt), country, locale, new Date()).there,
          })}
        </p>
      )}
    </div>
  )
}
