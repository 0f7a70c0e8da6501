import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { choiceOf } from '../../../domain/lib/field.ts'
import { viewedLists, viewFields, viewShapes, viewUpdateFields } from '../../../domain/views/view.ts'
import { Refused } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import { views } from '../../db/schema.ts'
import { permit } from '../../http/auth.ts'
import { ifMatch, queryOf, recordId, refuseBody, refuseQuery } from '../../http/request-parts.ts'
import { write } from '../../http/write.ts'
import { json, pageJson } from '../../openapi/content.ts'
import { describe, wholeRecord } from '../../openapi/describe.ts'
import { titled } from '../../openapi/json-schema.ts'
import { fieldsSchema, shapesSchema, updateSchema } from '../../openapi/schemas.ts'
import { createView, deleteView, updateView } from './change-views.ts'
import { readViews } from './queries.ts'

const viewSchema = titled('View', shapesSchema(viewShapes))

const shareDetail = 'Sharing it is for admins and, within their country, agents.'

/** What the calls of saved views take and answer. */
export const viewCalls = {
  list: describe.call({
    id: 'listViews',
    tag: 'views',
    summary: 'List the views that the caller has or that are shared with them',
    verbs: ['view.list'],
    query: { resource: { kind: 'choice', values: viewedLists } },
    answers: { 200: pageJson('ViewsPage', viewSchema) },
  }),
  create: describe.call({
    id: 'createView',
    tag: 'views',
    summary: 'Save a view',
    detail: shareDetail,
    verbs: ['view.create'],
    headers: ['Idempotency-Key'],
    body: json(titled('ViewInput', fieldsSchema(viewFields))),
    answers: { 201: json(viewSchema) },
    refuses: ['TOO_MANY_VIEWS', 'VIEW_NAME_TAKEN'],
  }),
  update: describe.call({
    id: 'updateView',
    tag: 'views',
    summary: 'Change a view: what is left out stays',
    verbs: ['view.update'],
    headers: ['Idempotency-Key', 'If-Match'],
    detail: `${wholeRecord} ${shareDetail}`,
    body: json(titled('ViewUpdate', updateSchema(viewUpdateFields, viewShapes))),
    answers: { 200: json(viewSchema) },
    refuses: ['SHARED_BY_ANOTHER', 'VIEW_NAME_TAKEN'],
  }),
  delete: describe.call({
    id: 'deleteView',
    tag: 'views',
    summary: 'Delete a view',
    verbs: ['view.delete'],
    headers: ['Idempotency-Key', 'If-Match'],
    answers: { 204: null },
    refuses: ['SHARED_BY_ANOTHER'],
  }),
}

/** Saved views: a person's own and those that are shared with them. */
export const viewRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/views', viewCalls.list, async (request) => {
    const actor = permit(request, 'view.list')
    refuseQuery(request, ['resource'])
    const resource = readResource(queryOf(request).resource)
    const items = await readViews(
      context.db,
      actor,
      resource === null ? undefined : eq(views.resource, resource),
    )
    return { items, total: items.length }
  })

  app.post('/views', viewCalls.create, async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, 'view.create')
    return write(context, request, reply, async (tx) => ({
      status: 201,
      body: await createView(tx, actor, request.body, context.now()),
    }))
  })

  app.put('/views/:id', viewCalls.update, async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, 'view.update')
    const call = { id: recordId(request), version: ifMatch(request), body: request.body }
    return write(context, request, reply, async (tx) => ({
      status: 200,
      body: await updateView(tx, actor, call, context.now()),
    }))
  })

  app.delete('/views/:id', viewCalls.delete, async (request, reply) => {
    refuseQuery(request)
    refuseBody(request)
    const actor = permit(request, 'view.delete')
    const call = { id: recordId(request), version: ifMatch(request) }
    return write(context, request, reply, async (tx) => {
      await deleteView(tx, actor, call)
      return { status: 204 }
    })
  })
}

const readResource = (value: unknown): (typeof viewedLists)[number] | null => {
  if (value === undefined) return null
  const resource = choiceOf(viewedLists, value)
  if (resource !== null) return resource
  throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'resource', code: 'NOT_A_CHOICE' }] })
}
