import type { Actor } from '../../domain/access/actor.ts'
import { type Scope, scopeOf } from '../../domain/access/permissions.ts'
import type { LiveEvent } from '../../domain/changes/changes.ts'
import { resources } from '../../domain/resources.ts'
import type { events } from '../db/schema.ts'

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
