import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import { type Scoped, whyNot } from '../../domain/access/why-not.ts'
import { isId } from '../../domain/lib/field.ts'
import { type ResourceName, resources } from '../../domain/resources.ts'
import { Refused } from '../core/errors.ts'
import type { ListSource } from '../crud/list-source.ts'
import { asksForChanges, listChangedRecords } from '../crud/read-changed.ts'
import { listRecords, type ReadItems, type ReadRecords } from '../crud/read-records.ts'
import { type Batch, newBatch } from '../crud/record-changes.ts'
import type { ServerContext } from '../db/context.ts'
import type { Executor, Transaction } from '../db/drizzle.ts'
import { answerBulk } from '../http/answer-call.ts'
import { sendJson } from '../http/json-body.ts'
import { queryOf, recordId, refuseQuery } from '../http/request-parts.ts'
import { readFor } from '../http/standby-calls.ts'
import { type PerformOptions, write } from '../http/write.ts'
import type { Bulk } from '../jobs/define-bulk.ts'

/** Answers `GET {resource}/{id}`. @throws Refused if the actor may not read it */
export const getRecord = async <Item extends { id: string } & Scoped>(
  db: Executor,
  readRecords: ReadItems<Item>,
  actor: Actor,
  verb: Verb,
  id: string,
): Promise<Item> => {
  const forbidden = whyNot(actor, verb)
  if (forbidden !== null) throw new Refused(forbidden)
  const [record] = isId(id) ? await readRecords(db, [id]) : []
  if (record === undefined || whyNot(actor, verb, record) !== null) throw new Refused('NOT_FOUND')
  return record
}

/** Runs several reads in one snapshot. */
export const inOneSnapshot = <Answer>(
  { db }: Pick<ServerContext, 'db'>,
  read: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> => db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })

/** Route options with a description. */
export type Described = { config: FastifyContextConfig }

/** The transaction work of a write. */
export type Writing = {
  work: (tx: Transaction, batch: Batch, context: ServerContext) => Promise<unknown>
  options?: PerformOptions
}

/** A call that writes and answers one record; `read` runs before the transaction. */
export type RecordCall = {
  described: Described
  read: (request: FastifyRequest) => Writing | Promise<Writing>
}

/** A change with its own path: `PUT /{resource}/{path}` for many records, `PUT /{resource}/{path}/{id}` for one. */
export type Act = { path: string; one?: RecordCall; many?: { described: Described; bulk: Bulk } }

/** Reader of a list that depends on its parameters. */
export type ReadList = (parameters: Record<string, unknown>) => {
  source: ListSource
  parameters: Record<string, unknown>
}

type Read<Item extends { id: string }> = {
  readList: ReadList
  readFor: (actor: Actor) => ReadRecords<Item>
  /** Reader of a single record with more than a list has; several statements. */
  readOne?: ReadItems<Item>
  verb: Verb
}

export type RecordCalls = {
  list: Described
  one: Described
  create?: RecordCall
  update?: RecordCall
  acts: readonly Act[]
}

/** The batch of a write, for callers who may read the resource's history. */
export const readableBatch = (actor: Actor, name: ResourceName, { id }: Batch): string | null =>
  whyNot(actor, resources[name].verbs.history) === null ? id : null

/** Registers a resource's calls: list, one, create, update, and its acts. */
export const recordRoutes = <Item extends { id: string } & Scoped>(
  app: FastifyInstance,
  context: ServerContext,
  name: ResourceName,
  { readList, readFor: readerFor, readOne, verb }: Read<Item>,
  { list, one, create, update, acts }: RecordCalls,
): void => {
  const path = `/${name}`

  app.get(path, list, async (request, reply) => {
    const { source, parameters } = readList(queryOf(request))
    const { actor } = request
    const records = readerFor(actor)
    // Running transactions, which it must not pass, are known to the primary alone.
    if (asksForChanges(parameters))
      return sendJson(reply, await listChangedRecords<Item>(context, source, records, actor, parameters))
    const page = await readFor(context, request, (place) =>
      listRecords<Item>(place, source, records, actor, parameters),
    )
    return sendJson(reply, page)
  })

  app.get(`${path}/:id`, one, async (request) => {
    refuseQuery(request)
    const { actor } = request
    const id = recordId(request)
    return readOne === undefined
      ? getRecord(context.db, readerFor(actor), actor, verb, id)
      : inOneSnapshot(context, (tx) => getRecord(tx, readOne, actor, verb, id))
  })

  const answer =
    ({ read }: RecordCall, status: number) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      refuseQuery(request)
      const { work, options } = await read(request)
      return write(
        context,
        request,
        reply,
        async (tx) => {
          const batch = newBatch(context)
          const body = await work(tx, batch, context)
          const batchId = status === 201 || batch.isWritten ? readableBatch(request.actor, name, batch) : null
          return { status, body, batchId }
        },
        options,
      )
    }

  if (create !== undefined) app.post(path, create.described, answer(create, 201))
  if (update !== undefined) app.put(`${path}/:id`, update.described, answer(update, 200))
  for (const { path: act, one, many } of acts) {
    if (one !== undefined) app.put(`${path}/${act}/:id`, one.described, answer(one, 200))
    if (many !== undefined) {
      app.put(`${path}/${act}`, many.described, (request, reply) =>
        answerBulk(context, request, reply, many.bulk),
      )
    }
  }
}
