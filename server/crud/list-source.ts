import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Verb } from '../../domain/access/permissions.ts'
import type { ListDefinition } from '../../domain/lib/list-query.ts'
import type { ResourceName } from '../../domain/resources.ts'

type Expression = SQL | PgColumn

/** A choice filter whose values are conditions of their own, which indexes answer: no column has the value. */
export type ChoiceConditions = { conditions: Record<string, SQL> }

type RecordTable = PgTable & Record<'id' | 'number' | 'country' | 'createdAt' | 'deletedAt', PgColumn>

/**
 * The SQL source of a resource's list: its table, the expressions of its filters and sorts, and the columns that scopes
 * compare. `join` adds tables for the filters and sorts named, exactly one row each, so that counts stay correct.
 * `isTallied`: triggers keep its records counted in `tallies`.
 */
export type ListSource = {
  resource: ResourceName
  verb: Verb
  definition: ListDefinition
  table: RecordTable
  join: { sql: SQL; neededBy: readonly string[] } | null
  filters: Record<string, Expression | ChoiceConditions>
  sorts: Record<string, Expression>
  owner: PgColumn | null
  delivery: PgColumn | null
  isTallied: boolean
}

type SourceParts<Definition extends ListDefinition> = Omit<
  ListSource,
  'definition' | 'filters' | 'sorts' | 'join' | 'owner' | 'delivery' | 'isTallied'
> & {
  join?: ListSource['join']
  owner?: PgColumn
  delivery?: PgColumn
  isTallied?: true
  filters: Record<keyof Definition['filters'], Expression | ChoiceConditions>
  sorts: Record<Definition['sorts'][number], Expression>
}

/** Every filter and sort that the domain lists must be given its SQL: a missing one does not compile. */
export const listSource = <const Definition extends ListDefinition>(
  definition: Definition,
  parts: SourceParts<Definition>,
): ListSource => ({ join: null, owner: null, delivery: null, isTallied: false, ...parts, definition })
