import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/core/languages.ts'
import type { Order } from '../../../domain/orders/order.ts'
import { useNow } from '../../ui/format/clock.ts'
import type { OrderFacts } from './use-order-facts.ts'
import { zoneTime } from './zone-time.ts'

const mostShown = 4

/** The calls made in vain, with their times, and the one that is promised for later. */
export const PastCalls = ({ order, calls }: { order: Order; calls: OrderFacts['calls'] | null }) => {
  const { t, i18n } = useTranslation('triage')
  const now = new Date(useNow())
  const locale = localeOf(i18n.language)
  const timeOf = (instant: string) => {
    const { there, here } = zoneTime(new Date(instant), order.country, locale, now)
    return here === null ? there : t('bothTimes', { there, here })
  }
  return (
    <div className="flex flex-col gap-1">
      <span>{order.attempts === 0 ? t('firstCall') : t('calls', { count: order.attempts })}</span>
      {order.callbackAt !== null && Date.parse(order.callbackAt) > now.getTime() && (
        <span className="font-medium text-info">{t('promised', { time: timeOf(order.callbackAt) })}</span>
      )}
      {calls !== null && calls.length > 0 && (
        <ul aria-label={t('callTimes')} className="figures flex flex-col text-sm text-ink-muted">
          {calls.slice(0, mostShown).map(({ id, at, actorName }) => (
            <li key={id}>
              {timeOf(at)}
              {actorName && ` · ${actorName}`}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
