import { type SQL, sql } from 'drizzle-orm'
import { type PersonalPlace, personalPlaces } from '../../../domain/customers/personal-data.ts'
import type { Executor } from '../../db/drizzle.ts'
import { type Candidates, isCandidate } from './candidates.ts'
import { type PersonalTable, personalTables, placedColumn } from './personal-tables.ts'
import type { People } from './treatments.ts'

const nobody = sql`false`

type Parts = { isLinked: SQL; finds: SQL; changes: { name: string; becomes: SQL }[] }

/** Conditions of a table's rows, and the new values of its columns. `among`: the rows that may be meant, if they are known. */
export const conditionsIn = (each: PersonalTable, people: People, among?: Candidates): Parts => {
  const isLinked = each.linked?.(people) ?? nobody
  const treated = Object.entries(each.columns).map(([name, { treat }]) => ({
    name,
    ...treat({ column: placedColumn(each, name), isLinked, people }),
  }))
  const hits = treated.map(({ finds }) => finds)
  const all = each.isDeleted ? [isLinked, ...hits] : hits
  const finds = all.length === 0 ? nobody : sql`(${sql.join(all, sql` or `)})`
  return {
    isLinked,
    finds: among === undefined ? finds : sql`${isCandidate(each, among)} and ${finds}`,
    changes: treated.map(({ name, becomes }) => ({ name, becomes })),
  }
}

/** Rows with something of the people, by place. */
export const countPeople = async (db: Executor, people: People): Promise<Record<PersonalPlace, number>> => {
  const counts = Object.fromEntries(personalPlaces.map((place) => [place, 0])) as Record<
    PersonalPlace,
    number
  >
  for (const each of personalTables) {
    const { rows } = await db.execute<{ count: string }>(
      sql`select count(*) as count from ${sql.identifier(each.table)} where ${conditionsIn(each, people).finds}`,
    )
    counts[each.place] += Number(rows[0]?.count ?? 0)
  }
  return counts
}
