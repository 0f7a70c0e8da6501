import { v7 as newId } from 'uuid'
import type { Transaction } from '../database/drizzle.ts'
import { shippings } from '../database/schema/orders.ts'
import type { Batch, ChangeLine } from '../resources/changes/record-changes.ts'
import { inChunks } from '../resources/engine/in-chunks.ts'
import { updateRows } from '../resources/engine/update-rows.ts'
import { readShippings } from '../resources/shippings/read-shippings.ts'
import { writeSearchEntries } from '../search/write-entries.ts'
import type { OrderStep, ShippingRow } from './order-step.ts'

const written = ['status', 'comment', 'delivery', 'deletedAt'] as const
type ShippingValues = Pick<ShippingRow, (typeof written)[number]>

/**
 * Gives each order that becomes confirmed its one shipping (a new one, or the cancelled one revived) and takes it back
 * from those that are confirmed no more. A deleted order's shipping goes and comes with it. Answers the history lines.
 */
export const followShippings = async (
  tx: Transaction,
  batch: Batch,
  steps: readonly OrderStep[],
): Promise<ChangeLine[]> => {
  const made = steps.filter((step) => isConfirmed(step.next) && step.order.shipping === null)
  const moved = steps.flatMap((step) => {
    const { shipping } = step.order
    const next = shipping === null ? null : nextShipping(step, shipping, batch)
    return shipping === null || next === null ? [] : [{ step, shipping, next }]
  })
  const createLines = await createShippings(tx, batch, made)
  await updateRows(
    tx,
    shippings,
    [...written, 'version', 'updatedAt'],
    moved.map(({ shipping, next }) => ({
      ...next,
      id: shipping.id,
      version: shipping.version + 1,
      updatedAt: batch.at,
    })),
  )
  return [...createLines, ...moved.map(moveLine)]
}

const nextShipping = (
  { order, next }: OrderStep,
  shipping: ShippingRow,
  batch: Batch,
): ShippingValues | null => {
  const { comment, delivery } = shipping
  const deletedAt = next.isDeleted ? batch.at : null
  if (isConfirmed(next) && !isConfirmed(order))
    return { ...assigned(next.delivery), comment: null, deletedAt }
  if (isConfirmed(order) && !isConfirmed(next)) return { status: 'CANCELLED', comment, delivery, deletedAt }
  return order.isDeleted === next.isDeleted ? null : { status: shipping.status, comment, delivery, deletedAt }
}

const isConfirmed = (order: { status: string; isDeleted: boolean }): boolean =>
  order.status === 'CONFIRMED' && !order.isDeleted

const assigned = (delivery: string | null) => ({
  status: delivery === null ? ('PENDING' as const) : ('ASSIGNED' as const),
  delivery,
})

const createShippings = async (
  tx: Transaction,
  batch: Batch,
  steps: readonly OrderStep[],
): Promise<ChangeLine[]> => {
  const lines: ChangeLine[] = []
  for (const chunk of inChunks(steps)) {
    const rows = chunk.map(({ order, next }) => ({
      id: newId(),
      country: order.country,
      owner: next.owner,
      order: order.id,
      ...assigned(next.delivery),
      createdAt: batch.at,
      updatedAt: batch.at,
    }))
    await tx.insert(shippings).values(rows)
    const records = await readShippings(
      tx,
      rows.map((row) => row.id),
    )
    await writeSearchEntries(tx, 'shippings', records)
    lines.push(
      ...rows.map(({ id, order, status, delivery }, index) => ({
        verb: chunk[index]!.verb,
        resource: 'shippings' as const,
        recordId: id,
        version: 1,
        before: null,
        after: { order, status, delivery },
      })),
    )
  }
  return lines
}

type Moved = { step: OrderStep; shipping: ShippingRow; next: ShippingValues }

const moveLine = ({ step, shipping, next }: Moved): ChangeLine => ({
  verb: step.verb,
  resource: 'shippings',
  recordId: shipping.id,
  version: shipping.version + 1,
  before: shown(shipping),
  after: shown(next),
})

const shown = ({ status, delivery, deletedAt }: ShippingValues) => ({
  status,
  delivery,
  isDeleted: deletedAt !== null,
})
