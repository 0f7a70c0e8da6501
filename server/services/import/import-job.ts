import type { ImportMode } from '../../../domain/orders/import/import-report.ts'
import { Refused } from '../../core/errors.ts'
import { queueImportFinished } from '../../crud/queue-deliveries.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { WholeJob } from '../../jobs/define-job.ts'
import { freeBytes, freeImport, type PackedImport } from '../../spreadsheets/packed-import.ts'
import { importOrders } from './import-orders.ts'

/** Import of many rows in one transaction, so that cancelling leaves nothing. Runs once, with the parsed sheet. */
export const runImport =
  (packed: PackedImport, mode: ImportMode): WholeJob['run'] =>
  async ({ context, id: job, actor, batch, progress, end, onFault }) => {
    if (actor === null) throw new Refused('FORBIDDEN')
    try {
      const written = await inTransaction(context, async (tx) => {
        const { report, total, created, failed } = await importOrders(tx, actor, packed, mode, batch, {
          onRows: progress,
          onFault,
        })
        const { country } = packed
        await queueImportFinished(tx, batch, { actor: actor.id, country, job, created, failed })
        await end(tx, { reportJson: report, done: total })
        return report
      })
      freeBytes([written])
    } finally {
      freeImport(packed)
    }
  }

/** The file is in one instance's memory, so no other can continue. */
export const importJob: WholeJob = {
  work: 'orders.import',
  run: async () => {
    throw new Refused('INTERRUPTED')
  },
}
