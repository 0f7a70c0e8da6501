import { sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn } from 'drizzle-orm/pg-core'
import type { ResourceName } from '../../domain/resources.ts'
import { searchedFields } from '../../domain/search/searchable.ts'
import type { ListSource } from '../crud/list-source.ts'
import { isOneOf } from '../db/columns.ts'
import type { Transaction } from '../db/drizzle.ts'
import { users } from '../db/schema/users.ts'
import { inChunks } from '../db/unnest-rows.ts'
import type { FindAgain } from '../services/personal/erase-people.ts'
import { advertisingResource } from './advertising.ts'
import { affiliateResource } from './affiliates.ts'
import { blockedResource } from './blocked.ts'
import { callPolicyResource } from './call-policies.ts'
import { deliveryResource } from './deliveries.ts'
import { expeditionResource } from './expeditions.ts'
import { handoverResource } from './handovers.ts'
import { intakeResource } from './intake.ts'
import { invoiceResource } from './invoices.ts'
import { keyResource } from './keys.ts'
import { manifestResource } from './manifests.ts'
import { orderResource } from './orders.ts'
import { payoutResource } from './payouts.ts'
import { planResource } from './plans.ts'
import { productResource } from './products.ts'
import { requestResource } from './requests.ts'
import type { ServerResource } from './serve.ts'
import { shippingResource } from './shippings.ts'
import { sourceResource } from './sources.ts'
import { tariffResource } from './tariffs.ts'
import { templateResource } from './templates.ts'
import { userResource } from './users.ts'
import { webhookResource } from './webhooks.ts'
import { zoneResource } from './zones.ts'

/** All resources in global lock order. */
export const serverResources: { readonly [Name in ResourceName]: ServerResource<Name> } = {
  orders: orderResource,
  shippings: shippingResource,
  expeditions: expeditionResource,
  products: productResource,
  advertising: advertisingResource,
  requests: requestResource,
  affiliates: affiliateResource,
  packages: planResource,
  payouts: payoutResource,
  invoices: invoiceResource,
  manifests: manifestResource,
  handovers: handoverResource,
  zones: zoneResource,
  tariffs: tariffResource,
  sources: sourceResource,
  intake: intakeResource,
  deliveries: deliveryResource,
  webhooks: webhookResource,
  blocked: blockedResource,
  'call-policies': callPolicyResource,
  templates: templateResource,
  keys: keyResource,
  users: userResource((tx, ids) => renameOwners(tx, ids)),
}

/** Updates search entries of users' records after a rename, by resource in lock order, with the records locked. */
export const renameOwners = async (tx: Transaction, userIds: readonly string[]): Promise<void> => {
  if (userIds.length === 0) return
  for (const { source, makeFindable } of Object.values(serverResources)) {
    const { table } = source
    const named = namesOfUsers(source)
    if (named.length === 0) continue
    const isNamed = sql.join(
      named.map((column) => isOneOf(column, userIds)),
      sql` or `,
    )
    const rows = await tx
      .select({ id: table.id })
      .from(table)
      .where(sql`(${isNamed}) and ${table.deletedAt} is null`)
      .orderBy(table.id)
      .for('share')
    for (const chunk of inChunks(rows)) {
      await makeFindable(
        tx,
        chunk.map((row) => String(row.id)),
      )
    }
  }
}

/** Writes search entries of records again, of those that are not deleted. */
export const findAgain: FindAgain = async (tx, records) => {
  for (const { source, makeFindable } of Object.values(serverResources)) {
    const { table } = source
    const ids = records.filter(({ resource }) => resource === source.resource).map(({ id }) => id)
    for (const chunk of inChunks(ids)) {
      const living = await tx
        .select({ id: table.id })
        .from(table)
        .where(sql`${isOneOf(table.id, chunk)} and ${table.deletedAt} is null`)
      await makeFindable(
        tx,
        living.map((row) => String(row.id)),
      )
    }
  }
}

/** Columns with users whose names find the record: `owner` if found by `ownerName`. */
const namesOfUsers = ({ resource, table }: ListSource): PgColumn[] => {
  const words = searchedFields(resource)
  return getTableConfig(table)
    .foreignKeys.map((key) => key.reference())
    .filter(({ foreignTable }) => foreignTable === users)
    .flatMap(({ columns }) => columns)
    .filter((column) => words.includes(`${fieldOf(table, column)}Name`))
}

const fieldOf = (table: ListSource['table'], column: PgColumn): string | undefined =>
  Object.entries(table).find(([, one]) => one === column)?.[0]
