import { useTranslation } from 'react-i18next'
import { useBoard } from './board.ts'
import { ShareTable } from './share-table.tsx'

/** What sold best, and who sold, confirmed and delivered. */
export const ShareTables = ({ withSellers }: { withSellers: boolean }) => (
  <div className="grid grid-cols-1 items-start gap-4 desk:grid-cols-2">
    <Goods of="products" />
    {withSellers && <Goods of="sellers" />}
    <DeliveryGuys />
    <Agents />
  </div>
)

/** Which filter of the orders' list narrows them to one of these. */
const filters = { products: 'product', sellers: 'owner' } as const

const Goods = ({ of }: { of: keyof typeof filters }) => {
  const { t } = useTranslation('dashboard')
  const { data, words, ordersLink } = useBoard()
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

const DeliveryGuys = () => {
  const { t } = useTranslation('dashboard')
  const { data, words, ordersLink } = useBoard()
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

/** No list of orders can be narrowed by who confirmed them: these rows lead nowhere. */
const Agents = () => {
  const { t } = useTranslation('dashboard')
  const { data, words } = useBoard()
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
