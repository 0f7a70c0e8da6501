import { sql } from 'drizzle-orm'
import type { Transaction } from '../../database/drizzle.ts'
import { affiliates, expeditions, type products } from '../../database/schema/goods.ts'
import { orders } from '../../database/schema/orders.ts'
import { findUses, type Reference } from '../engine/find-uses.ts'
import type { HeldOf, Pair } from '../engine/record-kind.ts'
import { isOneOf } from '../engine/where-sql.ts'

type HeldProduct = HeldOf<typeof products>

/**
 * What the rules of products ask: `used` are those to be deleted that an order or an expedition names, `orphans` those
 * to appear whose offer is no living one of their country.
 */
export type ProductFacts = { used: ReadonlySet<string>; orphans: ReadonlySet<string> }

const namedBy: readonly Reference[] = [
  { column: orders.product, deletedAt: orders.deletedAt },
  { column: expeditions.product, deletedAt: expeditions.deletedAt },
]

export const findProductFacts = async (
  tx: Transaction,
  pairs: readonly Pair<HeldProduct>[],
  options: { lock: boolean },
): Promise<ProductFacts> => {
  const coming = pairs
    .filter(({ record, next }) => !next.isDeleted && (record === null || record.isDeleted))
    .map(({ next }) => next)
  return { used: await findUses(tx, pairs, namedBy), orphans: await findOrphans(tx, coming, options) }
}

/** Offers are held shared, so that none is deleted while a product is being taken from it. */
const findOrphans = async (
  tx: Transaction,
  coming: readonly HeldProduct[],
  { lock }: { lock: boolean },
): Promise<Set<string>> => {
  const taken = coming.filter(({ affiliate }) => affiliate !== null)
  if (taken.length === 0) return new Set()
  const ids = taken.map(({ affiliate }) => affiliate!)
  const query = tx
    .select({ id: affiliates.id, country: affiliates.country })
    .from(affiliates)
    .where(sql`${isOneOf(affiliates.id, ids)} and ${affiliates.deletedAt} is null`)
    .orderBy(affiliates.id)
  const countryOf = new Map(
    (await (lock ? query.for('share') : query)).map(({ id, country }) => [id, country]),
  )
  const orphans = taken.filter(({ affiliate, country }) => countryOf.get(affiliate!) !== country)
  return new Set(orphans.map(({ id }) => id))
}
