import { type SQL, sql } from 'drizzle-orm'
import {
  defaultPeriodDays,
  ended,
  everOut,
  failed,
  inTransit,
  notYetOut,
} from '../../../domain/analytics/analytics.ts'
import { longestPeriodDays } from '../../../domain/analytics/period-choice.ts'
import type { FieldProblem } from '../../../domain/core/codes.ts'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import type { ShippingStatus } from '../../../domain/fulfillment/shipping-status.ts'
import { isDate } from '../../../domain/lib/field.ts'
import { Refused } from '../../core/errors.ts'
import type { Executor } from '../../db/drizzle.ts'

/** Days of a country, inclusive, the previous period of equal length, and their bounds. */
export type Period = {
  startDate: string
  endDate: string
  previousStartDate: string
  previousEndDate: string
  previousFrom: Date
  from: Date
  to: Date
}

const day = 86_400_000

/** Parses `startDate` and `endDate`; default: the country's last thirty days. @throws Refused */
export const readPeriod = async (
  db: Executor,
  country: CountryCode,
  { startDate, endDate }: Record<string, unknown>,
  now: Date,
): Promise<Period> => {
  const { timeZone } = countries[country]
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(now)
  const errors: FieldProblem[] = []
  const read = (path: string, value: unknown): string | null => {
    if (value === undefined) return null
    if (typeof value === 'string' && value.length === 10 && isDate(value)) return value
    errors.push({ path, code: 'NOT_A_DATE' })
    return null
  }
  const [start, end] = [read('startDate', startDate), read('endDate', endDate)]
  const last = end ?? (start === null || start <= today ? today : start)
  const first = start ?? shift(last, 1 - defaultPeriodDays)
  const days = count(first, last)
  if (errors.length === 0 && days < 1) errors.push({ path: 'endDate', code: 'DATE_RANGE_INVALID' })
  if (errors.length === 0 && days > longestPeriodDays) errors.push({ path: 'startDate', code: 'TOO_LARGE' })
  if (errors.length > 0) throw new Refused('VALIDATION_FAILED', { errors })
  const previous = { previousStartDate: shift(first, -days), previousEndDate: shift(first, -1) }
  const { rows } = await db.execute<Record<'before' | 'start' | 'end', string>>(sql`
    select ${midnight(previous.previousStartDate, timeZone)} as before, ${midnight(first, timeZone)} as start,
      ${midnight(shift(last, 1), timeZone)} as end`)
  const bounds = rows[0]!
  return {
    startDate: first,
    endDate: last,
    ...previous,
    previousFrom: new Date(Number(bounds.before) * 1000),
    from: new Date(Number(bounds.start) * 1000),
    to: new Date(Number(bounds.end) * 1000),
  }
}

/** Epoch seconds of a local midnight, by the database's time zone rules. */
const midnight = (date: string, timeZone: string) =>
  sql`extract(epoch from (${date}::timestamp at time zone ${timeZone}))`

const shift = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10)

const count = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / day + 1

export const everyDayOf = ({ startDate, endDate }: Pick<Period, 'startDate' | 'endDate'>): string[] =>
  Array.from({ length: count(startDate, endDate) }, (_, index) => shift(startDate, index))

/** Orders of one country, optionally of one seller (`owner`). */
export type CohortScope = { country: CountryCode; owner: string | null }

/** Conditions on a parcel's status column. */
export const parcelStands = (column: SQL) => {
  const is = (statuses: readonly ShippingStatus[]): SQL =>
    sql`${column} = any(${sql.param([...statuses])}::text[])`
  return {
    everOut: is(everOut),
    ended: is(ended),
    inTransit: is(inTransit),
    notYetOut: is(notYetOut),
    failed: is(failed),
    delivered: is(['DELIVERED']),
    returned: is(['RETURNED']),
    lost: is(['LOST']),
  }
}
