import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { mayHear, type SentEvent } from '../../../domain/webhooks/webhook-events.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { placeOfWebhookSecret } from '../../queries/webhooks.ts'

/** A delivery that this instance sends, until its claim ends. */
export type ClaimedDelivery = {
  id: string
  webhook: string
  owner: string
  event: SentEvent
  data: Record<string, unknown>
  at: Date
  attempts: number
  claim: Date
  url: string
  /** The present one first; none if the key of the installation does not open them. */
  secrets: string[]
}

/** Milliseconds: longer than a call and writing down its answer. Afterwards another instance sends it again. */
const CLAIM_MS = 60_000

/** Of one webhook at once: one while it fails, so that nobody waits for what a broken receiver lets wait. */
const MAX_OF_WEBHOOK = 4

/** Of all webhooks in one claim. */
const MAX_WEBHOOKS_AT_ONCE = 50

type Row = {
  id: string
  webhook: string
  owner: string
  event: SentEvent
  data: Record<string, unknown>
  at: string
  attempts: number
  claim: string
  url: string
  country: CountryCode
  recordOwner: string | null
  isOff: boolean
  role: Actor['role']
  ownerCountry: CountryCode
  isEmailVerified: boolean
  isActivated: boolean
  secret: Buffer
  former: Buffer | null
}

/**
 * Claims due deliveries, some of each webhook, so that none waits for another's. Those that may not be sent any more are ended
 * here: of a webhook that is off, or of an owner who lost the right to hear of the record.
 */
export const claimDeliveries = async (
  context: ServerContext,
  most: number,
): Promise<{ claimed: ClaimedDelivery[]; isMore: boolean }> => {
  if (!(await isAnyDue(context))) return { claimed: [], isMore: false }
  const rows = await inTransaction(context, async (tx) => {
    const webhooks = await lockWebhooks(tx, context.now(), most)
    return webhooks.length === 0 ? [] : claimOf(tx, context.now(), webhooks, most)
  })
  const claimed = rows.flatMap((row) => (row.isOff || !isHeard(row) ? [] : toClaimed(context, row)))
  return { claimed, isMore: rows.length > 0 }
}

/** The look of each second: one statement where nothing is due. */
const isAnyDue = async ({ db, now }: ServerContext): Promise<boolean> => {
  const { rows } = await db.execute<{ due: boolean }>(
    sql`select exists (select 1 from deliveries where ${isDue(now())}) as due`,
  )
  return rows[0]?.due === true
}

/** Locked by their secrets, so that two instances together send no more of a webhook than one would. */
const lockWebhooks = async (tx: Transaction, now: Date, most: number): Promise<string[]> => {
  const { rows } = await tx.execute<{ webhook: string }>(sql`
    select webhook from webhook_secrets hook
    where exists (select 1 from deliveries where deliveries.webhook = hook.webhook and ${isDue(now)})
      and ${roomOf(sql`hook.webhook`, now)} > 0
    limit ${Math.min(most, MAX_WEBHOOKS_AT_ONCE)} for update skip locked`)
  return rows.map(({ webhook }) => webhook)
}

const isDue = (now: Date): SQL => sql`deliveries.status = 'waiting' and deliveries.next <= ${instant(now)}
  and (deliveries.claimed_until is null or deliveries.claimed_until <= ${instant(now)})`

/** How many more of a webhook may be sent now. */
const roomOf = (webhook: SQL, now: Date): SQL => sql`(
  (select case when failing_since is null then ${MAX_OF_WEBHOOK}::int else 1 end from webhooks where webhooks.id = ${webhook})
  - (select count(*) from deliveries sent where sent.webhook = ${webhook} and sent.status = 'waiting'
    and sent.claimed_until > ${instant(now)}))`

