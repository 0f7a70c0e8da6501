import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { ShareBar } from '../../charts/bars.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { useDashboard } from './dashboard-context.ts'
import { Panel } from './panel.tsx'

type Named = { id: string; name: string }

export type ShareColumn<Row> = {
  heading: string
  cell: (row: Row) => string
  /** Hidden on phones. */
  isWideOnly?: boolean
}

type ShareTableProps<Row extends Named> = {
  title: string
  nameHeading: string
  columns: readonly ShareColumn<Row>[]
  /** Largest first. */
  rows: readonly Row[]
  /** Length of the bar. */
  measure: (row: Row) => number
  linkOf: (row: Row) => string | null
}

const shownAtFirst = 6

/** Ranking with a bar under each name. */
export const ShareTable = <Row extends Named>({
  title,
  nameHeading,
  columns,
  rows,
  measure,
  linkOf,
}: ShareTableProps<Row>) => {
  const { t } = useTranslation('dashboard')
  const { words } = useDashboard()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, shownAtFirst)
  const most = Math.max(1, ...rows.map(measure))
  return (
    <Panel title={title}>
      {rows.length === 0 ? (
        <p className="py-4 text-sm text-ink-muted">{t('nobody')}</p>
      ) : (
        <table aria-label={title} className="w-full border-collapse text-sm">
          <thead className="text-xs text-ink-muted">
            <tr>
              <th scope="col" className="py-1 text-left font-medium">
                {nameHeading}
              </th>
              {columns.map(({ heading, isWideOnly }) => (
                <th key={heading} scope="col" className={cx(figureClass(isWideOnly), 'font-medium')}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.id} className="hover:bg-hover">
                <th scope="row" className="w-full max-w-0 py-1 text-left font-normal">
                  <Name name={row.name} share={measure(row) / most} to={linkOf(row)} />
                </th>
                {columns.map(({ heading, cell, isWideOnly }) => (
                  <td key={heading} className={cx(figureClass(isWideOnly), 'figures whitespace-nowrap')}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > shownAtFirst && (
        <div>
          <Button variant="ghost" size="sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? t('fewer') : t('all', { total: words.count(rows.length) })}
          </Button>
        </div>
      )}
    </Panel>
  )
}

const figureClass = (isWideOnly = false): string =>
  cx('py-1 pl-3 text-right align-top', isWideOnly && 'max-sm:hidden')

type NameProps = { name: string; share: number; to: string | null }

/** Name and bar, linked to the orders counted. */
const Name = ({ name, share, to }: NameProps) => {
  const bar = <ShareBar share={share} className="h-1" />
  return to === null ? (
    <span title={name}>
      <span className="block min-h-6 truncate">{name}</span>
      {bar}
    </span>
  ) : (
    <Link to={to} title={name} className="block underline-offset-2 hover:underline">
      <span className="block min-h-6 truncate">{name}</span>
      {bar}
    </Link>
  )
}

/** Rankings of products, sellers, staff and couriers. */
export const ShareTables = ({ withSellers }: { withSellers: boolean }) => (
  <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
    <Goods of="products" />
    {withSellers && <Goods of="sellers" />}
    <Couriers />
    <Agents />
  </div>
)

/** Filter of the order list by ranking. */
const filters = { products: 'product', sellers: 'owner' } as const

const Goods = ({ of }: { of: keyof typeof filters }) => {
  const { t } = useTranslation('dashboard')
  const { data, words, ordersLink } = useDashboard()
  return (
    <ShareTable
      title={t(`sections.${of}`)}
      nameHeading={t(`columns.${of}`)}
      columns={[
        { heading: t('columns.orders'), cell: ({ orders }) => words.count(orders) },
        {
          heading: t('columns.confirmed'),
          cell: ({ confirmed, orders }) => words.share(confirmed / Math.max(1, orders)),
          isWideOnly: true,
        },
        {
          heading: t('columns.delivered'),
          cell: ({ delivered, orders }) => words.share(delivered / Math.max(1, orders)),
          isWideOnly: true,
        },
        { heading: t('columns.collected'), cell: ({ collected }) => words.money(collected) },
      ]}
      rows={data[of]}
      measure={({ orders }) => orders}
      linkOf={({ id }) => ordersLink({ [filters[of]]: id })}
    />
  )
}

const Couriers = () => {
  const { t } = useTranslation('dashboard')
  const { data, words, ordersLink } = useDashboard()
  return (
    <ShareTable
      title={t('sections.deliveryGuys')}
      nameHeading={t('columns.deliveryGuys')}
      columns={[
        { heading: t('columns.parcels'), cell: ({ orders }) => words.count(orders) },
        { heading: t('columns.delivered'), cell: ({ delivered }) => words.count(delivered) },
        {
          heading: t('columns.returned'),
          cell: ({ returned }) => words.count(returned),
          isWideOnly: true,
        },
        { heading: t('columns.collected'), cell: ({ collected }) => words.money(collected) },
      ]}
      rows={[...data.deliveryGuys].sort((one, other) => other.delivered - one.delivered)}
      measure={({ delivered }) => delivered}
      linkOf={({ id }) => ordersLink({ delivery: id })}
    />
  )
}

/** Orders cannot be filtered by who confirmed them, so rows have no link. */
const Agents = () => {
  const { t } = useTranslation('dashboard')
  const { data, words } = useDashboard()
  return (
    <ShareTable
      title={t('sections.agents')}
      nameHeading={t('columns.agents')}
      columns={[
        { heading: t('columns.confirmed'), cell: ({ confirmed }) => words.count(confirmed) },
        { heading: t('columns.dispatched'), cell: ({ dispatched }) => words.count(dispatched) },
      ]}
      rows={data.agents}
      measure={({ confirmed, dispatched }) => confirmed + dispatched}
      linkOf={() => null}
    />
  )
}
