import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { Values } from '../../../domain/lib/field.ts'
import { type Shipping, shippingShapes, shippingUpdateFields } from '../../../domain/shippings/shipping.ts'
import { whyNotEditShipping } from '../../../domain/shippings/why-not-edit.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { orders, shippings } from '../../db/schema/orders.ts'
import { Refused } from '../../refused.ts'
import { type Batch, differences } from '../../modules/change-log/record-changes.ts'
import { readUpdate } from '../../crud/read-update.ts'
import { isOneOf } from '../../crud/where-sql.ts'
import { readShippings } from '../../modules/shippings/read-shippings.ts'
import { applyTradeSteps } from './apply-trade-steps.ts'
import { holdOrders } from './hold-orders.ts'
import { holdStock } from './hold-stock.ts'
import { orderValuesOf, shippingOf, shippingValuesOf, type TradeValues } from './trade-step.ts'

type Update = Partial<Values<typeof shippingUpdateFields>>

/** Sets right where a parcel goes, on its order, and what is said of it; `version` as in `updateOrder`. */
export const updateShipping = async (
  tx: Transaction,
  actor: Actor,
  { id, version, body }: { id: string; version: number | null; body: unknown },
  batch: Batch,
): Promise<Shipping> => {
  const [order] = await holdOrders(tx, orderOfShipping(id), { lock: true })
  if (order === undefined) throw new Refused('NOT_FOUND')
  const shipping = { ...shippingOf(order), country: order.country }
  if (whyNot(actor, 'shipping.update', shipping) !== null) throw new Refused('NOT_FOUND')
  if (version !== null && version !== shipping.version) {
    throw new Refused('STALE_VERSION', { current: (await readShippings(tx, [id]))[0] })
  }
  const { comment = shipping.comment, ...address }: Update = await readUpdate(body, {
    fields: shippingUpdateFields,
    shapes: shippingShapes,
    country: order.country,
    readPresent: async () => (await readShippings(tx, [id]))[0],
  })
  const code = whyNotEditShipping(actor, shipping)
  if (code !== null) throw new Refused(code)
  // Shared, so that no product is renamed meanwhile: both write the words that the parcel is found by.
  await holdStock(tx, [order.product], { lock: 'share' })
  const present: TradeValues = { order: orderValuesOf(order), shipping: shippingValuesOf(shipping) }
  const next = {
    order: { ...present.order, ...address },
    shipping: { ...shippingValuesOf(shipping), comment },
  }
  const isChanged = differences(present.order, next.order) !== null || comment !== shipping.comment
  if (isChanged) await applyTradeSteps(tx, actor, batch, [{ order, next, verb: 'shipping.update' }])
  return (await readShippings(tx, [id]))[0]!
}

const orderOfShipping = (id: string) => sql`${orders.id} in (
  select ${shippings.order} from ${shippings}
  where ${isOneOf(shippings.id, [id])} and ${shippings.deletedAt} is null)`
