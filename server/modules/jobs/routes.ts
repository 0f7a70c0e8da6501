import { and, desc, eq, inArray, like, notLike, type SQL } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { type Actor, actorScope, coversStanding } from '../../../domain/access/actor.ts'
import type { Verb } from '../../../domain/access/permissions.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import { type JobStatus, type JobSummary, jobShapes, jobStatuses } from '../../../domain/jobs/job.ts'
import { parseListQuery } from '../../../domain/lib/list-query.ts'
import { accepted, Refused } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Executor } from '../../db/drizzle.ts'
import { jobs } from '../../db/schema/user-work.ts'
import { permit } from '../../http/auth.ts'
import { queryOf, recordId, refuseBody, refuseQuery } from '../../http/request-parts.ts'
import { sendJobFile } from '../../http/send-job-file.ts'
import { write } from '../../http/write.ts'
import { dryRunPattern } from '../../jobs/define-job.ts'
import {
  jobJson,
  readWrittenJob,
  reportedBatch,
  shortColumns,
  toJob,
  toJobSummary,
  type WrittenJob,
} from '../../jobs/job-rows.ts'
import { json, pageJson, spreadsheet } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { choiceSchema, titled } from '../../openapi/json-schema.ts'
import { pageParameters } from '../../openapi/list-parameters.ts'
import { jobSchema, shapesSchema } from '../../openapi/schemas.ts'

const jobCalls = {
  list: describe.call({
    id: 'listJobs',
    detail: 'Dry runs are marked by `isDryRun`.',
    tag: 'jobs',
    summary: 'List long work, newest first: the caller’s own, an admin everybody’s',
    verbs: ['job.view'],
    parameters: [
      ...pageParameters(),
      {
        name: 'status',
        isList: true,
        description: 'Any of these.',
        schema: { type: 'array', items: choiceSchema(jobStatuses) },
      },
      {
        name: 'isDryRun',
        description: 'Only bulk calls that ask what they would change, or with `false` only other work.',
        schema: { type: 'boolean' },
      },
    ],
    answers: { 200: pageJson('JobsPage', titled('JobSummary', shapesSchema(jobShapes))) },
  }),
  one: describe.call({
    id: 'getJob',
    detail: '`status` says whether it still runs; then the report or file is there.',
    tag: 'jobs',
    summary: 'Read how far a job is, and what it came to',
    verbs: ['job.view'],
    answers: { 200: json(jobSchema) },
  }),
  cancel: describe.call({
    id: 'cancelJob',
    tag: 'jobs',
    summary: 'Cancel a job',
    detail:
      'What the job has done so far stands, record by record, and its report counts the rest as refused; an import, a spreadsheet or a dry run leaves nothing behind. The job stops at the next record that it can stop at, which its event tells.',
    verbs: ['job.cancel'],
    headers: ['Idempotency-Key'],
    answers: { 200: json(jobSchema) },
    refuses: ['JOB_ENDED'],
  }),
  file: describe.call({
    id: 'downloadJobFile',
    detail: 'Refused until the job is done, and after the file was removed.',
    tag: 'jobs',
    summary: 'Download the file that a job made, for 24 hours',
    verbs: ['job.view'],
    answers: { 200: spreadsheet },
    refuses: ['FILE_GONE'],
  }),
}

/** Jobs: progress, report, file. */
export const jobRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/jobs', jobCalls.list, async (request) => {
    refuseQuery(request, ['limit', 'skip', 'status', 'isDryRun'])
    return listJobs(context.db, permit(request, 'job.view'), queryOf(request))
  })

  app.get('/jobs/:id', jobCalls.one, async (request, reply) => {
    refuseQuery(request)
    const job = await findJob(context.db, permit(request, 'job.view'), 'job.view', recordId(request))
    return reply.type('application/json; charset=utf-8').send(jobJson(job))
  })

  app.post('/jobs/:id/cancel', jobCalls.cancel, async (request, reply) => {
    refuseQuery(request)
    refuseBody(request)
    const actor = permit(request, 'job.cancel')
    const id = recordId(request)
    return write(context, request, reply, async (tx) => {
      const { standing } = await findJob(tx, actor, 'job.cancel', id)
      const job = toJob(await request.server.jobs.cancel(tx, id))
      return { status: 200, body: coversStanding(actor, standing) ? job : { ...job, report: null } }
    })
  })

  app.get('/jobs/:id/file', jobCalls.file, async (request, reply) => {
    refuseQuery(request)
    const job = await findJob(context.db, permit(request, 'job.view'), 'job.view', recordId(request))
    // Without the permission, the result is not accessible either.
    permit(request, job.kind)
    return sendJobFile(context, request, reply, job)
  })
}

/**
 * A job in the actor's scope for a verb: its user's own, and all for admins. Report and file require the role and country it
 * was started under.
 */
const findJob = async (db: Executor, actor: Actor, verb: Verb, id: string): Promise<WrittenJob> => {
  const row = await readWrittenJob(db, id)
  const code = row === null ? 'NOT_FOUND' : whyNot(actor, verb, { country: actor.country, owner: row.actor })
  if (row === null || code !== null) throw new Refused(code ?? 'NOT_FOUND')
  // Jobs that others started, its owner among them, may have results that the key may not read.
  if (actor.key !== undefined && row.key !== actor.key.id) throw new Refused('NOT_FOUND')
  return coversStanding(actor, row.standing) ? row : { ...row, reportJson: null, fileName: null }
}

const jobList = {
  filters: { status: { kind: 'choice', values: jobStatuses }, isDryRun: { kind: 'flag' } },
  sorts: ['createdAt'],
} as const

/** Jobs in the actor's scope, newest first. */
const listJobs = async (
  db: Executor,
  actor: Actor,
  parameters: Record<string, unknown>,
): Promise<{ items: JobSummary[]; total: number }> => {
  const { filters, limit, skip } = accepted(parseListQuery(jobList, parameters))
  const conditions: SQL[] = []
  if (actorScope(actor, 'job.view') !== 'all') conditions.push(eq(jobs.actor, actor.id))
  if (actor.key !== undefined) conditions.push(eq(jobs.key, actor.key.id))
  if (filters.status?.kind === 'choice') {
    conditions.push(inArray(jobs.status, filters.status.values as JobStatus[]))
  }
  if (filters.isDryRun?.kind === 'flag') {
    conditions.push((filters.isDryRun.value ? like : notLike)(jobs.work, dryRunPattern))
  }
  const where = and(...conditions)
  const rows = await db
    .select({ ...shortColumns, batch: reportedBatch })
    .from(jobs)
    .where(where)
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(limit)
    .offset(skip)
  return { items: rows.map(toJobSummary), total: await db.$count(jobs, where) }
}
