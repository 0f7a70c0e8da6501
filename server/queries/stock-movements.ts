import { sql } from 'drizzle-orm'
import type { StockMovement } from '../../domain/fulfillment/stock-movement.ts'
import type { Executor } from '../db/drizzle.ts'

type Row = Omit<StockMovement, 'at' | 'shippingNumber' | 'orderNumber' | 'expeditionNumber'> &
  Record<'at' | 'total', string> &
  Record<'shippingNumber' | 'orderNumber' | 'expeditionNumber', string | null>

/** A page of a product's stock movements, newest first, with the total. */
export const listMovements = async (
  db: Executor,
  product: string,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ items: StockMovement[]; total: number }> => {
  const { rows } = await db.execute<Row>(sql`
    select movement.id, movement.at, movement.product, movement.pieces, movement.reason, movement.shipping,
      shippings.number as "shippingNumber", shippings."order", orders.number as "orderNumber", movement.expedition,
      expeditions.number as "expeditionNumber", movement.actor, actor.name as "actorName",
      movement.batch_id as "batchId", movement.note
    from (
      select * from stock_movements where product = ${product} order by at desc, id desc limit ${limit} offset ${skip}
    ) movement
    left join shippings on shippings.id = movement.shipping
    left join orders on orders.id = shippings."order"
    left join expeditions on expeditions.id = movement.expedition
    left join users actor on actor.id = movement.actor
    order by movement.at desc, movement.id desc`)
  const counted = await db.execute<{ total: string }>(
    sql`select count(*) as total from stock_movements where product = ${product}`,
  )
  return { items: rows.map(toMovement), total: Number(counted.rows[0]?.total ?? 0) }
}

const toMovement = ({ at, shippingNumber, orderNumber, expeditionNumber, ...row }: Row): StockMovement => ({
  ...row,
  at: new Date(at).toISOString(),
  shippingNumber: toNumber(shippingNumber),
  orderNumber: toNumber(orderNumber),
  expeditionNumber: toNumber(expeditionNumber),
})

const toNumber = (number: string | null): number | null => (number === null ? null : Number(number))
