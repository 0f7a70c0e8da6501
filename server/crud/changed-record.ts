import { type SQL, sql } from 'drizzle-orm'
import { verbsThatMake } from '../../domain/changes/change-verbs.ts'
import { type ResourceName, resourceNames, resources } from '../../domain/resources.ts'
import { columnOf } from '../db/columns.ts'

/** Lines of `table` except of records that only changed along with another one. */
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

/** Names that are no column of the record's table. */
const namedElsewhere: Partial<{ readonly [resource: string]: SQL }> = {
  advertising: sql`concat_ws(' · ', (select products.name from products where products.id = record.product), record.day::text)`,
  deliveries: sql`concat(record.event, ' #' || (record.data->>'number'))`,
  shippings: sql`(select orders.customer_name from orders where orders.id = record."order")`,
  tariffs: sql`concat_ws(' · ', coalesce((select zones.name from zones where zones.id = record.zone), record.country),
    (select users.name from users where users.id = record.owner), record."from"::text)`,
}

/** Display name of a record: its search title, own or from the user it refers to. */
const nameOf = (resource: ResourceName): SQL => {
  const { search, shapes } = resources[resource]
  const { title }: { title: string } = search
  const user = title.replace(/Name$/, '')
  if (user !== title && Object.hasOwn(shapes, user)) {
    return sql`(select users.name from users where users.id = record.${columnOf(user)})`
  }
  return namedElsewhere[resource] ?? sql`record.${columnOf(title)}`
}

/** SQL of the facts that the history shows, by resource. Country is null for resources without. */
const kept = Object.fromEntries(
  resourceNames.map((resource) => [
    resource,
    {
      table: sql`${sql.identifier(resource)}`,
      name: nameOf(resource),
      country: resources[resource].hasCountry ? sql`record.country` : sql`null`,
    },
  ]),
)

/** A fact of the record of a history line (columns `resource`, `record_id`), including deleted ones. */
export const changedRecord = (fact: 'number' | 'name' | 'country', line: SQL): SQL => {
  const branches = Object.entries(kept).map(([resource, source]) => {
    const value = fact === 'number' ? sql`record.number` : source[fact]
    return sql`when ${resource} then (select ${value} from ${source.table} record where record.id = ${line}.record_id)`
  })
  // Lines of settings of a country are among those of a resource; they have no number, and rules have no name.
  const ofIssuer =
    fact === 'number'
      ? sql`null`
      : sql`(select ${sql.identifier(fact)} from issuers where issuers.id = ${line}.record_id)`
  const ofRule =
    fact === 'country'
      ? sql`(select country from earning_rules where earning_rules.id = ${line}.record_id)`
      : sql`null`
  const ofRetention =
    fact === 'country'
      ? sql`(select country from retention_rules where retention_rules.id = ${line}.record_id)`
      : sql`null`
  return sql`(case when ${line}.verb = 'invoice.set-issuer' then ${ofIssuer}
    when ${line}.verb = 'handover.set-earnings' then ${ofRule}
    when ${line}.verb = 'customer.set-retention' then ${ofRetention}
    else (case ${line}.resource ${sql.join(branches, sql` `)} end) end)`
}

/** Ids of all records with that number, of any resource. */
export const recordsNumbered = (number: number): SQL =>
  sql.join(
    Object.values(kept).map(({ table }) => sql`select id from ${table} where number = ${number}`),
    sql` union all `,
  )
