import type { Actor } from '../../domain/access/actor.ts'
import type { CountryCode } from '../../domain/countries.ts'
import type { CheckedImport } from '../../domain/orders/import/check-import.ts'
import {
  type ImportMode,
  type ImportReport,
  previewReport,
} from '../../domain/orders/import/import-report.ts'
import type { Transaction } from '../database/drizzle.ts'
import type { Batch } from '../resources/changes/record-changes.ts'
import type { Executor } from '../resources/engine/executor.ts'
import { lockImports, refuseImportedFile, rememberFile } from './import-orders-file.ts'
import { markImported } from './import-orders-imported.ts'
import { markGone } from './import-orders-products.ts'
import { insertOrders } from './insert-orders.ts'

export type OrderUpload = {
  country: CountryCode
  /** SHA-256 of the file's bytes. */
  fileHash: string
  checked: CheckedImport
}

/** What an import would do now: the rows whose orders are already there are known only here. */
export const previewImport = async (
  db: Executor,
  actor: Actor,
  upload: OrderUpload,
): Promise<ImportReport> => {
  await refuseImportedFile(db, actor, upload)
  return previewReport(await markImported(db, upload.checked))
}

/**
 * Creates the orders of a checked sheet: all of them, or with mode `valid` the good rows, in this one transaction and
 * as one batch. The same file twice creates nothing twice: refused with `FILE_ALREADY_IMPORTED` while an order of its
 * first import still stands. A row whose `externalRef` its seller already has is skipped. `onRows` is told how many
 * orders are written; throwing there leaves none.
 */
export const importOrders = async (
  tx: Transaction,
  actor: Actor,
  upload: OrderUpload & { mode: ImportMode },
  batch: Batch,
  onRows?: (rows: number) => Promise<void>,
): Promise<ImportReport> => {
  await lockImports(tx, upload.country)
  await refuseImportedFile(tx, actor, upload)
  const checked = await markImported(tx, await markGone(tx, upload.checked))
  const report = previewReport(checked)
  if (report.valid === 0 || (upload.mode === 'all' && report.invalid > 0)) return report
  const good = checked.rows.flatMap((row) => (row.order === null ? [] : { row: row.row, order: row.order }))
  const inserted = await insertOrders(
    tx,
    actor,
    good.map(({ order: { owner: _, ...order } }) => order),
    { ...batch, verb: 'order.import' },
    onRows,
  )
  await rememberFile(tx, actor, upload, { batch, rows: report.total, created: inserted.length })
  const numbers = new Map(good.map(({ row }, at) => [row, inserted[at]!.number]))
  return {
    ...report,
    created: inserted.length,
    batchId: batch.id,
    rows: report.rows.map((row) => {
      const number = numbers.get(row.row)
      return number === undefined ? row : { ...row, status: 'created', number }
    }),
  }
}
