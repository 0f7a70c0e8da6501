import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { recordColumns } from './schema/columns.ts'

/** Whether an id column is one of these. */
export const isOneOf = (column: PgColumn, ids: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...ids])}::uuid[])`

/** Column of a field in the schema's casing. */
export const columnOf = (field: string): SQL =>
  sql`${sql.identifier(field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))}`

type RecordColumn = keyof ReturnType<typeof recordColumns>
type Row<Table extends PgTable> = Table['$inferSelect']

type ValueName<Table extends PgTable, Other extends string> = Exclude<
  keyof Row<Table> & string,
  RecordColumn | Other
>

/** The columns of a table that are neither those of every record nor one of `others`, in the order of the table. */
export const valueNames = <Table extends PgTable, const Other extends keyof Row<Table> & string>(
  table: Table,
  others: readonly Other[],
): readonly ValueName<Table, Other>[] => {
  const left: readonly string[] = [...Object.keys(recordColumns(1)), ...others]
  return Object.keys(getTableColumns(table)).filter((name) => !left.includes(name)) as ValueName<
    Table,
    Other
  >[]
}

/** Values of a row as history has them: an instant is its ISO text. */
export type Written<Row> = { [Name in keyof Row]: Row[Name] extends Date | null ? string | null : Row[Name] }

export const writtenValues = <Row extends object>(row: Row): Written<Row> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as Written<Row>
