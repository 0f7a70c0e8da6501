import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { deliveryRateOf } from '../../../domain/analytics/analytics.ts'
import { ShareBar } from '../../charts/bars.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { useDashboard } from './dashboard-context.ts'
import { Panel } from './panel.tsx'

type Named = { id: string; name: string }

export type ShareColumn<Row> = {
  heading: string
  /** What a rate is a share of. */
  base?: string
  /** Sorted by; null is last. */
  value: (row: Row) => number | null
  write: (value: number) => string
  /** List that the value counts. */
  linkOf?: (row: Row) => string | null
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
const ShareTable = <Row extends Named>(props: ShareTableProps<Row>) => (
  <Panel title={props.title}>
    <ShareRows {...props} />
  </Panel>
)

/** The table of a ranking, sorted by the heading chosen. */
export const ShareRows = <Row extends Named>({
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
  const [sort, setSort] = useState<ShareSort | null>(null)
  const sorted = sortShares(rows, columns, sort)
  const shown = isWhole ? sorted : sorted.slice(0, shownAtFirst)
  const most = Math.max(1, ...rows.map(measure))
  return (
    <>
      {rows.length === 0 ? (
        <p className="py-4 text-sm text-ink-muted">{t('nobody')}</p>
      ) : (
        <table aria-label={title} className="w-full border-collapse text-sm">
          <thead className="text-xs text-ink-muted">
            <tr>
              <th scope="col" className="py-1 text-left font-medium">
                {nameHeading}
              </th>
              {columns.map(({ heading, base, isWideOnly }) => {
                const way = sort?.heading === heading ? sort.way : undefined
                return (
                  <th
                    key={heading}
                    scope="col"
                    aria-sort={way}
                    className={cx(
                      figureClass(isWideOnly),
                      'font-medium',
                      // Two short words stay on one line.
                      heading.length <= 10 && 'whitespace-nowrap',
                    )}
                  >
                    <button
                      type="button"
                      title={base}
                      onClick={() =>
                        setSort({ heading, way: way === 'descending' ? 'ascending' : 'descending' })
                      }
                      className="-mr-1 inline-flex min-h-6 items-center gap-0.5 rounded-sm px-1 text-right hover:bg-hover hover:text-ink pointer-coarse:min-h-11"
                    >
                      {way && <Icon name={way === 'descending' ? 'arrow-down' : 'arrow-up'} size={12} />}
                      <span>
                        {heading}
                        {base && <span className="sr-only">, {base}</span>}
                      </span>
                    </button>
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.id} className="hover:bg-hover">
                <th scope="row" className="w-full max-w-0 py-1 text-left font-normal">
                  <Name name={row.name} share={measure(row) / most} to={linkOf(row)} />
                </th>
                {columns.map(({ heading, value, write, linkOf: toList, isWideOnly }) => {
                  const measured = value(row)
                  const to = measured === null ? null : (toList?.(row) ?? null)
                  return (
                    <td key={heading} className={cx(figureClass(isWideOnly), 'figures whitespace-nowrap')}>
                      {measured === null ? (
                        '—'
                      ) : to === null ? (
                        write(measured)
                      ) : (
                        <Link to={to} className="underline-offset-2 hover:underline">
                          {write(measured)}
                        </Link>
                      )}
                    </td>
                  )
                })}
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
    </>
  )
}

/** Column chosen, by its heading. */
export type ShareSort = { heading: string; way: 'ascending' | 'descending' }

/** Rows by a column; those without a value are last either way. As given without a choice. */
export const sortShares = <Row,>(
  rows: readonly Row[],
  columns: readonly Pick<ShareColumn<Row>, 'heading' | 'value'>[],
  sort: ShareSort | null,
): readonly Row[] => {
  const by = columns.find(({ heading }) => heading === sort?.heading)?.value
  if (by === undefined) return rows
  const sign = sort?.way === 'ascending' ? 1 : -1
  return rows.toSorted((one, other) => {
    const [a, b] = [by(one), by(other)]
    return a === null || b === null ? Number(a === null) - Number(b === null) : sign * (a - b)
  })
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
  <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
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
        { heading: t('columns.orders'), value: ({ orders }) => orders, write: words.count },
        {
          heading: t('columns.confirmationRate'),
          base: t('hints.confirmationRate'),
          value: ({ confirmed, orders }) => (orders === 0 ? null : confirmed / orders),
          write: words.rate,
          isWideOnly: true,
        },
        {
          heading: t('figures.deliveryRate'),
          base: t('hints.deliveryRate'),
          value: deliveryRateOf,
          write: words.rate,
        },
        {
          heading: t('columns.collected'),
          value: ({ collected }) => collected,
          write: words.money,
          isWideOnly: of === 'products',
        },
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
        {
          heading: t('columns.parcels'),
          value: ({ orders }) => orders,
          write: words.count,
          isWideOnly: true,
        },
        { heading: t('columns.delivered'), value: ({ delivered }) => delivered, write: words.count },
        {
          heading: t('figures.deliveryRate'),
          base: t('hints.deliveryRate'),
          value: deliveryRateOf,
          write: words.rate,
        },
        {
          heading: t('columns.returned'),
          value: ({ returned }) => returned,
          write: words.count,
          isWideOnly: true,
        },
        {
          heading: t('columns.collected'),
          value: ({ collected }) => collected,
          write: words.money,
          isWideOnly: true,
        },
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
        { heading: t('columns.confirmed'), value: ({ confirmed }) => confirmed, write: words.count },
        { heading: t('columns.dispatched'), value: ({ dispatched }) => dispatched, write: words.count },
      ]}
      rows={data.agents}
      measure={({ confirmed, dispatched }) => confirmed + dispatched}
      linkOf={() => null}
    />
  )
}
