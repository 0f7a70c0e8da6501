import { and, eq, isNull, sql } from 'drizzle-orm'
import { type CountryCode, countries } from '../../domain/core/countries.ts'
import { sumAmounts } from '../../domain/lib/money.ts'
import { payouts as definition, type OwedSeller, type PayoutWithLines } from '../../domain/payouts/payout.ts'
import { makeStatement, type Statement, type StatementEntry } from '../../domain/payouts/statement.ts'
import { recordList } from '../crud/record-list.ts'
import { alphabetical } from '../db/alphabetical.ts'
import { isOneOf } from '../db/columns.ts'
import type { Executor } from '../db/drizzle.ts'
import { invoices } from '../db/schema/invoices.ts'
import { payoutLines, payouts } from '../db/schema/payouts.ts'
import { users } from '../db/schema/users.ts'
import { remainingSql } from './invoices.ts'

export const payoutList = recordList(definition, payouts, { keys: { reference: payouts.code } })

/** A few payouts with their lines. Two statements: use a snapshot. */
export const readPayoutsWithLines = async (
  db: Executor,
  ids: readonly string[],
): Promise<PayoutWithLines[]> => {
  const records = await payoutList.read(db, ids)
  const rows = await db
    .select({
      payout: payoutLines.payout,
      invoice: invoices.id,
      code: invoices.code,
      week: invoices.week,
      amount: payoutLines.amount,
    })
    .from(payoutLines)
    .innerJoin(invoices, eq(invoices.id, payoutLines.invoice))
    .where(isOneOf(payoutLines.payout, ids))
    .orderBy(invoices.createdAt, invoices.number)
  return records.map((record) => ({
    ...record,
    lines: rows.filter(({ payout }) => payout === record.id).map(({ payout: _, ...line }) => line),
  }))
}

/** What is still owed on a seller's unpaid invoices in a country, first due first. */
export const readOwedInvoices = async (db: Executor, { country, owner }: Account) => {
  const { id, code, dueAt, totalWithFees } = invoices
  const rows = await db
    .select({ id, code, dueAt, totalWithFees, remaining: sql<number>`${remainingSql}::float8` })
    .from(invoices)
    .where(
      and(
        eq(invoices.owner, owner),
        eq(invoices.country, country),
        eq(invoices.status, 'UN_PAID'),
        isNull(invoices.deletedAt),
      ),
    )
    .orderBy(dueAt, id)
  return {
    total: sumAmounts(rows.map(({ remaining }) => remaining)),
    invoices: rows.map((row) => ({ ...row, dueAt: row.dueAt.toISOString() })),
  }
}

type Account = { country: CountryCode; owner: string }

/** Sellers with unpaid invoices in a country, who is owed most first. */
export const listOwedSellers = async (db: Executor, country: CountryCode): Promise<OwedSeller[]> => {
  const { rows } = await db.execute<Omit<OwedSeller, 'since'> & { since: Date }>(sql`
    select users.id, users.name, count(*)::int as invoices, sum(${remainingSql})::float8 as remaining,
      min(${invoices.dueAt}) as since
    from ${invoices} join users on users.id = ${invoices.owner}
    where ${invoices.country} = ${country} and ${invoices.status} = 'UN_PAID' and ${invoices.deletedAt} is null
    group by users.id
    order by sum(${remainingSql}) desc, ${alphabetical(users.name)}, users.id`)
  return rows.map((row) => ({ ...row, since: new Date(row.since).toISOString() }))
}

type Asked = { country: CountryCode; seller: string; from: string | null; to: string }

/** A seller's account in a country; null if there is no such user. */
export const readStatement = async (db: Executor, asked: Asked): Promise<Statement | null> => {
  const [person] = await db.select({ name: users.name }).from(users).where(eq(users.id, asked.seller))
  if (person === undefined) return null
  const { country, seller, from, to } = asked
  return {
    country,
    seller,
    sellerName: person.name,
    from,
    to,
    ...makeStatement(await readEntries(db, asked), { from, to }),
  }
}

/**
 * All that concerns a seller's account until a day: invoices on the day they were made, payouts on their own, and what was
 * settled by hand.
 */
const readEntries = async (db: Executor, { country, seller, to }: Asked): Promise<StatementEntry[]> => {
  const { timeZone } = countries[country]
  const { rows } = await db.execute<StatementEntry>(sql`
    select entry.kind, entry.id, entry.code, entry.date::text as date, entry.method, entry.reference,
      entry.amount::float8 as amount
    from (
      select 'invoice' as kind, id, code, (created_at at time zone ${timeZone}::text)::date as date, null as method,
        null as reference, total_with_fees as amount
      from invoices where owner = ${seller} and country = ${country} and deleted_at is null
      union all
      select 'settlement', id, code, (paid_at at time zone ${timeZone}::text)::date, null, null,
        paid_amount - total_with_fees
      from invoices where owner = ${seller} and country = ${country} and deleted_at is null and status = 'PAID'
        and paid_amount <> total_with_fees
      union all
      select 'payout', id, code, date, method, reference, -total
      from payouts where owner = ${seller} and country = ${country} and deleted_at is null
    ) entry where entry.date <= ${to}::date`)
  return rows
}
