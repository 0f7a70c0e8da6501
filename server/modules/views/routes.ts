import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { v7 as newId } from 'uuid'
import { type Actor, actorScope } from '../../../domain/access/actor.ts'
import { roles, type Scope, scopeOf } from '../../../domain/access/permissions.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import { choiceOf, type Values } from '../../../domain/lib/field.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { resourceNames, resources } from '../../../domain/resources.ts'
import {
  isSameViewName,
  mostViews,
  type View,
  viewedLists,
  viewFields,
  viewShapes,
  viewUpdateFields,
} from '../../../domain/views/view.ts'
import { accepted, Refused } from '../../core/errors.ts'
import { differences } from '../../crud/record-changes.ts'
import { readUpdate } from '../../crud/write-records.ts'
import { alphabetical } from '../../db/alphabetical.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Executor, Transaction } from '../../db/drizzle.ts'
import { users, views } from '../../db/schema.ts'
import { permit } from '../../http/auth.ts'
import { ifMatch, queryOf, recordId, refuseBody, refuseQuery } from '../../http/request-parts.ts'
import { write } from '../../http/write.ts'
import { json, pageJson } from '../../openapi/content.ts'
import { describe, wholeRecord } from '../../openapi/describe.ts'
import { titled } from '../../openapi/json-schema.ts'
import { fieldsSchema, shapesSchema, updateSchema } from '../../openapi/schemas.ts'

const viewSchema = titled('View', shapesSchema(viewShapes))

const shareDetail = 'Sharing it is for admins and, within their country, agents.'

const viewCalls = {
  list: describe.call({
    id: 'listViews',
    detail: 'Private ones are of the caller alone.',
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
    detail: 'A shared one is gone for everybody.',
    tag: 'views',
    summary: 'Delete a view',
    verbs: ['view.delete'],
    headers: ['Idempotency-Key', 'If-Match'],
    answers: { 204: null },
    refuses: ['SHARED_BY_ANOTHER'],
  }),
}

/** Saved views: own and shared ones. */
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

const createView = async (tx: Transaction, actor: Actor, body: unknown, at: Date): Promise<View> => {
  const input = accepted(validate(viewFields, body, { country: actor.country }))
  if (actorScope(actor, resources[input.resource].verbs.list) === null) {
    throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'resource', code: 'NOT_A_CHOICE' }] })
  }
  if (input.isShared) refuseSharing(actor)
  await lockViewsOf(tx, actor.id)
  if ((await tx.$count(views, eq(views.owner, actor.id))) >= mostViews) throw new Refused('TOO_MANY_VIEWS')
  await refuseTakenName(tx, actor, { id: null, owner: actor.id, ...input })
  const id = newId()
  await tx.insert(views).values({
    id,
    owner: actor.id,
    resource: input.resource,
    name: input.name,
    query: input.query ?? '',
    columns: input.columns ?? null,
    isShared: input.isShared ?? false,
    createdAt: at,
    updatedAt: at,
  })
  return (await readViews(tx, actor, eq(views.id, id)))[0]!
}

type ViewCall = { id: string; version: number | null }

/** Updates the given fields; a shared view only by its owner or an admin. */
const updateView = async (
  tx: Transaction,
  actor: Actor,
  { body, ...call }: ViewCall & { body: unknown },
  at: Date,
): Promise<View> => {
  const view = await holdView(tx, actor, call)
  const update: Partial<Values<typeof viewUpdateFields>> = await readUpdate(body, {
    fields: viewUpdateFields,
    shapes: viewShapes,
    country: actor.country,
    readPresent: async () => view,
  })
  const next = {
    name: update.name ?? view.name,
    query: update.query === undefined ? view.query : (update.query ?? ''),
    columns: update.columns === undefined ? view.columns : update.columns,
    isShared: update.isShared ?? view.isShared,
  }
  if (update.isShared && !view.isShared) refuseSharing(actor)
  if (!isSameViewName(next.name, view.name)) {
    await lockViewsOf(tx, view.owner)
    await refuseTakenName(tx, actor, { ...view, name: next.name })
  }
  if (differences<Partial<View>>(view, next) === null) return view
  const version = view.version + 1
  await tx
    .update(views)
    .set({ ...next, version, updatedAt: at })
    .where(eq(views.id, call.id))
  // Not read again: an admin who unshares another user's view no longer sees it.
  return { ...view, ...next, version, updatedAt: at.toISOString() }
}

