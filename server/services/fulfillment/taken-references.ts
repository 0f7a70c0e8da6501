import { sql } from 'drizzle-orm'
import type { CountryCode } from '../../../domain/countries.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { lockImports } from '../import/import-orders-file.ts'

/** An order that would have its seller's own reference anew: one that comes back, or that another seller gets. */
export type ComingOrder = { id: string; country: CountryCode; owner: string; externalRef: string | null }

/**
 * Those of the orders whose reference another living order of the same seller has. Nobody can take one until the
 * transaction ends: imports wait. Comes after the orders' locks and before those of products, as imports take theirs.
 */
export const takenReferences = async (
  tx: Transaction,
  coming: readonly ComingOrder[],
): Promise<ReadonlySet<string>> => {
  const referred = coming.filter(({ externalRef }) => externalRef !== null)
  if (referred.length === 0) return new Set()
  for (const country of [...new Set(referred.map((order) => order.country))].sort()) {
    await lockImports(tx, country)
  }
  const named = referred.map(({ id, owner, externalRef }) => ({ id, owner, externalRef }))
  const { rows } = await tx.execute<{ id: string }>(sql`
    select coming.id
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as coming (id uuid, owner uuid, "externalRef" text)
    join orders kept on kept.owner = coming.owner and kept.external_ref = coming."externalRef"
      and kept.external_ref is not null and kept.deleted_at is null and kept.id <> coming.id`)
  return new Set(rows.map(({ id }) => id))
}
