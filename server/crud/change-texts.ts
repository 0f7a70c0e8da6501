import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Executor } from '../db/drizzle.ts'

type Values = Record<string, unknown> | null

/** Both sides of a history line. */
type Told = { before: Values; after: Values }

/** In characters. Shorter texts take less room in each line than as a row. */
const LONG = 64

/** Placeholder of a shared text in a stored line. */
type Reference = { $text: string }

/**
 * Replaces each long text that occurs in several lines of a statement by its key; returns the texts by key. A comment on a
 * thousand parcels is stored once.
 */
export const shareTexts = <Line extends Told>(
  lines: readonly Line[],
): { lines: readonly Line[]; texts: ReadonlyMap<string, string> } => {
  const counts = new Map<string, number>()
  for (const line of lines) {
    for (const text of longTexts(line)) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const keys = new Map([...counts].filter(([, count]) => count > 1).map(([text]) => [text, keyOf(text)]))
  if (keys.size === 0) return { lines, texts: new Map() }
  const refer = (value: unknown): unknown => {
    const key = typeof value === 'string' ? keys.get(value) : undefined
    return key === undefined ? value : ({ $text: key } satisfies Reference)
  }
  return {
    lines: lines.map((line) => mapped(line, refer)),
    texts: new Map([...keys].map(([text, key]) => [key, text])),
  }
}

/** Resolves the placeholders again. */
export const restoreTexts = async <Line extends Told & { batchId: string }>(
  db: Executor,
  lines: readonly Line[],
): Promise<Line[]> => {
  const referring = lines.filter((line) => keysIn(line).length > 0)
  if (referring.length === 0) return [...lines]
  const { rows } = await db.execute<{ batchId: string; key: string; text: string }>(sql`
    select batch_id as "batchId", key, text from change_texts
    where batch_id = any(${sql.param([...new Set(referring.map(({ batchId }) => batchId))])}::uuid[])
      and key = any(${sql.param([...new Set(referring.flatMap(keysIn))])}::text[])`)
  const texts = new Map(rows.map(({ batchId, key, text }) => [`${batchId} ${key}`, text]))
  return lines.map((line) =>
    mapped(line, (value) =>
      isReference(value) ? (texts.get(`${line.batchId} ${value.$text}`) ?? null) : value,
    ),
  )
}

const keyOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)

const valuesOf = ({ before, after }: Told): unknown[] =>
  [before, after].flatMap((values) => (values === null ? [] : Object.values(values)))

const longTexts = (line: Told): string[] =>
  valuesOf(line).filter((value): value is string => typeof value === 'string' && value.length >= LONG)

const keysIn = (line: Told): string[] =>
  valuesOf(line).flatMap((value) => (isReference(value) ? [value.$text] : []))

const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' && value !== null && '$text' in value && typeof value.$text === 'string'

const mapped = <Line extends Told>(line: Line, map: (value: unknown) => unknown): Line => {
  const mapValues = (values: Values): Values =>
    values === null
      ? null
      : Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))
  return { ...line, before: mapValues(line.before), after: mapValues(line.after) }
}
