import type { FastifyInstance } from 'fastify'
import { coversStanding } from '../../../domain/access/actor.ts'
import { jobShapes, jobStatuses } from '../../../domain/jobs/job.ts'
import type { ServerContext } from '../../db/context.ts'
import { permit } from '../../http/auth.ts'
import { queryOf, recordId, refuseBody, refuseQuery } from '../../http/request-parts.ts'
import { write } from '../../http/write.ts'
import { sendJobFile } from '../../jobs/job-file.ts'
import { jobJson, toJob } from '../../jobs/job-rows.ts'
import { choiceSchema } from '../../openapi/choice-schema.ts'
import { json, pageJson, spreadsheet } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { titled } from '../../openapi/json-schema.ts'
import { pageParameters } from '../../openapi/list-parameters.ts'
import { jobSchema, shapesSchema } from '../../openapi/schemas.ts'
import { findJob, listJobs } from './queries.ts'

/** What the calls about long work take and answer. */
export const jobCalls = {
  list: describe.call({
    id: 'listJobs',
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
    tag: 'jobs',
    summary: 'Download the file that a job made, for 24 hours',
    verbs: ['job.view'],
    answers: { 200: spreadsheet },
    refuses: ['FILE_GONE'],
  }),
}

/** Long work: how far it is, what it came to, and no further. */
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
    // A user who may not do it any more does not get its result either.
    permit(request, job.kind)
    return sendJobFile(context, reply, job)
  })
}
