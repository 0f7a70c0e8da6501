import type { Actor } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import { whyNot, whyNotDelete } from '../../domain/access/why-not.ts'
import type { Fields } from '../../domain/lib/field.ts'
import type { ResourceName, ResourceRecords } from '../../domain/resources.ts'
import type { RecordList } from './record-list.ts'
import type { Held, HeldOf, OwnedTable, ReadRecord, RecordKind } from './resource-definition.ts'
import { findUses, type Reference } from './write-records.ts'

type Definition = {
  verbs: Record<'view' | 'create' | 'update' | 'delete', Verb>
  fields: Fields
  updateFields: Fields
  notes: readonly string[]
}

/** `used`: ids referred to by records that are not deleted. */
type Uses = { used: ReadonlySet<string> }

/** Row type of a table with the base columns. */
export type RowOf<Table extends OwnedTable> = HeldOf<Table> & Held

type Kind<Name extends ResourceName, Table extends OwnedTable, Facts> = RecordKind<
  ResourceRecords[Name] & ReadRecord,
  RowOf<Table>,
  Facts
>

type Rules<Name extends ResourceName, Table extends OwnedTable, More> = Partial<
  Pick<
    Kind<Name, Table, Uses & More>,
    | 'readFor'
    | 'whole'
    | 'initial'
    | 'isOwnerOptional'
    | 'isReferredTo'
    | 'lockFirst'
    | 'move'
    | 'restore'
    | 'settle'
    | 'follow'
  >
> & {
  /** References to its records: referred ones cannot be deleted (`IN_USE`). */
  uses?: readonly Reference[]
  /** Loads further data for its rules. */
  findFacts?: RecordKind<ResourceRecords[Name] & ReadRecord, RowOf<Table>, More>['findFacts']
  /** Rules besides grants and references. */
  whyNot?: Partial<Kind<Name, Table, Uses & More>['whyNot']>
}

/** Builds a resource for the CRUD engine: from its definition, grants, references and own rules. */
export const defineKind = <
  Name extends ResourceName,
  Table extends OwnedTable,
  More extends object = Record<never, never>,
>(
  { verbs, fields, updateFields, notes }: Definition,
  { table, source, read, makeFindable }: RecordList<Name, Table>,
  { uses = [], findFacts, initial = {}, whyNot: rules = {}, ...more }: Rules<Name, Table, More>,
): Kind<Name, Table, Uses & More> => {
  type Row = RowOf<Table>
  const reached = (actor: Actor, verb: Verb, record: Row) => whyNot(actor, verb, record)
  const isUsed = ({ id }: Row, { used }: Uses) => used.has(id)
  return {
    source,
    table: table as unknown as Kind<Name, Table, Uses & More>['table'],
    read: read as Kind<Name, Table, Uses & More>['read'],
    makeFindable,
    verbs,
    fields,
    updateFields,
    notes,
    initial,
    findFacts: async (tx, pairs, options) => ({
      ...((await findFacts?.(tx, pairs, options)) as More),
      used: uses.length === 0 ? none : await findUses(tx, pairs, uses),
    }),
    whyNot: {
      create: rules.create ?? (() => null),
      update: (actor, record, next, facts) =>
        reached(actor, verbs.update, record) ?? rules.update?.(actor, record, next, facts) ?? null,
      delete: (actor, record, facts) =>
        whyNotDelete(actor, verbs.delete, record, isUsed(record, facts)) ??
        rules.delete?.(actor, record, facts) ??
        null,
      revert: (record, next, facts) =>
        next.isDeleted && isUsed(next, facts) ? 'IN_USE' : (rules.revert?.(record, next, facts) ?? null),
    },
    ...more,
  }
}

const none: ReadonlySet<string> = new Set()
