import { asc, inArray, lt, sql } from 'drizzle-orm'
import type { ServerContext } from '../context.ts'
import { events } from '../db/schema.ts'
import type { StoredEvent } from './message-for.ts'

/** Ids are given before the commit, so a lower one may become visible after a higher one: replays reach back this far. */
const overlap = sql`interval '30 seconds'`

const longestReplay = 1_000

/** How long events can be resumed from. */
export const keptFor = 24 * 3_600_000

type Db = Pick<ServerContext, 'db'>

export const readEvents = ({ db }: Db, ids: readonly number[]): Promise<StoredEvent[]> =>
  db
    .select()
    .from(events)
    .where(inArray(events.id, [...ids]))
    .orderBy(asc(events.id))

/** The newest event of now; 0 where there is none yet. */
export const newestEventId = async ({ db }: Db): Promise<number> => {
  const [row] = await db.select({ id: sql<string>`coalesce(max(${events.id}), 0)` }).from(events)
  return Number(row?.id ?? 0)
}

/**
 * What came after the event `id`, some of it perhaps a second time. Null when that is not known any more, or is too
 * much to tell one by one: the client reads its lists again.
 */
export const eventsAfter = async ({ db }: Db, id: number): Promise<StoredEvent[] | null> => {
  const since = db
    .select({ at: sql`${events.at} - ${overlap}` })
    .from(events)
    .where(sql`${events.id} = ${id}`)
  const [known] = await db.select({ id: events.id }).from(events).where(sql`${events.id} = ${id}`)
  if (known === undefined) return null
  const rows = await db
    .select()
    .from(events)
    .where(sql`${events.id} > ${id} or (${events.at} >= (${since}) and ${events.id} <> ${id})`)
    .orderBy(asc(events.id))
    .limit(longestReplay + 1)
  return rows.length > longestReplay ? null : rows
}

export const forgetEvents = async ({ db }: Db): Promise<void> => {
  await db.delete(events).where(lt(events.at, new Date(Date.now() - keptFor)))
}
