import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import type { ProductProfit, ProfitAnswer } from '../../../domain/profit/profit.ts'
import { codeOf } from '../../../machines/failure.ts'
import { cx } from '../../ui/cx.ts'
import { PartProblem } from '../../ui/feedback/part-problem.tsx'
import { Skeleton } from '../../ui/feedback/screen-states.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { mayReadProfit, profitLinks, useProfit } from '../profit/use-profit.ts'
import { useDashboard } from './dashboard-context.ts'
import type { DashboardView } from './dashboard-view.ts'
import { FigureLink, Panel } from './panel.tsx'
import { type ShareColumn, ShareRows } from './share-tables.tsx'

/** The profit of the period, in all and by product, for those who may read it. */
export const ProfitPanel = ({ view }: { view: DashboardView }) => {
  const { user } = useWorkspace()
  return mayReadProfit(user) ? <ReadProfit view={view} /> : null
}

/** Most products of the table: it is sorted here. */
const MAX_ROWS = 500

const ReadProfit = ({ view: { days, seller } }: { view: DashboardView }) => {
  const { t } = useTranslation(['profit', 'errors', 'dashboard'])
  const { country } = useWorkspace()
  const { data, error, refetch } = useProfit({
    country,
    ...days,
    ...(seller === null ? {} : { seller }),
    limit: MAX_ROWS,
  })
  return (
    <Panel
      title={t('profit:title')}
      anchor="profit"
      aside={
        <FigureLink
          to={paths.list('advertising')}
          className="inline-flex min-h-6 items-center rounded-sm px-1"
        >
          {t('profit:costs')}
        </FigureLink>
      }
    >
      {data !== undefined ? (
        <Sums data={data} seller={seller} />
      ) : error === null ? (
        <Skeleton lines={5} />
      ) : (
        <PartProblem
          title={t('profit:failed')}
          detail={t(`errors:${codeOf(error)}`)}
          action={{ label: t('dashboard:refresh'), onPress: () => void refetch() }}
        />
      )}
    </Panel>
  )
}

const Sums = ({ data, seller }: { data: ProfitAnswer; seller: string | null }) => {
  const { t } = useTranslation('profit')
  const { user } = useWorkspace()
  const { words } = useDashboard()
  const { totals, currency, products } = data
  if (products.length === 0) return <p className="py-2 text-sm text-ink-muted">{t('nothing')}</p>
  const links = profitLinks(user, data, seller === null ? {} : { owner: seller })
  const { unknown, notAdvertised } = totals
  return (
    <>
      <dl className="-mx-2 grid grid-cols-2 gap-y-1 sm:grid-cols-4 xl:grid-cols-8">
        {(['revenue', 'goods', 'fees', 'returns', 'advertising'] as const).map((name) => (
          <Sum key={name} name={t(`parts.${name}`)} to={links[name]}>
            {amount(totals[name], words.money, t('unknownValue'))}
          </Sum>
        ))}
        <Sum name={t('parts.profit')} isMain isLoss={(totals.profit ?? 0) < 0}>
          {amount(totals.profit, words.money, t('unknownValue'))}
        </Sum>
        <Sum name={t('parts.margin')}>{amount(totals.margin, words.rate, '—')}</Sum>
        <Sum name={t('parts.perDelivered')}>{amount(totals.perDelivered, words.money, '—')}</Sum>
      </dl>
      <p className="text-xs text-ink-muted">{t('hints.profit')}</p>
      {unknown.products > 0 && (
        <p className="text-sm text-warning">
          {t('unknown', { count: unknown.products, amount: unknown.beforeGoods, currency })}
        </p>
      )}
      {notAdvertised > 0 && (
        <p className="text-sm text-ink-muted">{t('notAdvertised', { count: notAdvertised })}</p>
      )}
      <div className="border-t border-line" />
      <Products data={data} />
    </>
  )
}

const amount = (value: number | null, write: (value: number) => string, unknown: string): string =>
  value === null ? unknown : write(value)

type SumProps = {
  name: string
  to?: string | null
  isMain?: boolean
  isLoss?: boolean
  children: ReactNode
}

const Sum = ({ name, to = null, isMain = false, isLoss = false, children }: SumProps) => (
  <div className="flex min-w-0 flex-col-reverse justify-end rounded-md px-2 py-1.5">
    <dd className={cx('figures text-lg font-semibold', isMain && (isLoss ? 'text-danger' : 'text-success'))}>
      <FigureLink to={to} linkClassName="underline-offset-2 hover:underline">
        {children}
      </FigureLink>
    </dd>
    <dt className="text-sm text-ink-muted">{name}</dt>
  </div>
)

/** Each product by its parts; each figure leads to its list. */
const Products = ({ data }: { data: ProfitAnswer }) => {
  const { t } = useTranslation('profit')
  const { user } = useWorkspace()
  const { words } = useDashboard()
  const part = (
    name: 'revenue' | 'goods' | 'fees' | 'returns' | 'advertising',
  ): ShareColumn<ProductProfit> => ({
    heading: t(`parts.${name}`),
    value: (product) => product[name],
    write: words.money,
    linkOf: ({ id }) => profitLinks(user, data, { product: id })[name],
    isWideOnly: true,
  })
  return (
    <ShareRows
      title={t('byProduct')}
      nameHeading={t('product')}
      columns={[
        part('revenue'),
        part('goods'),
        part('fees'),
        part('returns'),
        part('advertising'),
        { heading: t('parts.profit'), value: ({ profit }) => profit, write: words.money },
        { heading: t('parts.margin'), value: ({ margin }) => margin, write: words.rate },
        {
          heading: t('parts.perDelivered'),
          value: ({ perDelivered }) => perDelivered,
          write: words.money,
          isWideOnly: true,
        },
      ]}
      rows={data.products}
      measure={({ revenue }) => revenue}
      linkOf={({ id }) => paths.view('products', id)}
    />
  )
}
