import { asc } from 'drizzle-orm'
import { expect } from 'vitest'
import { restoreTexts } from '../../../server/crud/change-texts.ts'
import { changes } from '../../../server/db/schema/changes.ts'
import { expeditions, products } from '../../../server/db/schema/goods.ts'
import { invoices } from '../../../server/db/schema/invoices.ts'
import { orders, shippings } from '../../../server/db/schema/orders.ts'
import { verbsBeside } from './lines-beside.ts'
import type { TestApi } from './start-api.ts'

type Row = { id: string; version: number; deletedAt: Date | null }
type Line = typeof changes.$inferSelect

/** Columns that change without a history line: a product's stock by parcels, a parcel's owner by its order. */
const silent: Record<string, readonly string[]> = {
  products: ['quantity', 'reserved'],
  shippings: ['owner'],
}

/** A parcel's address belongs to its order: while the parcel is deleted, only the order's line records changes. */
const address = ['customerName', 'customerPhone', 'customerAddress']

/**
 * Fails unless the history explains the state of every record: lines are numbered like versions, the values
 * before a line are those after the previous ones, and the last values are the record's.
 */
export const expectSoundHistory = async ({ context }: Pick<TestApi, 'context'>): Promise<void> => {
  const { db } = context
  const linesOf = new Map<string, Line[]>()
  const lines = await restoreTexts(db, await db.select().from(changes).orderBy(asc(changes.version)))
  for (const line of lines) {
    linesOf.set(line.recordId, [...(linesOf.get(line.recordId) ?? []), line])
  }
  const wrong: string[] = []
  for (const [name, table] of Object.entries({ orders, shippings, products, expeditions, invoices })) {
    for (const row of await db.select().from(table)) {
      const problems = problemsOf(row, linesOf.get(row.id) ?? [], silent[name] ?? [])
      wrong.push(...problems.map((problem) => `${name} ${row.id}: ${problem}`))
    }
  }
  expect(wrong, wrong.join('\n')).toEqual([])
}

const isBeside = ({ verb }: Line): boolean => (verbsBeside as readonly string[]).includes(verb)

const problemsOf = (row: Row, all: readonly Line[], silent: readonly string[]): string[] => {
  const lines = all.filter((line) => !isBeside(line))
  const problems = all
    .filter((line) => isBeside(line) && (line.version < 1 || line.version > row.version))
    .map(({ verb, version }) => `${verb} is of version ${version}, which it never had`)
  const present: Record<string, unknown> = { ...row, isDeleted: row.deletedAt !== null }
  const recorded = new Map<string, unknown>()
  const compare = (values: Iterable<[string, unknown]>, known: (name: string) => unknown, when: string) => {
    for (const [name, value] of values) {
      if (silent.includes(name) || written(known(name)) === written(value)) continue
      problems.push(`${name} is recorded as ${written(value)} ${when}, and was ${written(known(name))}`)
    }
  }
  for (const [index, { resource, version, before, after }] of lines.entries()) {
    if (version !== index + 1) problems.push(`line ${index + 1} is of version ${version}`)
    const known = Object.entries(before ?? {}).filter(([name]) => recorded.has(name))
    compare(known, (name) => recorded.get(name), `before version ${version}`)
    for (const [name, value] of Object.entries(after ?? {})) recorded.set(name, value)
    if (resource === 'shippings' && recorded.get('isDeleted'))
      for (const name of address) recorded.delete(name)
  }
  if (row.version !== lines.length) problems.push(`version ${row.version} has ${lines.length} lines`)
  // Values of another record that this one's line only shows have no column.
  const columns = [...recorded].filter(([name]) => Object.hasOwn(present, name))
  compare(columns, (name) => present[name], 'last')
  return problems
}

/** Instants and amounts as the history writes them. */
const written = (value: unknown): string => JSON.stringify(value ?? null)
