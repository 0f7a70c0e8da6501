import { eq, type SQL, sql } from 'drizzle-orm'
import { type CountryCode, countryCodes } from '../../../domain/core/countries.ts'
import { erasedPhonePrefix } from '../../../domain/customers/erased.ts'
import { defaultRetention, type Retention } from '../../../domain/customers/retention.ts'
import type { Secrets } from '../../core/seal.ts'
import { defineCountrySetting } from '../../crud/country-settings.ts'
import { newBatch } from '../../crud/record-changes.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Executor } from '../../db/drizzle.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { retentionRules } from '../../db/schema/personal.ts'
import { dropFiles, erasePeople, type FindAgain } from './erase-people.ts'
import { ledgerEntries } from './ledger-keys.ts'

/** Customers erased in one run: the others follow the day after. */
const MAX_ERASED = 10_000

/** Customers erased at once: what is stored is read once for all of them. */
const groupSize = 500

type Due = { phone: string; country: CountryCode }

/** The rule of a country, and how many customers it would erase now. */
export const readRetention = async (db: Executor, country: CountryCode, now: Date): Promise<Retention> => {
  const years = await yearsOf(db, country)
  return { country, years, due: (await findDue(db, [country], now)).length }
}

/** After how many years customers of a country are erased. Who was erased meanwhile stays erased when it is undone. */
export const retentionSetting = defineCountrySetting<Pick<Retention, 'years'>>(
  { table: retentionRules, resource: 'orders', verb: 'customer.set-retention' },
  ['years'],
  (country) => ({ years: defaultRetention(country) }),
)

const yearsOf = async (db: Executor, country: CountryCode): Promise<number | null> => {
  const [rule] = await db.select().from(retentionRules).where(eq(retentionRules.country, country))
  return rule === undefined ? defaultRetention(country) : rule.years
}

/** Which customers: all, or those of some phones. */
type Among = { among?: readonly string[] }

const isAmong = (column: SQL, { among }: Among): SQL =>
  among === undefined ? sql`true` : sql`${column} = any(${sql.param([...among])}::text[])`

/** Customers whose last order or event of a shop, of any country, is older than the rule of its country. */
const findDue = async (
  db: Executor,
  countries: readonly CountryCode[],
  now: Date,
  among: Among = {},
): Promise<Due[]> => {
  const rules: { country: CountryCode; until: string }[] = []
  for (const country of countries) {
    const years = await yearsOf(db, country)
    if (years === null) continue
    const until = new Date(now)
    until.setUTCFullYear(until.getUTCFullYear() - years)
    rules.push({ country, until: until.toISOString() })
  }
  if (rules.length === 0) return []
  const { rows } = await db.execute<Due>(sql`
    select last.phone, last.country from (
      select phone, max(created_at) as at, (array_agg(country order by created_at desc))[1] as country from (
        select customer_phone as phone, created_at, country from orders where ${isAmong(sql`customer_phone`, among)}
        union all select customer_phone, created_at, country from intake where ${isAmong(sql`customer_phone`, among)}
      ) phones where not starts_with(phone, ${erasedPhonePrefix}) group by 1) last
    join jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as rule (country text, until timestamptz)
      on rule.country = last.country and last.at < rule.until
    order by last.at`)
  return rows
}

/** Whose orders, blocks or events of shops came back with a backup: they had their number before they were erased. */
const findErased = async (db: Executor, secrets: Secrets, among: Among = {}): Promise<string[]> => {
  const { rows: ledger } = await db.execute<{ hash: string; at: string }>(
    sql`select encode(hash, 'hex') as hash, at from erasures`,
  )
  if (ledger.length === 0) return []
  const erasedAt = new Map(ledger.map(({ hash, at }) => [hash, Date.parse(at)]))
  const entriesOf = await ledgerEntries(db, secrets)
  const isErased = ({ phone, since }: PhoneSince): boolean => {
    const known = entriesOf(phone).map((hash) => erasedAt.get(hash.toString('hex')))
    return known.some((at) => at !== undefined && Date.parse(since) < at)
  }
  const suspects = (await readSince(db, among)).filter(isErased).map(({ phone }) => phone)
  if (suspects.length === 0) return []
  const corrected = await readSince(db, { among: suspects, isCorrected: true })
  return corrected.filter(isErased).map(({ phone }) => phone)
}

/** `since`: of the first record with the phone. */
type PhoneSince = { phone: string; since: string }

/** `isCorrected`: by when the records got the number, if they had another one before. */
const readSince = async (
  db: Executor,
  { isCorrected = false, ...among }: Among & { isCorrected?: boolean },
): Promise<PhoneSince[]> => {
  const sinceOf = (table: SQL, field: string) =>
    isCorrected
      ? sql`greatest(${table}.created_at, (select max(line.at) from changes line
          where line.record_id = ${table}.id and line.after ? ${field}::text and line.before is not null))`
      : sql`${table}.created_at`
  const { rows } = await db.execute<PhoneSince>(sql`
    select phone, min(at) as since from (
      select customer_phone as phone, ${sinceOf(sql`orders`, 'customerPhone')} as at from orders
        where ${isAmong(sql`customer_phone`, among)}
      union all select phone, ${sinceOf(sql`blocked`, 'phone')} from blocked where ${isAmong(sql`phone`, among)}
      union all select customer_phone, created_at from intake where ${isAmong(sql`customer_phone`, among)}
    ) phones where not starts_with(phone, ${erasedPhonePrefix}) group by 1`)
  return rows
}

export type RetentionReport = { due: number; again: number; erased: number }

type Context = Pick<ServerContext, 'db' | 'now' | 'secrets' | 'hasRoom'>

/**
 * Erases customers by the rules of their countries, and again those whom a restored backup brought back. Safe on several instances:
 * a second erasure finds nothing. `dryRun` only counts.
 */
export const applyRetention = async (
  context: Context,
  {
    dryRun,
    findAgain,
    isStopped = () => false,
  }: { dryRun: boolean; findAgain: FindAgain; isStopped?: () => boolean },
): Promise<RetentionReport> => {
  const [due, again] = await findAll(context, context.db)
  const report = { due: due.length, again: again.length, erased: 0 }
  if (dryRun) return report
  const phones = [...new Set([...again, ...due])].slice(0, MAX_ERASED)
  for (let at = 0; at < phones.length && !isStopped(); at += groupSize)
    report.erased += await eraseGroup(context, phones.slice(at, at + groupSize), findAgain)
  return report
}

/** Who is due by a rule, and who is to be erased again. */
const findAll = async (
  { now, secrets }: Pick<Context, 'now' | 'secrets'>,
  db: Executor,
  among: Among = {},
): Promise<[string[], string[]]> => {
  const due = await findDue(db, countryCodes, now(), among)
  return [due.map(({ phone }) => phone), await findErased(db, secrets, among)]
}

/** Erases those who are still due: a run takes long, and customers order meanwhile. Returns how many. */
const eraseGroup = async (
  context: Context,
  group: readonly string[],
  findAgain: FindAgain,
): Promise<number> => {
  const erased = await inTransaction(context, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read`)
    const phones = [...new Set((await findAll(context, tx, { among: group })).flat())]
    const batch = newBatch({ now: context.now })
    if (phones.length > 0) await erasePeople(tx, { phones, batch, secrets: context.secrets, findAgain })
    return phones.length
  })
  if (erased > 0) await dropFiles(context)
  return erased
}
