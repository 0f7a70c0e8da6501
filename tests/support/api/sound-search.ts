import { isNull, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Transaction } from '../../../server/db/drizzle.ts'
import { expeditions, products } from '../../../server/db/schema/goods.ts'
import { invoices } from '../../../server/db/schema/invoices.ts'
import { orders, shippings } from '../../../server/db/schema/orders.ts'
import { searchEntries } from '../../../server/db/schema/search-entries.ts'
import { expeditionList } from '../../../server/queries/expeditions.ts'
import { invoiceList } from '../../../server/queries/invoices.ts'
import { orderList } from '../../../server/queries/orders.ts'
import { shippingList } from '../../../server/queries/shippings.ts'
import { productKind } from '../../../server/resources/products.ts'
import { writeSearchEntries } from '../../../server/search/write-entries.ts'
import type { TestApi } from './start-api.ts'

/** Fails unless the search index has the current words of every record and no deleted record. */
export const expectSoundSearch = async ({ context }: Pick<TestApi, 'context'>): Promise<void> => {
  const [found, due] = await context.db.transaction(async (tx) => {
    const present = await entries(tx)
    await tx.delete(searchEntries).where(ofShop)
    await writeSearchEntries(tx, 'orders', await orderList.read(tx, await living(tx, orders)))
    await writeSearchEntries(tx, 'shippings', await shippingList.read(tx, await living(tx, shippings)))
    await writeSearchEntries(tx, 'products', await productKind.read(tx, await living(tx, products)))
    await writeSearchEntries(tx, 'expeditions', await expeditionList.read(tx, await living(tx, expeditions)))
    await writeSearchEntries(tx, 'invoices', await invoiceList.read(tx, await living(tx, invoices)))
    return [present, await entries(tx)]
  })
  expect(found).toEqual(due)
}

type Table = typeof orders | typeof shippings | typeof products | typeof expeditions | typeof invoices

const living = async (tx: Transaction, table: Table): Promise<string[]> => {
  const rows = await tx.select({ id: table.id }).from(table).where(isNull(table.deletedAt))
  return rows.map(({ id }) => id)
}

const ofShop = sql`resource in ('orders', 'shippings', 'products', 'expeditions', 'invoices')`

const entries = (tx: Transaction) =>
  tx.select().from(searchEntries).where(ofShop).orderBy(searchEntries.resource, searchEntries.recordId)
