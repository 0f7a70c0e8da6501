import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import { type CallsBoard, type QueueReason, queueReasons } from '../../../domain/calls/calls-board.ts'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { ShareBar } from '../../charts/bars.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'

const waiting = 'status:PENDING,NOT_REACHABLE'

/** The list of what waits for a reason, where a filter says it. */
const queries: Partial<Record<QueueReason, string>> = {
  spent: 'spent:true',
  promised: `${waiting} callback:now..`,
}

/** Of `queueAges`, in their order. */
const ageNames = ['hour', 'hours', 'day', 'days', 'week', 'older'] as const

/** What waits for a call: why it is not called now, and for how long it has waited. */
export const WaitingCalls = ({ board }: { board: CallsBoard }) => {
  const { t, i18n } = useTranslation('callers')
  const { country } = useWorkspace()
  const number = numberFormat(localeOf(i18n.language), { maximumFractionDigits: 0 })
  const { orders, reasons, ages, opensAt } = board
  const shown = queueReasons.filter((reason) => reasons[reason] > 0 || reason === 'callable')
  const totalOf = (age: CallsBoard['ages'][number]) =>
    queueReasons.reduce((sum, reason) => sum + age[reason], 0)
  const most = Math.max(1, ...ages.map(totalOf))
  return (
    <section
      aria-label={t('waiting.title')}
      className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-surface p-4"
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-base font-semibold">{t('waiting.title')}</h2>
        <Link
          to={paths.list('orders', waiting)}
          className="figures text-sm text-ink-muted underline-offset-2 hover:underline"
        >
          {t('waiting.orders', { count: orders })}
        </Link>
      </div>
      {opensAt !== null && (
        <p className="text-sm text-warning">
          {t('waiting.opens')}{' '}
          <RelativeTime value={opensAt} timeZone={countries[country].timeZone} focusable={false} />
        </p>
      )}
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {shown.map((reason) => (
          <div key={reason} className="flex items-baseline gap-1.5">
            <dt className="text-ink-muted">
              {queries[reason] === undefined ? (
                t(`waiting.${reason}`)
              ) : (
                <Link
                  to={paths.list('orders', queries[reason])}
                  className="underline underline-offset-2 hover:text-ink"
                >
                  {t(`waiting.${reason}`)}
                </Link>
              )}
            </dt>
            <dd className="figures font-semibold">{number.format(reasons[reason])}</dd>
          </div>
        ))}
      </dl>
      {orders > 0 && (
        <div className="overflow-x-auto">
          <table aria-label={t('waiting.ages')} className="w-full text-sm">
            <thead className="text-xs text-ink-muted">
              <tr>
                <th scope="col" className="py-1 text-start font-medium">
                  {t('waiting.age')}
                </th>
                {shown.map((reason) => (
                  <th key={reason} scope="col" className="px-2 py-1 text-end font-medium max-sm:hidden">
                    {t(`waiting.${reason}`)}
                  </th>
                ))}
                <th scope="col" className="py-1 pl-2 text-end font-medium">
                  {t('waiting.all')}
                </th>
              </tr>
            </thead>
            <tbody>
              {ages.map((age, at) => (
                <tr key={age.minutes}>
                  <th scope="row" className="w-full py-1 text-start font-normal">
                    <span className="block whitespace-nowrap">{t(`waiting.from.${ageNames[at]}`)}</span>
                    <ShareBar share={totalOf(age) / most} className="h-1" />
                  </th>
                  {shown.map((reason) => (
                    <td key={reason} className="figures px-2 py-1 text-end max-sm:hidden">
                      {age[reason] === 0 ? '—' : number.format(age[reason])}
                    </td>
                  ))}
                  <td className="figures py-1 pl-2 text-end font-semibold">{number.format(totalOf(age))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
