import { sql } from 'drizzle-orm'
import type { Database } from '../../db/drizzle.ts'
import { callDaysSql } from './figures.ts'

/** Days summed up in one transaction. */
const daysAtOnce = 7

/**
 * Sums up the days of calls that ended over an hour ago, so that the figures of a month read a row a day and caller. Safe at any time:
 * a call of such a day that is recorded meanwhile leaves a mark of its own. The clock is the database's, as that of the marks.
 */
export const sumUpCallDays = async (db: Database, isStopped: () => boolean = () => false): Promise<void> => {
  while (!isStopped() && (await sumUpSome(db)) === daysAtOnce);
}

const sumUpSome = (db: Database): Promise<number> =>
  db.transaction(
    async (tx) => {
      const { rows } = await tx.execute<{ day: string; now: Date | string }>(sql`
        with taken as (
          select distinct day from stale_call_days
          where day < ((now() - interval '1 hour') at time zone 'UTC')::date order by day desc limit ${daysAtOnce}
        ), gone as (delete from stale_call_days using taken where stale_call_days.day = taken.day)
        select day::text as day, now() as now from taken`)
      const days = rows.map(({ day }) => day)
      if (days.length === 0) return 0
      await tx.execute(sql`delete from call_days where day = any(${sql.param(days)}::date[])`)
      await tx.execute(sql`
        insert into call_days (day, country, caller, calls, seconds, followed, reached, confirmed, delivered, callbacks, kept)
        ${callDaysSql(days, new Date(rows[0]!.now))}`)
      return days.length
    },
    { isolationLevel: 'repeatable read' },
  )
