import type { FastifyInstance } from 'fastify'
import { batchList, batchShapes } from '../../../domain/changes/changes.ts'
import { parseListQuery } from '../../../domain/lib/list-query.ts'
import {
  type ResourceName,
  type ResourceRecords,
  resourceNames,
  resources,
} from '../../../domain/resources.ts'
import { accepted } from '../../core/errors.ts'
import type { ReadRecords } from '../../crud/read-records.ts'
import type { ServerContext } from '../../db/context.ts'
import { permit } from '../../http/auth.ts'
import { queryOf, recordId, refuseQuery } from '../../http/request-parts.ts'
import { readFor } from '../../http/standby-calls.ts'
import { pageJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { titled } from '../../openapi/json-schema.ts'
import { listParameters, pageParameters } from '../../openapi/list-parameters.ts'
import { changeSchema, shapesSchema } from '../../openapi/schemas.ts'
import { getRecord } from '../../resources/record-routes.ts'
import { serverResources } from '../../resources/registry.ts'
import { listBatch, listBatches } from './batches.ts'
import { listHistory } from './lines.ts'

export const changeCalls = {
  history: (resource: ResourceName) => describe.history(resource),
  list: describe.call({
    id: 'listChanges',
    tag: 'changes',
    summary: 'List what was changed, batch by batch, newest first: the caller’s own, an admin everybody’s',
    detail:
      'A batch is what one call changed. `keyword` is a record’s number, or words of the name of who did it; `from` and `to` bound the instant of the change. Logins, locked accounts and downloads are only listed where `kind` or `verb` asks for them.',
    verbs: ['change.list'],
    parameters: listParameters(batchList),
    answers: { 200: pageJson('BatchesPage', titled('ChangeBatch', shapesSchema(batchShapes))) },
  }),
  one: describe.call({
    id: 'listChangedRecords',
    detail: 'With the values before and after, as far as the caller may see the record.',
    tag: 'changes',
    summary: 'Read what a batch changed, record by record',
    verbs: ['change.list'],
    parameters: pageParameters(100),
    answers: { 200: pageJson('ChangesPage', changeSchema) },
  }),
}

/** Lines have a fixed order. */
const historyPage = { filters: {}, sorts: ['at'] }

export const changeRoutes = (app: FastifyInstance, context: ServerContext): void => {
  for (const resource of resourceNames) {
    app.get(`/${resource}/:id/history`, changeCalls.history(resource), async (request) => {
      refuseQuery(request, ['limit', 'skip'])
      const actor = permit(request, resources[resource].verbs.history)
      const page = accepted(parseListQuery(historyPage, { limit: '100', ...queryOf(request) }))
      const read: ReadRecords<ResourceRecords[ResourceName]> = serverResources[resource].read
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

  app.get('/changes', changeCalls.list, async (request) => {
    const actor = permit(request, 'change.list')
    return readFor(context, request, ({ db }) => listBatches(db, actor, queryOf(request)))
  })

  app.get('/changes/:id', changeCalls.one, async (request) => {
    refuseQuery(request, ['limit', 'skip'])
    const actor = permit(request, 'change.list')
    const page = accepted(parseListQuery(historyPage, { limit: '100', ...queryOf(request) }))
    return listBatch(context.db, actor, recordId(request), page)
  })
}
