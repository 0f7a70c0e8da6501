import { fold } from '../../../domain/lib/fold.ts'
import { dialCodeOf } from '../../../domain/lib/typed/read-phone.ts'

/**
 * Regular expressions of PostgreSQL. `pattern`: phones in all spellings, and names and addresses. `likely`: matches all that it does and
 * little more, fifty times as fast.
 */
export type Patterns = { pattern: string; likely: string }

export const splitWords = (text: string): string[] =>
  text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')

/** A character in the query of an address, as saved views and macros have it. */
const inQuery = '%[0-9a-f]{2}'
/** Between the digits of a phone; neither quotes nor commas, which end the texts of a document. */
const gap = `(?:[ .()/_+\\u00a0\\u202f\\u2000-\\u2015-]|${inQuery}){0,3}`
const joint = `(?:[^[:alnum:]]|\\\\[nrt]|${inQuery}){1,6}`
const notAfter = (kind: string) => `(?:(?<!${kind})|(?<=${inQuery}))`

/** The digits of other scripts, as keyboards of our countries write them: Arabic, Persian, full width. */
export const digitScripts = [0x660, 0x6f0, 0xff10]
const anyDigit = `[0-9${digitScripts.map((zero) => String.fromCodePoint(zero, 0x2d, zero + 9)).join('')}]`
const digitOf = (digit: string): string =>
  `[${digit}${digitScripts.map((zero) => String.fromCodePoint(zero + Number(digit))).join('')}]`

const days = ['-', '[.]', '/'].flatMap((mark) => [
  `[0-9]{4}${mark}[0-9]{2}${mark}[0-9]{2}`,
  `[0-9]{2}${mark}[0-9]{2}${mark}[0-9]{4}`,
])
/** `INV-CI-2026-00001`, from its year on. */
const codes = ['20[0-9]{2}-[0-9]{5}']
/** Groups of a UUID that have no letters, with those after them. */
const uuids = [
  '[0-9]{8}-[0-9a-f]{4}-[0-9a-f]{4}-',
  '[0-9]{4}-[0-9]{4}-[0-9a-f]{4}-',
  '[0-9]{4}-[0-9]{4}-[0-9a-f]{12}',
]

/** What has as many digits as some phones, and is none: dates and identifiers of histories are full of it. */
const noPhone = [...days, ...codes]
  .map((shape) => `${shape}(?![0-9])`)
  .concat(uuids)
  .join('|')

/** All spellings: with the prefix or as dialled, with any gaps, with the 0 or without it; names also without their accents, or encoded. */
export const patternsOf = (phones: readonly string[], texts: readonly string[]): Patterns => {
  const numbers = phones.map(numberOf)
  const whole = numbers.map(
    ({ dialCode, dialled }) =>
      `(?:(?:\\+|00)${gap})?${dialCode === '' ? '' : `${spaced(dialCode)}${gap}`}${dialled}`,
  )
  const national = numbers.flatMap(({ isNational, dialled }) => (isNational ? [dialled] : []))
  const withoutPrefix = national.length === 0 ? [] : [`(?!${noPhone})(?:${national.join('|')})`]
  const number = `${notAfter(anyDigit)}(?:${[...whole, ...withoutPrefix].join('|')})(?!${anyDigit})`
  const likely = phones.map((phone) => spaced(nationalDigits(phone))).join('|')
  const others = texts.flatMap((text) => {
    const words = splitWords(text)
    return [words, splitWords(fold(text)), words.map(encodeURIComponent)].map((each) => each.join(joint))
  })
  const spellings = [...new Set(others)].join('|')
  if (others.length === 0) return { pattern: number, likely }
  return {
    pattern: `${number}|${notAfter('[[:alnum:]]')}(?:${spellings})(?![[:alnum:]])`,
    likely: `${likely}|${spellings}`,
  }
}

const spaced = (written: string): string => [...written].map(digitOf).join(gap)

/** The digits of a phone in E.164 after its prefix and zeros. */
export const nationalDigits = (phone: string): string =>
  phone.slice(1 + dialCodeOf(phone).length).replace(/^0+/, '')

/** Digits without a prefix that are a phone: islands have numbers of four, which are amounts far more often. */
const leastNational = 8

/** How a phone is dialled; `isNational`: also without the prefix. */
const numberOf = (phone: string): { dialCode: string; dialled: string; isNational: boolean } => ({
  dialCode: dialCodeOf(phone),
  isNational: dialCodeOf(phone) !== '' && nationalDigits(phone).length >= leastNational,
  dialled: `(?:\\(?${digitOf('0')}\\)?${gap})?${spaced(nationalDigits(phone))}`,
})
