import { type SQL, sql } from 'drizzle-orm'
import type { ResourceName } from '../../domain/resources.ts'

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

/** The ids of every record of that number, whatever its resource. */
export const recordsNumbered = (number: number): SQL =>
  sql.join(
    Object.values(kept).map(({ table }) => sql`select id from ${table} where number = ${number}`),
    sql` union all `,
  )

function of(table: ResourceName, name: SQL): { table: SQL; name: SQL; country: SQL } {
  return { table: sql`${sql.identifier(table)}`, name, country: sql`record.country` }
}
