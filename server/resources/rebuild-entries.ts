import { sql } from 'drizzle-orm'
import { type ResourceName, resourceNames } from '../../domain/resources.ts'
import { entryVersion } from '../../domain/search/searchable.ts'
import { isOneOf } from '../db/columns.ts'
import type { ServerContext } from '../db/context.ts'
import type { Executor, Transaction } from '../db/drizzle.ts'
import { orders, shippings } from '../db/schema/orders.ts'
import { searchRebuilds } from '../db/schema/search-entries.ts'
import { tidySearchIndexes } from '../search/search-index.ts'
import { writeSearchEntries } from '../search/write-entries.ts'
import { serverResources } from './registry.ts'

/** Records locked per step: changes of them wait some hundredths of a second. */
const perStep = 200

/** Advisory lock per step: instances alternate without repeating work. */
const rebuildLock = 760_118_412

/**
 * Rebuilds search entries of older versions in steps, while others search and write; resumes an earlier run. Returns the number
 * of records processed.
 */
export const rebuildEntries = async (
  context: ServerContext,
  isStopped: () => boolean = () => false,
): Promise<number> => {
  let count = 0
  for (const resource of resourceNames) {
    for (;;) {
      if (isStopped()) return count
      const done = await context.db.transaction((tx) => rebuildStep(tx, resource))
      if (done === null) break
      count += done
    }
  }
  if (count > 0) await tidySearchIndexes(context.db)
  return count
}

/** Processes the next records of a resource; null at the end. */
const rebuildStep = async (tx: Transaction, resource: ResourceName): Promise<number | null> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${rebuildLock})`)
  const [state] = await tx
    .select({ version: searchRebuilds.version, after: searchRebuilds.after })
    .from(searchRebuilds)
    .where(sql`${searchRebuilds.resource} = ${resource}`)
  const isOfThis = state?.version === entryVersion
  if (state !== undefined && state.version >= entryVersion && state.after === null) return null
  const ids = await nextIds(tx, resource, isOfThis ? state.after : null)
  if (ids.length > 0) await write(tx, resource, ids)
  const after = ids.length < perStep ? null : ids.at(-1)!
  await tx
    .insert(searchRebuilds)
    .values({ resource, version: entryVersion, after })
    .onConflictDoUpdate({ target: searchRebuilds.resource, set: { version: entryVersion, after } })
  return ids.length
}

/** Locks the records, so that entries match until commit. */
const nextIds = async (tx: Transaction, resource: ResourceName, after: string | null): Promise<string[]> => {
  const { table } = serverResources[resource].source
  const isParcel = resource === 'shippings'
  const { rows } = await tx.execute<{ id: string }>(sql`
    select ${table.id} as id from ${table}
    where ${table.deletedAt} is null ${after === null ? sql.empty() : sql`and ${table.id} > ${after}::uuid`}
    order by ${table.id} limit ${perStep} ${isParcel ? sql.empty() : sql`for share`}`)
  const ids = rows.map(({ id }) => id)
  // A parcel's words are its order's, whose lock covers it.
  if (isParcel && ids.length > 0) {
    const own = tx.select({ order: shippings.order }).from(shippings).where(isOneOf(shippings.id, ids))
    await tx.execute(
      sql`select from ${orders} where ${orders.id} in (${own}) order by ${orders.id} for share`,
    )
  }
  return ids
}

/** Marks all entries as current, for a newly filled database. */
export const markRebuilt = async (db: Executor): Promise<void> => {
  await db.execute(sql`
    insert into search_rebuilds (resource, version)
    select resource, ${entryVersion}::int from unnest(${sql.param([...resourceNames])}::text[]) as named (resource)
    on conflict (resource) do update set version = excluded.version, after = null`)
}

const write = async <Name extends ResourceName>(
  tx: Transaction,
  resource: Name,
  ids: readonly string[],
): Promise<void> => writeSearchEntries(tx, resource, await serverResources[resource].read(tx, ids))
