import type { ImportMode } from '../../../domain/orders/import/import-report.ts'
import { Refused } from '../../core/errors.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { WholeJob } from '../../jobs/define-job.ts'
import { freeBytes } from '../../spreadsheets/free-bytes.ts'
import { freeImport, type PackedImport } from '../../spreadsheets/packed-import.ts'
import { importOrders } from './import-orders.ts'

/**
 * An import of many rows: all of it in one transaction, so that cancelled or interrupted it leaves nothing. It is run
 * once, and what the sheet was read as goes with it.
 */
export const runImport =
  (packed: PackedImport, mode: ImportMode): WholeJob['run'] =>
  async ({ context, actor, batch, progress, end, onFault }) => {
    if (actor === null) throw new Refused('FORBIDDEN')
    try {
      const written = await inTransaction(context, async (tx) => {
        const { report, total } = await importOrders(tx, actor, packed, mode, batch, {
          onRows: progress,
          onFault,
        })
        await end(tx, { reportJson: report, done: total })
        return report
      })
      freeBytes([written])
    } finally {
      freeImport(packed)
    }
  }

/** The file is in the memory of the instance that received it: no other one can continue. */
export const importJob: WholeJob = {
  work: 'orders.import',
  run: async () => {
    throw new Refused('INTERRUPTED')
  },
}
