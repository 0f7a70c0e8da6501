import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import { permissions } from '../../domain/access/permissions.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import { hasRunLow, type LineEvent } from '../../domain/webhooks/line-events.ts'
import { mayHear, sentEvents, type WebhookEvent } from '../../domain/webhooks/webhook-events.ts'
import { newIds } from '../core/new-ids.ts'
import type { Executor } from '../db/drizzle.ts'
import { deliveries } from '../db/schema/webhooks.ts'
import { insertRows } from '../db/unnest-rows.ts'

/** SQL of the facts of a record that bodies have, and of whose it is. */
const factsOf: Readonly<Record<string, (ids: SQL) => SQL>> = {
  order: (ids) => sql`
    select id, owner, country, jsonb_build_object('externalRef', external_ref, 'status', status, 'number', number) as facts
    from orders where id = any(${ids})`,
  shipping: (ids) => sql`
    select shippings.id, orders.owner, orders.country,
      jsonb_build_object('order', shippings."order", 'status', shippings.status, 'number', shippings.number) as facts
    from shippings join orders on orders.id = shippings."order" where shippings.id = any(${ids})`,
  invoice: (ids) => sql`
    select id, owner, country, jsonb_build_object('week', week, 'status', status, 'number', number) as facts
    from invoices where id = any(${ids})`,
  stock: (ids) => sql`
    select id, owner, country, jsonb_build_object('available', quantity - reserved, 'number', number) as facts
    from products where id = any(${ids})`,
}

type Heard = {
  id: string
  owner: string
  country: CountryCode
  facts: Record<string, unknown>
  webhook: string
  events: WebhookEvent[]
} & HearerColumns

type HearerColumns = {
  hearer: string
  role: Actor['role']
  hearerCountry: CountryCode
  isEmailVerified: boolean
  isActivated: boolean
}

const hearerColumns = sql`webhooks.id as webhook, webhooks.events, webhooks.owner as hearer, users.role,
  users.country as "hearerCountry", users.is_email_verified as "isEmailVerified", users.is_activated as "isActivated"`

/** Active webhooks with their owners, who may have lost their rights. */
const hearers = (events: readonly WebhookEvent[]): SQL => sql`
  webhooks join users on users.id = webhooks.owner and users.deleted_at is null
  where webhooks.deleted_at is null and webhooks.is_active and webhooks.events ?| ${sql.param([...events])}::text[]`

const actorOf = (hearer: HearerColumns): Actor => ({
  id: hearer.hearer,
  role: hearer.role,
  country: hearer.hearerCountry,
  isEmailVerified: hearer.isEmailVerified,
  isActivated: hearer.isActivated,
})

/**
 * Writes the events of a change for the webhooks that listen, in its transaction: what is rolled back sends nothing. One statement
 * for each kind of record, and some more only if somebody listens.
 */
export const queueDeliveries = async (
  tx: Executor,
  { at }: { at: Date },
  events: readonly LineEvent[],
): Promise<void> => {
  for (const [kind, facts] of Object.entries(factsOf)) {
    const ofKind = events.filter(({ event }) => event.startsWith(`${kind}.`))
    if (ofKind.length === 0) continue
    const names = [...new Set(ofKind.map(({ event }) => event))]
    const ids = sql`${sql.param([...new Set(ofKind.map(({ record }) => record))])}::uuid[]`
    // A seller's webhooks are joined to their records only, not to every record of the change.
    const { rows } = await tx.execute<Heard>(sql`
      with hearer as materialized (select ${hearerColumns} from ${hearers(names)})
      select record.*, hearer.* from hearer
      join (${facts(ids)}) record on record.owner = hearer.hearer or hearer.role = any(${sql.param(widerRoles(names))}::text[])`)
    const heardBy = new Map<string, Heard[]>()
    for (const heard of rows) heardBy.set(heard.id, [...(heardBy.get(heard.id) ?? []), heard])
    await insertDeliveries(
      tx,
      at,
      ofKind.flatMap((event) =>
        (heardBy.get(event.record) ?? []).flatMap((heard) => deliveryOf(event, heard) ?? []),
      ),
    )
  }
}

/** Roles that may use the verbs of these events on records of others. */
const widerRoles = (events: readonly WebhookEvent[]): string[] =>
  events.flatMap((event) =>
    Object.entries(permissions[sentEvents[event].verb]).flatMap(([role, scope]) =>
      scope === 'own' ? [] : role,
    ),
  )

type NewDelivery = {
  webhook: string
  owner: string
  country: CountryCode
  event: WebhookEvent
  record: string | null
  recordOwner: string
  data: Record<string, unknown>
}

/** Null if the webhook does not hear of it. */
const deliveryOf = ({ event, record, said, fell }: LineEvent, heard: Heard): NewDelivery | null => {
  const { webhook, hearer, country, owner, facts } = heard
  if (!heard.events.includes(event) || !mayHear(actorOf(heard), event, { country, owner })) return null
  if (fell !== undefined && !hasRunLow(Number(facts.available), fell)) return null
  const data = { id: record, country, ...facts, ...said }
  return { webhook, owner: hearer, country, event, record, recordOwner: owner, data }
}

const insertDeliveries = async (tx: Executor, at: Date, made: readonly NewDelivery[]): Promise<void> => {
  const ids = newIds(made.length)
  await insertRows(
    tx,
    deliveries,
    [
      'webhook',
      'owner',
      'country',
      'event',
      'record',
      'recordOwner',
      'data',
      'next',
      'createdAt',
      'updatedAt',
    ],
    made.map((delivery, index) => ({
      ...delivery,
      id: ids[index]!,
      next: at,
      createdAt: at,
      updatedAt: at,
    })),
    [],
  )
}

/** The end of an import, which is no change of a record. `job`: null where it was done at once. */
export const queueImportFinished = async (
  tx: Executor,
  { at }: { at: Date },
  {
    actor,
    country,
    ...data
  }: { actor: string; country: CountryCode; job: string | null; created: number; failed: number },
): Promise<void> => {
  const event = 'import.finished'
  const { rows } = await tx.execute<HearerColumns & { webhook: string }>(
    sql`select ${hearerColumns} from ${hearers([event])}`,
  )
  await insertDeliveries(
    tx,
    at,
    rows.flatMap((heard) =>
      mayHear(actorOf(heard), event, { country, owner: actor })
        ? {
            webhook: heard.webhook,
            owner: heard.hearer,
            country,
            event,
            record: data.job,
            recordOwner: actor,
            data,
          }
        : [],
    ),
  )
}
