import { sql } from 'drizzle-orm'
import { isOneSlip, isOneTypoFrom, shortestForgiven, swapsOf } from '../../domain/lib/typo.ts'
import type { Executor } from '../crud/executor.ts'

const mostLookedAt = 4_000
const mostSpellings = 8

/**
 * The words that each mistyped word may have meant: known ones, one slip away, whole words before beginnings; of a short
 * word beside another one, two letters swapped. Reads only words that share a half with what was typed, all of them in one
 * statement.
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

/** One slip leaves the first half whole, or the second, or swaps the two letters where they meet. */
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
