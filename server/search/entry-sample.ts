import { setImmediate as others } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Executor } from '../crud/executor.ts'
import { holdsWord } from './keyword-condition.ts'
import { trigramsOf } from './soonest-trigrams.ts'

/** What a sample says of all entries: shares of them, from 0 to 1. */
export type EntrySample = {
  /** Of those that hold a trigram; never quite 0. */
  ofTrigram: (trigram: string) => number
  /** Of those that hold every one of some words, as `hasWord` means it. */
  ofWords: (words: readonly string[]) => number
}

/** A sample of fewer says too little of what is rare. */
const fewestSampled = 1_000
const mostSampled = 2_000
const pagesSampled = 60
const minute = 60_000
/** Names do not change faster than that; where there were too few, they soon are more. */
const redrawnAfter = { enough: 60 * minute, tooFew: 10 * minute }

/**
 * Some entries of all over the table, drawn when the server starts and again when one asks an hour later, ten minutes later
 * as long as there are too few; null until then. What they say decides how fast a search is and never what it finds.
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
      // Without a database there is no search either, and whoever searches is told so.
      if (Date.now() - drawnAt > lasts) draw().catch(() => undefined)
      return sample
    },
  }
}

/** Of whole pages all over the table: as many as are needed, however large it is. */
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

/** Counted by a few, which takes some milliseconds: calls are answered in between. */
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
