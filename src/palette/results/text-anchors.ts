import { countries, countryCodes, defaultCountry } from '../../../domain/core/countries.ts'
import { fold } from '../../../domain/lib/fold.ts'
import { wholePhone } from '../../../domain/lib/phone-digits.ts'
import type { Analysis, TextPart } from '../../filter/sentence/analyse-text.ts'

/** A telephone within a text, as written. */
export type PhoneIn = { text: string; places: readonly number[] }

export const placesOf = ({ from, to }: Pick<TextPart<unknown>, 'from' | 'to'>): number[] =>
  Array.from({ length: to - from }, (_, step) => from + step)

/** Digits in any spelling of a telephone: at least eight of them. */
const phonePattern = /(?:\+|00)?\(?\d(?:[\s().\-/]{0,2}\d){7,15}/g

/** Groups of four and more digits are record numbers, unless they begin as a telephone: `225 0701000014`. */
const isWrittenAsPhone = (text: string): boolean =>
  /^(?:\+|0|\()/.test(text) ||
  text.split(/[\s().\-/]+/).every((group) => group.length <= 3) ||
  isDialledAbroad(text)

const isDialledAbroad = (text: string): boolean => {
  const [code = '', ...rest] = text.split(/[\s().\-/]+/)
  const isCode = countryCodes.some((country) => countries[country].dialCode === code)
  return isCode && rest.length > 0 && wholePhone(`+${text}`, defaultCountry) !== null
}

export const phonesInText = (text: string): { text: string; start: number; end: number }[] =>
  [...text.matchAll(phonePattern)].flatMap(({ 0: written, index: start }) =>
    isWrittenAsPhone(written) && countryCodes.some((country) => wholePhone(written, country) !== null)
      ? [{ text: written, start, end: start + written.length }]
      : [],
  )

export const phonesIn = ({ text, tokens }: Analysis): PhoneIn[] =>
  phonesInText(text).map(({ text: written, start, end }) => ({
    text: written,
    places: tokens.flatMap((token, place) => (token.start >= start && token.start < end ? place : [])),
  }))

/** Codes of invoices as printed, or their last parts: `INV-CI-2026-00104`, `inv 2026w46 5`, `CI-2026-104`, `W46-5`. */
const codes: readonly RegExp[] = [
  /(?<![\p{L}\d])inv[\s-]{1,2}(?:[a-z]{2}[\s-]{1,2})?\d[\dw]{0,8}(?:[\s-]\d{1,6}){0,2}(?![\p{L}\d])/iu,
  /(?<![\p{L}\d])[a-z]{2}-20\d\d-\d{1,6}(?![\p{L}\d])/iu,
  /(?<![\p{L}\d])(?:20\d\d-?)?w\d{1,2}(?:[\s-]\d{1,3})?(?![\p{L}\d])/iu,
]

/** The code of an invoice in a text, as written. */
export const codeIn = (text: string): { text: string; start: number; end: number } | null => {
  for (const pattern of codes) {
    const found = pattern.exec(text)
    if (found) return { text: found[0], start: found.index, end: found.index + found[0].length }
  }
  return null
}

/** Whether a title is the code or ends in it: `W46-5` in `INV-2026W46-5`. */
export const hasCode = (title: string, code: string): boolean => `${fold(title)} `.includes(`${fold(code)} `)

/** Shorter numbers are counts, days or hours. */
const MIN_DIGITS = 3

/** Whether a text has a number long enough for a record, or a telephone. */
export const hasRecordNumber = (text: string): boolean => recordNumber.test(text)

const recordNumber = /(?<![\p{L}\d])\d{3,}(?![\p{L}\d])/u

/** Numbers of the text that may be records': no telephone, no amount or time of a filter. */
export const recordNumbersIn = (analysis: Analysis): { number: number; place: number }[] => {
  const { tokens, clauses, text } = analysis
  const taken = new Set([
    ...phonesIn(analysis).flatMap(({ places }) => places),
    ...clauses.flatMap((part) => (part.meaning.kind === 'resource' ? [] : placesOf(part))),
  ])
  return tokens.flatMap((token, place) => {
    const written = text.slice(token.start, token.end)
    const isNumber = token.kind === 'number' && /^\d{1,12}$/.test(written) && written.length >= MIN_DIGITS
    return isNumber && !taken.has(place) ? [{ number: token.number, place }] : []
  })
}
