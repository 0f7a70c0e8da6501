import { sql } from 'drizzle-orm'
import type { CountryCode } from '../../../domain/countries.ts'
import { invoiceCode } from '../../../domain/invoices/invoice-code.ts'
import { isoYearOf } from '../../../domain/lib/iso-week.ts'
import type { Transaction } from '../../db/drizzle.ts'

type Coded = { country: CountryCode; week: string }

/**
 * The next codes, one for each in the same order. The counter of a country and ISO year stays locked until the
 * transaction ends and goes back with it, so that no code is left out: invoices of one year are opened by one
 * transaction at a time.
 */
export const takeInvoiceCodes = async (tx: Transaction, openings: readonly Coded[]): Promise<string[]> => {
  const counts = new Map<string, { country: CountryCode; year: number; count: number }>()
  for (const { country, week } of openings) {
    const year = isoYearOf(week)
    const count = (counts.get(keyOf(country, year))?.count ?? 0) + 1
    counts.set(keyOf(country, year), { country, year, count })
  }
  const { rows } = await tx.execute<{ country: CountryCode; year: number; last: number }>(sql`
    insert into invoice_numbers as counter (country, year, last)
    select country, year, count
    from jsonb_to_recordset(${JSON.stringify([...counts.values()])}::jsonb)
      as given (country text, year integer, count integer)
    order by country, year
    on conflict (country, year) do update set last = counter.last + excluded.last
    returning country, year, last`)
  const next = new Map(
    rows.map(({ country, year, last }) => {
      const key = keyOf(country, year)
      return [key, last - counts.get(key)!.count + 1]
    }),
  )
  return openings.map(({ country, week }) => {
    const key = keyOf(country, isoYearOf(week))
    const sequence = next.get(key)!
    next.set(key, sequence + 1)
    return invoiceCode(country, week, sequence)
  })
}

const keyOf = (country: CountryCode, year: number): string => `${country} ${year}`
