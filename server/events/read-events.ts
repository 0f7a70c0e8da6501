import { asc, inArray, lt, sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import { type Scope, scopeOf } from '../../domain/access/permissions.ts'
import type { LiveEvent } from '../../domain/changes/changes.ts'
import { type ResourceName, resources } from '../../domain/resources.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { events } from '../db/schema.ts'

/** Ids are given before the commit, so a lower one may become visible after a higher one: replays reach back this far. */
const overlap = sql`interval '30 seconds'`

const longestReplay = 1_000

/** How long events can be resumed from. */
const keptFor = 24 * 3_600_000

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

/** The channel on which an event's id travels to every instance once its transaction commits. */
export const eventChannel = 'waybill_events'

/** Above this many, an event names no records: clients read their list again. */
const mostNamedIds = 500

export type NewEvent = {
  resource: ResourceName
  verb: string
  /** Null where the records are of several countries. */
  country: string | null
  /** The owners of the records; null where they are too many to name. */
  owners?: string[] | null
  ids: string[] | null
  batchId?: string | null
  /** Null where the server did it by itself. */
  actor: string | null
}

/** Records an event in the transaction of the change, so that a rolled-back change is not published. */
export const recordEvent = async (tx: Transaction, event: NewEvent): Promise<void> => {
  const owners = event.owners == null ? null : [...new Set(event.owners)]
  const [row] = await tx
    .insert(events)
    .values({
      ...event,
      owners: owners !== null && owners.length > mostNamedIds ? null : owners,
      ids: event.ids !== null && event.ids.length > mostNamedIds ? null : event.ids,
      batchId: event.batchId ?? null,
      // The clock, not the transaction's start: a replay overlaps by the time from here to the commit.
      at: sql`clock_timestamp()`,
    })
    .returning({ id: events.id })
  await tx.execute(sql`select pg_notify(${eventChannel}, ${String(row!.id)})`)
}

export type StoredEvent = typeof events.$inferSelect

type Sight = 'whole' | 'unnamed' | 'nothing'

/**
 * What an actor receives of an event, as it goes over the stream: all of it, that something changed without naming
 * records, or nothing (null). As far as they may open records: a seller who looks at the store hears of everybody's
 * offers.
 */
export const messageFor = (actor: Actor, event: StoredEvent): string | null => {
  const scope = scopeOf(actor.role, resources[event.resource].verbs.view)
  const sight = scope === null ? 'nothing' : sights[scope](actor, event)
  if (sight === 'nothing') return null
  const known = messages.get(event) ?? {}
  messages.set(event, known)
  known[sight] ??= messageOf(event, sight)
  return known[sight]
}

/** Each is written once for all who see as much of the event. */
const messages = new WeakMap<StoredEvent, Partial<Record<Sight, string>>>()

const messageOf = (event: StoredEvent, sight: Sight): string => {
  const { id, resource, verb, country, ids, batchId, actor } = event
  const live: LiveEvent = {
    id: String(id),
    resource,
    verb,
    country,
    ids: sight === 'whole' ? ids : null,
    batchId,
    actor,
  }
  return `id: ${live.id}\ndata: ${JSON.stringify(live)}\n\n`
}

/** Ids of records out of scope are never named: where an event mixes them, the client reads its list again. */
const sights: Record<Scope, (actor: Actor, event: StoredEvent) => Sight> = {
  all: () => 'whole',
  country: (actor, { country }) =>
    country === null ? 'unnamed' : country === actor.country ? 'whole' : 'nothing',
  own: (actor, { owners }) => {
    if (owners === null) return 'unnamed'
    if (!owners.includes(actor.id)) return 'nothing'
    return owners.length === 1 ? 'whole' : 'unnamed'
  },
  assigned: (actor, { country }) => (country === null || country === actor.country ? 'unnamed' : 'nothing'),
}
