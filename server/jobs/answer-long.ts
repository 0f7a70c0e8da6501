import { and, inArray } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { endedJobStatuses, type Job } from '../../domain/jobs/job.ts'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { jobs } from '../db/schema/user-work.ts'
import { type Answer, performWrite, type Stored, sendStored, type WriteOptions } from '../http/write.ts'
import type { WholeJob } from './define-job.ts'
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
} from './job-rows.ts'

/**
 * The result of a write call's transaction: its answer, or the job that it begins. `runHere` runs a job that needs what
 * only this instance has (an uploaded file); if the instance dies, the job fails and nothing is written.
 */
export type LongWork = Answer | { job: NewJob; runHere?: WholeJob['run'] }

export type LongOptions = Pick<WriteOptions, 'fingerprint'> & {
  /** Answers a job that is DONE; with its report where this is left out. */
  present?: (job: WrittenJob) => Promise<FastifyReply>
}

/**
 * Answers a write call whose work may be long. With `Prefer: respond-async` a job is answered at once with 202; without
 * it the call waits and answers what the job came to, and a job goes on when its caller has left. The same call under
 * the same idempotency key waits for the same job; one that failed without having done anything is done again.
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
  // Done, and deleted since.
  if (answer.isReplay && (await readJobRow(context.db, id)) === null) throw new Refused('ANSWER_GONE')
  if (begun.here !== undefined) jobs.runHere(begun.here.row, begun.here.run)
  if (answer.isReplay) reply.header('idempotency-replayed', 'true')
  return sendJob(context, request, reply, id, { present })
}

type SendOptions = Pick<LongOptions, 'present'> & {
  /** Resolves once the caller has disconnected. */
  left?: Promise<void>
}

/** Answers a call that has begun a job: with the job at once or, where it waits, with what the job came to. */
export const sendJob = async (
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

export const hasLeft = ({ raw }: FastifyReply): Promise<void> =>
  new Promise((resolve) => raw.once('close', resolve))

const cameToNothing = async (tx: Transaction, { status, body }: Stored): Promise<boolean> => {
  if (status !== 202) return false
  const row = await readJobRow(tx, (JSON.parse(body ?? '') as Job).id)
  return row?.status === 'FAILED' && row.done === 0
}

/** RFC 7240. */
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

type Wait = { id: string; end: () => void; refuse: (error: Error) => void }

/** Calls that wait for jobs to end, wherever these run. */
export const makeJobWaits = () => {
  const waits = new Set<Wait>()
  const tell = (id: string): void => {
    for (const wait of waits) if (wait.id === id) wait.end()
  }
  return {
    tell,
    /** Resolves once the job is reported to have ended; `forget` it when it matters no more. */
    add: (id: string): { ended: Promise<void>; forget: () => void } => {
      let wait!: Wait
      const ended = new Promise<void>((resolve, reject) => {
        wait = { id, end: resolve, refuse: reject }
      })
      ended.catch(() => undefined)
      waits.add(wait)
      return { ended, forget: () => waits.delete(wait) }
    },
    /** Messages that came while nothing listened. */
    check: async ({ db }: Pick<ServerContext, 'db'>): Promise<void> => {
      const ids = [...new Set([...waits].map(({ id }) => id))]
      if (ids.length === 0) return
      const rows = await db
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(inArray(jobs.id, ids), inArray(jobs.status, [...endedJobStatuses])))
      for (const { id } of rows) tell(id)
    },
    refuse: (error: Error): void => {
      for (const wait of waits) wait.refuse(error)
    },
  }
}
