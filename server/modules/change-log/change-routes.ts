import type { FastifyInstance } from 'fastify'
import { jobThreshold } from '../../../domain/jobs/job.ts'
import { parseListQuery } from '../../../domain/lib/list-query.ts'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import { resourceNames, resources } from '../../../domain/resources.ts'
import type { ServerContext } from '../../context.ts'
import { answerLong } from '../../jobs/answer-long.ts'
import { permit } from '../../http/auth.ts'
import { queryOf, recordId, refuseBody, refuseQuery } from '../../http/request-parts.ts'
import { accepted } from '../../refused.ts'
import { measureUndo, undoBatch, undoJob } from '../../services/undo/undo-batch.ts'
import { getRecord } from '../../crud/get-record.ts'
import type { ReadRecords } from '../../crud/record-reader.ts'
import { resourceLists } from '../resource-lists.ts'
import { changeCalls } from './change-calls.ts'
import { listBatch } from './list-batch.ts'
import { listBatches } from './list-batches.ts'
import { listHistory } from './list-history.ts'
import { newBatch } from './record-changes.ts'

/** A page of lines; they stand in one order only. */
const historyPage = { filters: {}, sorts: ['at'] }

export const changeRoutes = (app: FastifyInstance, context: ServerContext): void => {
  for (const resource of resourceNames) {
    app.get(`/${resource}/:id/history`, changeCalls.history(resource), async (request) => {
      refuseQuery(request, ['limit', 'skip'])
      const actor = permit(request, resources[resource].verbs.history)
      const page = accepted(parseListQuery(historyPage, { limit: '100', ...queryOf(request) }))
      const read: ReadRecords<ResourceRecords[ResourceName]> = resourceLists[resource].read
      const record = await getRecord(
        context.db,
        read,
        actor,
        resources[resource].verbs.history,
        recordId(request),
      )
      return listHistory(context.db, actor, record.id, page)
    })
  }

  app.get('/changes', changeCalls.list, async (request) =>
    listBatches(context.db, permit(request, 'change.list'), queryOf(request)),
  )

  app.get('/changes/:id', changeCalls.one, async (request) => {
    refuseQuery(request, ['limit', 'skip'])
    const actor = permit(request, 'change.list')
    const page = accepted(parseListQuery(historyPage, { limit: '100', ...queryOf(request) }))
    return listBatch(context.db, actor, recordId(request), page)
  })

  app.post('/changes/:id/undo', changeCalls.undo, async (request, reply) => {
    refuseQuery(request)
    refuseBody(request)
    const actor = permit(request, 'change.undo')
    const batchId = recordId(request)
    return answerLong(context, request, reply, async (tx) => {
      const total = await measureUndo(tx, actor, batchId)
      if (total > jobThreshold) {
        return { job: { kind: 'change.undo', work: undoJob.work, input: { batchId }, total } }
      }
      return { status: 200, body: await undoBatch(tx, actor, batchId, newBatch(context)) }
    })
  })
}
