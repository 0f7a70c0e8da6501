import { and, eq, getTableColumns, isNull, type SQL } from 'drizzle-orm'
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { VerbOf } from '../../domain/access/permissions.ts'
import type { RecordIn } from '../../domain/lib/define-resource.ts'
import type { ListDefinition } from '../../domain/lib/list-query.ts'
import type { Shapes } from '../../domain/lib/shape.ts'
import type { ResourceName, ResourceRecords } from '../../domain/resources.ts'
import type { Searchable } from '../../domain/search/searchable.ts'
import type { Executor } from '../db/drizzle.ts'
import type { JsonRow, Query } from '../db/prepared-select.ts'
import { users } from '../db/schema/users.ts'
import { writeSearchEntries } from '../search/write-entries.ts'
import { type ListSource, listSource } from './list-source.ts'
import { boundReader, type ReadRecords } from './read-records.ts'
import type { OwnedTable } from './resource-definition.ts'

type Definition<Name extends ResourceName> = {
  name: Name
  list: ListDefinition
  shapes: Shapes
  verbs: { list: VerbOf<Name> }
}

type Columns<Table> = Table extends { _: { columns: infer All } } ? All : never
type Selected<Table extends PgTable> = JsonRow<Table['$inferSelect']> & { ownerName: string }

/** The fields of records that their table has no column for. */
type Computed<D extends { shapes: object }, Table extends PgTable> = {
  [K in Exclude<keyof RecordIn<D>, keyof Selected<Table>>]: PgColumn | SQL<RecordIn<D>[K]>
}

type Filters<D extends { list: ListDefinition }, Table> = {
  [K in Exclude<keyof D['list']['filters'], keyof Columns<Table>>]: ListSource['filters'][string]
}

type Sorts<D extends { list: ListDefinition }, Table> = {
  [K in Exclude<D['list']['sorts'][number], keyof Columns<Table>>]: SQL<number> | SQL<Date>
}

/** Left out where there is none. */
type Part<Name extends string, T> = [keyof T] extends [never]
  ? { readonly [N in Name]?: T }
  : { readonly [N in Name]: T }

/** A table whose row may be missing, for its columns among the fields. */
type Joined = { table: PgTable; on: SQL }

type Parts<D extends { list: ListDefinition; shapes: object }, Table extends PgTable> = Part<
  'filters',
  Filters<D, Table>
> &
  Part<'sorts', Sorts<D, Table>> &
  Part<'fields', Computed<D, Table>> & {
    readonly joined?: readonly Joined[]
    /** Values of placeholders among the fields, where the reader is nobody in particular. */
    readonly values?: Record<string, unknown>
  }

/** Where the records of a resource are read: its list, and its records by their ids. */
export type RecordList<Name extends ResourceName, Table extends OwnedTable> = {
  name: Name
  table: Table
  source: ListSource
  read: ReadRecords<ResourceRecords[Name]>
  /** The reader for values of placeholders among its fields. */
  readWith: (values: Record<string, unknown>) => ReadRecords<ResourceRecords[Name]>
  makeFindable: (tx: Executor, ids: readonly string[]) => Promise<void>
}

/**
 * Reads records that have an owner: filters, sorts and fields are the table's columns of their names. What is no column has its
 * SQL in the parts; a missing one does not compile.
 */
export const recordList = <Name extends ResourceName, D extends Definition<Name>, Table extends OwnedTable>(
  definition: D & { name: Name },
  table: Table,
  parts: Parts<D, Table>,
): RecordList<Name, Table> => {
  const { name, list, verbs } = definition
  const { filters = {}, sorts = {}, fields = {}, joined = [], values = {} } = parts as LooseParts
  const { deletedAt, ...columns } = getTableColumns(table) as unknown as RecordColumns
  const owner = alias(users, 'owner_user')
  const named = (names: readonly string[], given: Expressions): Expressions =>
    Object.fromEntries(names.map((one) => [one, given[one] ?? columns[one]!]))
  const readWith = boundReader(
    `${name} by id`,
    { ...columns, ownerName: owner.name, ...fields },
    (select, isAsked) => {
      const owned = (select as unknown as Selectable).from(table).innerJoin(owner, eq(owner.id, table.owner))
      return joined
        .reduce((query, other) => query.leftJoin(other.table, other.on), owned)
        .where(and(isAsked, isNull(deletedAt)))
    },
  ) as unknown as RecordList<Name, Table>['readWith']
  const read = readWith(values)
  return {
    name,
    table,
    source: listSource(list, {
      resource: name,
      verb: verbs.list,
      table,
      owner: table.owner,
      filters: named(Object.keys(list.filters), filters),
      sorts: named(list.sorts, sorts) as Record<string, PgColumn>,
    }),
    read,
    readWith,
    makeFindable: async (tx, ids) =>
      writeSearchEntries(tx, name, (await read(tx, ids)) as unknown as Searchable[Name][]),
  }
}

type Expressions = Record<string, PgColumn | SQL>
type RecordColumns = Record<string, PgColumn> & Record<'id' | 'deletedAt', PgColumn>

/** The parts without the names that the definition gives them. */
type LooseParts = {
  filters?: Expressions
  sorts?: Expressions
  fields?: Expressions
  joined?: readonly Joined[]
  values?: Record<string, unknown>
}

/** A select over a table that is known at run time only. */
type Selectable = { from: (table: PgTable) => Joinable }
type Joinable = {
  innerJoin: (table: PgTable, on: SQL) => Joinable
  leftJoin: (table: PgTable, on: SQL) => Joinable
  where: (condition: SQL | undefined) => Query
}
