import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callPolicyFields } from '../../../domain/calls/call-policy.ts'
import { checkCallPolicy } from '../../../domain/calls/check-policy.ts'
import type { CallRehearsal } from '../../../domain/calls/rehearse-calls.ts'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { type NumberFormat, numberFormat } from '../../../domain/lib/number-format.ts'
import { wallClock } from '../../../domain/lib/zone-clock.ts'
import { queryKeys } from '../../api/query-client.ts'
import { readDraft } from '../../form/form-model.ts'
import type { FormNoteProps } from '../../form/record-form.tsx'
import { Skeleton } from '../../ui/feedback/screen-states.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { withQueries } from '../../workspace/workspace-queries.tsx'

const rehearsedDays = 30
const dayMs = 86_400_000
/** Long enough that a field is typed to its end. */
const DEBOUNCE_MS = 500

const outcomes = ['kept', 'closed', 'early', 'spent', 'added', 'proposed'] as const

/** What the policy as typed would have made of the last 30 days, before it is saved. */
export const CallRehearsalNote = withQueries(({ draft, country }: FormNoteProps) => {
  const { t, i18n } = useTranslation(['call-policies', 'errors'])
  const { api } = useWorkspace()
  const read = readDraft(callPolicyFields, draft, country)
  const checked = read.ok ? checkCallPolicy(read.value) : read
  const [problem] = checked.ok ? [] : (checked.errors ?? [])
  const fields = useSettled(checked.ok ? JSON.stringify(checked.value) : null)
  const [to] = useState(() => new Date())
  const { data } = useQuery({
    queryKey: queryKeys.callRehearsal(country, fields ?? ''),
    queryFn: ({ signal }) => {
      const range = { from: new Date(to.getTime() - rehearsedDays * dayMs), to }
      return api.callPolicies.rehearse(
        country,
        { policy: JSON.parse(fields ?? '{}'), from: range.from.toISOString(), to: range.to.toISOString() },
        { signal },
      )
    },
    enabled: fields !== null,
    placeholderData: keepPreviousData,
  })
  const number = numberFormat(localeOf(i18n.language), { maximumFractionDigits: 0 })
  return (
    <section
      aria-label={t('rehearsal.title')}
      className="flex flex-col gap-3 rounded-md border border-line bg-surface px-4 py-3 sm:col-span-2"
    >
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm font-semibold">
        {t('rehearsal.title')}
        {data !== undefined && checked.ok && (
          <span role="status" className="figures font-normal text-ink-muted">
            {t('rehearsal.calls', { count: data.calls })}
          </span>
        )}
      </h3>
      {!checked.ok ? (
        <p className="text-sm text-ink-muted">
          {t('call-policies:rehearsal.unread')}{' '}
          {problem !== undefined && <span className="text-danger">{t(`errors:${problem.code}`)}</span>}
        </p>
      ) : data === undefined ? (
        <Skeleton lines={4} />
      ) : data.calls === 0 && data.policy.added === 0 ? (
        <p className="text-sm text-ink-muted">{t('rehearsal.none')}</p>
      ) : (
        <>
          <table className="figures w-full text-sm">
            <thead>
              <tr className="text-ink-muted">
                <td />
                <th scope="col" className="py-1 text-end font-normal">
                  {t('rehearsal.now')}
                </th>
                <th scope="col" className="py-1 text-end font-normal">
                  {t('rehearsal.then')}
                </th>
              </tr>
            </thead>
            <tbody>
              {outcomes.map((outcome) => (
                <tr key={outcome} className="border-t border-line">
                  <th scope="row" className="py-1 text-start font-normal">
                    {t(`rehearsal.${outcome}`)}
                  </th>
                  <td className="py-1 text-end text-ink-muted">{number.format(data.present[outcome])}</td>
                  <td className="py-1 text-end font-semibold">{number.format(data.policy[outcome])}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <QueueByHour hours={data.hours} country={country} number={number} />
        </>
      )}
    </section>
  )
})

type QueueProps = Pick<CallRehearsal, 'hours'> & { country: CountryCode; number: NumberFormat }

/** The queue at each hour of a day, on average, now and with the policy. */
const QueueByHour = ({ hours, country, number }: QueueProps) => {
  const { t } = useTranslation('call-policies')
  const days = averageDay(hours, country)
  const most = Math.max(1, ...days.flatMap(({ present, policy }) => [present, policy]))
  const height = (count: number) => `${count === 0 ? 0 : Math.max(2, (count / most) * 100)}%`
  return (
    <figure className="flex flex-col gap-1">
      <figcaption className="flex flex-wrap items-baseline gap-x-4 text-sm text-ink-muted">
        {t('rehearsal.queue')}
        <span className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-sm bg-line-strong" />
          {t('rehearsal.now')}
        </span>
        <span className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-sm bg-accent" />
          {t('rehearsal.then')}
        </span>
      </figcaption>
      <div aria-hidden="true" className="flex h-24 items-end gap-px border-b border-line">
        {days.map(({ hour, present, policy }) => (
          <div
            key={hour}
            title={`${t('rehearsal.hour', { hour })}: ${number.format(present)} / ${number.format(policy)}`}
            className="flex h-full flex-1 items-end gap-px"
          >
            <span className="flex-1 rounded-t-sm bg-line-strong" style={{ height: height(present) }} />
            <span className="flex-1 rounded-t-sm bg-accent" style={{ height: height(policy) }} />
          </div>
        ))}
      </div>
      <div aria-hidden="true" className="figures flex text-xs text-ink-muted">
        {days.map(({ hour }) => (
          <span key={hour} className="flex-1 text-center">
            {hour % 6 === 0 ? hour : ''}
          </span>
        ))}
      </div>
      <table className="sr-only">
        <tbody>
          {days.map(({ hour, present, policy }) => (
            <tr key={hour}>
              <th scope="row">{t('rehearsal.hour', { hour })}</th>
              <td>{number.format(present)}</td>
              <td>{number.format(policy)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

const averageDay = (hours: CallRehearsal['hours'], country: CountryCode) => {
  const sums = Array.from({ length: 24 }, (_, hour) => ({ hour, present: 0, policy: 0, count: 0 }))
  for (const { at, present, policy } of hours) {
    const sum = sums[new Date(wallClock(new Date(at), countries[country].timeZone)).getUTCHours()]!
    sum.present += present
    sum.policy += policy
    sum.count++
  }
  return sums.map(({ hour, present, policy, count }) => ({
    hour,
    present: count === 0 ? 0 : present / count,
    policy: count === 0 ? 0 : policy / count,
  }))
}

/** The value once it has not changed for a moment; null at once. */
const useSettled = (value: string | null): string | null => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return value === null ? null : settled
}
