import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import type { IntakeEvent, WholeIntake } from '../../../domain/intake/intake.ts'
import type { ShopOrder } from '../../../domain/intake/shop-order.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import { queryKeys } from '../../api/query-client.ts'
import { moneyFormat } from '../../ui/format/money.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { prettyJson } from './pretty-json.ts'
import { Loaded, Part, RecordLink } from './record-part.tsx'
import { concerns, useLiveQuery } from './use-live-query.ts'

const useWholeEvent = (id: string) => {
  const { api } = useWorkspace()
  return useLiveQuery(
    {
      queryKey: queryKeys.recordPart('intake', id, 'whole'),
      // The answer of one event has what came.
      queryFn: ({ signal }) => api.one('intake', id, { signal }) as Promise<WholeIntake>,
    },
    (event) => concerns(event, 'intake', id),
  )
}

/** An event as it was understood, why it waits, and its orders. */
export const IntakeParts = ({ record: { id } }: { record: IntakeEvent }) => {
  const { t } = useTranslation(['intake', 'orders', 'errors'])
  const query = useWholeEvent(id)
  return (
    <>
      <Part title={t('intake:understood.title')}>
        <Loaded query={query} empty="" isEmpty={() => false}>
          {(event) => <Understood event={event} />}
        </Loaded>
      </Part>
      <Part title={t('intake:fields.orders')}>
        <Loaded
          query={query}
          empty={t('intake:understood.noOrders')}
          isEmpty={({ orders }) => orders.length === 0}
        >
          {({ orders, name }) => (
            <ul>
              {orders.map((order) => (
                <RecordLink key={order.id} to={paths.view('orders', order.id)} number={order.number}>
                  {name}
                </RecordLink>
              ))}
            </ul>
          )}
        </Loaded>
      </Part>
    </>
  )
}

const Understood = ({ event }: { event: WholeIntake }) => {
  const { t } = useTranslation(['intake', 'orders', 'errors'])
  const { reason, differences, notes } = event
  const order = event.understood as ShopOrder | null
  return (
    <div className="flex flex-col gap-3 text-sm">
      {reason !== null && <p className="wrap-anywhere">{t(`errors:${reason}`)}</p>}
      {order === null && reason === null && (
        <p className="text-ink-muted">{t('intake:understood.nothing')}</p>
      )}
      {order !== null && <Order order={order} unmapped={event.unmapped} />}
      {differences.length > 0 && (
        <ul aria-label={t('intake:understood.differences')} className="flex flex-col gap-1">
          {differences.map(({ order: ours, field, ours: mine, shop, code }) => (
            <li key={`${ours} ${field}`} className="wrap-anywhere">
              {t('intake:understood.difference', {
                field: t(field === 'line' ? 'intake:understood.line' : `orders:fields.${field}`),
                ours: mine ?? '–',
                shop: shop ?? '–',
              })}{' '}
              <span className="text-ink-muted">{t(`errors:${code}`)}</span>
            </li>
          ))}
        </ul>
      )}
      {notes.length > 0 && (
        <ul aria-label={t('intake:understood.notes')} className="flex flex-col gap-1 text-ink-muted">
          {notes.map(({ line, code }) => (
            <li key={`${line} ${code}`}>{t(`intake:notes.${code}`)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Amounts as they are written everywhere else; a shop may name no currency, or one that is none. */
const amountsIn = (locale: string, currency: string | null) =>
  currency !== null && /^[A-Z]{3}$/.test(currency)
    ? moneyFormat(locale, currency, true)
    : (amount: number) => [numberFormat(locale).format(amount), currency].filter(Boolean).join(' ')

type OrderProps = { order: ShopOrder; unmapped: WholeIntake['unmapped'] }

const Order = ({ order, unmapped }: OrderProps) => {
  const { t, i18n } = useTranslation(['intake', 'orders'])
  const { customer, address, items, outstanding, currency, note } = order
  const waits = new Set(unmapped.map(({ id }) => id))
  const money = amountsIn(localeOf(i18n.language), currency)
  const place = [
    address.company,
    ...address.lines,
    address.postcode,
    address.city,
    address.region,
    address.country,
  ]
  const facts = [
    [t('orders:fields.customerName'), customer.name],
    [t('orders:fields.customerPhone'), customer.phones.map(formatPhone).join(' · ')],
    [t('orders:fields.customerAddress'), place.filter(Boolean).join(', ')],
    [t('orders:fields.comment'), note],
    [t('intake:understood.outstanding'), outstanding === null ? null : money(outstanding)],
  ] as const
  return (
    <>
      <ul aria-label={t('intake:understood.lines')} className="flex flex-col gap-1">
        {items.map(({ id, sku, name, quantity, price }) => (
          <li key={id} className="flex flex-wrap gap-x-3 gap-y-1">
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {[quantity === null ? null : `${quantity} ×`, name ?? sku].filter(Boolean).join(' ')}
            </span>
            <span className="figures text-ink-muted wrap-anywhere">
              {[name === null ? null : sku, price === null ? null : money(price)]
                .filter((part) => part !== null)
                .join(' · ')}
            </span>
            {waits.has(id) && <span className="text-warning">{t('intake:verdict.needs-product')}</span>}
          </li>
        ))}
      </ul>
      <dl className="flex flex-col gap-1.5">
        {facts.map(([name, value]) =>
          value ? (
            <div key={name} className="flex min-w-0 items-baseline gap-3">
              <dt className="w-30 shrink-0 text-ink-muted">{name}</dt>
              <dd dir="auto" className="min-w-0 flex-1 text-left whitespace-pre-line wrap-anywhere">
                {value}
              </dd>
            </div>
          ) : null,
        )}
      </dl>
    </>
  )
}

/** What came, as it came. */
export const RawEvent = ({ record: { id } }: { record: IntakeEvent }) => {
  const { t } = useTranslation('intake')
  const query = useWholeEvent(id)
  return (
    <Part title={t('raw.title')}>
      <Loaded query={query} empty={t('raw.gone')} isEmpty={({ raw }) => raw === null}>
        {({ raw }) => (
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the arrow keys.
            tabIndex={0}
            dir="ltr"
            className="max-h-[70vh] overflow-auto rounded-md border border-line p-3 text-xs wrap-anywhere whitespace-pre-wrap"
          >
            {prettyJson(raw ?? '')}
          </pre>
        )}
      </Loaded>
    </Part>
  )
}
