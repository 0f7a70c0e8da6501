import { sql } from 'drizzle-orm'
import type { Executor } from '../../crud/executor.ts'
import type { PackedImport, PackedOrders } from '../../spreadsheets/packed-import.ts'
import type { Stock } from '../fulfillment/hold-stock.ts'
import type { OrderLine } from '../fulfillment/order-line.ts'
import { type Marks, readJson } from './import-report-json.ts'

/** Good rows whose product was deleted since the sheet was read. */
export const goneProducts = ({ products }: PackedImport, { lines }: PackedOrders, stock: Stock): Marks => {
  const gone = new Set(products.map(({ id }) => id).filter((id) => stock.available(id) === null))
  const marks: Marks = new Map()
  if (gone.size === 0) return marks
  for (const slice of lines) {
    for (const { at, product } of readJson<OrderLine[]>(slice)) {
      if (!gone.has(product)) continue
      const problem = { row: at, column: 'product', code: 'PRODUCT_NOT_FOUND' } as const
      marks.set(at, { status: 'invalid', problem })
    }
  }
  return marks
}

/** Good rows whose `externalRef` their product's owner already has. */
export const takenReferences = async (db: Executor, { references }: PackedImport): Promise<Marks> => {
  const { rows } = await db.execute<{ at: number }>(sql`
    select given.at
    from jsonb_to_recordset(${Buffer.from(references.buffer, references.byteOffset, references.length)}::text::jsonb)
      as given (at integer, owner uuid, ref text)
    join orders on orders.owner = given.owner and orders.external_ref = given.ref
    where orders.external_ref is not null and orders.deleted_at is null`)
  return new Map(
    rows.map(({ at }) => {
      const problem = { row: at, column: 'externalRef', code: 'ALREADY_IMPORTED' } as const
      return [at, { status: 'skipped', problem }]
    }),
  )
}
