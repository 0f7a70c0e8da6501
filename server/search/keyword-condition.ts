import { type SQL, sql } from 'drizzle-orm'
import { countries } from '../../domain/core/countries.ts'
import { foldedWords } from '../../domain/lib/fold.ts'
import { type ExactKeys, keysNamed, readExactKeys } from '../../domain/search/exact-keys.ts'
import { spreadTrigrams } from './soonest-trigrams.ts'

/** `digits`: patterns of every form that it may mean; `shared`: what all of them contain. */
type PhonePiece = { digits: string[]; shared: string; words: string[] }

/** What a person typed, as the index is asked for it. */
export type Keyword = {
  /** The whole text is this record number, `10423` or `#10423`. */
  number: number | null
  /** Typed as `#10423`: nothing but that number is meant. */
  isNumberOnly: boolean
  words: string[]
  /** Runs of digits long enough to be a piece of a telephone number. */
  phones: PhonePiece[]
  /** What the text names as a whole. */
  exact: ExactKeys
}

const fewestPhoneDigits = 4

export const readKeyword = (text: string): Keyword => {
  const exact = readExactKeys(text)
  const words = foldedWords(text)
  const phones = digitRuns(words)
  const inPhones = new Set(phones.flatMap((phone) => phone.words))
  return {
    number: exact.number,
    isNumberOnly: exact.isNumberOnly,
    words: words.filter((word) => !inPhones.has(word)),
    phones,
    exact,
  }
}

/** The keys of entries that are asked for; none where nothing but a number is meant. */
export const keysOf = ({ exact }: Keyword): string[] => (exact.isNumberOnly ? [] : keysNamed(exact))

/** That an entry is the record of the scan code that was typed; none where it was no code. */
export const codeConditions = (table: 'entry' | 'ranked', { code }: ExactKeys): SQL[] => {
  if (code === null) return []
  const named = sql.raw(table)
  return [sql`(${named}.resource = ${code.resource} and ${named}.number = ${code.number})`]
}

export const hasKey = (table: 'entry' | 'ranked', keys: readonly string[]): SQL =>
  sql`${sql.raw(table)}.keys && ${sql.param([...keys])}::text[]`

/**
 * The condition on `search_entries` (as `entry`) that it contains every word, in any order. A piece of a word matches
 * anywhere in it from three letters on, at its beginning before. Where nothing was typed that could match, nothing does.
 */
export const keywordCondition = (keyword: Keyword): SQL => {
  const { words, phones } = keyword
  return conditionOf(keyword, [...hasWords(words), ...phones.map(hasPhone)])
}

/**
 * The same, where the index is to be asked for some trigrams instead of all of them: for these of the words, where any are
 * given, and for a few of a long telephone number.
 */
export const indexedCondition = (keyword: Keyword, trigrams: readonly string[] = []): SQL => {
  const { words, phones } = keyword
  const pieces = trigrams.length === 0 ? hasWords(words) : [...trigrams.map(hasWord), ...words.map(isHeld)]
  return conditionOf(keyword, [...pieces, ...phones.map(hasPhoneByFew)])
}

const conditionOf = ({ number, isNumberOnly, words, phones, exact }: Keyword, pieces: SQL[]): SQL => {
  const conditions = [
    ...(number === null ? [] : [sql`entry.number = ${number}`]),
    ...codeConditions('entry', exact),
    ...(isNumberOnly || words.length + phones.length === 0 ? [] : [allOf(pieces)]),
  ]
  return conditions.length === 0 ? sql`false` : anyOf(conditions)
}

const hasWords = (words: readonly string[]): SQL[] =>
  words.map(words.some((word) => word.length >= trigram) ? hasWordBeside : hasWord)

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

export const hasPhone = ({ digits, words }: PhonePiece): SQL =>
  anyOf([...digits.map(hasDigits), allOf(words.map(hasWord))])

/** The same: the index is asked once for all forms of a long number, and for three of its trigrams. */
const hasPhoneByFew = (phone: PhonePiece): SQL => {
  const { digits, shared, words } = phone
  if (shared.length < longShared) return hasPhone(phone)
  const forms = anyOf(digits.map((pattern) => sql`entry.digits || '' like ${pattern}`))
  const looked = spreadTrigrams(shared).map((three) => sql`entry.digits like ${`%${three}%`}`)
  return anyOf([allOf([...looked, forms]), allOf(words.flatMap(hasLongWord))])
}

/** Three trigrams of fewer digits are no fewer, or are held by too many entries to look at. */
const longShared = 6

const hasLongWord = (word: string): SQL[] =>
  word.length < longShared ? [hasWord(word)] : [...spreadTrigrams(word).map(hasWord), isHeld(word)]

const anyOf = (conditions: readonly SQL[]): SQL => sql`(${sql.join([...conditions], sql` or `)})`

const allOf = (conditions: readonly SQL[]): SQL => sql`(${sql.join([...conditions], sql` and `)})`

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
    .map((run) => ({ words: run, ...formsOf(run.join('')) }))
}

/** Countries whose national numbers are written with a 0 that E.164 does not have. */
const trunkDialCodes = [countries.fr.dialCode, countries.lib.dialCode]

/** The forms all end with `shared`. */
const formsOf = (digits: string): Pick<PhonePiece, 'digits' | 'shared'> => {
  const international = digits.replace(/^00/, '')
  const asTyped = `%${international}%`
  if (/^0[1-9]/.test(digits)) {
    const shared = digits.slice(1)
    return { digits: [asTyped, ...trunkDialCodes.map((dialCode) => `${dialCode}${shared}%`)], shared }
  }
  // `+33 (0)6 12`: the bracketed zero is written for those who call from inside.
  const dialCode = trunkDialCodes.find((code) => international.startsWith(`${code}0`))
  if (dialCode === undefined) return { digits: [asTyped], shared: international }
  const shared = international.slice(dialCode.length + 1)
  return { digits: [asTyped, `${dialCode}${shared}%`], shared }
}
