import type { FastifyInstance } from 'fastify'
import type { ActOf, Verb } from '../../domain/access/permissions.ts'
import type { CommentedResource } from '../../domain/comments/comment.ts'
import type { Code } from '../../domain/core/codes.ts'
import { type ResourceName, type ResourceRecords, resources } from '../../domain/resources.ts'
import type { ListSource } from '../crud/list-source.ts'
import type { ReadRecords } from '../crud/read-records.ts'
import type { RecordList } from '../crud/record-list.ts'
import type { Held, MovedKind, OwnedTable, ReadRecord, RecordKind } from '../crud/resource-definition.ts'
import { type Revert, revertRecords } from '../crud/revert-records.ts'
import type { ServerContext } from '../db/context.ts'
import { type Bulk, commentBulk, deleteBulk, moveBulk } from '../jobs/define-bulk.ts'
import { describe } from '../openapi/describe.ts'
import { writeSearchEntries } from '../search/write-entries.ts'
import { commentRoute, moveRoutes, type ReadList, recordRoutes } from './record-routes.ts'

/** A resource as the server knows it: where it is read, how its changes are taken back, and the calls that it answers. */
export type ServerResource<Name extends ResourceName> = {
  source: ListSource
  read: ReadRecords<ResourceRecords[Name]>
  makeFindable: RecordList<Name, OwnedTable>['makeFindable']
  revert: Revert
  /** Changes of many records, each a job as well. */
  bulks: readonly Bulk[]
  register: (app: FastifyInstance, context: ServerContext) => void
}

type Options<Name extends ResourceName> = {
  /** The ends of the verbs by which records get another status. */
  moves?: readonly (ActOf<Name> & string)[]
  /** Codes of refusals that a call's description names in addition to those that follow from its parts. */
  refuses?: Partial<Record<'create' | 'update' | 'move' | 'moveMany', readonly Code[]>>
  /** What the description of the list says besides, and what a list reads for its parameters. */
  list?: Parameters<typeof describe.list>[1]
  readList?: ReadList
}

/** The calls of a kind of records: list, one, create, update, delete; status and comment where the resource has them. */
export const serve = <
  Name extends ResourceName,
  Table extends OwnedTable,
  Item extends ReadRecord,
  Row extends Held,
  Facts,
>(
  { name, source, read, makeFindable }: RecordList<Name, Table>,
  kind: RecordKind<Item, Row, Facts>,
  { moves = [], refuses = {}, list, readList }: Options<Name>,
): ServerResource<Name> => {
  const { noun, verbs, fields, updateFields } = resources[name] as AnyDefinition
  const described = {
    list: describe.list(name, list),
    one: describe.one(name),
    create: describe.create(name, fields, {
      refuses: [...(Object.hasOwn(fields, 'owner') ? ownerRefusals : []), ...(refuses.create ?? [])],
    }),
    update: describe.update(name, updateFields, { refuses: refuses.update ?? [] }),
    deleteMany: describe.deleteMany(name),
  }
  const bulks = { delete: deleteBulk(kind) }
  const moved = hasMove(kind)
    ? serveMoves(
        name,
        kind,
        moves.map((act) => `${noun}.${act}` as Verb),
        refuses,
      )
    : null
  const commented = Object.hasOwn(verbs, 'comment') ? serveComments(name as CommentedResource, kind) : null
  return {
    source,
    read,
    makeFindable,
    revert: revertRecords(kind),
    bulks: [bulks.delete, ...(moved?.bulks ?? []), ...(commented?.bulks ?? [])],
    register: (app, context) => {
      recordRoutes(app, context, kind, described, bulks, readList)
      moved?.register(app, context)
      commented?.register(app, context)
    },
  }
}

/** A resource whose calls are its own. */
export const serveApart = <Name extends ResourceName>(
  name: Name,
  source: ListSource,
  read: ReadRecords<ResourceRecords[Name]>,
  revert: Revert,
): ServerResource<Name> => ({
  source,
  read,
  makeFindable: async (tx, ids) => writeSearchEntries(tx, name, await read(tx, ids)),
  revert,
  bulks: [],
  register: () => undefined,
})

type AnyDefinition = Pick<(typeof resources)['requests'], 'noun' | 'verbs' | 'fields' | 'updateFields'>

const ownerRefusals: readonly Code[] = ['OWNER_NOT_FOUND']

type Served = Pick<ServerResource<ResourceName>, 'bulks' | 'register'>

const hasMove = <Item extends ReadRecord, Row extends Held, Facts>(
  kind: RecordKind<Item, Row, Facts>,
): kind is MovedKind<Item, Row, Facts> => kind.move !== undefined

const serveMoves = <Item extends ReadRecord, Row extends Held, Facts>(
  name: ResourceName,
  kind: MovedKind<Item, Row, Facts>,
  verbs: readonly Verb[],
  refuses: { move?: readonly Code[]; moveMany?: readonly Code[] },
): Served => {
  const { fields } = kind.move
  const described = {
    move: describe.move(name, fields, { verbs, refuses: refuses.move ?? [] }),
    moveMany: describe.moveMany(name, fields, { verbs, refuses: refuses.moveMany ?? [] }),
  }
  const status = moveBulk(kind)
  return {
    bulks: [status],
    register: (app, context) => moveRoutes(app, context, kind, described, { status }),
  }
}

const serveComments = <Item extends ReadRecord, Row extends Held, Facts>(
  name: CommentedResource,
  kind: RecordKind<Item, Row, Facts>,
): Served => {
  const described = { commentMany: describe.commentMany(name) }
  const comment = commentBulk(kind as unknown as Parameters<typeof commentBulk>[0], name)
  return {
    bulks: [comment],
    register: (app, context) => commentRoute(app, context, name, described, comment),
  }
}
