import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import type { Product } from '../../../domain/products/product.ts'
import type { ProfitAnswer } from '../../../domain/profit/profit.ts'
import { cx } from '../../ui/cx.ts'
import { Money } from '../../ui/format/money.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { mayReadProfit, profitLinks, useProfit } from '../profit/use-profit.ts'
import { CommandButton } from '../records/command-button.tsx'
import { Figure, Loaded, Part } from './record-part.tsx'

/** What the product left in the last thirty days, for those who may read it. */
export const ProductProfit = ({ product }: { product: Product }) => {
  const { user } = useWorkspace()
  return mayReadProfit(user) ? <ReadProfit product={product} /> : null
}

const ReadProfit = ({ product: { id, country } }: { product: Product }) => {
  const { t } = useTranslation('profit')
  const query = useProfit({ country, product: id })
  return (
    <Part title={t('title')} beside={<span className="text-sm text-ink-muted">{t('last')}</span>}>
      <Loaded query={query} empty={t('nothing')} isEmpty={({ products }) => products.length === 0}>
        {(data) => <Figures data={data} />}
      </Loaded>
      <div className="mt-2 flex flex-wrap gap-2">
        <CommandButton command="product.advertise" />
        <CommandButton command="product.calculate" />
      </div>
    </Part>
  )
}

const Figures = ({ data }: { data: ProfitAnswer }) => {
  const { t, i18n } = useTranslation('profit')
  const { user } = useWorkspace()
  const [product] = data.products
  const { currency } = data
  if (product === undefined) return null
  const links = profitLinks(user, data, { product: product.id })
  const rate = numberFormat(localeOf(i18n.language), {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  const money = (value: number | null): ReactNode =>
    value === null ? (
      <span className="text-base font-normal text-ink-muted">{t('unknownValue')}</span>
    ) : (
      <Money amount={value} currency={currency} showCurrency={false} />
    )
  const share = (value: number | null) => (value === null ? '—' : rate.format(value))
  const { profit, advertising, cost, goods } = product
  return (
    <div className="flex flex-col gap-2">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {(['revenue', 'goods', 'fees', 'returns', 'advertising'] as const).map((name) => (
          <Figure key={name} name={t(`parts.${name}`)}>
            <To to={links[name]}>{money(product[name])}</To>
          </Figure>
        ))}
        <Figure name={t('parts.profit')}>
          <span className={cx(profit !== null && (profit < 0 ? 'text-danger' : 'text-success'))}>
            {money(profit)}
          </span>
        </Figure>
        <Figure name={t('parts.margin')}>{share(product.margin)}</Figure>
        <Figure name={t('parts.perDelivered')}>
          {product.perDelivered === null ? '—' : money(product.perDelivered)}
        </Figure>
        <Figure name={t('parts.breakEven')}>
          <span title={t('hints.breakEven')}>{share(product.breakEvenRate)}</span>
        </Figure>
        <Figure name={t('parts.adPerOrder')}>
          {product.adPerOrder === null ? '—' : money(product.adPerOrder)}
        </Figure>
      </dl>
      {cost === null && goods === null && (
        <p className="text-sm text-warning">
          <Link to={paths.edit('products', product.id)} className="underline underline-offset-2">
            {t('noCost', { amount: product.beforeGoods, currency })}
          </Link>
        </p>
      )}
      {advertising === null && <p className="text-sm text-ink-muted">{t('noAdvertising')}</p>}
    </div>
  )
}

const To = ({ to, children }: { to: string | null; children: ReactNode }) =>
  to === null ? (
    children
  ) : (
    <Link to={to} className="underline-offset-2 hover:underline">
      {children}
    </Link>
  )
