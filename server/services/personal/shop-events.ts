import { sql } from 'drizzle-orm'
import { isOfOneItem } from '../../db/apart.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { Candidates } from './candidates.ts'
import { conditionsIn } from './conditions.ts'
import { eventsOf, personalTables } from './personal-tables.ts'
import { hasPeople, type People, type Whose } from './treatments.ts'

const waits = sql`(intake.worked_at is null or intake.is_open)`

/** Orders of the people that only events of shops have, which no order came of yet. */
export const countWaiting = async (tx: Transaction, whose: Whose): Promise<number> => {
  const { rows } = await tx.execute<{ waiting: number }>(sql`
    select count(distinct (source, coalesce(external_id, id::text)))::int as waiting from intake
    where ${eventsOf(whose)} and ${waits} and intake.orders = '{}'`)
  return rows[0]?.waiting ?? 0
}

/**
 * Deletes what came of the people's events, and redacts what came of others' that mention them, so that their orders can still be made.
 * Closes events that waited and have no content any more. Returns those that were closed.
 */
export const eraseEvents = async (
  tx: Transaction,
  people: People,
  { at, among }: { at: string; among?: Candidates },
): Promise<string[]> => {
  await waitForWork(tx, people)
  const { isLinked, finds } = conditionsIn(
    personalTables.find(({ table }) => table === 'intake_bodies')!,
    people,
    among,
  )
  const { rows: found } = await tx.execute<{ event: string; isTheirs: boolean }>(
    sql`select event, ${isLinked} as "isTheirs" from intake_bodies where ${finds}`,
  )
  const gone = found.filter(({ isTheirs }) => isTheirs).map(({ event }) => event)
  for (const { event } of found.filter(({ isTheirs }) => !isTheirs))
    if (!(await isRedacted(tx, event, people))) gone.push(event)
  await tx.execute(sql`delete from intake_bodies where event = any(${sql.param(gone)}::uuid[])`)
  const { rows: closed } = await tx.execute<{ id: string }>(sql`
    update intake set verdict = case when verdict = 'updated' then verdict else 'refused' end, reason = 'EVENT_GONE',
      is_open = false, worked_at = coalesce(worked_at, ${at}::timestamptz), waiting_key = null,
      version = version + 1, updated_at = ${at}::timestamptz
    where ${waits} and (intake.id = any(${sql.param(gone)}::uuid[]) or ${eventsOf(people)}) returning id`)
  return closed.map(({ id }) => id)
}

/** Whoever works on a source may have read an event of theirs, and writes to it: the erasure then begins anew. */
const waitForWork = async (tx: Transaction, { events }: Whose): Promise<void> => {
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended('intake ' || source, 0))
    from (select distinct source from intake where id = any(${sql.param([...events])}::uuid[]) order by 1) sources`)
}

/** Takes the people out of the content of an event; false if it cannot be read, or has them where no text is. */
const isRedacted = async (tx: Transaction, event: string, people: People): Promise<boolean> => {
  const pattern = sql`${people.pattern}::text`
  try {
    const { rows } = await tx.transaction((part) =>
      part.execute<{ isClean: boolean }>(sql`
        update intake_bodies set headers = redact_json(headers, ${pattern}, '{}'),
          body = convert_to(redact_json(convert_from(body, 'UTF8')::jsonb, ${pattern}, '{}')::text, 'UTF8')
        where event = ${event}::uuid
        returning not ${hasPeople(sql`encode(body, 'escape')`, people)} as "isClean"`),
    )
    return rows[0]?.isClean ?? false
  } catch (error) {
    if (isOfOneItem(error)) return false
    throw error
  }
}
