import { fold } from '../../domain/lib/fold.ts'
import { isOneTypoFrom } from './one-typo.ts'
import type { Prepared, PreparedText } from './prepared-text.ts'
import { otherLayouts } from './wrong-layout.ts'

/** How well something matches, best first. A better tier always comes before a worse one, however often either is used. */
export const tiers = ['exact', 'prefix', 'initials', 'words', 'fuzzy'] as const
export type Tier = (typeof tiers)[number]

/** Their places in the order above. */
const [exact, prefix, initials, inWords, fuzzy] = [0, 1, 2, 3, 4] as const

export type Ranked = { id: string; tier: Tier }

/**
 * What matches the query, best first: by tier; inside a tier by frecency, then names before keywords, then as given.
 * A query that finds nothing is read once more as if typed on another keyboard layout.
 */
export function rank(
  query: string,
  candidates: readonly Prepared[],
  frecency: (id: string) => number = () => 0,
): readonly Ranked[] {
  const found = rankOne(fold(query), candidates, frecency, true)
  if (found.length > 0 || query.trim().length < 3) return found
  for (const other of otherLayouts(query)) {
    // A guess upon a guess would find anything: no typos here.
    const rescued = rankOne(fold(other), candidates, frecency, false)
    if (rescued.length > 0) return rescued
  }
  return []
}

type Match = { tier: number; byKeyword: boolean }

function rankOne(
  query: string,
  candidates: readonly Prepared[],
  frecency: (id: string) => number,
  withFuzzy: boolean,
): readonly Ranked[] {
  if (query === '') return []
  const words = query.split(' ')
  const matches = candidates.flatMap((candidate, place) => {
    const match = bestMatch(query, words, candidate, withFuzzy)
    return match === null ? [] : [{ ...match, id: candidate.id, frecency: frecency(candidate.id), place }]
  })
  return matches
    .sort(
      (a, b) =>
        a.tier - b.tier ||
        b.frecency - a.frecency ||
        Number(a.byKeyword) - Number(b.byKeyword) ||
        a.place - b.place,
    )
    .map(({ id, tier }) => ({ id, tier: tiers[tier] ?? 'fuzzy' }))
}

function bestMatch(
  query: string,
  words: readonly string[],
  { names, keywords, words: all }: Prepared,
  withFuzzy: boolean,
): Match | null {
  const byName = bestOf(query, words, names)
  if (byName === exact) return { tier: exact, byKeyword: false }
  const byKeyword = bestOf(query, words, keywords)
  const best = Math.min(byName, byKeyword)
  if (best <= inWords) return { tier: best, byKeyword: byKeyword < byName }
  if (everyWord(words, all, isPrefix)) return { tier: inWords, byKeyword: true }
  if (withFuzzy && everyWord(words, all, isNear)) return { tier: fuzzy, byKeyword: false }
  return null
}

const bestOf = (query: string, words: readonly string[], texts: readonly PreparedText[]): number => {
  let best = Number.POSITIVE_INFINITY
  for (const text of texts) best = Math.min(best, tierOf(query, words, text))
  return best
}

/** The tier by one text alone; infinite below `words`. */
function tierOf(query: string, words: readonly string[], text: PreparedText): number {
  if (text.folded.startsWith(query)) return text.folded === query ? exact : prefix
  if (query.length > 1 && text.words.length > 1 && text.initials.startsWith(query)) return initials
  return everyWord(words, text.words, isPrefix) ? inWords : Number.POSITIVE_INFINITY
}

const everyWord = (
  words: readonly string[],
  others: readonly string[],
  matches: (word: string, other: string) => boolean,
): boolean => words.every((word) => others.some((other) => matches(word, other)))

const isPrefix = (word: string, other: string): boolean => other.startsWith(word)

/** Inside a word from three letters on, or one slip away from its beginning. */
const isNear = (word: string, other: string): boolean =>
  other.startsWith(word) || (word.length > 2 && other.includes(word)) || isOneTypoFrom(word, other)
