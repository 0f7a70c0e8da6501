import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { choiceOf } from '../../../domain/lib/choice.ts'
import { viewedLists } from '../../../domain/views/view.ts'
import type { ServerContext } from '../../context.ts'
import { views } from '../../db/schema.ts'
import { permit } from '../../http/auth.ts'
import { ifMatch, queryOf, recordId, refuseBody, refuseQuery } from '../../http/request-parts.ts'
import { write } from '../../http/write.ts'
import { Refused } from '../../refused.ts'
import { createView, deleteView, updateView } from './change-views.ts'
import { readViews } from './read-views.ts'
import { viewCalls } from './view-calls.ts'

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
