import type { ShippingStatus } from '../../../domain/shippings/shipping-status.ts'
import type { Known } from './call.ts'
import type { World } from './world.ts'

/** As many of each as calls choose from. */
const newest = 12

const listOf = (table: string, isSpent: string) =>
  `array(select id from ${table} where owner = any($1) order by ${isSpent}, number desc limit ${newest})`

/** What there is to call about at present: as `knownTo`, from the database. */
export const readKnown = async ({ api, model }: World): Promise<Known> => {
  const { pool, now } = api.context
  const { sellers, people, country } = model
  const { rows } = await pool.query(
    `select ${listOf('products', 'deleted_at is not null')} as products,
      ${listOf('orders', `deleted_at is not null or status = 'CANCELLED'`)} as orders,
      ${listOf('shippings', `deleted_at is not null or status in ('CANCELLED', 'RETURNED', 'LOST')`)} as shippings,
      ${listOf('expeditions', 'deleted_at is not null')} as expeditions,
      ${listOf('invoices', 'deleted_at is not null')} as invoices,
      array(select batch_id from changes order by id desc limit ${4 * newest}) as batches,
      (select coalesce(json_object_agg(id, status), '{}') from shippings where owner = any($1)) as statuses`,
    [sellers],
  )
  const [found] = rows as [Record<List, string[]> & { statuses: Record<string, ShippingStatus> }]
  return {
    country,
    at: now().getTime(),
    sellers,
    guys: [people.first.id, people.second.id],
    products: found.products.toReversed(),
    orders: found.orders.toReversed(),
    shippings: found.shippings.toReversed(),
    expeditions: found.expeditions.toReversed(),
    invoices: found.invoices.toReversed(),
    batches: [...new Set(found.batches)].toReversed(),
    statusOf: (id) => found.statuses[id]!,
  }
}

type List = 'products' | 'orders' | 'shippings' | 'expeditions' | 'invoices' | 'batches'
