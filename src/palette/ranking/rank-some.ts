import { isOneSlip } from '../../../domain/lib/typo.ts'
import { isFiller } from '../../filter/languages/fillers.ts'
import type { Prepared, PreparedText } from './text-analysis.ts'
import { isForgivenTypo, stemOf } from './text-analysis.ts'
import { isPart, vocabularyOf } from './vocabulary.ts'

/** A word of a text; null for numbers and signs. `isFiller`: says nothing alone, but may be part of a name. */
export type TextWord = { word: string; isFiller: boolean } | null

/** A candidate that some words of a text name. */
export type SomeRanked = {
  id: string
  /** How surely each word means it, 0 to 1, by its place. */
  claims: ReadonlyMap<number, number>
  /** Of the best text. */
  quality: number
  /** Whether some of the words are of its name in the user's language. */
  isName: boolean
}

/** Sureness of a match by step of `nearness`: the user's language before others, names before keywords. */
const stepQuality = [1, 0.95, 0.85, 0.8] as const
const slipQuality = 0.85
/** A name of which only some words were typed. */
const partQuality = 0.6
/** Words of other texts of the candidate than its best one. */
const besideQuality = 0.7

/** Bounds the work of one key. */
const MAX_CANDIDATES = 24

/** Candidates named by some of the words, best first. A word that many candidates have in common says little of each. */
export function rankSome(words: readonly TextWord[], candidates: readonly Prepared[]): readonly SomeRanked[] {
  const vocabulary = vocabularyOf(candidates)
  const sums = new Map<Prepared, number>()
  for (const one of words) {
    if (one === null || one.isFiller || one.word.length < MIN_LENGTH) continue
    const formed = vocabulary.formsOf(one.word)
    const found = formed.size > 0 ? formed : vocabulary.nearTo(one.word)
    const weight = rarity(found.size, candidates.length) * (formed.size > 0 ? 1 : slipQuality)
    for (const candidate of found) sums.set(candidate, (sums.get(candidate) ?? 0) + weight)
  }
  return [...sums]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, MAX_CANDIDATES)
    .flatMap(([candidate]) => claimsOf(words, candidate))
    .toSorted((a, b) => sureness(b) - sureness(a))
}

const MIN_LENGTH = 2

const rarity = (owners: number, all: number): number => 1 - Math.log(1 + owners) / Math.log(2 + all)

const sureness = ({ claims }: SomeRanked): number => [...claims.values()].reduce((sum, sure) => sum + sure, 0)

/** What the texts of a candidate explain: its best one, and others less; empty without any. */
export const claimsOf = (words: readonly TextWord[], candidate: Prepared): SomeRanked[] => {
  const matches = candidate.texts
    .flatMap((texts, step) =>
      texts.flatMap((text) => {
        const match = matchOf(words, text, stepQuality[step] ?? 0, step % 2 === 1)
        return match === null ? [] : [{ ...match, isName: step === 0 }]
      }),
    )
    .toSorted((a, b) => b.explained.length * b.quality - a.explained.length * a.quality)
  const [best] = matches
  if (best === undefined) return []
  const claims = new Map(best.explained.map((place) => [place, best.quality]))
  for (const { explained, quality } of matches) {
    for (const place of explained) if (!claims.has(place)) claims.set(place, quality * besideQuality)
  }
  return [{ id: candidate.id, claims, quality: best.quality, isName: matches.some(({ isName }) => isName) }]
}

type Match = { explained: readonly number[]; quality: number }

const matchOf = (
  words: readonly TextWord[],
  { words: own }: PreparedText,
  step: number,
  isKeyword: boolean,
): Match | null => {
  const explained: number[] = []
  const said = new Set<string>()
  let slips = 0
  let isNamed = false
  for (const [place, typed] of words.entries()) {
    if (typed === null) continue
    const { word, isFiller } = typed
    const exact = own.find((other) => other === word || (word.length > 3 && stemOf(other) === stemOf(word)))
    const other =
      exact ??
      (isFiller
        ? undefined
        : (own.find((one) => word.length > 2 && isPart(word, one)) ??
          own.find((one) => isForgivenTypo(word, one) && isOneSlip(word, one))))
    if (other === undefined) continue
    isNamed ||= !isFiller
    if (exact === undefined && !other.startsWith(word)) slips += 1
    explained.push(place)
    said.add(other)
  }
  if (!isNamed) return null
  const all = own.reduce((sum, word) => sum + shareOf(word, isKeyword), 0)
  const coverage = all === 0 ? 1 : [...said].reduce((sum, word) => sum + shareOf(word, isKeyword), 0) / all
  return { explained, quality: step * (partQuality + (1 - partQuality) * coverage) * slipQuality ** slips }
}

/** `call it off` is more than `call`: in keywords short words say something; in names they need not be typed. */
const shareOf = (word: string, isKeyword: boolean): number =>
  word.length > MAX_ARTICLE && !(isKeyword && isFiller(word)) ? 1 : isKeyword ? SHORT : 0

const SHORT = 0.35

/** Articles and prepositions of a name need not be typed. */
const MAX_ARTICLE = 3
