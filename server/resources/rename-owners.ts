import { sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn } from 'drizzle-orm/pg-core'
import { searchedFields } from '../../domain/search/searchable.ts'
import type { ListSource } from '../crud/list-source.ts'
import type { Transaction } from '../db/drizzle.ts'
import { isOneOf } from '../db/is-one-of.ts'
import { users } from '../db/schema/users.ts'
import { inChunks } from '../db/unnest-rows.ts'

type Found = {
  source: Pick<ListSource, 'resource' | 'table'>
  makeFindable: (tx: Transaction, ids: readonly string[]) => Promise<void>
}

/** Updates search entries of users' records after a rename, by resource in the given order, with the records locked. */
export const renameOwnersIn =
  (resources: () => Readonly<{ [name: string]: Found }>) =>
  async (tx: Transaction, userIds: readonly string[]): Promise<void> => {
    if (userIds.length === 0) return
    for (const { source, makeFindable } of Object.values(resources())) {
      const { table } = source
      const named = namesOfUsers(source)
      if (named.length === 0) continue
      const isNamed = sql.join(
        named.map((column) => isOneOf(column, userIds)),
        sql` or `,
      )
      const rows = await tx
        .select({ id: table.id })
        .from(table)
        .where(sql`(${isNamed}) and ${table.deletedAt} is null`)
        .orderBy(table.id)
        .for('share')
      for (const chunk of inChunks(rows)) {
        await makeFindable(
          tx,
          chunk.map((row) => String(row.id)),
        )
      }
    }
  }

/** Columns with users whose names find the record: `owner` if found by `ownerName`. */
const namesOfUsers = ({ resource, table }: Found['source']): PgColumn[] => {
  const words = searchedFields(resource)
  return getTableConfig(table)
    .foreignKeys.map((key) => key.reference())
    .filter(({ foreignTable }) => foreignTable === users)
    .flatMap(({ columns }) => columns)
    .filter((column) => words.includes(`${fieldOf(table, column)}Name`))
}

const fieldOf = (table: ListSource['table'], column: PgColumn): string | undefined =>
  Object.entries(table).find(([, one]) => one === column)?.[0]
