import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CommentedResource } from '../../../domain/comments/comment.ts'
import { jobThreshold } from '../../../domain/jobs/job.ts'
import { Refused } from '../../core/errors.ts'
import { newBatch } from '../../crud/record-changes.ts'
import type { ServerContext } from '../../db/context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { admitAgain, inOwnTransaction, permit } from '../../http/auth.ts'
import { refuseQuery } from '../../http/request-parts.ts'
import { answerLong, hasLeft, sendJob } from '../../jobs/answer-long.ts'
import { type Bulk, type BulkCall, bulkInput } from '../../jobs/define-bulk.ts'
import { beginJob } from '../../jobs/job-rows.ts'

/** Answers a bulk call. One that means many records runs as a job, in steps. */
export const answerBulk = async (
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  bulk: Bulk,
): Promise<FastifyReply> => {
  refuseQuery(request)
  // Also for the calls that are not long: a missing one is then found by the first test.
  for (const { work } of [bulk, bulk.dryRun]) request.server.jobs.requireDefinition(work)
  if (bulk.verb !== null) permit(request, bulk.verb)
  const call = bulk.read(request.body)
  const { verb, dryRun, measure, change } = call
  const actor = permit(request, verb)
  if (dryRun) return answerDryRun(context, request, reply, bulk, call)
  return answerLong(context, request, reply, async (tx) => {
    const measured = await measure(tx, actor)
    if (measured.total > jobThreshold) {
      const input = bulkInput(request.body, measured)
      return { job: { kind: verb, work: bulk.work, input, total: measured.total } }
    }
    return { status: 200, body: await change(tx, actor, { batch: newBatch(context), dryRun }) }
  })
}

/**
 * A dry run reads one snapshot, in a transaction that could not write if it tried. One that means many records is a job
 * that ends with its caller. It leaves no answer behind under its idempotency key: asking again is asking about the
 * present.
 */
const answerDryRun = async (
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  bulk: Bulk,
  { verb, measure, change }: BulkCall,
): Promise<FastifyReply> => {
  const left = hasLeft(reply)
  const { actor } = request
  await admitAgain(context, request)
  const { measured, report } = await context.db.transaction(
    async (tx) => {
      const measured = await measure(tx, actor)
      if (measured.total > jobThreshold) return { measured, report: null }
      return { measured, report: await change(tx, actor, { batch: newBatch(context), dryRun: true }) }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  if (report !== null) return reply.send(report)
  const input = bulkInput(request.body, measured)
  const { id } = await inOwnTransaction(context, request, (tx) =>
    beginJob(tx, context, actor, { kind: verb, work: bulk.dryRun.work, input, total: measured.total }),
  )
  const cancel = () => inTransaction(context, (tx) => request.server.jobs.cancel(tx, id))
  left
    .then(() => (reply.raw.writableEnded ? null : cancel()))
    .catch((error: unknown) => {
      if (!(error instanceof Refused)) request.log.warn(error, 'A dry run goes on without its caller')
    })
  return sendJob(context, request, reply, id, { left })
}

/** `PUT {resource}/comment`. */
export const commentRoute = (
  app: FastifyInstance,
  context: ServerContext,
  resource: CommentedResource,
  calls: { commentMany: { config: FastifyContextConfig } },
  bulk: Bulk,
): void => {
  app.put(`/${resource}/comment`, calls.commentMany, (request, reply) =>
    answerBulk(context, request, reply, bulk),
  )
}
