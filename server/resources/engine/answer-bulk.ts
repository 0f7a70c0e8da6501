import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ChangeReport } from '../../../domain/changes.ts'
import type { ServerContext } from '../../context.ts'
import type { Transaction } from '../../database/drizzle.ts'
import { write } from '../../plugins/write.ts'
import { type Batch, newBatch } from '../changes/record-changes.ts'

type Work = (tx: Transaction, options: { batch: Batch; dryRun: boolean }) => Promise<ChangeReport>

/**
 * Answers a bulk call. A dry run reads one snapshot, in a transaction that could not write if it tried, and leaves no
 * answer behind under its idempotency key: asking again is asking about the present.
 */
export const answerBulk = async (
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  dryRun: boolean,
  work: Work,
): Promise<FastifyReply> => {
  const options = { batch: newBatch(context), dryRun }
  if (!dryRun) {
    return write(context, request, reply, async (tx) => ({ status: 200, body: await work(tx, options) }))
  }
  const report = await context.db.transaction((tx) => work(tx, options), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
  return reply.send(report)
}
