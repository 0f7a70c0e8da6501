import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/drizzle.ts'
import type { Executor } from '../../crud/executor.ts'
import { type DayTable, staleFacts, summedUp } from './stale-facts.ts'

/** Marks that are taken in one transaction, a quarter of a second's work: an order of each is a mark at most. */
const marksAtOnce = 100

const tables = Object.keys(summedUp) as DayTable[]

/**
 * Sums up the days whose orders have changed, the newest first, until none is left. Safe at any time: the marks that it
 * takes and the orders that it reads are of one instant, and a change that commits later leaves a mark of its own. Of
 * several instances that meet one goes on, and the others fail and find less to do the next time.
 */
export const sumUpDays = async (db: Database, isStopped: () => boolean = () => false): Promise<void> => {
  while (!isStopped() && (await sumUpSome(db)) === marksAtOnce);
}

/** Answers how many of the marked days it took. */
const sumUpSome = (db: Database): Promise<number> =>
  db.transaction(
    async (tx) => {
      const { rows } = await tx.execute<Record<'country' | 'owner' | 'day', string>>(sql`
        with taken as (
          select distinct day, country, owner from stale_days order by day desc, country, owner limit ${marksAtOnce}
        ), gone as (
          delete from stale_days using taken
          where (stale_days.country, stale_days.day, stale_days.owner) = (taken.country, taken.day, taken.owner)
        )
        select country, owner, day::text as day from taken`)
      if (rows.length > 0) await rewrite(tx, marksOf(rows))
      return rows.length
    },
    { isolationLevel: 'repeatable read' },
  )

const marksOf = (rows: readonly Record<'country' | 'owner' | 'day', string>[]): SQL => sql`
  select * from unnest(
    ${sql.param(rows.map(({ country }) => country))}::text[], ${sql.param(rows.map(({ owner }) => owner))}::uuid[],
    ${sql.param(rows.map(({ day }) => day))}::date[]) marks (country, owner, day)`

const rewrite = async (tx: Executor, marks: SQL): Promise<void> => {
  const each = (write: (table: SQL, name: DayTable) => SQL): SQL =>
    sql.join(
      tables.map(
        (name) => sql`${sql.identifier(`of_${name}`)} as (${write(sql`${sql.identifier(name)}`, name)})`,
      ),
      sql`, `,
    )
  const facts = staleFacts(marks)
  await tx.execute(sql`
    with ${facts}, ${each(
      (table) => sql`
      delete from ${table} kept using stale
      where (kept.country, kept.day, kept.owner) = (stale.country, stale.day, stale.owner)`,
    )}
    select 1`)
  await tx.execute(sql`
    with ${facts}, ${each((table, name) => sql`insert into ${table} ${summedUp[name]}`)}
    select 1`)
}
