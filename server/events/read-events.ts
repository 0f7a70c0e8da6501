import { asc, inArray, lt, sql } from 'drizzle-orm'
import { type Actor, actorScope, onlyCountryOf } from '../../domain/access/actor.ts'
import type { Scope } from '../../domain/access/permissions.ts'
import type { LiveEvent } from '../../domain/changes/changes.ts'
import { type ResourceName, resources } from '../../domain/resources.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { events } from '../db/schema.ts'

/** Ids are assigned before commit, so a lower one may become visible later: replays overlap by this. */
const overlap = sql`interval '30 seconds'`

const longestReplay = 1_000

/** Milliseconds for which events can be resumed. */
const keptFor = 24 * 3_600_000

type Db = Pick<ServerContext, 'db'>

export const readEvents = ({ db }: Db, ids: readonly number[]): Promise<StoredEvent[]> =>
  db
    .select()
    .from(events)
    .where(inArray(events.id, [...ids]))
    .orderBy(asc(events.id))

/** The newest event's id; 0 if none. */
export const newestEventId = async ({ db }: Db): Promise<number> => {
  const [row] = await db.select({ id: sql<string>`coalesce(max(${events.id}), 0)` }).from(events)
  return Number(row?.id ?? 0)
}

/** Events after `id`, some perhaps repeated. Null if expired or too many: the client refetches its lists. */
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

/** Channel of event ids, notified on commit. */
export const eventChannel = 'waybill_events'

/** Above this, an event has no ids: clients refetch their list. */
const mostNamedIds = 500

export type NewEvent = {
  resource: ResourceName
  verb: string
  /** Null for records of several countries. */
  country: string | null
  /** Owners of the records; null if too many. */
  owners?: string[] | null
  ids: string[] | null
  batchId?: string | null
  /** Null for the server itself. */
  actor: string | null
}

/** Writes an event in the change's transaction. */
export const recordEvent = async (tx: Transaction, event: NewEvent): Promise<void> => {
  const owners = event.owners == null ? null : [...new Set(event.owners)]
  const [row] = await tx
    .insert(events)
    .values({
      ...event,
      owners: owners !== null && owners.length > mostNamedIds ? null : owners,
      ids: event.ids !== null && event.ids.length > mostNamedIds ? null : event.ids,
      batchId: event.batchId ?? null,
      // `clock_timestamp()`, not the transaction's start: the overlap covers the time from here to commit.
      at: sql`clock_timestamp()`,
    })
    .returning({ id: events.id })
  await tx.execute(sql`select pg_notify(${eventChannel}, ${String(row!.id)})`)
}

export type StoredEvent = typeof events.$inferSelect

type Sight = 'whole' | 'unnamed' | 'nothing'

/**
 * The message for an actor: complete, without ids, or null. By the records they may open: sellers hear of all offers of the
 * store.
 */
export const messageFor = (actor: Actor, event: StoredEvent): string | null => {
  const scope = actorScope(actor, resources[event.resource].verbs.view)
  const sight = scope === null || isElsewhere(actor, event) ? 'nothing' : sights[scope](actor, event)
  if (sight === 'nothing') return null
  const known = messages.get(event) ?? {}
  messages.set(event, known)
  known[sight] ??= messageOf(event, sight)
  return known[sight]
}

const isElsewhere = (actor: Actor, { country }: StoredEvent): boolean =>
  country !== null && ![null, country].includes(onlyCountryOf(actor))

/** Cached by visibility: each message is serialised once. */
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

/** Ids out of scope are never sent: for mixed events the client refetches its list. */
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
