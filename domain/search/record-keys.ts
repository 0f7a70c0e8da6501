import { type CountryCode, countryCodes } from '../core/countries.ts'
import { fold } from '../lib/fold.ts'
import { wholePhone } from '../lib/phone-digits.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'
import { cleanLine, cleanText, plainDigits } from '../lib/typed/clean-text.ts'
import { readKey, withoutSymbology } from '../lib/typed/read-key.ts'
import {
  isGroupedNumber,
  isNumberSign,
  type RecordNumber,
  readRecordNumber,
  stripQuotes,
} from '../lib/typed/read-record-number.ts'
import type { ResourceName } from '../resources.ts'
import { decodeScan } from '../scans/scan-code.ts'

/** Maximum number of keys of one call (same as ids of a bulk call), and their length. */
export const maxKeys = 10_000
export const maxKeyLength = 100

/**
 * What a pasted key may identify: a record by number or scan code (`resource` null: of any list), all records of a phone, or a
 * seller's reference. It may be several at once: `0708091011` is a phone and may be a reference.
 */
type RecordKey = {
  number: { value: number; resource: ResourceName | null } | null
  /** E.164. */
  phone: string | null
  /** Compared case-insensitively. */
  reference: string
}

/** Parses one key; `country`: for phones without a prefix. */
export const readRecordKey = (text: string, country: CountryCode): RecordKey => {
  const key = readKey(text)
  const reference = withoutSymbology(cleanLine(text)).toLowerCase()
  const code = decodeScan(key)
  if (code !== null && code.kind !== 'control')
    return { number: { value: code.number, resource: code.kind }, phone: null, reference }
  const phone = wholePhone(key, country)
  const number = readRecordNumber(key)
  const isPhone = phone !== null && (number?.isGrouped || number?.digits.startsWith('0'))
  return { number: number && !isPhone ? { value: number.value, resource: null } : null, phone, reference }
}

/** Separators of keys. A space is one too, except within a phone. */
const separators = /[\n\r\t,;|\u2028\u2029]+/

/** Maximum number of groups in a phone: `+225 07 08 09 10 11`. */
const maxPhoneGroups = 8

/** The keys of a pasted text in order, without duplicates: at most `maxKeys` + 1. */
export const splitRecordKeys = (text: string, country: CountryCode): readonly string[] => {
  const keys = new Set<string>()
  for (const cell of plainDigits(cleanText(text.replace(groupedBySheet, joined))).split(separators)) {
    for (const key of keysOfCell(cell, country)) {
      keys.add(key.slice(0, maxKeyLength))
      if (keys.size > maxKeys) return [...keys]
    }
  }
  return [...keys]
}

/** `10 423` with the spaces that spreadsheets use for thousands, not within a phone. */
const groupedBySheet =
  /(?<![\d+][\u00a0\u2009\u202f]?)[1-9]\d{0,2}(?:[\u00a0\u2009\u202f]\d{3}){1,3}(?![\u00a0\u2009\u202f]?\d)/g
const joined = (number: string): string => number.replace(/\D/g, '')

const keysOfCell = (cell: string, country: CountryCode): readonly string[] => {
  // `10 423` alone in its line is one number, not two keys.
  if (isGroupedNumber(cell) && wholePhone(cell, country) === null) return [cell.trim()]
  const words = cell
    .split(/[\s\u00a0\u202f]+/)
    .map(stripQuotes)
    .filter(isKey)
  const keys: string[] = []
  for (let at = 0; at < words.length; ) {
    const groups = phoneGroups(words, at, country)
    const sign = groups === 0 && isNumberSign(words[at]!) ? 2 : 1
    const taken = Math.min(Math.max(groups, sign), words.length - at)
    keys.push(words.slice(at, at + taken).join(' '))
    at += taken
  }
  return keys
}

/** How many words from `at` form one phone; 0 for none. Two record numbers may have as many digits. */
const phoneGroups = (words: readonly string[], at: number, country: CountryCode): number => {
  for (let count = Math.min(maxPhoneGroups, words.length - at); count > 1; count--) {
    const groups = words.slice(at, at + count)
    const isWritten = /^(?:\+|0)/.test(groups[0]!) || groups.every((group) => group.length <= maxGroupLength)
    if (isWritten && wholePhone(groups.join(' '), country) !== null) return count
  }
  return 0
}

/** Maximum digits of a group in a phone; record numbers have more. */
const maxGroupLength = 3

const isKey = (word: string): boolean => /[\p{L}\d]/u.test(word) || isNumberSign(word)

/**
 * Result of resolving keys, each in one list in the order of the call: exactly one record in the caller's scope, none, or
 * several. Two keys may match the same record. `isListed`: whether the record passes the filter that the call gave as `list`;
 * true without one.
 */
export const resolvedKeysShapes = {
  found: { kind: 'list', of: { key: { kind: 'text' }, id: { kind: 'id' }, isListed: { kind: 'flag' } } },
  unknown: { kind: 'values', of: { kind: 'text' } },
  ambiguous: { kind: 'list', of: { key: { kind: 'text' }, count: { kind: 'integer' } } },
} as const satisfies Shapes

export type ResolvedKeys = RecordOf<typeof resolvedKeysShapes>

/**
 * Identifiers in a typed text: a record number (`isNumberOnly`: written as one), a scan code, and texts to compare with `keys`
 * of search entries.
 */
export type ExactKeys = {
  number: number | null
  isNumberOnly: boolean
  code: { resource: ResourceName; number: number } | null
  /** E.164 digits: one for each of our countries where the text is a complete phone number. */
  phones: readonly string[]
  /** The whole text, folded; empty without letters and digits. */
  name: string
}

export const readExactKeys = (text: string): ExactKeys => {
  const typed = readKey(text)
  const number = readRecordNumber(typed)
  const code = decodeScan(typed.replace(/\s/g, ''))
  return {
    number: number === null || isPhoneBegun(number) ? null : number.value,
    isNumberOnly: number?.isSaid ?? false,
    code: code === null || code.kind === 'control' ? null : { resource: code.kind, number: code.number },
    phones: phonesOf(typed),
    name: fold(text),
  }
}

/**
 * `0747`: telephone numbers of customers begin with a zero and a digit but 8, numbers of records have a zero only where a label fills
 * them up.
 */
const isPhoneBegun = ({ digits, isSaid }: RecordNumber): boolean => !isSaid && /^0[1-79]\d{2,}$/.test(digits)

const phonesOf = (text: string): string[] => {
  const phones = countryCodes.flatMap((country) => wholePhone(text, country) ?? [])
  return [...new Set(phones)].map((phone) => phone.replace(/\D/g, ''))
}

export const keysNamed = ({ phones, name }: ExactKeys): string[] =>
  [...new Set([...phones, name])].filter((key) => key !== '')
