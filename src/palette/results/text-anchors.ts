import { countryCodes } from '../../../domain/core/countries.ts'
import { wholePhone } from '../../../domain/lib/phone-digits.ts'
import type { Analysis, TextPart } from '../../filter/sentence/analyse-text.ts'

/** A telephone within a text, as written. */
export type PhoneIn = { text: string; places: readonly number[] }

export const placesOf = ({ from, to }: Pick<TextPart<unknown>, 'from' | 'to'>): number[] =>
  Array.from({ length: to - from }, (_, step) => from + step)

/** Digits in any spelling of a telephone: at least eight of them. */
const phonePattern = /(?:\+|00)?\(?\d(?:[\s().\-/]{0,2}\d){7,15}/g

/** Groups of four and more digits are record numbers, unless they begin as a telephone. */
const isWrittenAsPhone = (text: string): boolean =>
  /^(?:\+|0|\()/.test(text) || text.split(/[\s().\-/]+/).every((group) => group.length <= 3)

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
