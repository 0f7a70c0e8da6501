import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/drizzle.ts'
import { invoices } from '../../db/schema/invoices.ts'
import { affiliateKind } from '../../modules/affiliates/affiliate-kind.ts'
import { inChunks } from '../../crud/in-chunks.ts'
import type { OwnedTable } from '../../crud/record-kind.ts'
import { isOneOf } from '../../crud/where-sql.ts'
import { expeditionKind } from '../../modules/expeditions/expedition-kind.ts'
import { readInvoices } from '../../modules/invoices/read-invoices.ts'
import { productKind } from '../../modules/products/product-kind.ts'
import { requestKind } from '../../modules/requests/request-kind.ts'
import { writeSearchEntries } from '../../search/write-entries.ts'

type Found = {
  table: OwnedTable
  makeFindable: (tx: Transaction, ids: readonly string[]) => Promise<void>
}

/** What is found by its owner's name; expeditions are locked before products by everybody. */
const foundByOwner: readonly Found[] = [
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
