import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Job, jobThreshold } from '../../domain/jobs/job.ts'
import { describeBug } from '../core/describe-bug.ts'
import { Refused } from '../core/errors.ts'
import { refuseSpent } from '../crud/history-budget.ts'
import { newBatch } from '../crud/record-changes.ts'
import type { OnFault } from '../db/apart.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { type Bulk, type BulkCall, bulkInput } from '../jobs/define-bulk.ts'
import type { WholeJob } from '../jobs/define-job.ts'
import {
  beginJob,
  type JobRow,
  jobJson,
  type NewJob,
  newRun,
  readJobRow,
  readWrittenJob,
  toJob,
  type WrittenJob,
} from '../jobs/job-rows.ts'
import { admitAgain, inOwnTransaction, permit } from './auth.ts'
import { refuseQuery } from './request-parts.ts'
import { type HttpAnswer, type PerformOptions, performWrite, type Stored, sendStored } from './write.ts'

/** Answers a bulk call; a large target runs as a job in steps. */
export const answerBulk = async (
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  bulk: Bulk,
): Promise<FastifyReply> => {
  refuseQuery(request)
  // Checked for small targets too, so that any test finds a missing definition.
  for (const { work } of [bulk, bulk.dryRun]) request.server.jobs.requireDefinition(work)
  if (bulk.verb !== null) permit(request, bulk.verb)
  const call = bulk.read(request.body)
  const { verb, dryRun, measure, change } = call
  const actor = permit(request, verb)
  if (dryRun) return answerDryRun(context, request, reply, bulk, call)
  return answerLong(context, request, reply, async (tx) => {
    const measured = await measure(tx, actor)
    if (measured.total > jobThreshold) {
      refuseSpent(context, actor)
      const input = bulkInput(request.body, measured)
      return { job: { kind: verb, work: bulk.work, input, total: measured.total } }
    }
    const options = { batch: newBatch(context), dryRun, measured, onFault: faultLog(request) }
    return { status: 200, body: await change(tx, actor, options) }
  })
}

/** Logs the error of one record of a call, which goes on. */
export const faultLog =
  (request: FastifyRequest): OnFault =>
  (error) =>
    request.log.error({ requestId: request.id, bug: describeBug(error) }, 'a bug with one record')

/**
 * A dry run in a read-only snapshot; a large target is a job that ends with its caller. Not stored under the idempotency key,
 * since a repeated dry run must be current.
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
      const options = { batch: newBatch(context), dryRun: true, measured, onFault: faultLog(request) }
      return { measured, report: await change(tx, actor, options) }
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

/**
 * Result of a write's transaction: the answer, or a job to start. `runHere`: runs it with data of this instance (an uploaded
 * file); if the instance dies, the job fails and nothing is written.
 */
type LongWork = HttpAnswer | { job: NewJob; runHere?: WholeJob['run'] }

type LongOptions = Pick<PerformOptions, 'fingerprint'> & {
  /** Answers a DONE job; default: with its report. */
  present?: (job: WrittenJob) => Promise<FastifyReply>
}

/**
 * Answers a write that may be long. With `Prefer: respond-async`, a job is answered 202 at once; otherwise the call waits for
 * its result, and the job continues if the caller disconnects. A repeated call with the same key waits for the same job; one
 * that failed without effect is run again.
 */
export const answerLong = async (
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Transaction) => Promise<LongWork>,
  { fingerprint, present }: LongOptions = {},
): Promise<FastifyReply> => {
  const { jobs } = request.server
  const begun: { here?: { row: JobRow; run: WholeJob['run'] } } = {}
  const answer = await performWrite(
    context,
    request,
    async (tx) => {
      const outcome = await work(tx)
      if (!('job' in outcome)) return outcome
      const { job, runHere } = outcome
      const row = await beginJob(tx, context, request.actor, job, runHere === undefined ? null : newRun())
      if (runHere !== undefined) begun.here = { row, run: runHere }
      return { status: 202, body: toJob(row) }
    },
    { ...(fingerprint === undefined ? {} : { fingerprint }), isVoid: cameToNothing },
  )
  if (answer.status !== 202) return sendStored(reply, answer)
  const { id } = JSON.parse(answer.body ?? '') as Job
  // Done and deleted since.
  if (answer.isReplay && (await readJobRow(context.db, id)) === null) throw new Refused('ANSWER_GONE')
  if (begun.here !== undefined) jobs.runHere(begun.here.row, begun.here.run)
  if (answer.isReplay) reply.header('idempotency-replayed', 'true')
  return sendJob(context, request, reply, id, { present })
}

type SendOptions = Pick<LongOptions, 'present'> & {
  /** Resolves when the caller disconnects. */
  left?: Promise<void>
}

/** Answers a call that started a job: the job itself, or after waiting its result. */
const sendJob = async (
  { db }: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  { present, left = hasLeft(reply) }: SendOptions = {},
): Promise<FastifyReply> => {
  const { jobs } = request.server
  jobs.wake()
  if (prefersAsync(request)) return sendAccepted(reply, await readWrittenJob(db, id))
  return sendEnded(reply, await jobs.wait(id, left), present)
}

const hasLeft = ({ raw }: FastifyReply): Promise<void> => new Promise((resolve) => raw.once('close', resolve))

const cameToNothing = async (tx: Transaction, { status, body }: Stored): Promise<boolean> => {
  if (status !== 202) return false
  const row = await readJobRow(tx, (JSON.parse(body ?? '') as Job).id)
  return row?.status === 'FAILED' && row.done === 0
}

/** RFC 7240 `respond-async`. */
const prefersAsync = (request: FastifyRequest): boolean =>
  String(request.headers.prefer ?? '')
    .split(',')
    .some((preference) => preference.trim().toLowerCase() === 'respond-async')

const sendAccepted = (reply: FastifyReply, row: WrittenJob | null): FastifyReply => {
  if (row === null) throw new Refused('NOT_FOUND')
  return reply
    .code(202)
    .header('preference-applied', 'respond-async')
    .header('location', `/api/jobs/${row.id}`)
    .type('application/json; charset=utf-8')
    .send(jobJson(row))
}

const sendEnded = async (
  reply: FastifyReply,
  row: WrittenJob,
  present: LongOptions['present'],
): Promise<FastifyReply> => {
  const { status, code, reportJson, isReportGone } = row
  if (isReportGone) throw new Refused('ANSWER_GONE')
  if (status === 'FAILED') {
    throw new Refused(
      code ?? 'INTERNAL',
      reportJson === null ? {} : { current: JSON.parse(reportJson.toString()) },
    )
  }
  if (status === 'CANCELLED' && reportJson === null) throw new Refused('CANCELLED')
  if (status === 'DONE' && present !== undefined) return present(row)
  return reply.type('application/json; charset=utf-8').send(reportJson ?? 'null')
}
