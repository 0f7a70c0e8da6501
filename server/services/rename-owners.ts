import { sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { isOneOf } from '../crud/list-source.ts'
import type { OwnedTable } from '../crud/resource-definition.ts'
import type { Transaction } from '../db/drizzle.ts'
import { handovers } from '../db/schema/handovers.ts'
import { invoices } from '../db/schema/invoices.ts'
import { manifests } from '../db/schema/manifests.ts'
import { inChunks } from '../db/unnest-rows.ts'
import { readHandovers } from '../queries/handovers.ts'
import { readInvoices } from '../queries/invoices.ts'
import { readManifests } from '../queries/manifests.ts'
import { writeSearchEntries } from '../search/write-entries.ts'
import { affiliateKind } from './goods/affiliate-definition.ts'
import { expeditionKind } from './goods/expedition-definition.ts'
import { productKind } from './goods/product-definition.ts'
import { requestKind } from './goods/request-definition.ts'

type NamedEntries = {
  table: Pick<OwnedTable, 'id' | 'deletedAt'> & PgTable
  /** The columns that have the users. */
  named: readonly PgColumn[]
  makeFindable: (tx: Transaction, ids: readonly string[]) => Promise<void>
}

/** What is found by the names of users; expeditions are locked before products by everybody. */
const foundByName: readonly NamedEntries[] = [
  ...[expeditionKind, productKind, requestKind, affiliateKind].map(({ table, makeFindable }) => ({
    table,
    named: [table.owner],
    makeFindable,
  })),
  {
    table: invoices,
    named: [invoices.owner],
    makeFindable: async (tx, ids) => writeSearchEntries(tx, 'invoices', await readInvoices(tx, ids)),
  },
  {
    table: manifests,
    named: [manifests.owner, manifests.delivery],
    makeFindable: async (tx, ids) => writeSearchEntries(tx, 'manifests', await readManifests(tx, ids)),
  },
  {
    table: handovers,
    named: [handovers.delivery, handovers.receivedBy],
    makeFindable: async (tx, ids) => writeSearchEntries(tx, 'handovers', await readHandovers(tx, ids)),
  },
]

/**
 * Makes the records of users findable by the names that they have now. They are held, so that nobody changes the other
 * words that they are found by meanwhile.
 */
export const renameOwners = async (tx: Transaction, userIds: readonly string[]): Promise<void> => {
  if (userIds.length === 0) return
  for (const { table, named, makeFindable } of foundByName) {
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
