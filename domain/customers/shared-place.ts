import { fold } from '../lib/fold.ts'

/** Begins a street, a house or a landmark, not a place. */
const street =
  /^(?:\d|(?:rue|avenue|av|bd|boulevard|impasse|villa|lot|immeuble|residence|secteur|route|voie|maison|appartement|app|etage|pres|derriere|face|en|a|au|apres|non|juste|via|viale|street)\b)/

const MIN_LETTERS = 3

/**
 * The place that all addresses have in common, as it is written first; null for none: the words that their quarters begin
 * with (`Cocody` of `Cocody Angré` and `Cocody Riviera 2`), else the last part of each (`Abidjan`).
 */
export const sharedPlace = (addresses: readonly string[]): string | null => {
  const parts = addresses.map(placesOf)
  if (parts.length === 0 || parts.some((places) => places.length === 0)) return null
  return sharedWords(parts.map((places) => places[0]!)) ?? sharedWords(parts.map((places) => places.at(-1)!))
}

const placesOf = (address: string): string[] =>
  address.split(/[,\n]/).flatMap((part) => {
    const place = part
      .trim()
      .replace(/^\d{5}\s/, '')
      .trim()
    return place === '' || street.test(fold(place)) ? [] : place
  })

const sharedWords = ([first, ...others]: readonly string[]): string | null => {
  const words = first?.split(/\s+/) ?? []
  const shared = words.findIndex((word, at) =>
    others.some((other) => fold(other.split(/\s+/)[at] ?? '') !== fold(word)),
  )
  const common = shared === -1 ? words : words.slice(0, shared)
  const numbered = common.findIndex((word) => /\d/.test(word))
  const place = (numbered === -1 ? common : common.slice(0, numbered)).join(' ')
  return place.replace(/\P{L}/gu, '').length < MIN_LETTERS ? null : place
}
