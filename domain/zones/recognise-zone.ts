import { fold, foldedWords } from '../lib/fold.ts'
import { isOneSlip, shortestForgiven } from '../lib/typo.ts'
import { keyOfWords, plainOrdinal, readCity, spellingKey } from './city.ts'

/** A zone as recognition reads it. */
export type KnownZone = { id: string; cities: readonly string[] }

/** What a text names: the zone, and the city as the zone writes it. */
export type RecognisedZone = { zone: string; city: string }

type Spelling = RecognisedZone & { key: string }

/** Finds the zone of typed texts. */
export type ZoneReader = {
  read: (typed: { city: string | null; address: string }) => RecognisedZone | null
}

/**
 * Reads zones from texts. The typed city decides; a city that no zone has leaves it to the address. In a text the longest name
 * wins, an exact one before one with a single typo. Only whole words are read, and digits are never forgiven. Two cities of
 * different zones that fit equally are no answer.
 */
export const readZones = (zones: readonly KnownZone[]): ZoneReader => {
  const exact = new Map<string, Spelling>()
  const slips = new Map<string, Spelling[]>()
  let mostWords = 1
  for (const { id: zone, cities } of zones) {
    for (const { name: city, spellings } of cities.map(readCity)) {
      for (const spelling of spellings) {
        const words = foldedWords(spelling)
        const key = keyOfWords(words)
        // Spellings are unique in a country; of records that say otherwise, the first zone has it.
        if (exact.has(key)) continue
        const known = { zone, city, key }
        exact.set(key, known)
        // One word more, for a name that is typed apart.
        mostWords = Math.max(mostWords, words.length + 1)
        if (key.length >= shortestForgiven) {
          for (const shorter of shortened(key)) slips.set(shorter, [...(slips.get(shorter) ?? []), known])
        }
      }
    }
  }

  const find = (text: string): RecognisedZone | null => {
    const runs = runsOf(foldedWords(text), mostWords)
    return longest(runs.flatMap((run) => exact.get(run) ?? [])) ?? longest(runs.flatMap(almost))
  }

  const almost = (run: string): Spelling[] => {
    if (run.length < shortestForgiven) return []
    const near = new Set(shortened(run).flatMap((shorter) => slips.get(shorter) ?? []))
    return [...near].filter(
      ({ key }) => key[0] === run[0] && digitsOf(key) === digitsOf(run) && isOneSlip(run, key),
    )
  }

  return {
    read: ({ city, address }) => (city === null ? null : find(city)) ?? find(address),
  }
}

/** The longest; null for none, and for several of different zones. */
const longest = (found: readonly Spelling[]): RecognisedZone | null => {
  const length = Math.max(0, ...found.map(({ key }) => key.length))
  const best = found.filter(({ key }) => key.length === length)
  const [first] = best
  return first === undefined || best.some(({ zone }) => zone !== first.zone)
    ? null
    : { zone: first.zone, city: first.city }
}

/** All runs of up to `most` neighbouring words, without spaces. */
const runsOf = (words: readonly string[], most: number): string[] => {
  const plain = words.map(plainOrdinal)
  return plain.flatMap((_, at) =>
    Array.from({ length: Math.min(most, plain.length - at) }, (__, more) =>
      plain.slice(at, at + more + 1).join(''),
    ),
  )
}

/** The text and all texts with one letter less: two texts that are one edit apart share one of them. */
const shortened = (text: string): string[] => [
  text,
  ...Array.from({ length: text.length }, (_, at) => text.slice(0, at) + text.slice(at + 1)),
]

const digitsOf = (text: string): string => text.replace(/\D+/g, ' ')

/** Where an order goes, as it is written with it. */
export type OrderPlace = { city: string | null; customerAddress: string; zone: string | null }

/** City and zone of an order as typed: a city that was not typed is the one that the address names. */
export const placeOrder = (
  reader: ZoneReader,
  { city, customerAddress }: Omit<OrderPlace, 'zone'>,
): Pick<OrderPlace, 'city' | 'zone'> => {
  const found = reader.read({ city, address: customerAddress })
  return { city: city ?? found?.city ?? null, zone: found?.zone ?? null }
}

/** The city that somebody typed; null for one that the address gave. */
export const typedCity = (
  reader: ZoneReader,
  { city, customerAddress }: Omit<OrderPlace, 'zone'>,
): string | null =>
  city !== null && city === reader.read({ city: null, address: customerAddress })?.city ? null : city

/**
 * City and zone after a change of the zones; null if both stay. An order in another zone than `before` says was put there by
 * somebody, and stays.
 */
export const placeAgain = (
  before: ZoneReader,
  after: ZoneReader,
  order: OrderPlace,
): Pick<OrderPlace, 'city' | 'zone'> | null => {
  const typed = { ...order, city: typedCity(before, order) }
  if (placeOrder(before, typed).zone !== order.zone) return null
  const next = placeOrder(after, typed)
  return next.city === order.city && next.zone === order.zone ? null : next
}

/** Cities of a list that look like a typed one: its beginning, or one edit away; for uncovered cities. */
export const citiesLike = (typed: string, zones: readonly KnownZone[]): string[] => {
  const key = spellingKey(typed)
  if (key.length < 3) return []
  const names = zones.flatMap(({ cities }) => cities.map(readCity))
  return names
    .filter(({ spellings }) =>
      spellings
        .map(spellingKey)
        .some((one) => one.startsWith(key) || key.startsWith(one) || isOneSlip(key, one)),
    )
    .map(({ name }) => name)
    .slice(0, 3)
}

/** A city as typed, for counting: case and accents are one. */
export const cityGroup = (typed: string): string => fold(typed)
