import type { Actor } from '../../../domain/access/actor.ts'
import type { Shipping, ShippingMoveInput } from '../../../domain/shippings/shipping.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { assignShippings } from '../../services/fulfillment/assign-shippings.ts'
import { moveShippings } from '../../services/fulfillment/move-shippings.ts'
import type { Batch } from '../change-log/record-changes.ts'
import { onlyRecord } from '../../crud/only-record.ts'
import { readShippings } from './read-shippings.ts'

type OneCall = { id: string; version: number | null }

/** Moves one parcel by the same workflow that moves many. */
export const setShippingStatus = async (
  tx: Transaction,
  actor: Actor,
  { id, version, move }: OneCall & { move: ShippingMoveInput },
  batch: Batch,
): Promise<Shipping> => {
  const report = await moveShippings(tx, actor, { ids: [id] }, move, { batch, dryRun: false, version })
  return onlyRecord(report, await readShippings(tx, [id]))
}

/** Gives one parcel to a delivery guy, or takes it back. */
export const setShippingDelivery = async (
  tx: Transaction,
  actor: Actor,
  { id, version, assignment }: OneCall & { assignment: { delivery: string | null } },
  batch: Batch,
): Promise<Shipping> => {
  const report = await assignShippings(tx, actor, { ids: [id] }, assignment, {
    batch,
    dryRun: false,
    version,
  })
  return onlyRecord(report, await readShippings(tx, [id]))
}
