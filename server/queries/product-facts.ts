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
 * What the rules of products ask: `orphans` are those to appear whose offer is no living one of their country, `retaken` those to
 * come back although their owner has taken the offer again.
 */
export type ProductFacts = {
  orphans: ReadonlySet<string>
  retaken: ReadonlySet<string>
}

/** What names products. */
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
  // After the offers are held: who takes one locks it.
  const retaken = await findRetaken(
    tx,
    coming.flatMap(({ record, next }) => (record !== null && next.affiliate !== null ? next.id : [])),
  )
  return { orphans, retaken }
}

/** Of deleted products that were taken from an offer: those whose owner has another one of it by now. */
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
