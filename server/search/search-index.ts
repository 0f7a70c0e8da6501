import { setImmediate as others } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { isOneSlip, isOneTypoFrom, shortestForgiven, swapsOf } from '../../domain/lib/typo.ts'
import type { Executor, Transaction } from '../db/drizzle.ts'
import { holdsWord } from './keyword-condition.ts'
import { trigramsOf } from './soonest-trigrams.ts'

/**
 * Defers this transaction's GIN index entries to the pending list, merged by `tidySearchIndexes`: otherwise thousands of
 * entries would be merged several times during the call. Searches scan the list, so it is bounded.
 */
export const deferSearchIndexing = async (tx: Transaction): Promise<void> => {
  await tx.execute(sql`set local gin_pending_list_limit = '16MB'`)
}

/** Merges the pending lists. */
export const tidySearchIndexes = async (db: Executor): Promise<void> => {
  await db.execute(sql`
    select gin_clean_pending_list(name::regclass)
    from unnest(array['search_entries_text_idx', 'search_entries_digits_idx', 'search_entries_keys_idx']) as name`)
}

/** Estimated shares of all entries, 0 to 1. */
export type EntrySample = {
  /** Containing a trigram; never 0. */
  ofTrigram: (trigram: string) => number
  /** Containing all words, as in `hasWord`. */
  ofWords: (words: readonly string[]) => number
}

/** Minimum sample size for estimates of rare words. */
const fewestSampled = 1_000
const mostSampled = 2_000
const pagesSampled = 60
const minute = 60_000
/** Milliseconds until a new sample: names change slowly. */
const redrawnAfter = { enough: 60 * minute, tooFew: 10 * minute }

/**
 * A random sample of entries for query planning, drawn at start and hourly (every ten minutes if small); null until then.
 * Affects only speed, not results.
 */
export const createEntrySample = (
  db: Executor,
): { draw: () => Promise<void>; current: () => EntrySample | null } => {
  let sample: EntrySample | null = null
  let drawnAt = Number.NEGATIVE_INFINITY
  const draw = async (): Promise<void> => {
    drawnAt = Date.now()
    const texts = await sampleTexts(db)
    sample = texts.length < fewestSampled ? null : await sampleOf(texts)
  }
  return {
    draw,
    current: () => {
      const lasts = redrawnAfter[sample === null ? 'tooFew' : 'enough']
      // Without a database, searches fail anyway.
      if (Date.now() - drawnAt > lasts) draw().catch(() => undefined)
      return sample
    },
  }
}

/** Whole pages across the table, as many as needed. */
const sampleTexts = async (db: Executor): Promise<string[]> => {
  const { rows: sizes } = await db.execute<{ pages: number }>(
    sql`select relpages as pages from pg_class where oid = 'search_entries'::regclass`,
  )
  const pages = sizes[0]?.pages ?? 0
  const percent = pages <= pagesSampled ? 100 : (100 * pagesSampled) / pages
  const { rows } = await db.execute<{ text: string }>(
    sql`select text from search_entries tablesample system (${percent}::real) limit ${mostSampled}`,
  )
  return rows.map(({ text }) => text)
}

/** Chunk size: counting takes some milliseconds, between which calls are answered. */
const countedAtOnce = 50

const sampleOf = async (texts: readonly string[]): Promise<EntrySample> => {
  const counts = new Map<string, number>()
  for (const [at, text] of texts.entries()) {
    for (const trigram of trigramsOf(text)) counts.set(trigram, (counts.get(trigram) ?? 0) + 1)
    if (at % countedAtOnce === 0) await others()
  }
  return {
    ofTrigram: (trigram) => ((counts.get(trigram) ?? 0) + 0.5) / (texts.length + 1),
    ofWords: (words) =>
      texts.filter((text) => words.every((word) => holdsWord(text, word))).length / texts.length,
  }
}

const mostLookedAt = 4_000
const mostSpellings = 8

/**
 * Corrections of each mistyped word: known words within one edit, whole words before prefixes; for short words beside others,
 * swapped letters. Reads only words that share a half, in one statement.
 */
export const correctWords = async (
  db: Executor,
  typed: readonly string[],
): Promise<Map<string, string[]>> => {
  const forgiven = typed.filter((word) => word.length >= shortestForgiven && /^\p{L}+$/u.test(word))
  const swapped = typed.length > 1 ? typed.map((word) => [word, swapsOf(word)] as const) : []
  if (forgiven.length === 0) return new Map(swapped)
  const patterns = sql.param([...new Set(forgiven.flatMap(neighbourhood))])
  const { rows } = await db.execute<{ word: string }>(sql`
    select word from search_words where word like any(${patterns}::text[]) limit ${mostLookedAt}`)
  const known = rows.map((row) => row.word)
  return new Map([
    ...swapped.map(([word, swaps]): [string, string[]] => [word, swaps]),
    ...forgiven.map((word): [string, string[]] => [word, spellings(word, known)]),
  ])
}

/** One edit leaves the first or second half intact, or swaps the letters between them. */
const neighbourhood = (word: string): string[] => {
  const middle = Math.floor(word.length / 2)
  const [first, second] = [word.slice(0, middle), word.slice(middle)]
  return [`${first}%`, `%${second}%`, `${first.slice(0, -1)}${second[0]}${first.at(-1)}${second.slice(1)}%`]
}

const spellings = (typed: string, known: readonly string[]): string[] => {
  const near = known.filter((word) => isOneTypoFrom(typed, word))
  const whole = near.filter((word) => isOneSlip(typed, word))
  const begun = near.filter((word) => !whole.includes(word)).sort((a, b) => a.length - b.length)
  return [...whole, ...begun].slice(0, mostSpellings)
}
