import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import { scopeOf } from '../../../domain/access/permissions.ts'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { dayOf, startOfDay, wallClock } from '../../../domain/lib/zone-clock.ts'
import { mostCounted } from '../../../domain/triage/claim.ts'
import { callsPerHour, type Face } from '../../../machines/triage/triage-rules.ts'
import type { TriageContext } from '../../../machines/triage/triage-types.ts'
import { EmptyState, Skeleton } from '../../ui/feedback/screen-states.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { triageSessionOf } from './triage-session.ts'

/** Shown without an order: reason, and key to go on. */
export const QueueState = ({ face, context }: { face: Face; context: TriageContext }) => {
  const { t, i18n } = useTranslation(['triage', 'errors', 'commands'])
  const { country, run, user, ports } = useWorkspace()
  const { waiting, nextAt, opensAt, spent, passed, handled, failure } = context
  const keysOf = useCommandKeys()
  const step = (command: string, label = t(`commands:${command}.label`)) => ({
    label,
    // Without a shortcut it is reached by Tab.
    keys: keysOf(command) ?? 'Tab',
    onPress: () => run(command),
  })
  const back = step('triage.leave')
  const goOn = step('triage.resume')
  const retry = step('triage.resume', t('triage:retry'))
  if (face === 'opening') return <OrderSkeleton />
  if (face === 'paused') {
    return (
      <EmptyState
        icon="hourglass"
        title={t('triage:paused.title')}
        detail={t('triage:paused.detail')}
        next={[goOn, back]}
      />
    )
  }
  if (face === 'offline') {
    const count = handled.filter(({ state }) => state === 'sending').length
    return (
      <EmptyState
        icon="wifi-off"
        title={t('triage:offline.title')}
        detail={t('triage:offline.detail', { count })}
        next={[retry, back]}
      />
    )
  }
  if (face === 'failed') {
    return (
      <EmptyState
        icon="warning"
        title={t('triage:failed')}
        detail={failure && t(`errors:${failure.code}`)}
        next={[retry, back]}
      />
    )
  }
  const again = step('triage.again', t('triage:empty.again', { count: passed.length }))
  const now = new Date()
  const written = (at: string) => {
    const { there, here } = zoneTime(new Date(at), country, localeOf(i18n.language), now)
    return here === null ? there : t('triage:bothTimes', { there, here })
  }
  // Those whose calls are used up are cancelled in their list.
  const review = {
    label: t('triage:empty.spent', { count: spent }),
    keys: 'Tab',
    onPress: () => ports.navigate(paths.list('orders', 'spent:true')),
  }
  const reviews = spent > 0 && scopeOf(user, 'order.list') !== null ? [review] : []
  if (opensAt !== null) {
    return (
      <EmptyState
        icon="calendar-clock"
        title={t('triage:closed.title', { time: written(opensAt) })}
        detail={t('triage:closed.detail', { count: waiting })}
        next={withLast(reviews, back)}
      />
    )
  }
  const detail = nextAt
    ? t('triage:empty.waiting', { count: waiting, time: written(nextAt) })
    : t('triage:empty.detail')
  return (
    <EmptyState
      icon="circle-check"
      title={t('triage:empty.title')}
      detail={detail}
      next={withLast([...(passed.length > 0 ? [again] : []), ...reviews], back)}
    />
  )
}

/** At least one step. */
const withLast = <Step,>(steps: readonly Step[], last: Step): [Step, ...Step[]] => {
  const [first = last, ...others] = steps
  return steps.length === 0 ? [last] : [first, ...others, last]
}

/** Placeholder of the order. */
const OrderSkeleton = () => (
  <div className="rounded-lg border border-line bg-surface">
    <div className="flex h-9 items-center border-b border-line px-5">
      <Skeleton className="w-48" />
    </div>
    <div className="appears-late flex h-33 flex-col gap-3 border-b border-line px-5 py-4">
      <span className="h-5 w-40 rounded-sm bg-line" />
      <span className="h-8 w-80 max-w-full rounded-sm bg-line" />
      <span className="h-8 w-36 rounded-md bg-line" />
    </div>
    <div className="grid grid-cols-1 gap-px bg-line sm:grid-cols-2">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((fact) => (
        <div key={fact} className="h-13.5 bg-surface px-5 py-2">
          <Skeleton lines={2} />
        </div>
      ))}
    </div>
    <div className="h-15 border-t border-line px-5 py-2">
      <Skeleton lines={2} />
    </div>
  </div>
)

const outcomes = 'order.confirm,order.cancel,order.not-reachable'

/** Outcomes recorded today before this session, without undone ones; null until loaded. */
const useDoneToday = (): number | null => {
  const { api, user, country } = useWorkspace()
  const [done, setDone] = useState<number | null>(null)
  useEffect(() => {
    const request = new AbortController()
    const { timeZone } = countries[country]
    const from = startOfDay(dayOf(new Date(), timeZone), timeZone).toISOString()
    const earlier = triageSessionOf(`${user.id} ${country}`, {}).handled.filter(
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
      // The session counts its own.
      .then(({ total }) => setDone(Math.max(0, total - earlier)))
      .catch(() => undefined)
    return () => request.abort()
  }, [api, user.id, country])
  return done
}

/** Progress: this session, today, remaining, rate, promised calls. */
export const SessionFigures = ({ context }: { context: TriageContext }) => {
  const { t, i18n } = useTranslation('triage')
  const { country } = useWorkspace()
  const { handled, hand, left, waiting, nextAt } = context
  const decided = handled.filter(({ decision, state }) => decision !== null && state !== 'undoing')
  const before = useDoneToday()
  const pace = callsPerHour(handled)
  const locale = localeOf(i18n.language)
  const number = numberFormat(locale, { maximumFractionDigits: 0 })
  const figures = [
    { name: t('figures.sitting'), value: number.format(decided.length) },
    { name: t('figures.today'), value: before === null ? '–' : number.format(before + decided.length) },
    {
      name: t('figures.left'),
      value: `${number.format(left + hand.length)}${left < mostCounted ? '' : '+'}`,
    },
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

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Time in a country, with the day if not today; and in the reader's time zone if different. */
export const zoneTime = (
  instant: Date,
  country: CountryCode,
  locale: string,
  now: Date,
): { there: string; here: string | null } => {
  const { timeZone } = countries[country]
  const isOwn = wallClock(instant, timeZone) === wallClock(instant, ownZone)
  return {
    there: written(instant, timeZone, locale, now),
    here: isOwn ? null : written(instant, ownZone, locale, now),
  }
}

const written = (instant: Date, timeZone: string, locale: string, now: Date): string => {
  const isToday = dayOf(instant, timeZone) === dayOf(now, timeZone)
  const day = isToday ? {} : ({ weekday: 'short', day: 'numeric', month: 'short' } as const)
  return new Intl.DateTimeFormat(locale, { ...day, hour: '2-digit', minute: '2-digit', timeZone }).format(
    instant,
  )
}
