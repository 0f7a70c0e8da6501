import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { broughtStock } from '../../../domain/expeditions/policy.ts'
import { announceRecords } from '../../crud/announce-records.ts'
import { type Batch, recordChanges } from '../../crud/record-changes.ts'
import type { Change, HeldOf } from '../../crud/resource-definition.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { expeditions } from '../../db/schema/goods.ts'
import { inChunks } from '../../db/unnest-rows.ts'
import { type Movement, movementsBetween, recordMovements } from './stock.ts'

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
    const { rows } = await tx.execute<Moved>(sql`
      update products set quantity = quantity + given.delta, version = version + 1,
        updated_at = ${batch.at.toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb) as given (id uuid, delta integer, verb text)
      where products.id = given.id
      returning products.id, products.country, products.owner, products.version, products.quantity, given.delta,
        given.verb`)
    await recordChanges(
      tx,
      actor,
      batch,
      rows.map(({ id, version, quantity, delta, verb }) => ({
        verb,
        resource: 'products' as const,
        recordId: id,
        version,
        before: { quantity: quantity - delta },
        after: { quantity },
      })),
    )
    for (const verb of new Set(rows.map((row) => row.verb))) {
      const moved = rows.filter((row) => row.verb === verb)
      await announceRecords(tx, actor, batch, { resource: 'products', verb }, moved)
    }
  }
  await recordMovements(tx, actor, batch, changes.flatMap(broughtMovements))
}

/** An expedition brings goods to the product that it names, and takes them out again: of both where it is another one. */
const broughtMovements = ({ record, next }: ExpeditionChange): Movement[] => {
  const goodsOf = (expedition: HeldOf<typeof expeditions>) =>
    ({ product: expedition.product ?? '', pieces: broughtStock(expedition), reason: 'expedition' }) as const
  const before = record === null ? { ...goodsOf(next), pieces: 0 } : goodsOf(record)
  return movementsBetween(before, goodsOf(next)).map((goods) => ({ ...goods, expedition: next.id }))
}

type Moved = {
  id: string
  country: string
  owner: string
  version: number
  quantity: number
} & Omit<ReceivedGoods, 'id'>

/** `verb` is that of the first change that moves the product's stock: one call confirms some and takes others back. */
type ReceivedGoods = { id: string; delta: number; verb: string }

const deltasOf = (changes: readonly ExpeditionChange[]): ReceivedGoods[] => {
  const deltas = new Map<string, ReceivedGoods>()
  const add = (product: string | null, pieces: number, verb: string): void => {
    if (product === null || pieces === 0) return
    const known = deltas.get(product) ?? { id: product, delta: 0, verb }
    deltas.set(product, { ...known, delta: known.delta + pieces })
  }
  for (const { record, next, verb } of changes) {
    if (record !== null) add(record.product, -broughtStock(record), verb)
    add(next.product, broughtStock(next), verb)
  }
  return [...deltas.values()].filter(({ delta }) => delta !== 0)
}
