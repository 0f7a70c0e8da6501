import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { shopReaders } from '../../../domain/intake/read-event.ts'
import type { ShopOrder } from '../../../domain/intake/shop-order.ts'
import { type AskedKind, askedKinds } from '../../../domain/intake/source-kinds.ts'
import type { AskFailure } from '../../../domain/sources/source.ts'
import type { ServerContext } from '../../db/context.ts'
import { strictRules } from '../../outbound/address-rules.ts'
import { guardedFetch } from '../../outbound/guarded-fetch.ts'
import { placeOfAccess } from '../../queries/sources.ts'
import { mostWaiting } from './receive-event.ts'
import { ordersOfPage, type ShopPage, shopRules } from './shop-rules.ts'

/** Milliseconds between two looks at a shop. */
export const askedEvery = 10 * 60_000
/** Milliseconds that two looks have in common: a change may be told late. */
const overlap = 2 * 60_000
/** The first look goes as far back, in milliseconds. */
const firstLook = 3 * 24 * 3_600_000
const mostPages = 40
const timeoutMs = 20_000
const maxBytes = 8_000_000
/** Bytes of all pages of a look: whoever says what the shop's address is, the server has room for it. */
const maxBytesInAll = 32_000_000
/** Characters of an order, as many as an event may have. */
const longestOrder = 256 * 1024

type Due = {
  id: string
  kind: AskedKind
  owner: string
  country: CountryCode
  url: string
  token: Buffer
  askedUntil: string | null
  lookedAt: string | null
  nextPage: string | null
}

/**
 * Asks shops for orders that changed since the last look, and stores those whose event never came. Each shop is asked by one
 * instance; a failure waits for the next look. Returns the number of events stored.
 */
export const askShops = async (context: ServerContext): Promise<number> => {
  let stored = 0
  for (let due = await takeDue(context); due !== null; due = await takeDue(context)) {
    stored += await askShop(context, due)
  }
  return stored
}

/** Takes the source that has waited longest; its next look is in `askedEvery`. */
const takeDue = async ({ db, now }: ServerContext): Promise<Due | null> => {
  const at = now()
  const before = new Date(at.getTime() - askedEvery)
  const { rows } = await db.execute<Due>(sql`
    with due as (
      select access.source from source_access access join sources on sources.id = access.source
      where sources.is_active and sources.deleted_at is null and sources.kind = any(${sql.param([...askedKinds])}::text[])
        and (access.asked_at is null or access.asked_at <= ${before.toISOString()}::timestamptz)
      order by access.asked_at nulls first limit 1 for update of access skip locked
    )
    update source_access set asked_at = ${at.toISOString()}::timestamptz from due, sources
    where source_access.source = due.source and sources.id = due.source
    returning sources.id, sources.kind, sources.owner, sources.country, source_access.url, source_access.token,
      source_access.asked_until as "askedUntil", source_access.looked_at as "lookedAt", source_access.next_page as "nextPage"`)
  return rows[0] ?? null
}

/** Reads some pages of a look; the next one goes on where this one was cut. */
const askShop = async (context: ServerContext, due: Due): Promise<number> => {
  const lookedAt = due.lookedAt === null ? context.now() : new Date(due.lookedAt)
  const since = due.askedUntil === null ? lookedAt.getTime() - firstLook : Date.parse(due.askedUntil)
  const token = context.secrets.open(due.token, placeOfAccess(due.id))
  const pages =
    token === null ? [secretsUnreadable] : readPages(context, due, { token, since: new Date(since) })
  const found = new Map<string, Known>()
  let [stored, nextPage] = [0, due.nextPage]
  for await (const page of pages) {
    // A cursor may have ended: the look begins anew.
    if ('failure' in page) {
      await note(context, due.id, { failure: page.failure, lookedAt: null, nextPage: null })
      return stored
    }
    const some = await storeMissed(context, due, page.orders, found)
    if (some === null) {
      await note(context, due.id, { failure: 'TOO_MANY_EVENTS', lookedAt, nextPage })
      return stored
    }
    stored += some
    nextPage = page.next
  }
  await note(
    context,
    due.id,
    nextPage === null
      ? { failure: null, lookedAt: null, nextPage, askedUntil: new Date(lookedAt.getTime() - overlap) }
      : { failure: null, lookedAt, nextPage },
  )
  return stored
}

type Failed = { failure: AskFailure }

const secretsUnreadable: Failed = { failure: 'SECRETS_UNREADABLE' }

