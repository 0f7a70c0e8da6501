import type { FastifyInstance } from 'fastify'
import { coversStanding } from '../../../domain/access/standing.ts'
import type { ServerContext } from '../../context.ts'
import { jobJson, toJob } from '../../jobs/job-rows.ts'
import { sendJobFile } from '../../jobs/send-job-file.ts'
import { permit } from '../../http/auth.ts'
import { queryOf, recordId, refuseBody, refuseQuery } from '../../http/request-parts.ts'
import { write } from '../../http/write.ts'
import { findJob } from './find-job.ts'
import { jobCalls } from './job-calls.ts'
import { listJobs } from './list-jobs.ts'

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
    // Whoever may not do it any more does not get what it made either.
    permit(request, job.kind)
    return sendJobFile(context, reply, job)
  })
}
