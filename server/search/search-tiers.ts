import { type SQL, sql } from 'drizzle-orm'
import { fold } from '../../domain/lib/fold.ts'
import type { Keyword } from './keyword-condition.ts'

/** Below every match of what was really typed. */
export const typoTier = 7

/**
 * How good a match of `ranked` is, 0 the best: its number; a whole telephone number; a title that is, then begins with,
 * what was typed; words of the title that begin so, then any words; pieces of words.
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
    ...(keyword.words.length === 0
      ? []
      : [
          sql`when ${allBegin(titleText, keyword.words)} then 4`,
          sql`when ${allBegin(sql`ranked.text`, keyword.words)} then 5`,
        ]),
  ]
  return cases.length === 0 ? sql`6` : sql`case ${sql.join(cases, sql` `)} else 6 end`
}

/** The text begins with the title, folded: about as long as it is, and the space before it. */
const titleText = sql`left(ranked.text, char_length(ranked.title) + 1)`

const allBegin = (text: SQL, words: readonly string[]): SQL =>
  sql.join(
    words.map((word) => sql`${text} like ${`% ${word}%`}`),
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
