import { type SQL, sql } from 'drizzle-orm'
import { fold } from '../../domain/lib/fold.ts'
import type { Keyword } from './keyword-condition.ts'

/** Below every match of what was really typed. */
export const typoTier = 6

/**
 * How good a match of `ranked` is, 0 the best: its number; a whole telephone number; a title that is, then begins with,
 * what was typed; words that begin so; pieces of words.
 */
export const tierSql = (text: string, keyword: Keyword): SQL => {
  const folded = fold(text)
  const begun = numbersBeginning('ranked', keyword.number)
  const cases = [
    ...(keyword.number === null ? [] : [sql`when ranked.number = ${keyword.number} then 0`]),
    ...wholePhones(keyword).map((digits) => sql`when ranked.digits like ${`%${digits}`} then 1`),
    ...(folded === '' ? [] : [sql`when ranked.text || ' ' like ${` ${folded} %`} then 2`]),
    ...(folded === '' ? [] : [sql`when ranked.text like ${` ${folded}%`} then 3`]),
    ...(begun === null ? [] : [sql`when ${begun} then 3`]),
    ...(keyword.words.length === 0 ? [] : [sql`when ${allBegin(keyword.words)} then 4`]),
  ]
  return cases.length === 0 ? sql`5` : sql`case ${sql.join(cases, sql` `)} else 5 end`
}

const allBegin = (words: readonly string[]): SQL =>
  sql.join(
    words.map((word) => sql`ranked.text like ${`% ${word}%`}`),
    sql` and `,
  )

const wholePhones = ({ phones }: Keyword): string[] =>
  phones.map(({ words }) => words.join('').replace(/^0+(?=[1-9])/, '')).filter((digits) => digits.length >= 8)

/** Record numbers of up to three digits more than were typed, as ranges that the index on numbers answers. */
export const numbersBeginning = (table: 'entry' | 'ranked', typed: number | null): SQL | null => {
  if (typed === null || typed < 10 || typed > 1e9) return null
  const column = sql.raw(`${table}.number`)
  const ranges = [10, 100, 1_000].map(
    (factor) => sql`${column} between ${typed * factor} and ${(typed + 1) * factor - 1}`,
  )
  return sql`(${sql.join(ranges, sql` or `)})`
}
