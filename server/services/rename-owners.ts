import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { OwnedTable } from '../crud/resource-definition.ts'
import { isOneOf } from '../crud/where-sql.ts'
import type { Transaction } from '../db/drizzle.ts'
import { invoices } from '../db/schema/invoices.ts'
import { manifests } from '../db/schema/manifests.ts'
import { inChunks } from '../db/unnest-rows.ts'
import { readInvoices } from '../queries/invoices.ts'
import { readManifests } from '../queries/manifests.ts'
import { writeSearchEntries } from '../search/write-entries.ts'
import { affiliateKind } from './goods/affiliate-definition.ts'
import { expeditionKind } from './goods/expedition-definition.ts'
import { productKind } from './goods/product-definition.ts'
import { requestKind } from './goods/request-definition.ts'

type NamedEntries = {
  table: OwnedTable
  /** The users by whose names a record is found; its owner where left out. */
  named?: readonly PgColumn[]
  makeFindable: (tx: Transaction, ids: readonly string[]) => Promise<void>
}

/** What is found by the names of users; expeditions are locked before products by everybody. */
const foundByName: readonly NamedEntries[] = [
  expeditionKind,
  productKind,
  requestKind,
  affiliateKind,
  {
    table: invoices,
    makeFindable: async (tx, ids) => writeSearchEntries(tx, 'invoices', await readInvoices(tx, ids)),
  },
  {
    table: manifests,
    named: [manifests.owner, manifests.delivery],
    makeFindable: async (tx, ids) => writeSearchEntries(tx, 'manifests', await readManifests(tx, ids)),
  },
]

/**
 * Makes the records of users findable by the names that they have now. They are held, so that nobody changes the other
 * words that they are found by meanwhile.
 */
export const renameOwners = async (tx: Transaction, userIds: readonly string[]): Promise<void> => {
  if (userIds.length === 0) return
  for (const { table, named = [table.owner], makeFindable } of foundByName) {
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