/** The pages of a look from `nextPage`, each once it is read, as many as one turn may have; ends with the first failure. */
async function* readPages(
  context: ServerContext,
  { kind, url, nextPage }: Due,
  { token, since }: { token: string; since: Date },
): AsyncGenerator<ShopPage | Failed> {
  const rule = shopRules[kind]
  let page = nextPage
  let bytes = 0
  for (let count = 0; count < mostPages && bytes < maxBytesInAll; count++) {
    const question = { address: url, token, since, page }
    const answer = await guardedFetch(context.outbound ?? strictRules, {
      ...rule.call(question),
      timeoutMs,
      maxBytes,
    })
    if (!answer.ok) return yield { failure: 'SHOP_UNREACHABLE' }
    if (answer.status === 401 || answer.status === 403) return yield { failure: 'SHOP_REFUSED_ACCESS' }
    if (answer.status !== 200 || answer.isCut) return yield { failure: 'SHOP_UNREACHABLE' }
    const read: ShopPage | null = rule.read(parse(answer.body.toString('utf8')), question)
    if (read === null) return yield { failure: 'SHOP_ANSWER_UNREADABLE' }
    bytes += answer.body.length
    const orders = read.orders.slice(0, ordersOfPage).filter(({ body }) => body.length <= longestOrder)
    yield { orders, next: read.next }
    if (read.next === null) return
    page = read.next
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Events to a statement. */
const atOnce = 200

/**
 * Stores the orders that the shop has said nothing of, or something older, and counts them; null if the source has no room for them.
 * A page that is read again after a failure finds its events waiting, and adds none. `found`: those of the pages before, to which it adds.
 */
const storeMissed = async (
  { db, now }: ServerContext,
  { id: source, kind, owner, country }: Due,
  orders: ShopPage['orders'],
  found: Map<string, Known>,
): Promise<number | null> => {
  const read = orders.flatMap((order) => {
    const reading = shopReaders[kind](order.headers, order.body)
    return reading.ok && reading.value.kind === 'order' ? [{ ...order, said: reading.value }] : []
  })
  const known = await knownChanges(
    db,
    source,
    read.map(({ said }) => said.externalId),
  )
  const missed = read.filter(({ said }) =>
    isMissed(said, found.get(said.externalId) ?? known.get(said.externalId)),
  )
  for (const { said } of missed) found.set(said.externalId, said)
  if (missed.length === 0) return 0
  if (await isFull(db, source, missed.length)) return null
  const at = now().toISOString()
  let stored = 0
  for (let from = 0; from < missed.length; from += atOnce) {
    const some = missed
      .slice(from, from + atOnce)
      .map(({ headers, body, said }) => ({ id: newId(), headers, body, key: waitingKey(said) }))
    const { rows } = await db.execute(sql`
      with given as (
        select (one ->> 'id')::uuid as id, one -> 'headers' as headers, one ->> 'body' as body, one ->> 'key' as key
        from jsonb_array_elements(${JSON.stringify(some)}::jsonb) with ordinality as listed (one, place) order by place
      ), made as (
        insert into intake (id, country, owner, source, created_at, updated_at, waiting_key)
        select id, ${country}, ${owner}::uuid, ${source}::uuid, ${at}::timestamptz, ${at}::timestamptz, key from given
        on conflict (source, waiting_key) where waiting_key is not null do nothing returning id
      )
      insert into intake_bodies (event, headers, body)
      select id, headers, convert_to(body, 'UTF8') from given join made using (id) returning event`)
    stored += rows.length
  }
  return stored
}

/**
 * Digest of what a shop says of its order, unique among the waiting events of a source that were read in the shop. Null without its own
 * date: the order may have been changed and changed back, and the last event counts.
 */
const waitingKey = (order: ShopOrder): string | null =>
  order.changedAt === null ? null : createHash('sha256').update(JSON.stringify(order)).digest('base64url')

type Known = Pick<ShopOrder, 'changedAt'>

const isMissed = ({ changedAt }: ShopOrder, known: Known | undefined): boolean =>
  known === undefined ||
  (changedAt !== null && known.changedAt !== null && Date.parse(changedAt) > Date.parse(known.changedAt))

/** What is known of orders by the shop's ids, by events that were worked on. */
const knownChanges = async (
  db: ServerContext['db'],
  source: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Known>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<{ id: string; changedAt: string | null }>(sql`
    select external_id as id, said ->> 'changedAt' as "changedAt" from shop_orders
    where source = ${source}::uuid and external_id = any(${sql.param([...ids])}::text[])
    union all
    select external_id, max(understood ->> 'changedAt') from intake
    where source = ${source}::uuid and external_id = any(${sql.param([...ids])}::text[]) and worked_at is not null
    group by external_id`)
  const known = new Map<string, Known>()
  for (const { id, changedAt } of rows) {
    const before = known.get(id)?.changedAt ?? null
    known.set(id, { changedAt: before !== null && (changedAt ?? '') < before ? before : changedAt })
  }
  return known
}

const isFull = async (db: ServerContext['db'], source: string, more: number): Promise<boolean> => {
  const { rows } = await db.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from intake where source = ${source}::uuid and worked_at is null`)
  return (rows[0]?.waiting ?? 0) + more > mostWaiting
}

type Note = { failure: AskFailure | null; lookedAt: Date | null; nextPage: string | null; askedUntil?: Date }

const note = async (
  { db }: ServerContext,
  source: string,
  { failure, lookedAt, nextPage, askedUntil }: Note,
): Promise<void> => {
  await db.execute(sql`
    update source_access set failure = ${failure}, looked_at = ${lookedAt?.toISOString() ?? null}::timestamptz,
      next_page = ${nextPage}, asked_until = coalesce(${askedUntil?.toISOString() ?? null}::timestamptz, asked_until)
    where source = ${source}::uuid`)
}
