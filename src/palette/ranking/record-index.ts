import type { SearchHit } from '../../../domain/changes/changes.ts'
import { fold } from '../../../domain/lib/fold.ts'
import { dialledDigits, isPhoneLike, phoneSpellings } from '../../../domain/lib/phone-digits.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import { isNamedWhole, keysOfHit } from '../../../domain/search/hit-of.ts'
import { type ExactKeys, keysNamed, readExactKeys } from '../../../domain/search/record-keys.ts'
import type { RankedHit } from './record-rank.ts'

/** About one day of work; about 60 MB. */
const MAX_RECORDS = 100_000
/** The oldest segment is dropped as a whole, without reindexing. */
const SEGMENT_SIZE = 10_000
const MAX_FOUND = 50

type Seen = { segment: RecordSegment; place: number }

/**
 * Local index of records received in this session: by word prefixes, number and phone. Beyond the maximum, the longest unseen
 * are dropped.
 */
export function createRecordIndex(max = MAX_RECORDS, size = SEGMENT_SIZE) {
  let segments: RecordSegment[] = [createSegment()]
  let seen = new Map<string, Seen>()
  let waiting: (() => readonly SearchHit[])[] = []

  const forgetOldest = () => {
    const oldest = segments.shift()
    for (const [key, { segment }] of seen) if (segment === oldest) seen.delete(key)
  }
  const add = (hit: SearchHit) => {
    const key = keyOf(hit)
    const known = seen.get(key)
    const before = known?.segment.at(known.place)
    if (known && before && hasSameWords(before, hit)) return known.segment.replace(known.place, hit)
    known?.segment.drop(known.place)
    let newest = segments.at(-1)
    if (newest === undefined || newest.taken() >= size) {
      newest = createSegment()
      segments.push(newest)
      if (segments.length * size > max) forgetOldest()
    }
    seen.set(key, { segment: newest, place: newest.add(hit) })
  }
  const settle = () => {
    const answers = waiting
    waiting = []
    for (const hits of answers) for (const hit of hits()) add(hit)
  }
  const forget = (key: string) => {
    const known = seen.get(key)
    known?.segment.drop(known.place)
    seen.delete(key)
  }

  return {
    size: (): number => {
      settle()
      return seen.size
    },
    /** Adds the records of a response; indexed on idle or at the next search. */
    see: (hits: () => readonly SearchHit[]): void => {
      waiting.push(hits)
      if (waiting.length === 1) whenIdle(settle)
    },
    /** Removes changed or deleted records; without `ids` all of the resource. */
    forget: (resource: ResourceName, ids: readonly string[] | null): void => {
      settle()
      if (ids !== null) for (const id of ids) forget(`${resource}/${id}`)
      else for (const key of [...seen.keys()]) if (key.startsWith(`${resource}/`)) forget(key)
    },
    forgetAll: (): void => {
      segments = [createSegment()]
      seen = new Map()
      waiting = []
    },
    /** Exact matches, then prefix matches, best first; ties: most recently seen first. */
    find: (text: string, accepts: (hit: SearchHit) => boolean): readonly RankedHit[] => {
      settle()
      const query = queryWords(text)
      if (query.words.length === 0) return []
      const found = new Map<SearchHit, FoundTier>()
      const exact = readExactKeys(text)
      for (let index = segments.length - 1; index >= 0 && found.size < MAX_FOUND; index--) {
        segments[index]?.findNamed(exact, accepts, found, MAX_FOUND)
      }
      for (const tier of foundTiers) {
        for (let index = segments.length - 1; index >= 0 && found.size < MAX_FOUND; index--) {
          segments[index]?.find(tier, query, accepts, found, MAX_FOUND)
        }
      }
      return [...found].map(([hit, tier]) => ({ hit, tier }))
    },
  }
}

export type RecordIndex = ReturnType<typeof createRecordIndex>

/** `07 08 09` is the prefix of one phone number, not three words. */
function queryWords(text: string): QueryWords {
  const folded = fold(text)
  const digits = isPhoneLike(text) ? dialledDigits(text) : null
  if (digits !== null && digits !== '') return { text: digits, words: [digits] }
  return { text: folded, words: folded === '' ? [] : [...new Set(folded.split(' '))] }
}

const keyOf = ({ resource, id }: SearchHit): string => `${resource}/${id}`

