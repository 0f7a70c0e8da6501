import { sql } from 'drizzle-orm'
import type { Verb } from '../../domain/access/permissions.ts'
import type { HeldOf, Pair } from '../crud/resource-definition.ts'
import type { Reference } from '../crud/write-records.ts'
import type { Transaction } from '../db/drizzle.ts'
import { isOneOf } from '../db/is-one-of.ts'
import { affiliates, expeditions, type products } from '../db/schema/goods.ts'
import { orders } from '../db/schema/orders.ts'

type HeldProduct = HeldOf<typeof products>

/**
 * Facts for rules of products. `orphans`: would be restored while their offer is deleted or of another country. `retaken`:
 * would be restored although the owner has another product of the offer.
 */
export type ProductFacts = {
  orphans: ReadonlySet<string>
  retaken: ReadonlySet<string>
}

/** References to products. */
export const productUses: readonly Reference[] = [
  { column: orders.product, deletedAt: orders.deletedAt },
  { column: expeditions.product, deletedAt: expeditions.deletedAt },
]

export const findProductFacts = async (
  tx: Transaction,
  pairs: readonly Pair<HeldProduct>[],
  options: { lock: boolean },
): Promise<ProductFacts> => {
  const coming = pairs.filter(({ record, next }) => !next.isDeleted && (record?.isDeleted ?? true))
  const nexts = coming.map(({ next }) => next)
  const orphans = await findOrphans(tx, nexts, options)
  // After locking the offers, which `take` locks too.
  const retaken = await findRetaken(
    tx,
    coming.flatMap(({ record, next }) => (record !== null && next.affiliate !== null ? next.id : [])),
  )
  return { orphans, retaken }
}

/** Deleted products of an offer whose owner has another one now. */
const findRetaken = async (tx: Transaction, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const verb: Verb = 'affiliate.take'
  const { rows } = await tx.execute<{ id: string }>(sql`
    select gone.id from products gone
    where gone.id = any(${sql.param([...ids])}::uuid[])
      and exists (select 1 from changes where changes.record_id = gone.id and changes.verb = ${verb})
      and exists (select 1 from products other where other.affiliate = gone.affiliate and other.owner = gone.owner
        and other.id <> gone.id and other.deleted_at is null)`)
  return new Set(rows.map((row) => row.id))
}

/** Locks offers shared, so that they are not deleted concurrently. */
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
