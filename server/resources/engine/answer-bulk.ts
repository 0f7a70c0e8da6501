import type { FastifyReply, FastifyRequest } from 'fastify'
import { jobThreshold } from '../../../domain/jobs/job.ts'
import type { ServerContext } from '../../context.ts'
import { answerLong } from '../../jobs/answer-long.ts'
import { type Bulk, bulkInput } from '../../jobs/define-bulk.ts'
import { admitAgain, permit } from '../../plugins/auth.ts'
import { refuseQuery } from '../../plugins/request-parts.ts'
import { newBatch } from '../changes/record-changes.ts'

/**
 * Answers a bulk call. One that means many records runs as a job, in steps. A dry run reads one snapshot, in a
 * transaction that could not write if it tried, and leaves no answer behind under its idempotency key: asking again is
 * asking about the present.
 */
export const answerBulk = async (
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  bulk: Bulk,
): Promise<FastifyReply> => {
  refuseQuery(request)
  if (bulk.verb !== null) permit(request, bulk.verb)
  const { verb, dryRun, measure, change } = bulk.read(request.body)
  const actor = permit(request, verb)
  if (dryRun) {
    await admitAgain(context, request)
    const options = { batch: newBatch(context), dryRun }
    const report = await context.db.transaction((tx) => change(tx, actor, options), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    })
    return reply.send(report)
  }
  return answerLong(context, request, reply, async (tx) => {
    const measured = await measure(tx, actor)
    if (measured.total > jobThreshold) {
      const input = bulkInput(request.body, measured)
      return { job: { kind: verb, work: bulk.work, input, total: measured.total } }
    }
    return { status: 200, body: await change(tx, actor, { batch: newBatch(context), dryRun }) }
  })
}
