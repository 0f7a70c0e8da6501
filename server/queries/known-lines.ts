import { sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import { scopeOf } from '../../domain/access/permissions.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import { shopFileKinds } from '../../domain/orders/import/shop-headers.ts'
import type { KnownLine } from '../../domain/shop-files/check-order-file.ts'
import type { Executor } from '../db/drizzle.ts'

/** What lines of a country's sources mean, as people have said in the inbox; of sources whose orders the actor may import. */
export const knownLines = async (db: Executor, actor: Actor, country: CountryCode): Promise<KnownLine[]> => {
  const isReached = scopeOf(actor, 'order.import') === 'all' ? sql`true` : sql`sources.owner = ${actor.id}`
  const { rows } = await db.execute<KnownLine>(sql`
    select distinct sources.kind, mapped.kind as by, mapped.key, mapped.product
    from source_products mapped
    join sources on sources.id = mapped.source
    where sources.country = ${country} and sources.deleted_at is null
      and sources.kind = any(${sql.param([...shopFileKinds])}::text[]) and ${isReached}
    order by 1, 2, 3, 4`)
  return rows
}
