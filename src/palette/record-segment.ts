import type { SearchHit } from '../../domain/changes.ts'
import { fold } from '../../domain/lib/fold.ts'
import { phoneSpellings } from '../../domain/lib/phone-digits.ts'

/** A question, folded once: its words, each to be the beginning of one of a record's. */
export type AskedWords = { text: string; words: readonly string[] }

/** How well a record matches: whole words of its title, its number or its phone; the beginning of its title; of any words. */
export const foundTiers = ['exact', 'prefix', 'words'] as const
export type FoundTier = (typeof foundTiers)[number]

/** Longer beginnings are looked up by this many letters, and read. */
const MAX_INDEXED_PREFIX = 4
/** Two letters are the beginning of a command more often than somebody's whole name. */
const MIN_NAME_LENGTH = 3

/** What is posted of a record beside the beginnings of its words: a title's beginning, and what is typed whole. */
const begins = '^'
const whole = '='

/**
 * Records that were seen one after the other, and for every beginning of their words the places of those that have it.
 * Places are only ever added: what is forgotten leaves a hole, until the whole segment is let go.
 */
export function createSegment() {
  const hits: (SearchHit | null)[] = []
  /** All words of a record, each with a space before it and behind it; those of its title first. */
  const texts: string[] = []
  const places = new Map<string, number[]>()

  const put = (key: string, place: number) => {
    const known = places.get(key)
    if (known === undefined) places.set(key, [place])
    else if (known[known.length - 1] !== place) known.push(place)
  }
  const putBeginnings = (sign: string, text: string, place: number) => {
    for (let length = Math.min(MAX_INDEXED_PREFIX, text.length); length > 0; length--) {
      put(sign + text.slice(0, length), place)
    }
  }

  return {
    /** How many places are taken, holes included. */
    taken: () => hits.length,
    at: (place: number): SearchHit | null => hits[place] ?? null,
    add: (hit: SearchHit): number => {
      const place = hits.length
      const title = fold(hit.title)
      const named = title.split(' ').filter((word) => word !== '')
      const numbers = [
        String(hit.number),
        ...(hit.customerPhone === null ? [] : phoneSpellings(hit.customerPhone)),
      ]
      const others = fold(hit.subtitle)
        .split(' ')
        .filter((word) => word !== '')
      hits.push(hit)
      texts.push(` ${[title, ...numbers, ...others].join(' ')} `)
      for (const word of new Set([...named, ...numbers, ...others])) putBeginnings('', word, place)
      putBeginnings(begins, title, place)
      for (const word of [...named.filter(({ length }) => length >= MIN_NAME_LENGTH), ...numbers]) {
        put(whole + word, place)
      }
      return place
    },
    /** The same words as before, with what else is known by now. */
    replace: (place: number, hit: SearchHit): void => {
      hits[place] = hit
    },
    drop: (place: number): void => {
      hits[place] = null
    },
    /** Adds to `found` what matches so well, the last seen first, until there are `most`. */
    find: (
      tier: FoundTier,
      { text, words }: AskedWords,
      mayStand: (hit: SearchHit) => boolean,
      found: Map<SearchHit, FoundTier>,
      most: number,
    ): void => {
      const rarest = rarestOf(keysOf[tier](text, words), places)
      const wanted = wantedOf[tier](text, words)
      for (let index = (rarest?.length ?? 0) - 1; index >= 0 && found.size < most; index--) {
        const place = rarest?.[index] ?? 0
        const hit = hits[place]
        if (hit && hasAll(texts[place] ?? '', wanted) && !found.has(hit) && mayStand(hit)) {
          if (tier !== 'prefix' || texts[place]?.startsWith(` ${text}`)) found.set(hit, tier)
        }
      }
    },
  }
}

export type RecordSegment = ReturnType<typeof createSegment>

/** Where those stand that may match so well. */
const keysOf: Record<FoundTier, (text: string, words: readonly string[]) => readonly string[]> = {
  exact: (_, words) => words.map((word) => whole + word),
  prefix: (text) => [begins + text.slice(0, MAX_INDEXED_PREFIX)],
  words: (_, words) => words.map((word) => word.slice(0, MAX_INDEXED_PREFIX)),
}

/** What has to be read in their texts, where the places do not say it. */
const wantedOf: Record<FoundTier, (text: string, words: readonly string[]) => readonly string[]> = {
  exact: (_, words) => (words.length > 1 ? words.map((word) => ` ${word} `) : []),
  prefix: () => [],
  words: (_, words) =>
    words.length === 1 && (words[0]?.length ?? 0) <= MAX_INDEXED_PREFIX
      ? []
      : words.map((word) => ` ${word}`),
}

/** The shortest list of places: every record that matches stands in all of them. */
function rarestOf(keys: readonly string[], places: ReadonlyMap<string, number[]>): number[] | null {
  let rarest: number[] | null = null
  for (const key of keys) {
    const known = places.get(key)
    if (known === undefined) return null
    if (rarest === null || known.length < rarest.length) rarest = known
  }
  return rarest
}

const hasAll = (text: string, wanted: readonly string[]): boolean => {
  for (const part of wanted) if (!text.includes(part)) return false
  return true
}
