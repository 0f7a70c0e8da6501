import { type SQL, sql } from 'drizzle-orm'
import { verbsThatMake } from '../../domain/changes/journal-verbs.ts'
import { type ResourceName, resourceNames, resources } from '../../domain/resources.ts'

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

/** Where each resource's records keep what the journal says of them; plans are the same in every country. */
const kept: Record<ResourceName, { table: SQL; name: SQL; country: SQL }> = {
  orders: of('orders', sql`record.customer_name`),
  products: of('products', sql`record.name`),
  shippings: of('shippings', sql`(select orders.customer_name from orders where orders.id = record."order")`),
  users: of('users', sql`record.name`),
  expeditions: of('expeditions', sql`record.name`),
  requests: of('requests', sql`record.name`),
  affiliates: of('affiliates', sql`record.name`),
  invoices: of('invoices', sql`record.code`),
  manifests: of('manifests', sql`(select users.name from users where users.id = record.delivery)`),
  handovers: of('handovers', sql`(select users.name from users where users.id = record.delivery)`),
  packages: { ...of('packages', sql`record.name`), country: sql`null` },
}

/** A fact of the record that the line `line` (of columns `resource` and `record_id`) is about, deleted ones too. */
export const changedRecord = (fact: 'number' | 'name' | 'country', line: SQL): SQL => {
  const branches = Object.entries(kept).map(([resource, source]) => {
    const value = fact === 'number' ? sql`record.number` : source[fact]
    return sql`when ${resource} then (select ${value} from ${source.table} record where record.id = ${line}.record_id)`
  })
  return sql`(case ${line}.resource ${sql.join(branches, sql` `)} end)`
}

/** The ids of every record of that number, regardless of its resource. */
export const recordsNumbered = (number: number): SQL =>
  sql.join(
    Object.values(kept).map(({ table }) => sql`select id from ${table} where number = ${number}`),
    sql` union all `,
  )

function of(table: ResourceName, name: SQL): { table: SQL; name: SQL; country: SQL } {
  return { table: sql`${sql.identifier(table)}`, name, country: sql`record.country` }
}
