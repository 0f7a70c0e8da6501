import type { ActOf, Verb } from '../../domain/access/permissions.ts'
import { type CommentedResource, commentVerbOf, whyNotComment } from '../../domain/comments/comment.ts'
import type { Code } from '../../domain/core/codes.ts'
import { type ResourceName, type ResourceRecords, resources } from '../../domain/resources.ts'
import { changeRecords } from '../crud/apply-steps.ts'
import type { RecordList } from '../crud/record-list.ts'
import type { Held, OwnedTable, ReadRecord, RecordKind } from '../crud/resource-definition.ts'
import { revertRecords } from '../crud/revert-records.ts'
import { createRecord, deleteRecords, moveRecords, updateRecord } from '../crud/write-records.ts'
import { readMove } from '../jobs/define-bulk.ts'
import { describe } from '../openapi/describe.ts'
import { act, type BulkChange, commentAct, deleteAct } from './acts.ts'
import type { Act } from './record-routes.ts'
import { type Calls, type ServerResource, serve } from './serve.ts'

type Options<Name extends ResourceName> = Pick<Calls<Name>, 'list' | 'readList' | 'more'> & {
  /** Creates a record otherwise than the engine. */
  create?: NonNullable<Calls<Name>['create']>
  /** Updates a record otherwise than the engine. */
  update?: NonNullable<Calls<Name>['update']>['run']
  /** Changes of its own, with their paths. */
  acts?: readonly Act[]
  /** Verbs of status changes, without the noun. */
  moves?: readonly (ActOf<Name> & string)[]
  /** Codes for the call descriptions besides those that follow from their parts. */
  refuses?: Partial<Record<'create' | 'update' | 'move' | 'moveMany', readonly Code[]>>
}

/** Calls of a CRUD resource: list, one, create, update, delete; status and comment if it has them. */
export const serveKind = <
  Name extends ResourceName,
  Table extends OwnedTable,
  Item extends ReadRecord & ResourceRecords[Name],
  Row extends Held,
  Facts,
>(
  list: RecordList<Name, Table>,
  kind: RecordKind<Item, Row, Facts>,
  { moves = [], refuses = {}, create, update, acts = [], ...more }: Options<Name>,
): ServerResource<Name> => {
  const { name } = list
  const { noun, fields } = resources[name]
  const ownerRefusals: readonly Code[] = Object.hasOwn(fields, 'owner') ? ['OWNER_NOT_FOUND'] : []
  return serve<Name>(list as unknown as RecordList<Name>, {
    ...more,
    readFor: (actor) => kind.readFor?.(actor) ?? kind.read,
    create: {
      run: (actor, input) => ({ work: (tx, batch) => createRecord(tx, actor, kind, input, batch) }),
      ...create,
      refuses: [...ownerRefusals, ...(create?.refuses ?? []), ...(refuses.create ?? [])],
    },
    update: {
      refuses: refuses.update ?? [],
      run: update ?? ((tx, actor, edit, batch) => updateRecord(tx, actor, kind, edit, batch)),
    },
    acts: [
      deleteAct(list, kind.verbs.delete, (tx, actor, target, _, options) =>
        deleteRecords(tx, actor, kind, target, options),
      ),
      ...moveActs(
        list,
        kind,
        moves.map((act) => `${noun}.${act}` as Verb),
        refuses,
      ),
      ...commentActs(list, kind),
      ...acts,
    ],
    revert: revertRecords(kind),
  })
}

const moveActs = <Name extends ResourceName, Item extends ReadRecord, Row extends Held, Facts>(
  list: RecordList<Name>,
  { move, ...kind }: RecordKind<Item, Row, Facts>,
  verbs: readonly Verb[],
  refuses: { move?: readonly Code[]; moveMany?: readonly Code[] },
): Act[] =>
  move === undefined
    ? []
    : [
        act(list, {
          path: 'status',
          one: describe.move(list.name, move.fields, { verbs, refuses: refuses.move ?? [] }),
          many: describe.moveMany(list.name, move.fields, { verbs, refuses: refuses.moveMany ?? [] }),
          verb: move.reach,
          read: (body) => readMove(move, body),
          change: (tx, actor, target, asked, options) =>
            moveRecords(tx, actor, { ...kind, move }, target, asked, options),
        }),
      ]

const commentActs = <Item extends ReadRecord, Row extends Held, Facts>(
  list: RecordList<ResourceName>,
  kind: RecordKind<Item, Row, Facts>,
): Act[] => {
  if (!isCommented(list)) return []
  const { name } = list
  const verb = commentVerbOf(name)
  const change: BulkChange<{ comment: string | null }> = (tx, actor, target, { comment }, options) =>
    changeRecords(
      tx,
      actor,
      kind,
      target,
      {
        reach: verb,
        next: (record) => ({ ...record, comment }),
        verb: () => verb,
        whyNot: (record, next, facts) =>
          kind.whyNot.update(actor, record, next, facts) ??
          whyNotComment(actor, name, commented(record), comment),
      },
      options,
    )
  return [commentAct(list, change)]
}

/** Resources with bulk comments have the column. */
const commented = <Row extends Held>(record: Row) => record as Row & { comment: string | null }

const isCommented = (list: RecordList<ResourceName>): list is RecordList<CommentedResource> =>
  Object.hasOwn(resources[list.name].verbs, 'comment')