const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`

/** The present owner of the record that an event is about: orders move with their products. */
const presentOwner = sql`coalesce(case split_part(claimed.event, '.', 1)
  when 'order' then (select orders.owner from orders where orders.id = claimed.record)
  when 'shipping' then (select orders.owner from shippings join orders on orders.id = shippings."order"
    where shippings.id = claimed.record)
  when 'invoice' then (select invoices.owner from invoices where invoices.id = claimed.record)
  when 'stock' then (select products.owner from products where products.id = claimed.record)
  end, claimed.record_owner)`

const claimOf = async (
  tx: Transaction,
  now: Date,
  webhooks: readonly string[],
  most: number,
): Promise<Row[]> => {
  const { rows } = await tx.execute<Row>(sql`
    with due as (
      select next_of.id from unnest(${sql.param([...webhooks])}::uuid[]) as hook (webhook)
      cross join lateral (
        select deliveries.id from deliveries where deliveries.webhook = hook.webhook and ${isDue(now)}
        order by deliveries.next, deliveries.number limit ${roomOf(sql`hook.webhook`, now)}
      ) next_of
      limit ${most}
    ), claimed as (
      update deliveries set claimed_until = ${instant(new Date(now.getTime() + CLAIM_MS))}
      from due where deliveries.id = due.id
      returning deliveries.*
    )
    select claimed.id, claimed.webhook, claimed.owner, claimed.event, claimed.data, claimed.attempts, claimed.country,
      claimed.created_at as at, claimed.claimed_until as claim, ${presentOwner} as "recordOwner", webhooks.url,
      (webhooks.deleted_at is not null or not webhooks.is_active) as "isOff", users.role,
      users.country as "ownerCountry", users.is_email_verified as "isEmailVerified",
      (users.is_activated and users.deleted_at is null) as "isActivated", hook.secret,
      case when hook.former_until > ${instant(now)} then hook.former end as former
    from claimed join webhooks on webhooks.id = claimed.webhook join users on users.id = claimed.owner
      join webhook_secrets hook on hook.webhook = claimed.webhook
    order by claimed.next, claimed.number`)
  await end(
    tx,
    now,
    'failed',
    'WEBHOOK_OFF',
    sql`deliveries.webhook = any(${sql.param(rows.filter(({ isOff }) => isOff).map(({ webhook }) => webhook))}::uuid[])`,
    rows.some(({ isOff }) => isOff),
  )
  const unheard = rows.filter((row) => !row.isOff && !isHeard(row)).map(({ id }) => id)
  await end(
    tx,
    now,
    'dropped',
    'FORBIDDEN',
    sql`deliveries.id = any(${sql.param(unheard)}::uuid[])`,
    unheard.length > 0,
  )
  return rows
}

const isHeard = ({ owner: id, role, ownerCountry, isEmailVerified, isActivated, ...row }: Row): boolean =>
  mayHear({ id, role, country: ownerCountry, isEmailVerified, isActivated }, row.event, {
    country: row.country,
    owner: row.recordOwner,
  })

/** Ends waiting deliveries that are not sent. */
const end = async (
  tx: Transaction,
  now: Date,
  status: 'failed' | 'dropped',
  failure: 'WEBHOOK_OFF' | 'FORBIDDEN',
  which: SQL,
  isAny: boolean,
): Promise<void> => {
  if (!isAny) return
  await tx.execute(sql`
    update deliveries set status = ${status}, failure = ${failure}, answer = null, answer_text = null, next = null,
      claimed_until = null, updated_at = ${instant(now)}, version = version + 1
    where deliveries.status = 'waiting' and ${which}`)
}

const toClaimed = ({ secrets }: ServerContext, row: Row): ClaimedDelivery => ({
  id: row.id,
  webhook: row.webhook,
  owner: row.owner,
  event: row.event,
  data: row.data,
  at: new Date(row.at),
  attempts: row.attempts,
  claim: new Date(row.claim),
  url: row.url,
  secrets: [row.secret, row.former].flatMap(
    (sealed) => (sealed && secrets.open(sealed, placeOfWebhookSecret(row.webhook))) || [],
  ),
})
