import { and, eq, getTableColumns, isNull, type SQL } from 'drizzle-orm'
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { VerbOf } from '../../domain/access/permissions.ts'
import type { RecordIn } from '../../domain/lib/define-resource.ts'
import type { ListDefinition } from '../../domain/lib/list-query.ts'
import type { Shapes } from '../../domain/lib/shape.ts'
import type { ResourceName, ResourceRecords } from '../../domain/resources.ts'
import type { Searchable } from '../../domain/search/searchable.ts'
import type { Executor } from '../db/drizzle.ts'
import type { Query } from '../db/prepared-select.ts'
import { users } from '../db/schema/users.ts'
import { writeSearchEntries } from '../search/write-entries.ts'
import type { ListSource } from './list-source.ts'
import { boundReader, type ReadRecords } from './read-records.ts'
import type { RecordTable } from './resource-definition.ts'

type Definition<Name extends ResourceName> = {
  name: Name
  list: ListDefinition
  shapes: Shapes
  verbs: { list: VerbOf<Name> }
}

type Columns<Table> = Table extends { _: { columns: infer All } } ? All : never

/** The users whom a record's own columns name, by the fields that have their names. */
const namedUsers = { ownerName: 'owner', deliveryName: 'delivery' } as const

type Known<Table> =
  | keyof Columns<Table>
  | {
      [K in keyof typeof namedUsers]: (typeof namedUsers)[K] extends keyof Columns<Table> ? K : never
    }[keyof typeof namedUsers]

/** The fields of records that their table has no column for. */
type Computed<D extends { shapes: object }, Table extends PgTable> = {
  [K in Exclude<keyof RecordIn<D>, Known<Table>>]: PgColumn | SQL<RecordIn<D>[K]>
}

type Filters<D extends { list: ListDefinition }, Table> = {
  [K in Exclude<keyof D['list']['filters'], keyof Columns<Table>>]: ListSource['filters'][string]
}

/** A column is sorted by the alphabet where people write what it holds; an expression is no text. */
type Sorts<D extends { list: ListDefinition }, Table> = {
  [K in Exclude<D['list']['sorts'][number], keyof Columns<Table>>]: PgColumn | SQL<number> | SQL<Date>
}

/** Left out where there is none. */
type Part<Name extends string, T> = [keyof T] extends [never]
  ? { readonly [N in Name]?: T }
  : { readonly [N in Name]: T }

/** A table of the fields' columns; `isOptional` where a record may have no row of it. */
type Joined = { table: PgTable; on: SQL | undefined; isOptional?: true }

type Parts<D extends { list: ListDefinition; shapes: object }, Table extends PgTable> = Part<
  'filters',
  Filters<D, Table>
> &
  Part<'sorts', Sorts<D, Table>> &
  Part<'fields', Computed<D, Table>> &
  Partial<Pick<ListSource, 'join' | 'isTallied'>> & {
    readonly joined?: readonly Joined[]
    /** Values of placeholders among the fields, where the reader is nobody in particular. */
    readonly values?: Record<string, unknown>
  }

/** Where the records of a resource are read: its list, and its records by their ids. */
export type RecordList<Name extends ResourceName, Table extends RecordTable = RecordTable> = {
  name: Name
  table: Table
  source: ListSource
  /** The records of these ids that are not deleted, as the API gives them, in no particular order. */
  read: ReadRecords<ResourceRecords[Name]>
  /** The reader for values of placeholders among its fields. */
  readWith: (values: Record<string, unknown>) => ReadRecords<ResourceRecords[Name]>
  makeFindable: (tx: Executor, ids: readonly string[]) => Promise<void>
}

/**
 * Filters, sorts and fields are the table's columns of their names, and the names of the users in `owner` and `delivery`. What is no
 * column has its SQL in the parts; a missing one does not compile.
 */
export const recordList = <Name extends ResourceName, D extends Definition<Name>, Table extends RecordTable>(
  definition: D & { name: Name },
  table: Table,
  parts: Parts<D, Table>,
): RecordList<Name, Table> => {
  const { name, list, shapes, verbs } = definition
  const {
    filters = {},
    sorts = {},
    fields = {},
    joined = [],
    values = {},
    join = null,
    isTallied = false,
  } = parts as LooseParts
  const columns = getTableColumns(table) as Expressions
  const named = (names: readonly string[], given: Expressions): Expressions =>
    Object.fromEntries(names.map((one) => [one, given[one] ?? columns[one]!]))
  const people = usersOf(table)
  const readWith = boundReader(
    `${name} by id`,
    { ...named(Object.keys(shapes), { ...fields, ...people.fields }), id: table.id },
    (select, isAsked) => {
      const own = (select as unknown as Selectable).from(table)
      return [...people.joined, ...joined]
        .reduce(
          (query, { table: other, on, isOptional }) =>
            isOptional ? query.leftJoin(other, on) : query.innerJoin(other, on),
          own,
        )
        .where(and(isAsked, isNull(table.deletedAt)))
    },
  ) as unknown as RecordList<Name, Table>['readWith']
  const read = readWith(values)
  return {
    name,
    table,
    source: {
      definition: list,
      resource: name,
      verb: verbs.list,
      table,
      join,
      isTallied,
      owner: table.owner ?? null,
      delivery: table.delivery ?? null,
      filters: named(Object.keys(list.filters), filters),
      sorts: named(list.sorts, sorts),
    },
    read,
    readWith,
    makeFindable: async (tx, ids) =>
      writeSearchEntries(tx, name, (await read(tx, ids)) as unknown as Searchable[Name][]),
  }
}

const usersOf = (table: RecordTable) => {
  const named = Object.entries(namedUsers).flatMap(([field, name]) => {
    const column = table[name]
    return column === undefined ? [] : { field, column, user: alias(users, `${name}_user`) }
  })
  return {
    fields: Object.fromEntries(named.map(({ field, user }) => [field, user.name])),
    joined: named.map(
      ({ column, user }): Joined => ({
        table: user,
        on: eq(user.id, column),
        ...(column.notNull ? {} : { isOptional: true }),
      }),
    ),
  }
}

type Expressions = Record<string, PgColumn | SQL>

/** The parts without the names that the definition gives them. */
type LooseParts = {
  filters?: Expressions
  sorts?: Expressions
  fields?: Expressions
  joined?: readonly Joined[]
  values?: Record<string, unknown>
  join?: ListSource['join']
  isTallied?: boolean
}

/** A select over a table that is known at run time only. */
type Selectable = { from: (table: PgTable) => Joinable }
type Joinable = {
  innerJoin: (table: PgTable, on: SQL | undefined) => Joinable
  leftJoin: (table: PgTable, on: SQL | undefined) => Joinable
  where: (condition: SQL | undefined) => Query
}
