import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { apostrophes, foldedLetters, foldedWords } from '../../domain/lib/fold.ts'
import { alphabetical } from '../db/alphabetical.ts'
import { trigram } from './keyword-condition.ts'

/** Whether a text contains each of some words, like a search that reads this text alone. False without words. */
export const containsWords = (text: PgColumn | SQL, asked: string): SQL => {
  const words = foldedWords(asked)
  const conditions = words.map((word) =>
    word.length < trigram
      ? sql`folded.text ~ ${`(^|[^[:alnum:]])${word}`}`
      : sql`folded.text like ${`%${word}%`}`,
  )
  return words.length === 0
    ? sql`false`
    : sql`(select ${sql.join(conditions, sql` and `)} from (${openedSql(text)}) folded)`
}

/** `fold` of the domain in SQL, but for separators. `offset 0` keeps each step from being computed twice. */
const openedSql = (text: PgColumn | SQL): SQL => {
  const plain = sql`normalize(lower(${alphabetical(sql`regexp_replace(${text}, ${isolatedMarks}, '', 'g')`)}), NFKD)`
  const open = pairs.reduce(
    (opened, [letter, written]) => sql`replace(${opened}, ${literal(letter)}, ${literal(written)})`,
    sql`translate(unmarked.text, ${literal(single.map(([letter]) => letter).join(''))}, ${literal(single.map(([, written]) => written).join(''))})`,
  )
  // Few texts have such letters, and `translate` is slow.
  return sql`select case when unmarked.text ~ ${special} then ${open} else unmarked.text end as text
    from (select regexp_replace(${plain}, ${marks}, '', 'g') as text offset 0) unmarked offset 0`
}

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

const scripts = /[\p{scx=Zyyy}\p{sc=Zinh}\p{scx=Latn}\p{scx=Arab}\p{scx=Cyrl}]/u

/** Combining and invisible characters of the scripts in use. */
const marks = anyOf((letter) => /[\p{M}\p{Cf}]/u.test(letter) && scripts.test(letter))
/** Compatibility forms of marks, which begin with a space. */
const isolatedMarks = anyOf(
  (letter) => foldedLetters[letter] === '' && letter.normalize('NFKD').startsWith(' '),
)
const replaced = new Set([...pairs, ...single].map(([letter]) => letter))
const special = anyOf((letter) => replaced.has(letter))

/** A class of PostgreSQL's regular expressions. */
function anyOf(isIn: (letter: string) => boolean): SQL {
  const runs = basicPlane
    .map((letter) => (isIn(letter) ? letter : ' '))
    .join('')
    .split(/ +/)
    .filter((run) => run !== '')
  return literal(`[${runs.map((run) => `${escaped(run.at(0)!)}-${escaped(run.at(-1)!)}`).join('')}]+`)
}

function escaped(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function literal(text: string): SQL {
  return sql.raw(`'${text}'`)
}
