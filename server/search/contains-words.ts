import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { apostrophes, foldedLetters, foldedWords } from '../../domain/lib/fold.ts'
import { alphabetical } from '../db/alphabetical.ts'
import { holdsFoldedWord } from './keyword-condition.ts'

/** Whether a column contains every word of a text, like a search that reads this column alone. False without words. */
export const containsWords = (column: PgColumn | SQL, text: string): SQL => {
  const words = foldedWords(text)
  const folded = foldedSql(column)
  return words.length === 0
    ? sql`false`
    : sql.join(
        words.map((word) => holdsFoldedWord(folded, word)),
        sql` and `,
      )
}

/** `fold` of the domain in SQL, with a space before the first word. */
const foldedSql = (column: PgColumn | SQL): SQL => {
  const letters = opened(sql`lower(${alphabetical(sql`normalize(${column}, NFC)`)})`)
  const plain = opened(sql`regexp_replace(normalize(${letters}, NFKD), ${marks}, '', 'g')`)
  return sql`' ' || regexp_replace(${plain}, '[^[:alnum:]]+', ' ', 'g')`
}

/** Replaces the letters that no normalization opens. */
const opened = (text: SQL): SQL =>
  pairs.reduce(
    (open, [letter, written]) => sql`replace(${open}, ${literal(letter)}, ${literal(written)})`,
    sql`translate(${text}, ${literal(single.map(([letter]) => letter).join(''))}, ${literal(single.map(([, written]) => written).join(''))})`,
  )

function escaped(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function literal(text: string): SQL {
  return sql.raw(`'${text}'`)
}

const scripts = /[\p{scx=Zyyy}\p{sc=Zinh}\p{scx=Latn}\p{scx=Arab}\p{scx=Cyrl}]/u

const basicPlane = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code))

const digits = [0x660, 0x6f0].flatMap((zero) =>
  Array.from({ length: 10 }, (_, digit): [string, string] => [String.fromCharCode(zero + digit), `${digit}`]),
)
const letters = Object.entries(foldedLetters)
const pairs = letters.filter(([, written]) => written.length > 1)
/** For `translate`, which removes the letters at the end, without a counterpart. */
const single = [
  ...letters.filter(([, written]) => written.length < 2),
  ...digits,
  ...basicPlane
    .filter((letter) => letter.search(apostrophes) === 0)
    .map((letter): [string, string] => [letter, ' ']),
].toSorted(([, one], [, other]) => other.length - one.length)

/** Combining and invisible characters of the scripts in use, as a class of PostgreSQL's regular expressions. */
const marks = literal(
  `[${basicPlane
    .map((letter) => (/[\p{M}\p{Cf}]/u.test(letter) && scripts.test(letter) ? letter : ' '))
    .join('')
    .split(/ +/)
    .filter((run) => run !== '')
    .map((run) => `${escaped(run.at(0)!)}-${escaped(run.at(-1)!)}`)
    .join('')}]+`,
)
