import type { ImportMode } from '../../domain/orders/import/import-report.ts'
import { inTransaction } from '../database/in-transaction.ts'
import type { WholeJob } from '../jobs/define-job.ts'
import { Refused } from '../refused.ts'
import { importOrders, type OrderUpload } from './import-orders.ts'

/** An import of many rows: all of it in one transaction, so that cancelled or interrupted it leaves nothing. */
export const runImport =
  (upload: OrderUpload & { mode: ImportMode }): WholeJob['run'] =>
  async ({ context, actor, batch, progress, end }) => {
    if (actor === null) throw new Refused('FORBIDDEN')
    await inTransaction(context, async (tx) => {
      const report = await importOrders(tx, actor, upload, batch, progress)
      await end(tx, { report, done: report.total })
    })
  }

/** The file is in the memory of the instance that it was sent to: nobody else can go on with it. */
export const importJob: WholeJob = {
  work: 'orders.import',
  run: async () => {
    throw new Refused('INTERRUPTED')
  },
}
