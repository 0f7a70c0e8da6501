import { sql } from 'drizzle-orm'
import { type CheckedImport, type CheckedRow, skipRow } from '../../domain/orders/import/check-import.ts'
import type { Executor } from '../resources/engine/executor.ts'

/** Skips the good rows whose `externalRef` their product's owner already has. */
export const markImported = async (db: Executor, checked: CheckedImport): Promise<CheckedImport> => {
  const taken = await takenReferences(db, checked.rows)
  if (taken.size === 0) return checked
  const rows = checked.rows.map((row) =>
    taken.has(referenceOf(row)) ? skipRow(row, 'ALREADY_IMPORTED', 'externalRef') : row,
  )
  return { ...checked, rows, problems: rows.flatMap(({ problems }) => problems) }
}

const takenReferences = async (db: Executor, rows: readonly CheckedRow[]): Promise<Set<string>> => {
  const named = rows.flatMap(({ order }) => (order === null || order.externalRef === null ? [] : [order]))
  if (named.length === 0) return new Set()
  const owners = named.map(({ owner }) => owner)
  const references = named.map(({ externalRef }) => externalRef)
  const found = await db.execute<{ owner: string; external_ref: string }>(sql`
    select orders.owner, orders.external_ref
    from unnest(${sql.param(owners)}::uuid[], ${sql.param(references)}::text[]) as given (owner, external_ref)
    join orders on orders.owner = given.owner and orders.external_ref = given.external_ref
    where orders.external_ref is not null and orders.deleted_at is null`)
  return new Set(found.rows.map((row) => `${row.owner} ${row.external_ref}`))
}

/** No reference is ever the empty text. */
const referenceOf = ({ order }: CheckedRow): string =>
  order === null || order.externalRef === null ? '' : `${order.owner} ${order.externalRef}`
