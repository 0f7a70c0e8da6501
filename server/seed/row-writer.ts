import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { getTableColumns, getTableName } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import { escapeIdentifier, type PoolClient } from 'pg'
import { from } from 'pg-copy-streams'
import { arrayLiteral } from '../db/unnest-rows.ts'

export type RowWriter = {
  /** Writes rows that have numbers; complete once `end` resolves. */
  write: <Table extends PgTable>(
    table: Table,
    rows: readonly Partial<Table['$inferSelect']>[],
  ) => Promise<void>
  end: () => Promise<void>
}

type Column = { name: string; isPlain: boolean; isArray: boolean }
type Pile = { statement: string; columns: Column[]; lines: string[]; size: number }

/** Approximate characters of a COPY: the next batch is built while one is written. */
const largestPile = 1_000_000

/**
 * Writes rows by COPY, holding one batch per table in memory. `after`: tables whose triggers read rows of another one, which are
 * written first.
 */
export const createRowWriter = (
  client: PoolClient,
  { after = new Map() }: { after?: ReadonlyMap<PgTable, PgTable> } = {},
): RowWriter => {
  const piles = new Map<PgTable, Pile>()
  let running: Promise<void> = Promise.resolve()
  const send = async (pile: Pile): Promise<void> => {
    const bytes = Buffer.from(pile.lines.join(''))
    pile.lines = []
    pile.size = 0
    await running
    running = copyIn(client, pile.statement, bytes)
    // The next write or end rejects with it.
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
        if (pile.size <= largestPile) continue
        const first = piles.get(after.get(table) ?? table)
        if (first !== undefined && first !== pile && first.lines.length > 0) await send(first)
        await send(pile)
      }
    },
    end: async () => {
      for (const pile of piles.values()) if (pile.lines.length > 0) await send(pile)
      await running
    },
  }
}

type NullsOf<Row> = { [K in keyof Row as null extends Row[K] ? K : never]: null }

/** Null in each column that may be null. */
export const emptyRow = <Table extends PgTable>(table: Table): NullsOf<Table['$inferSelect']> =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).flatMap(([name, { notNull }]) => (notNull ? [] : [[name, null]])),
  ) as NullsOf<Table['$inferSelect']>

const openPile = (table: PgTable, names: string[]): Pile => {
  const listed = names.map((name) => escapeIdentifier(toSnakeCase(name))).join(', ')
  const definitions = getTableColumns(table)
  return {
    statement: `copy ${escapeIdentifier(getTableName(table))} (${listed}) from stdin`,
    // UUIDs need no escaping in COPY.
    columns: names.map((name) => {
      const type = definitions[name]?.getSQLType() ?? ''
      return { name, isPlain: type === 'uuid', isArray: type.endsWith('[]') }
    }),
    lines: [],
    size: 0,
  }
}

const lineOf = (row: Record<string, unknown>, columns: readonly Column[]): string => {
  let line = ''
  for (const { name, isPlain, isArray } of columns) {
    const value = isArray ? arrayLiteral(row[name] as readonly unknown[]) : row[name]
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

/** Deterministic random numbers (mulberry32). */
export type Random = {
  /** 0 to 1, exclusive. */
  next: () => number
  /** Integer, both ends inclusive. */
  between: (min: number, max: number) => number
  chance: (probability: number) => boolean
  pick: <Item>(items: readonly Item[]) => Item
  /** An item, by weight. */
  weighted: <Item>(pairs: readonly (readonly [Item, number])[]) => Item
  shuffle: <Item>(items: readonly Item[]) => Item[]
}

export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (items) => items[between(0, items.length - 1)]!,
    weighted: (pairs) => {
      let left = next() * pairs.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of pairs) {
        left -= weight
        if (left < 0) return item
      }
      return pairs.at(-1)![0]
    },
    shuffle: (items) => {
      const shuffled = [...items]
      for (let at = shuffled.length - 1; at > 0; at--) {
        const other = between(0, at)
        ;[shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!]
      }
      return shuffled
    },
  }
}

/** Deterministic UUID v7 of an instant. */
export const idAt = (random: Random, milliseconds: number): string => {
  const time = Math.floor(milliseconds).toString(16).padStart(12, '0')
  const hex = (digits: number) =>
    random
      .between(0, 16 ** digits - 1)
      .toString(16)
      .padStart(digits, '0')
  const variant = (8 + random.between(0, 3)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(6)}${hex(6)}`
}

/** Sends rows in COPY's text format by `statement`: `copy orders (id, ...) from stdin`. */
const copyIn = (client: PoolClient, statement: string, bytes: Buffer): Promise<void> =>
  pipeline(Readable.from([bytes]), client.query(from(statement)))
