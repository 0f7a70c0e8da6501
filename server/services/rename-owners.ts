import { sql } from 'drizzle-orm'
import type { OwnedTable } from '../crud/resource-definition.ts'
import { isOneOf } from '../crud/where-sql.ts'
import type { Transaction } from '../db/drizzle.ts'
import { invoices } from '../db/schema/invoices.ts'
import { inChunks } from '../db/unnest-rows.ts'
import { readInvoices } from '../queries/invoices.ts'
import { writeSearchEntries } from '../search/write-entries.ts'
import { affiliateKind } from './goods/affiliate-definition.ts'
import { expeditionKind } from './goods/expedition-definition.ts'
import { productKind } from './goods/product-definition.ts'
import { requestKind } from './goods/request-definition.ts'

type NamedEntries = {
  table: OwnedTable
  makeFindable: (tx: Transaction, ids: readonly string[]) => Promise<void>
}

/** What is found by its owner's name; expeditions are locked before products by everybody. */
const foundByOwner: readonly NamedEntries[] = [
  expeditionKind,
  productKind,
  requestKind,
  affiliateKind,
  {
    table: invoices,
    makeFindable: async (tx, ids) => writeSearchEntries(tx, 'invoices', await readInvoices(tx, ids)),
  },
]

/**
 * Makes the records of users findable by the names that they have now. They are held, so that nobody changes the other
 * words that they are found by meanwhile.
 */
export const renameOwners = async (tx: Transaction, userIds: readonly string[]): Promise<void> => {
  if (userIds.length === 0) return
  for (const { table, makeFindable } of foundByOwner) {
    const rows = await tx
      .select({ id: table.id })
      .from(table)
      .where(sql`${isOneOf(table.owner, userIds)} and ${table.deletedAt} is null`)
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
