import { is, type SQL, sql } from 'drizzle-orm'
import {
  PgBigInt53,
  PgBoolean,
  type PgColumn,
  PgInteger,
  PgNumericNumber,
  type PgTable,
  PgText,
  PgTimestamp,
  PgUUID,
} from 'drizzle-orm/pg-core'
import { usualBounds } from '../core/bounds.ts'
import { Refused } from '../core/errors.ts'
import { hasSqlState } from './connection-errors.ts'
import type { ServerContext } from './context.ts'
import type { Transaction } from './drizzle.ts'

/**
 * A row as the JSON answered by the API, built by PostgreSQL, so that pages need no objects. `own`: the table that always has a
 * row, unlike joined ones.
 */
export const jsonOf = (fields: Record<string, PgColumn | SQL>, own: PgTable): SQL<string> => {
  const members = Object.entries(fields).flatMap(([key, field], at) =>
    memberOf(`${at === 0 ? '{' : ','}"${key}":`, field, own),
  )
  return sql<string>`${joined(merged([...members, '}']))}`
}

/** SQL text that is never null: `||` with null is null. */
type Piece = string | SQL

/** Name and value of a member. Joined columns and expressions may be null. */
const memberOf = (name: string, field: PgColumn | SQL, own: PgTable): Piece[] => {
  const { before, value, after } = written(field)
  if (isNeverNull(field, own)) return [`${name}${before}`, value, after]
  if (before === '' && after === '') return [name, sql`coalesce(${value}, 'null')`]
  return [sql`coalesce(${joined([`${name}${before}`, value, after])}, ${text(`${name}null`)})`]
}

const isNeverNull = (field: PgColumn | SQL, own: PgTable): boolean =>
  'table' in field && field.table === own && field.notNull

type Written = { before: string; value: SQL; after: string }

/** Values without escaping cost a third of `to_json`. */
const written = (field: PgColumn | SQL): Written => {
  const [, write = escaped] = writers.find(([kind]) => is(field, kind)) ?? []
  return write(field as PgColumn)
}

const escaped = (field: PgColumn): Written => ({
  before: '',
  value: sql`to_json(${field})::text`,
  after: '',
})
const words = (field: PgColumn): Written => (field.enumValues === undefined ? escaped(field) : quoted(field))
const plain = (field: PgColumn): Written => ({ before: '', value: sql`${field}::text`, after: '' })
const quoted = (field: PgColumn): Written => ({ before: '"', value: sql`${field}::text`, after: '"' })

/**
 * ISO 8601, UTC, milliseconds. Adding a microsecond and cutting it makes `to_json` print trailing zeros; `to_char` costs twice
 * as much.
 */
const instant = (field: PgColumn): Written => ({
  before: '',
  value: sql`left(to_json(${field} at time zone 'UTC' + interval '1 microsecond')::text, 24)`,
  after: 'Z"',
})

const writers = [
  [PgUUID, quoted],
  [PgText, words],
  [PgInteger, plain],
  [PgBigInt53, plain],
  [PgBoolean, plain],
  [PgNumericNumber, (field: PgColumn) => ({ ...plain(field), value: sql`trim_scale(${field})::text` })],
  [PgTimestamp, instant],
] as const

/** Concatenates adjacent constant texts. */
const merged = (pieces: readonly Piece[]): Piece[] => {
  const done: Piece[] = []
  for (const piece of pieces) {
    if (piece === '') continue
    const last = done.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') done[done.length - 1] = last + piece
    else done.push(piece)
  }
  return done
}

/** Joins in halves: left to right would copy the prefix at each step. */
const joined = (pieces: readonly Piece[]): SQL => {
  const [only] = pieces
  if (pieces.length === 1 && only !== undefined) return typeof only === 'string' ? text(only) : only
  const middle = pieces.length >> 1
  return sql`(${joined(pieces.slice(0, middle))} || ${joined(pieces.slice(middle))})`
}

const text = (value: string): SQL => sql.raw(`'${value}'`)

/** Text of an instant in a UTC session: `2026-11-22 02:22:43.37+00`. */
const usual = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/

/** Converts PostgreSQL's `timestamptz` text to ISO 8601, UTC, milliseconds, in any session time zone. */
export const isoOf = (text: string): string => {
  const [, day, time, fraction = ''] = usual.exec(text) ?? []
  if (day === undefined) return new Date(text).toISOString()
  return `${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}

/**
 * Reads in a transaction with `listReadMs` as timeout: with a transaction pooler, settings cannot last longer. @throws Refused
 * `READ_TOO_SLOW`
 */
export const limitRead = async <Answer>(
  { db, bounds }: Pick<ServerContext, 'db' | 'bounds'>,
  work: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> => {
  const milliseconds = bounds?.listReadMs ?? usualBounds.listReadMs
  try {
    return await db.transaction(
      async (tx) => {
        await tx.execute(sql.raw(`set local statement_timeout = ${milliseconds}`))
        return work(tx)
      },
      { accessMode: 'read only' },
    )
  } catch (error) {
    throw hasSqlState(error, cancelled) ? new Refused('READ_TOO_SLOW') : error
  }
}

const cancelled = new Set(['57014'])
