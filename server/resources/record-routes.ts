import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import type { Actor } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import type { Scoped } from '../../domain/access/scope.ts'
import { whyNot } from '../../domain/access/why-not.ts'
import type { CommentedResource } from '../../domain/comments/comment.ts'
import { isId } from '../../domain/lib/field.ts'
import { validate } from '../../domain/lib/validate.ts'
import { accepted, Refused } from '../core/errors.ts'
import type { ListSource } from '../crud/list-source.ts'
import { listRecords, type ReadItems } from '../crud/read-records.ts'
import { newBatch } from '../crud/record-changes.ts'
import {
  countryOf,
  type Held,
  type MovedKind,
  type ReadRecord,
  type RecordKind,
} from '../crud/resource-definition.ts'
import { createRecord, moveRecord, updateRecord } from '../crud/write-records.ts'
import type { ServerContext } from '../db/context.ts'
import type { Executor } from '../db/drizzle.ts'
import { permit } from '../http/auth.ts'
import { sendJson } from '../http/json-body.ts'
import { ifMatch, queryOf, recordId, refuseQuery } from '../http/request-parts.ts'
import { write } from '../http/write.ts'
import { answerBulk } from '../jobs/answer-call.ts'
import { type Bulk, readMove } from '../jobs/define-bulk.ts'

/** Answers `GET {resource}/{id}`: the record, or the reason why this actor does not get it. */
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

type Described = { config: FastifyContextConfig }

/** The calls that every kind of record answers, as they describe themselves. */
export type RecordCalls = Record<'list' | 'one' | 'create' | 'update' | 'deleteMany', Described>

/** What a list reads for these parameters, where that is not always the same. */
export type ReadList = (parameters: Record<string, unknown>) => {
  source: ListSource
  parameters: Record<string, unknown>
}

/** The calls of a resource: list, one, create, update, delete. */
export const recordRoutes = <Item extends ReadRecord, Row extends Held, Facts>(
  app: FastifyInstance,
  context: ServerContext,
  kind: RecordKind<Item, Row, Facts>,
  calls: RecordCalls,
  bulks: { delete: Bulk },
  readList: ReadList = (parameters) => ({ source: kind.source, parameters }),
): void => {
  const path = `/${kind.source.resource}`
  const readFor = (actor: Actor) => kind.readFor?.(actor) ?? kind.read

  app.get(path, calls.list, async (request, reply) => {
    const { source, parameters } = readList(queryOf(request))
    return sendJson(
      reply,
      await listRecords(context, source, readFor(request.actor), request.actor, parameters),
    )
  })

  app.get(`${path}/:id`, calls.one, async (request) => {
    refuseQuery(request)
    return getRecord(context.db, readFor(request.actor), request.actor, kind.verbs.view, recordId(request))
  })

  app.post(path, calls.create, async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, kind.verbs.create)
    const country = countryOf(request.body, actor.country)
    const input = accepted(validate(kind.fields, request.body, { country }))
    return write(context, request, reply, async (tx) => ({
      status: 201,
      body: await createRecord(tx, actor, kind, input, newBatch(context)),
    }))
  })

  app.put(`${path}/:id`, calls.update, async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, kind.verbs.update)
    const edit = { id: recordId(request), version: ifMatch(request), body: request.body }
    return write(context, request, reply, async (tx) => ({
      status: 200,
      body: await updateRecord(tx, actor, kind, edit, newBatch(context)),
    }))
  })

  app.put(`${path}/delete`, calls.deleteMany, (request, reply) =>
    answerBulk(context, request, reply, bulks.delete),
  )
}

/** The calls that give records of a kind another status, alone and in bulk. */
export const moveRoutes = <Item extends ReadRecord, Row extends Held, Facts>(
  app: FastifyInstance,
  context: ServerContext,
  kind: MovedKind<Item, Row, Facts>,
  calls: Record<'move' | 'moveMany', Described>,
  bulks: { status: Bulk },
): void => {
  const path = `/${kind.source.resource}/status`

  app.put(`${path}/:id`, calls.move, async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, kind.move.reach)
    const call = {
      id: recordId(request),
      version: ifMatch(request),
      asked: readMove(kind.move, request.body),
    }
    return write(context, request, reply, async (tx) => ({
      status: 200,
      body: await moveRecord(tx, actor, kind, call, newBatch(context)),
    }))
  })

  app.put(path, calls.moveMany, (request, reply) => answerBulk(context, request, reply, bulks.status))
}

/** `PUT {resource}/comment`. */
export const commentRoute = (
  app: FastifyInstance,
  context: ServerContext,
  resource: CommentedResource,
  calls: { commentMany: { config: FastifyContextConfig } },
  bulk: Bulk,
): void => {
  app.put(`/${resource}/comment`, calls.commentMany, (request, reply) =>
    answerBulk(context, request, reply, bulk),
  )
}
