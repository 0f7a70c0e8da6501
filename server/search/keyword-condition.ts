import { type SQL, sql } from 'drizzle-orm'
import { type Actor, actorScope } from '../../domain/access/actor.ts'
import { countries } from '../../domain/core/countries.ts'
import { foldedWords } from '../../domain/lib/fold.ts'
import { type ExactKeys, keysNamed, readExactKeys } from '../../domain/search/record-keys.ts'
import { spreadTrigrams } from './soonest-trigrams.ts'

/** `digits`: patterns of all forms; `shared`: their common part. */
type PhonePiece = { digits: string[]; shared: string; words: string[] }

/** Parsed search text. */
export type Keyword = {
  /** The text is a record number, `10423` or `#10423`. */
  number: number | null
  /** `#10423`: only this number is meant. */
  isNumberOnly: boolean
  words: string[]
  /** Digit runs long enough to be part of a phone. */
  phones: PhonePiece[]
  /** Identifiers in the text. */
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

/** Keys to look up in entries; none if only a number is meant. */
export const searchKeysOf = ({ exact }: Keyword): string[] => (exact.isNumberOnly ? [] : keysNamed(exact))

/** Condition that an entry is the scanned record; empty without a code. */
export const codeConditions = (table: 'entry' | 'ranked', { code }: ExactKeys): SQL[] => {
  if (code === null) return []
  const named = sql.raw(table)
  return [sql`(${named}.resource = ${code.resource} and ${named}.number = ${code.number})`]
}

/** A resource whose record is found by the number of another one: `of`: a query of its id. */
export type ByOtherNumber = { resource: 'orders' | 'shippings'; of: SQL }

/**
 * The order whose parcel has the number, for those who read orders and no parcels: sellers have the numbers of parcels on their
 * invoices. The parcel whose order has it, for those who read parcels and no orders: customers know the number of their order.
 * Null for others, or without a number. The caller bounds it by the scope of the resource.
 */
export const byOtherNumber = (actor: Actor, { number, exact }: Keyword): ByOtherNumber | null => {
  const reads = (verb: 'order.view' | 'shipping.view') => actorScope(actor, verb) !== null
  if (reads('order.view') === reads('shipping.view')) return null
  const resource = reads('order.view') ? 'orders' : 'shippings'
  const other = resource === 'orders' ? 'shippings' : 'orders'
  const asked = exact.code?.resource === other ? exact.code.number : number
  if (asked === null) return null
  return {
    resource,
    of:
      resource === 'orders'
        ? sql`(select parcel."order" from shippings parcel where parcel.number = ${asked} and parcel.deleted_at is null)`
        : sql`(select parcel.id from shippings parcel join orders on orders.id = parcel."order"
            where orders.number = ${asked} and parcel.deleted_at is null)`,
  }
}

export const hasKey = (table: 'entry' | 'ranked', keys: readonly string[]): SQL =>
  sql`${sql.raw(table)}.keys && ${sql.param([...keys])}::text[]`

/**
 * Condition on `search_entries` (as `entry`): contains every word in any order. From three letters, words match anywhere,
 * shorter ones at word starts. False without searchable text.
 */
export const keywordCondition = (keyword: Keyword): SQL => {
  const { words, phones } = keyword
  return conditionOf(keyword, [...hasWords(words), ...phones.map(hasPhone)])
}

/** The same with fewer trigrams for the index: the given ones of words, and some of long phones. */
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

/** Whether the text contains the word. Shorter than a trigram, the index supports only word starts. */
export const hasWord = (word: string): SQL =>
  word.length < trigram ? sql`entry.text like ${`% ${word}%`}` : sql`entry.text like ${`%${word}%`}`

/** The same in JavaScript. */
export const holdsWord = (text: string, word: string): boolean =>
  text.includes(word.length < trigram ? ` ${word}` : word)

/** A short word beside longer ones only filters: the index would not help. */
const hasWordBeside = (word: string): SQL => (word.length < trigram ? isHeld(word) : hasWord(word))

/** Like `hasWord`, hidden from the index. */
const isHeld = (word: string): SQL =>
  sql`entry.text || '' like ${word.length < trigram ? `% ${word}%` : `%${word}%`}`

/** The index has no shorter parts of words. */
export const trigram = 3

export const hasPhone = ({ digits, words }: PhonePiece): SQL =>
  anyOf([...digits.map(hasDigits), allOf(words.map(hasWord))])

/** Queries the index once for all forms of a long phone, with three trigrams. */
const hasPhoneByFew = (phone: PhonePiece): SQL => {
  const { digits, shared, words } = phone
  if (shared.length < longShared) return hasPhone(phone)
  const forms = anyOf(digits.map((pattern) => sql`entry.digits || '' like ${pattern}`))
  const looked = spreadTrigrams(shared).map((three) => sql`entry.digits like ${`%${three}%`}`)
  return anyOf([allOf([...looked, forms]), allOf(words.flatMap(hasLongWord))])
}

/** With fewer digits, three trigrams save nothing or match too many entries. */
const longShared = 6

const hasLongWord = (word: string): SQL[] =>
  word.length < longShared ? [hasWord(word)] : [...spreadTrigrams(word).map(hasWord), isHeld(word)]

const anyOf = (conditions: readonly SQL[]): SQL => sql`(${sql.join([...conditions], sql` or `)})`

const allOf = (conditions: readonly SQL[]): SQL => sql`(${sql.join([...conditions], sql` and `)})`

/** Searched as a contained text: the index would read all entries of a country with the same leading trigrams. */
const hasDigits = (pattern: string): SQL =>
  pattern.startsWith('%')
    ? sql`entry.digits like ${pattern}`
    : sql`(entry.digits like ${`%${pattern}`} and entry.digits || '' like ${pattern})`

/** Adjacent digit words are one phone with separators. */
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

/** Countries with a trunk 0 that E.164 omits. */
const trunkDialCodes = [countries.fr.dialCode, countries.lib.dialCode]

/** All forms end with `shared`. */
const formsOf = (digits: string): Pick<PhonePiece, 'digits' | 'shared'> => {
  const international = digits.replace(/^00/, '')
  const asTyped = `%${international}%`
  if (/^0[1-9]/.test(digits)) {
    const shared = digits.slice(1)
    return { digits: [asTyped, ...trunkDialCodes.map((dialCode) => `${dialCode}${shared}%`)], shared }
  }
  // `+33 (0)6 12`: trunk 0 in brackets.
  const dialCode = trunkDialCodes.find((code) => international.startsWith(`${code}0`))
  if (dialCode === undefined) return { digits: [asTyped], shared: international }
  const shared = international.slice(dialCode.length + 1)
  return { digits: [asTyped, `${dialCode}${shared}%`], shared }
}
