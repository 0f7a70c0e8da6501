import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { Erasure } from '../../../domain/customers/personal-data.ts'
import { fold } from '../../../domain/lib/fold.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import type { Secrets } from '../../core/seal.ts'
import { type Batch, recordChanges } from '../../crud/record-changes.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { allowSlowStatements } from '../../db/slow-statements.ts'
import { recordEvent } from '../../events/read-events.ts'
import { conditionsIn, countPeople, findPeople, slowestScan } from './find-people.ts'
import { ledgerEntry } from './ledger-keys.ts'
import { personalTables } from './personal-tables.ts'
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
  const person = await findPeople(tx, [phone])
  const found = await countPeople(tx, person)
  const open = await countOpen(tx, person)
  if (batch === null) return { dryRun: true, found, left: found, open }
  if (Object.values(found).some((count) => count > 0)) {
    await eraseEverywhere(tx, actor, person, { batch, ...tools })
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
  await eraseEverywhere(tx, null, await findPeople(tx, phones), { batch, ...tools })
}

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
  people: People & { texts: string[] },
  { batch, secrets, findAgain }: Tools & { batch: Batch },
): Promise<void> => {
  const at = batch.at.toISOString()
  await tx.execute(sql`select open_redaction()`)
  // Their files would be written from what was read before.
  await tx.execute(sql`update jobs set is_cancel_requested = true
    where work = 'records.export' and status in ('QUEUED', 'RUNNING')`)
  const unfound = await takeEntries(tx, people)
  for (const each of personalTables) {
    const table = sql.identifier(each.table)
    const { finds, changes } = conditionsIn(each, people)
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
  await findAgain(tx, unfound)
  await forgetWords(tx, people)
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
): Promise<{ resource: ResourceName; id: string }[]> => {
  const { finds } = conditionsIn(personalTables.find(({ table }) => table === 'search_entries')!, people)
  const { rows } = await tx.execute<{ resource: ResourceName; id: string }>(sql`
    delete from search_entries where ${finds}
      or resource in ('orders', 'shippings') and record_id = any(${sql.param([...people.orders, ...people.parcels])}::uuid[])
    returning resource, record_id as id`)
  return rows
}

/** Words of names and addresses that no entry has any more. */
const forgetWords = async (tx: Transaction, { texts }: { texts: readonly string[] }): Promise<void> => {
  const words = [...new Set(texts.flatMap((text) => fold(text).split(' ')))].filter((word) => word !== '')
  await tx.execute(sql`
    delete from search_words where word = any(${sql.param(words)}::text[])
      and not exists (select 1 from search_entries entry where entry.text like '% ' || search_words.word || '%')`)
}

/** A line in the history of each order: who erased its customer, and nothing else. */
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
  if (rows.length === 0) return
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
