import type { SearchHit } from '../../domain/changes.ts'
import { fold } from '../../domain/lib/fold.ts'
import { dialledDigits, isPhoneLike } from '../../domain/lib/phone-digits.ts'
import type { ResourceName } from '../../domain/resources.ts'
import type { RankedHit } from './ranking/record-rank.ts'
import {
  type AskedWords,
  createSegment,
  type FoundTier,
  foundTiers,
  type RecordSegment,
} from './record-segment.ts'

/** As many as a day at the console shows, and some: about 60 MB. */
const MAX_KEPT = 100_000
/** A tenth is let go at once: nothing has to be put together anew. */
const SEGMENT_SIZE = 10_000
/** More than anybody reads. */
const MAX_FOUND = 50

type Seen = { segment: RecordSegment; place: number }

/**
 * The records that the server has sent in this session, to be found at every key without asking it: by the beginnings of
 * their words, their number, their phone. Beyond so many those are forgotten that were seen longest ago.
 */
export function createRecordIndex(most = MAX_KEPT, size = SEGMENT_SIZE) {
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
      if (segments.length * size > most) forgetOldest()
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
    /** What an answer has told; read when there is time for it, or when somebody looks for something. */
    see: (hits: () => readonly SearchHit[]): void => {
      waiting.push(hits)
      if (waiting.length === 1) whenIdle(settle)
    },
    /** What has changed since, or is gone: no longer what was seen. Without `ids` all of the resource. */
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
    /** What begins with the words that were typed, best first; of what matches as well the last seen first. */
    find: (text: string, mayStand: (hit: SearchHit) => boolean): readonly RankedHit[] => {
      settle()
      const asked = askedWords(text)
      if (asked.words.length === 0) return []
      const found = new Map<SearchHit, FoundTier>()
      for (const tier of foundTiers) {
        for (let index = segments.length - 1; index >= 0 && found.size < MAX_FOUND; index--) {
          segments[index]?.find(tier, asked, mayStand, found, MAX_FOUND)
        }
      }
      return [...found].map(([hit, tier]) => ({ hit, tier }))
    },
  }
}

export type RecordIndex = ReturnType<typeof createRecordIndex>

/** `07 08 09` is the beginning of one number, not three words. */
function askedWords(text: string): AskedWords {
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
