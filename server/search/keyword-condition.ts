import { type SQL, sql } from 'drizzle-orm'
import { countries } from '../../domain/countries.ts'
import { foldedWords } from '../../domain/lib/fold.ts'

/** What a person typed, as the index is asked for it. */
export type Keyword = {
  /** The whole text is this record number, `10423` or `#10423`. */
  number: number | null
  /** Typed as `#10423`: nothing but that number is meant. */
  isNumberOnly: boolean
  words: string[]
  /** Runs of digits long enough to be a piece of a telephone number, in every form that they may stand for. */
  phones: { digits: string[]; words: string[] }[]
}

const fewestPhoneDigits = 4
const largestNumber = 999_999_999_999

/** `10 423` and `10.423` are 10423, as numbers are written; a telephone is grouped otherwise. */
const thousands = /^\s*\d{1,3}(?:[ .,'’\u00a0\u202f]\d{3})+\s*$/

export const readKeyword = (text: string): Keyword => {
  const number = /^\s*(#?)\s*(\d{1,12})\s*$/.exec(thousands.test(text) ? text.replace(/\D/g, '') : text)
  const words = foldedWords(text)
  const phones = digitRuns(words)
  const inPhones = new Set(phones.flatMap((phone) => phone.words))
  return {
    number: number !== null && Number(number[2]) <= largestNumber ? Number(number[2]) : null,
    isNumberOnly: number?.[1] === '#',
    words: words.filter((word) => !inPhones.has(word)),
    phones,
  }
}

/**
 * The condition on `search_entries` (as `entry`) that every word stands in it, in any order. A piece of a word matches
 * anywhere in it from three letters on, at its beginning before. Where nothing was typed that could match, nothing does.
 */
export const keywordCondition = (keyword: Keyword): SQL => {
  const { words, phones } = keyword
  const isLongGiven = words.some((word) => word.length >= trigram)
  return conditionOf(keyword, [...words.map(isLongGiven ? hasWordBeside : hasWord), ...phones.map(hasPhone)])
}

/** The same, where the index is to be asked for some trigrams of the words instead of all of them. */
export const indexedCondition = (keyword: Keyword, trigrams: readonly string[]): SQL => {
  if (trigrams.length === 0) return keywordCondition(keyword)
  const { words, phones } = keyword
  return conditionOf(keyword, [...trigrams.map(hasWord), ...words.map(isHeld), ...phones.map(hasPhone)])
}

const conditionOf = ({ number, isNumberOnly, words, phones }: Keyword, pieces: SQL[]): SQL => {
  const conditions = [
    ...(number === null ? [] : [sql`entry.number = ${number}`]),
    ...(isNumberOnly || words.length + phones.length === 0 ? [] : [sql`(${sql.join(pieces, sql` and `)})`]),
  ]
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
}

/** Whether the entry's text holds the word. Shorter than a trigram, only the beginnings of words can use the index. */
export const hasWord = (word: string): SQL =>
  word.length < trigram ? sql`entry.text like ${`% ${word}%`}` : sql`entry.text like ${`%${word}%`}`

/** The same of a text at hand. */
export const holdsWord = (text: string, word: string): boolean =>
  text.includes(word.length < trigram ? ` ${word}` : word)

/** Beside a longer one a short word only sieves: half the entries hold a word that begins with `a`. */
const hasWordBeside = (word: string): SQL => (word.length < trigram ? isHeld(word) : hasWord(word))

/** The same as `hasWord`, which no index is asked for. */
const isHeld = (word: string): SQL =>
  sql`entry.text || '' like ${word.length < trigram ? `% ${word}%` : `%${word}%`}`

const trigram = 3

export const hasPhone = ({ digits, words }: Keyword['phones'][number]): SQL => {
  const asDigits = digits.map(hasDigits)
  return sql`(${sql.join([...asDigits, sql`(${sql.join(words.map(hasWord), sql` and `)})`], sql` or `)})`
}

/**
 * Numbers that begin so are looked up as those that hold it: a whole country's begin with the same trigrams, which the
 * index would read through.
 */
const hasDigits = (pattern: string): SQL =>
  pattern.startsWith('%')
    ? sql`entry.digits like ${pattern}`
    : sql`(entry.digits like ${`%${pattern}`} and entry.digits || '' like ${pattern})`

/** Neighbouring words of digits are one telephone number written with spaces, dots or brackets. */
const digitRuns = (words: readonly string[]): Keyword['phones'] => {
  const runs: string[][] = [[]]
  for (const word of words) {
    if (/^\d+$/.test(word)) runs.at(-1)!.push(word)
    else runs.push([])
  }
  return runs
    .filter((run) => run.join('').length >= fewestPhoneDigits)
    .map((run) => ({ words: run, digits: phonePatterns(run.join('')) }))
}

/** Countries whose national numbers are written with a 0 that E.164 does not have. */
const trunkDialCodes = [countries.fr.dialCode, countries.lib.dialCode]

const phonePatterns = (digits: string): string[] => {
  const international = digits.replace(/^00/, '')
  const patterns = [`%${international}%`]
  if (/^0[1-9]/.test(digits)) {
    patterns.push(...trunkDialCodes.map((dialCode) => `${dialCode}${digits.slice(1)}%`))
  }
  for (const dialCode of trunkDialCodes) {
    // `+33 (0)6 12`: the bracketed zero is written for those who call from inside.
    if (international.startsWith(`${dialCode}0`)) {
      patterns.push(`${dialCode}${international.slice(dialCode.length + 1)}%`)
    }
  }
  return patterns
}
