import { type SQL, sql } from 'drizzle-orm'
import { verbsThatMake } from '../../domain/changes/journal-verbs.ts'
import { resourceNames, resources } from '../../domain/resources.ts'

/** The lines of `table` without those of records that only changed along with another record. */
export const isLeading = (table: SQL): SQL => {
  const conditions = [
    ...resourceNames.map(
      (resource) =>
        sql`(${table}.resource = ${resource} and ${table}.verb like ${`${resources[resource].noun}.%`})`,
    ),
    ...Object.entries(verbsThatMake).map(
      ([verb, resource]) => sql`(${table}.resource = ${resource} and ${table}.verb = ${verb})`,
    ),
  ]
  return sql`(${sql.join(conditions, sql` or `)})`
}
