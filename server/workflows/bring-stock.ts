import { sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import { broughtStock } from '../../domain/expeditions/why-not-move.ts'
import type { Transaction } from '../database/drizzle.ts'
import type { expeditions } from '../database/schema/goods.ts'
import { type Batch, recordChanges } from '../resources/changes/record-changes.ts'
import { announceRecords } from '../resources/engine/announce-records.ts'
import { inChunks } from '../resources/engine/in-chunks.ts'
import type { Change, HeldOf } from '../resources/engine/record-kind.ts'

type ExpeditionChange = Change<HeldOf<typeof expeditions>>

/**
 * Puts what expeditions bring into their products' stock, or takes it out again: the products are held. Their version
 * rises, since people edit the quantity that this changes, and their history says by which batch.
 */
export const bringStock = async (
  tx: Transaction,
  actor: Actor,
  batch: Batch,
  changes: readonly ExpeditionChange[],
): Promise<void> => {
  for (const chunk of inChunks(deltasOf(changes))) {
    const { verb } = changes[0]!
    const { rows } = await tx.execute<Moved>(sql`
      update products set quantity = quantity + given.delta, version = version + 1,
        updated_at = ${batch.at.toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb) as given (id uuid, delta integer)
      where products.id = given.id
      returning products.id, products.country, products.owner, products.version, products.quantity, given.delta`)
    await recordChanges(
      tx,
      actor,
      batch,
      rows.map(({ id, version, quantity, delta }) => ({
        verb,
        resource: 'products' as const,
        recordId: id,
        version,
        before: { quantity: quantity - delta },
        after: { quantity },
      })),
    )
    await announceRecords(tx, actor, batch, { resource: 'products', verb }, rows)
  }
}

type Moved = {
  id: string
  country: string
  owner: string
  version: number
  quantity: number
  delta: number
}

const deltasOf = (changes: readonly ExpeditionChange[]): { id: string; delta: number }[] => {
  const deltas = new Map<string, number>()
  const add = (product: string | null, pieces: number): void => {
    if (product !== null && pieces !== 0) deltas.set(product, (deltas.get(product) ?? 0) + pieces)
  }
  for (const { record, next } of changes) {
    if (record !== null) add(record.product, -broughtStock(record))
    add(next.product, broughtStock(next))
  }
  return [...deltas].filter(([, delta]) => delta !== 0).map(([id, delta]) => ({ id, delta }))
}
