import { fold } from '../../../domain/lib/fold.ts'
import {
  isForgivenTypo,
  nearness,
  otherLayouts,
  type Prepared,
  type PreparedText,
  stemOf,
} from './text-analysis.ts'
import { isPart, vocabularyOf } from './vocabulary.ts'

/** Match quality, best first. Frecency never lifts a result above a better tier. */
export const tiers = ['exact', 'prefix', 'initials', 'words', 'fuzzy'] as const
export type Tier = (typeof tiers)[number]

const [exact, prefix, initials, inWords, fuzzy] = [0, 1, 2, 3, 4] as const

/** `isOwn`: matched in the user's language; `isName`: matched its label there. */
export type Ranked = { id: string; tier: Tier; isOwn: boolean; isName: boolean }

export type RankOptions = {
  frecency?: (id: string) => number
  /** Distance of a command from the current screen, 0 is nearest. */
  distance?: (id: string) => number
  /** Whether typos and parts of words match; off where guesses would compound. */
  withFuzzy?: boolean
  /** Whether the query is also read in other keyboard layouts. */
  withOtherLayouts?: boolean
  /** Whether the first words of a name count as much as a whole keyword: among the actions on one record its verb is meant. */
  namesFirst?: boolean
}

/** Bounds work on pasted text. */
const MAX_WORDS = 40

const nothing = () => 0
const MIN_RESCUED_LENGTH = 3
/** Number of steps of `nearness` in the user's own language. */
const ownSteps = 2
/** Short foreign keywords match too much: German `abo` begins `abonnement`. */
const ownName = nearness.indexOf('ownName')
const foreignKeyword = nearness.indexOf('otherKeyword')

/**
 * Ranks candidates: by tier, then frecency, nearness to the screen, nearly complete names, user's language before others, names
 * before keywords, given order. If only fuzzy matches exist, the query is also read in other keyboard layouts.
 */
export function rank(
  query: string,
  candidates: readonly Prepared[],
  {
    frecency = nothing,
    distance = nothing,
    withFuzzy = true,
    withOtherLayouts = true,
    namesFirst = false,
  }: RankOptions = {},
): readonly Ranked[] {
  const folded = fold(query)
  if (folded.split(' ').length > MAX_WORDS) return []
  const found = rankOne(folded, candidates, { frecency, distance, withFuzzy, namesFirst })
  if (!withOtherLayouts || found.some(({ tier }) => tier !== 'fuzzy')) return found
  const rescued = rescue(query, candidates, { frecency, distance, withFuzzy: false, namesFirst })
  const known = new Set(rescued.map(({ id }) => id))
  return [...rescued, ...found.filter(({ id }) => !known.has(id))]
}

/** Reads the query in the first keyboard layout that matches anything, without typo tolerance. */
function rescue(query: string, candidates: readonly Prepared[], order: Order) {
  const count = query.trim().split(/\s+/).length
  if (query.trim().length < MIN_RESCUED_LENGTH || !/\p{L}/u.test(query)) return []
  for (const other of otherLayouts(query)) {
    const read = fold(other)
    // A reading whose characters split words (`!`, `;`) is rejected.
    if (read.split(' ').length !== count) continue
    const found = rankOne(read, candidates, order)
    if (found.length > 0) return found
  }
  return []
}

type Order = Required<Pick<RankOptions, 'frecency' | 'distance' | 'withFuzzy' | 'namesFirst'>>

type Match = { tier: number; step: number; isAlmostWhole?: boolean }

function rankOne(
  query: string,
  candidates: readonly Prepared[],
  { frecency, distance, withFuzzy, namesFirst }: Order,
): readonly Ranked[] {
  if (query === '') return []
  const words = query.split(' ').map((word) => ({ word, stem: stemOf(word) }))
  const { formsOf, nearTo, initialsOf } = vocabularyOf(candidates)
  const formed = inAll(words.map(({ word }) => formsOf(word)))
  const near = withFuzzy ? inAll(words.map(({ word }) => nearTo(word))) : nobody
  const likely = new Set([...formed, ...near, ...initialsOf(query)])
  if (likely.size === 0) return []
  const places = placesOf(candidates)
  const matches = [...likely].flatMap((candidate) => {
    const match = bestMatch(
      { query, typed: words, namesFirst },
      candidate,
      formed.has(candidate),
      near.has(candidate),
    )
    if (match === null) return []
    const { id } = candidate
    const place = places.get(candidate) ?? 0
    return [{ ...match, id, place, frecency: frecency(id), distance: distance(id) }]
  })
  return matches
    .sort(
      (a, b) =>
        a.tier - b.tier ||
        b.frecency - a.frecency ||
        a.distance - b.distance ||
        Number(b.isAlmostWhole ?? false) - Number(a.isAlmostWhole ?? false) ||
        a.step - b.step ||
        a.place - b.place,
    )
    .map(({ id, tier, step }) => ({
      id,
      tier: tiers[tier] ?? 'fuzzy',
      isOwn: step < ownSteps,
      isName: step === 0,
    }))
}

