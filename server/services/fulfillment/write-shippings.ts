import type { Batch } from '../../crud/record-changes.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { shippings } from '../../db/schema/orders.ts'
import { insertRows, updateRows } from '../../db/unnest-rows.ts'
import { type ShippingValues, shippingValueNames } from './fulfillment-step.ts'
import type { RevisedFulfillment } from './revise-fulfillments.ts'

/** Numbers of created shippings by id. */
export type MadeShippings = ReadonlyMap<string, number>

/** Inserts and updates shippings. Owner: the order's. */
export const writeShippings = async (
  tx: Transaction,
  batch: Batch,
  fulfillments: readonly RevisedFulfillment[],
): Promise<MadeShippings> => {
  const made = fulfillments.flatMap(({ order, next, shippingId }) =>
    order.shipping !== null || next.shipping === null
      ? []
      : {
          ...columnsOf(next.shipping),
          id: shippingId!,
          country: order.country,
          owner: next.order.owner,
          order: order.id,
          createdAt: batch.at,
          updatedAt: batch.at,
        },
  )
  const numbered = await insertRows(tx, shippings, madeNames, made, ['id', 'number'])
  await updateRows(
    tx,
    shippings,
    [...shippingValueNames, 'owner', 'version', 'updatedAt', 'deletedAt'],
    fulfillments.flatMap((fulfillment) => changedRow(batch, fulfillment) ?? []),
  )
  return new Map(numbered.map(({ id, number }) => [id, number]))
}

const madeNames = [
  ...shippingValueNames,
  'country',
  'owner',
  'order',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof typeof shippings.$inferInsert)[]

const changedRow = (batch: Batch, { order, next, shippingRevision }: RevisedFulfillment) => {
  const { shipping } = order
  if (shipping === null || next.shipping === null) return null
  const isRevised = shippingRevision !== null
  if (!isRevised && shipping.owner === next.order.owner) return null
  return {
    ...columnsOf(next.shipping),
    id: shipping.id,
    owner: next.order.owner,
    version: shipping.version + (isRevised ? 1 : 0),
    updatedAt: isRevised ? batch.at : shipping.updatedAt,
    deletedAt: next.shipping.isDeleted ? batch.at : null,
  }
}

// `statusAt` is set by `stampStatus`.
const columnsOf = ({ isDeleted: _, ...values }: ShippingValues) => ({ ...values, statusAt: values.statusAt! })
