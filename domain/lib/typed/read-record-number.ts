import { plainText } from './clean-text.ts'

/**
 * `digits`: as typed, without separators. `isGrouped`: with thousands separators. `isSaid`: has a number sign. The word alone
 * does not count: `numéro 12` may be an address.
 */
export type RecordNumber = { digits: string; value: number; isSaid: boolean; isGrouped: boolean }

/** Number signs and words for "number" in six languages. */
const sign =
  /^(?:#|n(?:\.\s?)?[°o]|nr|n\.|num|n[uú]m[eé]ro|n[uú]m|nummer|number|номер)[.:]{0,2}\s{0,3}(?=\d)/i

const word = /^n[uú]m[eé]ro|^nummer|^number|^номер/i

/** `10 423` and `10.423` are 10423; phone numbers are grouped otherwise. */
const grouped = /^[1-9]\d{0,2}(?:[ .,'’٬]\d{3})+$/

/** Parses a record number: `14992`, `#14992`, `N.º 14.992`, `(14992)`, `14992.0`. Null for any other text. */
export const readRecordNumber = (typed: string): RecordNumber | null => {
  if (typed.length > MAX_LENGTH) return null
  if (bare.test(typed)) return { digits: typed, value: Number(typed), isSaid: false, isGrouped: false }
  const text = stripQuotes(plainText(typed))
  const said = sign.exec(text)?.[0] ?? ''
  const written = text.slice(said.length).replace(decimalsOfCell, '$1')
  const isGrouped = grouped.test(written)
  const digits = isGrouped ? written.replace(/\D/g, '') : written
  return bare.test(digits)
    ? { digits, value: Number(digits), isSaid: said !== '' && !word.test(said), isGrouped }
    : null
}

const MAX_LENGTH = 100
const bare = /^\d{1,12}$/

/** `14992.0`: a numeric cell as some programs write it. */
const decimalsOfCell = /^(\d{4,12})\.0$/

/** Whether a word is a number sign before a number. */
export const isNumberSign = (word: string): boolean => {
  const plain = plainText(word)
  return sign.exec(`${plain}1`)?.[0] === plain
}

export const isGroupedNumber = (text: string): boolean => grouped.test(plainText(text))

const opening = new Set(['"', "'", '«', '“', '„', '('])
const closing = new Set(['"', "'", '»', '”', ')', '.', ':', ',', ';'])

/** Removes quotes, brackets and a final full stop. */
export const stripQuotes = (word: string): string => {
  let [start, end] = [0, word.length]
  while (start < end && (opening.has(word[start]!) || word[start] === ' ')) start++
  while (end > start && (closing.has(word[end - 1]!) || word[end - 1] === ' ')) end--
  return word.slice(start, end)
}