const nobody: ReadonlySet<Prepared> = new Set()

const inAll = (sets: readonly ReadonlySet<Prepared>[]): ReadonlySet<Prepared> => {
  const [smallest = nobody, ...others] = sets.toSorted((a, b) => a.size - b.size)
  if (others.length === 0) return smallest
  return new Set([...smallest].filter((one) => others.every((other) => other.has(one))))
}

const knownPlaces = new WeakMap<readonly Prepared[], ReadonlyMap<Prepared, number>>()

const placesOf = (candidates: readonly Prepared[]): ReadonlyMap<Prepared, number> => {
  const places = knownPlaces.get(candidates) ?? new Map(candidates.map((one, place) => [one, place]))
  knownPlaces.set(candidates, places)
  return places
}

/** Length of a plural ending, so that `commande` nearly completes `Commandes`. */
const MAX_PLURAL_ENDING = 2

type TypedWord = { word: string; stem: string }

type Typed = { query: string; typed: readonly TypedWord[]; namesFirst: boolean }

/** The best tier over all texts, and the nearest text with it. */
function bestMatch(asked: Typed, prepared: Prepared, hasForms: boolean, hasNear: boolean): Match | null {
  const { texts } = prepared
  const { typed } = asked
  const best = bestAsTyped(asked, prepared)
  if (best !== null && best.tier < inWords) return best
  if (best !== null || hasForms) {
    return { tier: inWords, step: Math.min(best?.step ?? texts.length, stepOf(typed, texts, isForm)) }
  }
  return hasNear ? { tier: fuzzy, step: stepOf(typed, texts, isNearOf) } : null
}

function bestAsTyped({ query, typed, namesFirst }: Typed, { texts, joined }: Prepared): Match | null {
  const isThere = typed.every(({ word }) => joined.words.includes(` ${word}`))
  if (!isThere && !joined.initials.includes(` ${query}`)) return null
  let best: Match | null = null
  for (const [step, some] of texts.entries()) {
    for (const text of some) {
      const byName = namesFirst && step === ownName
      const found = byName && isBegun(query, text) ? exact : tierOf(query, typed, text)
      const tier = found === exact && step === foreignKeyword ? prefix : found
      const left = byName ? leftOfWord(query, text) : text.folded.length - query.length
      const isAlmostWhole = tier === prefix && step !== foreignKeyword && left <= MAX_PLURAL_ENDING
      if (tier > inWords) continue
      if (best === null || tier < best.tier) best = { tier, step, isAlmostWhole }
      // The step of the nearest text remains: `attiva` begins the name `Attiva l’account`, whatever keywords it nearly completes.
      else if (tier === best.tier && isAlmostWhole) best = { tier, step: best.step, isAlmostWhole }
    }
  }
  return best ?? (isThere ? { tier: inWords, step: texts.length } : null)
}

/** The nearest step with one text that contains every word; the number of steps if there is none. */
function stepOf(
  typed: readonly TypedWord[],
  texts: Prepared['texts'],
  matches: (typed: TypedWord, other: string) => boolean,
): number {
  const has = ({ words }: PreparedText) => typed.every((one) => words.some((other) => matches(one, other)))
  const step = texts.findIndex((some) => some.some(has))
  return step < 0 ? texts.length : step
}

const isForm = ({ word, stem }: TypedWord, other: string): boolean =>
  isPart(word, other) || stemOf(other) === stem

const isNearOf = ({ word }: TypedWord, other: string): boolean => isNear(word, other)

/** Whether whole first words of a name were typed: `ouvrir` is `Ouvrir la commande` as much as a keyword `ouvrir` of another. */
const isBegun = (query: string, { folded }: PreparedText): boolean => folded.startsWith(`${query} `)

/** Letters that the last typed word lacks: `ouvr` is nearly the first word of `Ouvrir la commande`. */
const leftOfWord = (query: string, { folded }: PreparedText): number => {
  const end = folded.indexOf(' ', query.length)
  return (end < 0 ? folded.length : end) - query.length
}

/** Tier of one text alone; infinite if worse than `words`. */
function tierOf(query: string, typed: readonly TypedWord[], text: PreparedText): number {
  if (text.folded.startsWith(query)) return text.folded === query ? exact : prefix
  if (query.length > 1 && text.initials.some((letters) => letters.startsWith(query))) return initials
  const isThere = ({ word }: TypedWord) => text.words.some((other) => other.startsWith(word))
  return typed.every(isThere) ? inWords : Number.POSITIVE_INFINITY
}

/** Within a word from three letters on, or one edit from its prefix. */
const isNear = (word: string, other: string): boolean =>
  other.startsWith(word) || (word.length > 2 && other.includes(word)) || isForgivenTypo(word, other)
