import { eq, sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { Erasure } from '../../../domain/customers/personal-data.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import { wordsTaughtBy } from '../../../domain/search/searchable.ts'
import type { Secrets } from '../../core/seal.ts'
import { type Batch, recordChanges } from '../../crud/record-changes.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { users } from '../../db/schema.ts'
import { allowSlowStatements } from '../../db/slow-statements.ts'
import { recordEvent } from '../../events/read-events.ts'
import { type Candidates, findCandidates } from './candidates.ts'
import { conditionsIn, countPeople } from './conditions.ts'
import { asPeople, findCustomers, findPerson, slowestScan } from './find-customers.ts'
import { ledgerEntry } from './ledger-keys.ts'
import { isFileOfCustomers, personalTables } from './personal-tables.ts'
import { countWaiting, eraseEvents } from './shop-events.ts'
import { hasPeople, type People } from './treatments.ts'

/** Writes search entries of records again. */
export type FindAgain = (
  tx: Transaction,
  records: readonly { resource: ResourceName; id: string }[],
) => Promise<void>

/** `secrets`: of the ledger. */
type Tools = { secrets: Secrets; findAgain: FindAgain }

/** Without `batch` nothing is written. */
export type ErasureCall = Tools & { phone: string; batch: Batch | null }

/**
 * Erases a customer in one transaction at `repeatable read`: what is ordered meanwhile with the same phone stays whole, or is erased
 * with the rest. Amounts, stock and verbs of the history stay. Counts again afterwards.
 */
export const erasePerson = async (
  tx: Transaction,
  actor: Eraser | null,
  { phone, batch, ...tools }: ErasureCall,
): Promise<Erasure> => {
  await waitForOthers(tx)
  if (batch !== null) await lockOrders(tx, [phone])
  const person = await findPerson(tx, phone)
  const found = await countPeople(tx, person)
  const open = (await countOpen(tx, person)) + (await countWaiting(tx, person))
  if (batch === null) return { dryRun: true, found, left: found, open }
  if (Object.values(found).some((count) => count > 0)) {
    await eraseEverywhere(tx, actor, person, { batch, ...tools })
    await forgetWords(tx, person.texts)
  }
  const left = await countPeople(tx, person)
  return { dryRun: false, found, left, open }
}

/** As `erasePerson`, of several who are known to be there: every text is read once for all of them, and nothing is counted. */
export const erasePeople = async (
  tx: Transaction,
  { phones, batch, ...tools }: Tools & { phones: readonly string[]; batch: Batch },
): Promise<void> => {
  await waitForOthers(tx)
  await lockOrders(tx, phones)
  const customers = await findCustomers(tx, phones)
  const among = await findCandidates(tx, customers)
  for (let at = 0; at < customers.length; at += atOnce)
    await eraseEverywhere(tx, null, asPeople(customers.slice(at, at + atOnce)), { batch, among, ...tools })
  await forgetWords(
    tx,
    customers.flatMap(({ texts }) => texts),
  )
}

/**
 * Removes prepared exports and files of imports, and ends exports that are being prepared: they may have read what an erasure removed. To be
 * called when it is committed, since those that began meanwhile did not see it.
 */
export const dropFiles = async (context: Pick<ServerContext, 'db' | 'hasRoom'>): Promise<void> =>
  inTransaction(context, async (tx) => {
    await tx.execute(sql`update jobs set is_cancel_requested = true
      where work = 'records.export' and status in ('QUEUED', 'RUNNING')`)
    await tx.execute(sql`delete from job_files where ${isFileOfCustomers}`)
  })

/** A pattern of more takes longer than several of fewer. */
const atOnce = 10

type Eraser = Pick<Actor, 'id' | 'role' | 'key'>

/** Another erasure of the same person ends first; this one then begins anew, and finds nothing. */
const waitForOthers = async (tx: Transaction): Promise<void> => {
  await allowSlowStatements(tx, slowestScan)
  await tx.execute(sql`set local lock_timeout = ${sql.raw(String(slowestScan))}`)
}

const lockOrders = async (tx: Transaction, phones: readonly string[]): Promise<void> => {
  await tx.execute(sql`select id from orders
    where customer_phone = any(${sql.param([...phones])}::text[]) order by id for update`)
}

const countOpen = async (tx: Transaction, { orders }: People): Promise<number> => {
  const { rows } = await tx.execute<{ open: string }>(sql`
    select count(*) as open from orders
      left join shippings parcel on parcel."order" = orders.id and parcel.deleted_at is null
    where orders.id = any(${sql.param([...orders])}::uuid[]) and orders.deleted_at is null
      and (orders.status in ('PENDING', 'NOT_REACHABLE')
        or parcel.status in ('PENDING', 'ASSIGNED', 'OUT_FOR_DELIVERY', 'POSTPONED', 'NOT_REACHABLE'))`)
  return Number(rows[0]?.open ?? 0)
}

const eraseEverywhere = async (
  tx: Transaction,
  actor: Eraser | null,
  people: People,
  { batch, among, secrets, findAgain }: Tools & { batch: Batch; among?: Candidates },
): Promise<void> => {
  const at = batch.at.toISOString()
  await tx.execute(sql`select open_redaction()`)
  const unfound = await takeEntries(tx, people, among)
  const closed = await eraseEvents(tx, people, { at, among })
  for (const each of personalTables) {
    const table = sql.identifier(each.table)
    const { finds, changes } = conditionsIn(each, people, among)
    if (each.isErasedApart) continue
    if (each.isDeleted) await tx.execute(sql`delete from ${table} where ${finds}`)
    else if (changes.length > 0) {
      const set = changes.map(({ name, becomes }) => sql`${sql.identifier(name)} = ${becomes}`)
      const versioned = each.hasVersion
        ? [sql`version = ${table}.version + 1`, sql`updated_at = ${at}::timestamptz`]
        : []
      const gone = goneFlags[each.table]
      await tx.execute(sql`update ${table} set ${sql.join([...set, ...versioned, ...(gone ? [gone(people)] : [])], sql`, `)}
        where ${finds}`)
    }
  }
  // A block without a phone refuses nobody.
  await tx.execute(sql`update blocked set deleted_at = ${at}::timestamptz
    where id = any(${sql.param([...people.blocks])}::uuid[]) and deleted_at is null`)
  await findAgain(tx, [...unfound, ...closed.map((id) => ({ resource: 'intake' as const, id }))])
  await recordErasure(tx, actor, people, batch)
  await enterLedger(tx, actor, people, { at, secrets })
}

/** Who comes back with a backup is erased again. */
const enterLedger = async (
  tx: Transaction,
  actor: Eraser | null,
  { phones }: People,
  { at, secrets }: { at: string; secrets: Secrets },
): Promise<void> => {
  for (const phone of phones) {
    const hash = await ledgerEntry(tx, secrets, phone)
    await tx.execute(sql`
      insert into erasures (hash, at, actor) values (${hash}, ${at}::timestamptz, ${actor?.id ?? null}::uuid)
      on conflict (hash) do update set at = excluded.at, actor = excluded.actor`)
  }
}

/** Whose stored text went, so that it is answered as gone. */
const goneFlags: Readonly<Record<string, (people: People) => ReturnType<typeof sql>>> = {
  jobs: (people) => sql`is_report_gone = is_report_gone or ${hasPeople(sql`report::text`, people)}`,
  idempotency_keys: () => sql`is_body_gone = true`,
}

/** Removes search entries of the people's records, and of others with something of them; returns whose they were. */
const takeEntries = async (
  tx: Transaction,
  people: People,
  among?: Candidates,
): Promise<{ resource: ResourceName; id: string }[]> => {
  const { finds } = conditionsIn(
    personalTables.find(({ table }) => table === 'search_entries')!,
    people,
    among,
  )
  const { rows } = await tx.execute<{ resource: ResourceName; id: string }>(sql`
    delete from search_entries where ${finds}
      or resource in ('orders', 'shippings') and record_id = any(${sql.param([...people.orders, ...people.parcels])}::uuid[])
    returning resource, record_id as id`)
  return rows
}

/** Words of names and addresses that no entry has any more. */
const forgetWords = async (tx: Transaction, texts: readonly string[]): Promise<void> => {
  const words = [...new Set(texts.flatMap(wordsTaughtBy))]
  await tx.execute(sql`
    delete from search_words where word = any(${sql.param(words)}::text[])
      and not exists (select 1 from search_entries entry where entry.text like '% ' || search_words.word || '%')`)
}

/** A line in the history of each order: who erased its customer, and nothing else. Without orders it is one of who erased. */
const recordErasure = async (
  tx: Transaction,
  actor: Eraser | null,
  { orders }: People,
  batch: Batch,
): Promise<void> => {
  const { rows } = await tx.execute<{ id: string; version: number; country: string; owner: string }>(sql`
    select id, version, country, owner from orders where id = any(${sql.param([...orders])}::uuid[]) order by id`)
  await recordChanges(
    tx,
    actor,
    batch,
    rows.map(({ id, version }) => ({
      verb: 'customer.erase',
      resource: 'orders',
      recordId: id,
      version,
      before: {},
      after: {},
    })),
  )
  if (rows.length === 0) return recordWithoutOrders(tx, actor, batch)
  await recordEvent(tx, {
    resource: 'orders',
    verb: 'customer.erase',
    country: null,
    owners: [...new Set(rows.map(({ owner }) => owner))],
    ids: rows.map(({ id }) => id),
    batchId: batch.id,
    actor: actor?.id ?? null,
  })
}

const recordWithoutOrders = async (tx: Transaction, actor: Eraser | null, batch: Batch): Promise<void> => {
  if (actor === null) return
  const [user] = await tx.select({ version: users.version }).from(users).where(eq(users.id, actor.id))
  if (user === undefined) return
  const line = { verb: 'user.erase-customer', resource: 'users', recordId: actor.id } as const
  await recordChanges(tx, actor, batch, [{ ...line, version: user.version, before: {}, after: {} }])
}