const hasSameWords = (one: SearchHit, other: SearchHit): boolean =>
  one.title === other.title &&
  one.subtitle === other.subtitle &&
  one.number === other.number &&
  one.customerPhone === other.customerPhone

const whenIdle = (task: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(task, { timeout: 2_000 })
  else setTimeout(task, 200)
}

/** A folded query; each word must match a word prefix of the record. */
export type QueryWords = { text: string; words: readonly string[] }

/** Tiers: exact title, number or phone; start of the title; starts of any words. */
export const foundTiers = ['exact', 'prefix', 'words'] as const
export type FoundTier = (typeof foundTiers)[number]

/** Longer prefixes use this many letters of the index, then compare texts. */
const MAX_INDEXED_PREFIX = 4
/** Two letters are usually the start of a command. */
const MIN_NAME_LENGTH = 3

/** Prefixes of special keys of the index: start of a title, whole word, whole name. */
const titleStart = '^'
const wholeWord = '='
const wholeName = '!'

/**
 * Records with an inverted index of word prefixes to positions. Append-only: a removed record leaves a hole until its segment
 * is dropped.
 */
export function createSegment() {
  const hits: (SearchHit | null)[] = []
  /** All words of each record, surrounded by spaces; title first. */
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
    /** Number of positions, including holes. */
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
      putBeginnings(titleStart, title, place)
      for (const word of [...named.filter(({ length }) => length >= MIN_NAME_LENGTH), ...numbers]) {
        put(wholeWord + word, place)
      }
      for (const key of [String(hit.number), ...keysOfHit(hit)]) put(wholeName + key, place)
      return place
    },
    /** Replaces a record whose words are unchanged. */
    replace: (place: number, hit: SearchHit): void => {
      hits[place] = hit
    },
    drop: (place: number): void => {
      hits[place] = null
    },
    /** Appends exact matches to `found`, most recent first, up to `max`. */
    findNamed: (
      exact: ExactKeys,
      accepts: (hit: SearchHit) => boolean,
      found: Map<SearchHit, FoundTier>,
      max: number,
    ): void => {
      const numbers = [exact.number, exact.code?.number ?? null].filter((number) => number !== null)
      for (const key of new Set([...numbers.map(String), ...keysNamed(exact)])) {
        for (const place of places.get(wholeName + key)?.toReversed() ?? []) {
          if (found.size >= max) return
          const hit = hits[place]
          if (hit && isNamedWhole(hit, exact) && accepts(hit)) found.set(hit, 'exact')
        }
      }
    },
    /** Appends matches of a tier to `found`, most recent first, up to `max`. */
    find: (
      tier: FoundTier,
      { text, words }: QueryWords,
      accepts: (hit: SearchHit) => boolean,
      found: Map<SearchHit, FoundTier>,
      max: number,
    ): void => {
      const rarest = rarestOf(keysOf[tier](text, words), places)
      const wanted = wantedOf[tier](text, words)
      for (let index = (rarest?.length ?? 0) - 1; index >= 0 && found.size < max; index--) {
        const place = rarest?.[index] ?? 0
        const hit = hits[place]
        if (hit && hasAll(texts[place] ?? '', wanted) && !found.has(hit) && accepts(hit)) {
          if (tier !== 'prefix' || texts[place]?.startsWith(` ${text}`)) found.set(hit, tier)
        }
      }
    },
  }
}

export type RecordSegment = ReturnType<typeof createSegment>

/** Index keys of records that may match at a tier. */
const keysOf: Record<FoundTier, (text: string, words: readonly string[]) => readonly string[]> = {
  exact: (_, words) => words.map((word) => wholeWord + word),
  prefix: (text) => [titleStart + text.slice(0, MAX_INDEXED_PREFIX)],
  words: (_, words) => words.map((word) => word.slice(0, MAX_INDEXED_PREFIX)),
}

/** Texts to verify where the index is not decisive. */
const wantedOf: Record<FoundTier, (text: string, words: readonly string[]) => readonly string[]> = {
  exact: (_, words) => (words.length > 1 ? words.map((word) => ` ${word} `) : []),
  prefix: () => [],
  words: (_, words) =>
    words.length === 1 && (words[0]?.length ?? 0) <= MAX_INDEXED_PREFIX
      ? []
      : words.map((word) => ` ${word}`),
}

/** The shortest position list: every match is in all of them. */
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
