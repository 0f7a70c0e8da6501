import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import type { Scoped } from '../../domain/access/why-not.ts'
import type { InputOf } from '../../domain/lib/define-resource.ts'
import type { Shapes } from '../../domain/lib/shape.ts'
import { validate } from '../../domain/lib/validate.ts'
import { type ResourceName, type ResourceRecords, resources } from '../../domain/resources.ts'
import { accepted } from '../core/errors.ts'
import type { ListSource } from '../crud/list-source.ts'
import type { ReadItems, ReadRecords } from '../crud/read-records.ts'
import type { Batch } from '../crud/record-changes.ts'
import type { RecordList } from '../crud/record-list.ts'
import { countryOf } from '../crud/resource-definition.ts'
import type { Revert } from '../crud/revert-records.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { permit } from '../http/auth.ts'
import { ifMatch, recordId } from '../http/request-parts.ts'
import type { Bulk } from '../jobs/define-bulk.ts'
import { describe, type ResourceCall } from '../openapi/describe.ts'
import { titled } from '../openapi/json-schema.ts'
import { shapesSchema } from '../openapi/schemas.ts'
import { type Act, type ReadList, type RecordCall, recordRoutes, type Writing } from './record-routes.ts'

type Register = (app: FastifyInstance, context: ServerContext) => void

/** A resource on the server: reads, bulk changes, undo, and routes. */
export type ServerResource<Name extends ResourceName> = {
  source: ListSource
  read: ReadRecords<ResourceRecords[Name]>
  makeFindable: RecordList<Name>['makeFindable']
  revert: Revert
  /** Bulk changes, each also a job. */
  bulks: readonly Bulk[]
  register: Register
}

type Input<Name extends ResourceName> = InputOf<(typeof resources)[Name]>

/** An update; `version`: the one seen, or null. */
export type Edit = { id: string; version: number | null; body: unknown }

/** Handlers of a resource's calls; without `create` or `update` the call does not exist. */
export type Calls<Name extends ResourceName> = {
  /** Additional description of the list, and its extra parameters. */
  list?: Parameters<typeof describe.list>[1]
  readList?: ReadList
  /** Reader that depends on the actor. */
  readFor?: (actor: Actor) => ReadRecords<ResourceRecords[Name]>
  /** A single record with more than a list has. */
  one?: { title: string; shapes: Shapes; read: ReadItems<ResourceRecords[Name]> }
  create?: ResourceCall & {
    run: (actor: Actor, input: Input<Name>, request: FastifyRequest) => Writing | Promise<Writing>
  }
  update?: ResourceCall & {
    shapes?: Shapes
    run: (tx: Transaction, actor: Actor, edit: Edit, batch: Batch, context: ServerContext) => Promise<unknown>
  }
  acts?: readonly Act[]
  /** Further calls of this resource. */
  more?: readonly Register[]
  revert: Revert
}

/** Builds a resource from definition and handlers. */
export const serve = <Name extends ResourceName>(
  { name, source, read, makeFindable }: RecordList<Name>,
  { list, readList, readFor, one, create, update, acts = [], more = [], revert }: Calls<Name>,
): ServerResource<Name> => {
  const { noun, verbs, fields, updateFields } = resources[name] as unknown as AnyDefinition
  const verb = (act: string) => `${noun}.${act}` as Verb
  const calls = {
    list: describe.list(name, list),
    one: describe.one(name, one && { answer: titled(one.title, shapesSchema(one.shapes)) }),
    ...(create && { create: createCall(name, verb('create'), fields, create) }),
    ...(update && { update: updateCall(name, verb('update'), updateFields, update) }),
    acts,
  }
  return {
    source,
    read,
    makeFindable,
    revert,
    bulks: acts.flatMap(({ many }) => many?.bulk ?? []),
    register: (app, context) => {
      recordRoutes<{ id: string } & Scoped>(
        app,
        context,
        name,
        {
          readList: readList ?? ((parameters) => ({ source, parameters })),
          readFor: readFor ?? (() => read),
          ...(one && { readOne: one.read }),
          verb: verbs.view,
        },
        calls,
      )
      for (const register of more) register(app, context)
    },
  }
}

type AnyDefinition = Pick<(typeof resources)['requests'], 'noun' | 'verbs' | 'fields' | 'updateFields'>

const createCall = <Name extends ResourceName>(
  name: Name,
  verb: Verb,
  fields: AnyDefinition['fields'],
  { run, ...more }: NonNullable<Calls<Name>['create']>,
): RecordCall => ({
  described: describe.create(name, fields, more),
  read: (request) => {
    const actor = permit(request, verb)
    const country = countryOf(request.body, actor.country)
    return run(actor, accepted(validate(fields, request.body, { country })) as Input<Name>, request)
  },
})

const updateCall = <Name extends ResourceName>(
  name: Name,
  verb: Verb,
  fields: AnyDefinition['updateFields'],
  { run, ...more }: NonNullable<Calls<Name>['update']>,
): RecordCall => ({
  described: describe.update(name, fields, more),
  read: (request) => {
    const actor = permit(request, verb)
    const edit = { id: recordId(request), version: ifMatch(request), body: request.body }
    return { work: (tx, batch, context) => run(tx, actor, edit, batch, context) }
  },
})
