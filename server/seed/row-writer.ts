import { getTableColumns, getTableName } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import { escapeIdentifier, type PoolClient } from 'pg'
import { copyIn } from './copy-in.ts'

export type RowWriter = {
  /** Takes rows with numbers of their own; they are in the database once `end` has answered. */
  write: <Table extends PgTable>(
    table: Table,
    rows: readonly Partial<Table['$inferSelect']>[],
  ) => Promise<void>
  end: () => Promise<void>
}

type Column = { name: string; isPlain: boolean }
type Pile = { statement: string; columns: Column[]; lines: string[]; size: number }

/** About so many characters a COPY: the database works on one pile while the next is made. */
const largestPile = 1_000_000

/** Writes any number of rows into any tables by COPY, holding no more of them than a pile a table. */
export const createRowWriter = (client: PoolClient): RowWriter => {
  const piles = new Map<PgTable, Pile>()
  let running: Promise<void> = Promise.resolve()
  const send = async (pile: Pile): Promise<void> => {
    const bytes = Buffer.from(pile.lines.join(''))
    pile.lines = []
    pile.size = 0
    await running
    running = copyIn(client, pile.statement, bytes)
    // Whoever writes or ends next is told.
    running.catch(() => {})
  }
  return {
    write: async (table, rows) => {
      for (const row of rows) {
        const pile = piles.get(table) ?? openPile(table, Object.keys(row))
        piles.set(table, pile)
        const line = lineOf(row, pile.columns)
        pile.lines.push(line)
        pile.size += line.length
        if (pile.size > largestPile) await send(pile)
      }
    },
    end: async () => {
      for (const pile of piles.values()) if (pile.lines.length > 0) await send(pile)
      await running
    },
  }
}

const openPile = (table: PgTable, names: string[]): Pile => {
  const listed = names.map((name) => escapeIdentifier(toSnakeCase(name))).join(', ')
  const definitions = getTableColumns(table)
  return {
    statement: `copy ${escapeIdentifier(getTableName(table))} (${listed}) from stdin`,
    // A UUID holds nothing that COPY would read as anything else.
    columns: names.map((name) => ({ name, isPlain: definitions[name]?.getSQLType() === 'uuid' })),
    lines: [],
    size: 0,
  }
}

const lineOf = (row: Record<string, unknown>, columns: readonly Column[]): string => {
  let line = ''
  for (const { name, isPlain } of columns) {
    const value = row[name]
    if (line !== '') line += '\t'
    line += value === null || value === undefined ? '\\N' : isPlain ? value : written(value)
  }
  return `${line}\n`
}

const special = /[\\\n\r\t]/
const everySpecial = /[\\\n\r\t]/g
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const written = (value: unknown): string => {
  if (typeof value === 'number') return String(value)
  if (value instanceof Date) return value.toISOString()
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return special.test(text) ? text.replace(everySpecial, (found) => escapes[found]!) : text
}
