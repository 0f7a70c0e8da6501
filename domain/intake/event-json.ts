import { accept, type Result, refuse } from '../lib/result.ts'
import { cleanLine, cleanText } from '../lib/typed/clean-text.ts'
import { isRealDay } from '../lib/zone-clock.ts'

export type EventMembers = Readonly<Record<string, unknown>>

/**
 * Parses the raw body of an event: an object, or a list with one. An integer of more than 15 digits is read as the text of its
 * digits, since a number would lose some.
 */
export const parseEvent = (raw: string): Result<EventMembers> => {
  const json = raw.replace(/^\ufeff/, '')
  const value = parsed(json)
  const one = Array.isArray(value) && value.length === 1 ? value[0] : value
  return isMembers(one) ? accept(one) : refuse('BAD_JSON')
}

const parsed = (json: string): unknown => {
  try {
    // Quoting may make a text valid that was not.
    const value: unknown = JSON.parse(json)
    return /\d{16}/.test(json) ? JSON.parse(withLongNumbersQuoted(json)) : value
  } catch {
    return undefined
  }
}

/** Of a valid JSON text. */
const withLongNumbersQuoted = (json: string): string => {
  const parts: string[] = []
  let done = 0
  for (let at = 0; at < json.length; at++) {
    if (json[at] === '"') at = endOfString(json, at)
    else if (isNumeral(json[at]!)) {
      const from = at
      while (at + 1 < json.length && isNumeral(json[at + 1]!)) at++
      if (!longInteger.test(json.slice(from, at + 1))) continue
      parts.push(json.slice(done, from), '"', json.slice(from, at + 1), '"')
      done = at + 1
    }
  }
  return parts.join('') + json.slice(done)
}

const endOfString = (json: string, from: number): number => {
  let at = from + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}

const isNumeral = (sign: string): boolean => '0123456789+-.eE'.includes(sign)
const longInteger = /^-?\d{16,}$/

const isMembers = (value: unknown): value is EventMembers =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const memberOf = (members: EventMembers, name: string): unknown =>
  Object.hasOwn(members, name) ? members[name] : undefined

/** Whether a member is there, be it null. */
export const hasMember = (members: EventMembers, name: string): boolean => Object.hasOwn(members, name)

/** An object in an event; of a list, its first; none is empty. PHP writes an empty object as a list. */
export const objectIn = (members: EventMembers, name: string): EventMembers => {
  const value = memberOf(members, name)
  const one = Array.isArray(value) ? value.find(isMembers) : value
  return isMembers(one) ? one : {}
}

/**
 * A list of objects in an event, cut to `MAX_OBJECTS`. PHP writes one with gaps as an object by position; a single object is a list of
 * one.
 */
export const objectsIn = (members: EventMembers, name: string): EventMembers[] => {
  const value = memberOf(members, name)
  if (Array.isArray(value)) return value.filter(isMembers).slice(0, MAX_OBJECTS)
  if (!isMembers(value)) return []
  const inner = Object.values(value)
  return inner.length === 0 ? [] : inner.every(isMembers) ? inner.slice(0, MAX_OBJECTS) : [value]
}

/** More than an order may have lines. */
const MAX_OBJECTS = 1_000

/** The first of these members that is no blank text, cut to `MAX_TEXT_LENGTH`; numbers count. Line ends are `\n`. */
export const textIn = (members: EventMembers, ...names: readonly string[]): string | null =>
  firstText(members, names, cleanText)

/** The same on one line. */
export const lineIn = (members: EventMembers, ...names: readonly string[]): string | null =>
  firstText(members, names, cleanLine)

const firstText = (
  members: EventMembers,
  names: readonly string[],
  clean: (text: string) => string,
): string | null => {
  for (const name of names) {
    const value = memberOf(members, name)
    const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : ''
    const cleaned = clean(storable(text.slice(0, MAX_TEXT_LENGTH)))
    if (cleaned !== '') return cleaned
  }
  return null
}

/** Longer than any field of an order. */
const MAX_TEXT_LENGTH = 4_000

/** Without what PostgreSQL cannot store: NUL and halves of surrogate pairs. */
const storable = (text: string): string =>
  text.replaceAll('\u0000', '').toWellFormed().replace(/\r\n?/g, '\n')

/** An identifier as written, trimmed; null for none. */
export const idIn = (members: EventMembers, name: string): string | null => {
  const value = memberOf(members, name)
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? storable(value) : ''
  return text.trim() || null
}

/** The longest identifier that is stored. */
export const MAX_ID_LENGTH = 120

/** The number at the end of a Shopify id: `gid://shopify/Order/820982911946154508`. */
export const gidNumberIn = (members: EventMembers, type: string): string | null => {
  const gid = idIn(members, 'admin_graphql_api_id')
  const prefix = `gid://shopify/${type}/`
  if (gid === null || !gid.startsWith(prefix)) return null
  return /^\d+/.exec(gid.slice(prefix.length))?.[0] ?? null
}

/** An amount or a count: a number, or a text of one with a decimal point; null for none. */
export const numberIn = (members: EventMembers, ...names: readonly string[]): number | null => {
  for (const name of names) {
    const value = memberOf(members, name)
    if (typeof value === 'number' && Number.isFinite(value)) return value
    if (typeof value !== 'string') continue
    const text = value.trim()
    if (/^[+-]?\d+(?:\.\d*)?$/.test(text)) return Number(text)
  }
  return null
}

/**
 * An instant, in UTC: ISO 8601, a date and a time with or without an offset (`2026-08-04 05:24:22 +0500`), or Unix seconds.
 * Without an offset it is in UTC.
 */
export const instantIn = (members: EventMembers, ...names: readonly string[]): string | null => {
  for (const name of names) {
    const read = instantOf(memberOf(members, name))
    if (read !== null) return read
  }
  return null
}

export const instantOf = (value: unknown): string | null => {
  if (typeof value === 'number') return isoOf(value * 1000)
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (epoch.test(text)) return isoOf(Number(text) * 1000)
  const [, day = '', time = '00:00', fraction = '', sign = '', hours = '00', minutes = '00'] =
    written.exec(text) ?? []
  if (!isRealDay(day)) return null
  const milliseconds = fraction.slice(1, 4)
  const offset = sign === '' ? 'Z' : `${sign}${hours}:${minutes}`
  return isoOf(Date.parse(`${day}T${time}${milliseconds === '' ? '' : `.${milliseconds}`}${offset}`))
}

const epoch = /^\d{9,11}$/
const written =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(\.\d{1,9})? ?(?:Z|([+-])(\d{2}):?(\d{2}))?)?$/i

const isoOf = (milliseconds: number): string | null =>
  Math.abs(milliseconds) < 8.64e15 ? new Date(milliseconds).toISOString() : null
