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

/** Fields with names of users, by their column. */
const namedUsers = { ownerName: 'owner', deliveryName: 'delivery' } as const

type Known<Table, Parent> =
  | keyof Columns<Table>
  | keyof Columns<Parent>
  | {
      [K in keyof typeof namedUsers]: (typeof namedUsers)[K] extends keyof Columns<Table> ? K : never
    }[keyof typeof namedUsers]

/** Fields without a column in the record's table or its parent's. */
type Computed<D extends { shapes: object }, Table, Parent> = {
  [K in Exclude<keyof RecordIn<D>, Known<Table, Parent>>]: PgColumn | SQL<RecordIn<D>[K]>
}

type Filters<D extends { list: ListDefinition }, Table, Parent> = {
  [K in Exclude<
    keyof D['list']['filters'],
    keyof Columns<Table> | keyof Columns<Parent>
  >]: ListSource['filters'][string]
}

/** A text column typed by users sorts alphabetically; an SQL expression does not. */
type Sorts<D extends { list: ListDefinition }, Table, Parent> = {
  [K in Exclude<D['list']['sorts'][number], keyof Columns<Table> | keyof Columns<Parent>>]:
    | PgColumn
    | SQL<number>
    | SQL<Date>
}

/** Omitted if empty. */
type Part<Name extends string, T> = [keyof T] extends [never]
  ? { readonly [N in Name]?: T }
  : { readonly [N in Name]: T }

/** A joined table; `isOptional`: may have no row. */
type Joined = { table: PgTable; on: SQL | undefined; isOptional?: true }

type Parts<D extends { list: ListDefinition; shapes: object }, Table, Parent> = Part<
  'filters',
  Filters<D, Table, Parent>
> &
  Part<'sorts', Sorts<D, Table, Parent>> &
  Part<'fields', Computed<D, Table, Parent>> &
  Partial<Pick<ListSource, 'join' | 'keys' | 'isTallied' | 'follows'>> & {
    /** A joined table that has the columns which the record's own lacks, by the same name. */
    readonly parent?: Parent
    readonly joined?: readonly Joined[]
    /** Values of placeholders for a reader without an actor. */
    readonly values?: Record<string, unknown>
  }

/** A resource's list and its reader by id. */
export type RecordList<Name extends ResourceName, Table extends RecordTable = RecordTable> = {
  name: Name
  table: Table
  source: ListSource
  /** Reads records that are not deleted, in any order. */
  read: ReadRecords<ResourceRecords[Name]>
  /** Reader with placeholder values. */
  readWith: (values: Record<string, unknown>) => ReadRecords<ResourceRecords[Name]>
  makeFindable: (tx: Executor, ids: readonly string[]) => Promise<void>
}

/**
 * Builds a resource's list and reader. Filters, sorts and fields are columns of the same name in its table or its parent's, and
 * user names of `owner` and `delivery`; the parts give SQL for others. Does not compile if one is missing.
 */
export const recordList = <
  Name extends ResourceName,
  D extends Definition<Name>,
  Table extends RecordTable,
  Parent extends PgTable | undefined = undefined,
>(
  definition: D & { name: Name },
  table: Table,
  parts: Parts<D, Table, Parent>,
): RecordList<Name, Table> => {
  const { name, list, shapes, verbs } = definition
  const {
    filters = {},
    sorts = {},
    fields = {},
    joined = [],
    values = {},
    join = null,
    keys = {},
    isTallied = false,
    follows = [],
    parent,
  } = parts as LooseParts
  const columns: Expressions = { ...(parent && getTableColumns(parent)), ...getTableColumns(table) }
  const named = (names: readonly string[], given: Expressions): Expressions =>
    Object.fromEntries(names.map((one) => [one, given[one] ?? columns[one]!]))
  const own = getTableColumns(table)
  /** Filters and sorts by columns of the parent. */
  const ofParent = [
    ...Object.keys(list.filters).filter((one) => !(one in filters)),
    ...list.sorts.filter((one) => !(one in sorts)),
  ].filter((one) => !(one in own))
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
      join: join && { ...join, neededBy: [...join.neededBy, ...ofParent] },
      keys,
      isTallied,
      follows,
      owner: table.owner ?? null,
      delivery: userColumn(table, 'delivery') ?? null,
      filters: named(Object.keys(list.filters), filters),
      sorts: named(list.sorts, sorts),
    },
    read,
    readWith,
    makeFindable: async (tx, ids) =>
      writeSearchEntries(tx, name, (await read(tx, ids)) as unknown as Searchable[Name][]),
  }
}

/** The column with a user; a tariff's `delivery` is an amount. */
const userColumn = (table: RecordTable, name: 'owner' | 'delivery'): PgColumn | undefined =>
  table[name]?.getSQLType() === 'uuid' ? table[name] : undefined

const usersOf = (table: RecordTable) => {
  const named = Object.entries(namedUsers).flatMap(([field, name]) => {
    const column = userColumn(table, name)
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

/** The parts without generic names. */
type LooseParts = {
  filters?: Expressions
  sorts?: Expressions
  fields?: Expressions
  joined?: readonly Joined[]
  values?: Record<string, unknown>
  join?: ListSource['join']
  keys?: ListSource['keys']
  isTallied?: boolean
  follows?: ListSource['follows']
  parent?: PgTable
}

/** A select of a table known only at run time. */
type Selectable = { from: (table: PgTable) => Joinable }
type Joinable = {
  innerJoin: (table: PgTable, on: SQL | undefined) => Joinable
  leftJoin: (table: PgTable, on: SQL | undefined) => Joinable
  where: (condition: SQL | undefined) => Query
}