const deleteView = async (tx: Transaction, actor: Actor, call: ViewCall): Promise<void> => {
  const { id } = await holdView(tx, actor, call)
  await tx.delete(views).where(eq(views.id, id))
}

/** Serialises a user's writes of views: count and names are checked. */
const lockViewsOf = async (tx: Transaction, owner: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`views ${owner}`}, 0))`)
}

type NamedView = Pick<View, 'owner' | 'resource' | 'name'> & { id: string | null }

/** Names are unique among views of the list that its owner has or the actor sees. */
const refuseTakenName = async (
  tx: Transaction,
  actor: Actor,
  { id, owner, resource, name }: NamedView,
): Promise<void> => {
  const seen = await readViews(tx, actor, eq(views.resource, resource))
  const own = await tx
    .select({ id: views.id, name: views.name })
    .from(views)
    .where(and(eq(views.resource, resource), eq(views.owner, owner)))
  const isTaken = [...seen, ...own].some((other) => other.id !== id && isSameViewName(other.name, name))
  if (!isTaken) return
  throw new Refused('VIEW_NAME_TAKEN', { errors: [{ path: 'name', code: 'VIEW_NAME_TAKEN' }] })
}

const refuseSharing = (actor: Actor): void => {
  const code = whyNot(actor, 'view.share')
  if (code !== null) throw new Refused(code)
}

/** `NOT_FOUND` if not visible; refused if visible but another user's. */
const holdView = async (tx: Transaction, actor: Actor, { id, version }: ViewCall): Promise<View> => {
  await tx.select({ id: views.id }).from(views).where(eq(views.id, id)).for('update')
  const [view] = await readViews(tx, actor, eq(views.id, id))
  if (view === undefined) throw new Refused('NOT_FOUND')
  if (!view.isOwn && actor.role !== 'admin') throw new Refused('SHARED_BY_ANOTHER')
  if (version !== null && version !== view.version) throw new Refused('STALE_VERSION', { current: view })
  return view
}

/** Views visible to the actor: own, and shared ones of lists they may read. */
const readViews = async (db: Executor, actor: Actor, condition: SQL = sql`true`): Promise<View[]> => {
  const readable = resourceNames.filter((name) => actorScope(actor, resources[name].verbs.list) !== null)
  const rows = await db
    .select({ view: views, ownerName: users.name })
    .from(views)
    .innerJoin(users, eq(users.id, views.owner))
    .where(
      sql`${views.resource} = any(${sql.param(readable)}::text[])
        and (${views.owner} = ${actor.id} or ${views.isShared} and ${isSharedWith(actor)}) and ${condition}`,
    )
    .orderBy(alphabetical(views.name), asc(views.id))
  return rows.map(({ view, ownerName }) => ({
    ...view,
    ownerName,
    isOwn: view.owner === actor.id,
    createdAt: view.createdAt.toISOString(),
    updatedAt: view.updatedAt.toISOString(),
  }))
}

/** Users who may share now: with everybody, or with their country and users of all countries. */
const isSharedWith = (actor: Actor): SQL => {
  const sharers = (scope: Scope) => sql.param(roles.filter((role) => scopeOf(role, 'view.share') === scope))
  const isNear = actorScope(actor, 'view.share') === 'all' ? sql`true` : eq(users.country, actor.country)
  return sql`(${users.role} = any(${sharers('all')}::text[])
    or ${users.role} = any(${sharers('country')}::text[]) and ${isNear})`
}
