import type { SearchHit } from '../../../domain/changes/changes.ts'
import { fold, foldedWords } from '../../../domain/lib/fold.ts'
import { isAlmostBegun } from '../../../domain/lib/typo.ts'
import { attentionOf, byAttention, isNamedWhole } from '../../../domain/search/hit-of.ts'
import { readExactKeys } from '../../../domain/search/record-keys.ts'
import { type Tier, tiers } from './rank.ts'
import type { Recents } from './recents.ts'
import { MAX_ANSWERED, type SearchState } from './record-search.ts'

/** `isNamed`: the text identifies it exactly. */
export type RankedHit = { hit: SearchHit; tier: Tier; isNamed?: boolean }

/** Tier of a hit's `rank` in the server's answer. */
const tierOfRank: readonly Tier[] = ['exact', 'exact', 'prefix', 'prefix', 'words', 'words', 'fuzzy', 'fuzzy']

type Known = {
  search: Pick<SearchState, 'hits'>
  /** Whether the hits answer this text. */
  isAnswered: boolean
  recents: Pick<Recents, 'score' | 'list'>
  /** Local matches among the records of this session. */
  seen: (text: string) => readonly RankedHit[]
}

/**
 * Ranks records: exact identifiers first; within a tier most opened, then urgent ones. Until the server has answered, merges
 * recents, local matches and hits of the previous text; after a full answer, further local matches follow.
 */
export function rankHits(
  text: string,
  { search, isAnswered, recents, seen }: Known,
  mayStand: (hit: SearchHit) => boolean,
): readonly RankedHit[] {
  const score = ({ resource, id }: SearchHit) => recents.score(`record:${resource}/${id}`)
  const exact = readExactKeys(text)
  const isNamed = (hit: SearchHit) => isNamedWhole(hit, exact)
  if (isAnswered) {
    const answered = ordered(
      search.hits.map((hit) => {
        // The server also matches references, which hits do not contain.
        const isWhole = isNamed(hit) || hit.rank === 1
        return { hit, tier: isWhole ? 'exact' : tierOfAnswer(hit, text), isNamed: isWhole }
      }),
      ({ hit, isNamed }) => hit.rank + (isNamed ? 0 : 0.5),
      score,
    )
    return answered.length < MAX_ANSWERED ? answered : eachOnce([...answered, ...seen(text)])
  }
  const opened = recents.list().flatMap(({ hit }) => (hit && mayStand(hit) ? [hit] : []))
  const before = (hits: readonly SearchHit[]) => hits.map((hit) => ({ hit, tier: tierBefore(hit, text) }))
  const known = eachOnce([
    ...before(opened).filter(({ tier }) => tier !== 'fuzzy'),
    ...seen(text),
    ...before(search.hits),
  ]).map((ranked): RankedHit => {
    return isNamed(ranked.hit) ? { ...ranked, tier: 'exact', isNamed: true } : ranked
  })
  return ordered(known, ({ tier, isNamed }) => (isNamed ? -1 : tiers.indexOf(tier)), score)
}

/**
 * By tier; then most opened, counted per customer, and within a customer urgent before closed: `kouassi yeo` finds the pending
 * order, however often the delivered parcel was opened.
 */
function ordered(
  ranked: readonly RankedHit[],
  match: (ranked: RankedHit) => number,
  score: (hit: SearchHit) => number,
): readonly RankedHit[] {
  const scores = new Map(ranked.map(({ hit }) => [hit, score(hit)]))
  const ofCustomer = new Map<string, number>()
  for (const { hit } of ranked) {
    const { customerPhone: phone } = hit
    if (phone) ofCustomer.set(phone, Math.max(ofCustomer.get(phone) ?? 0, scores.get(hit) ?? 0))
  }
  const scoreOf = (hit: SearchHit) => ofCustomer.get(hit.customerPhone ?? '') ?? scores.get(hit) ?? 0
  return ranked.toSorted(
    (a, b) =>
      match(a) - match(b) ||
      scoreOf(b.hit) - scoreOf(a.hit) ||
      byAttention(a.hit, b.hit) ||
      (scores.get(b.hit) ?? 0) - (scores.get(a.hit) ?? 0),
  )
}

/** Whether the server matched the words without typo correction. */
export const isAsTyped = ({ rank }: SearchHit): boolean => (tierOfRank[rank] ?? 'fuzzy') !== 'fuzzy'

const tierOfAnswer = (hit: SearchHit, text: string): Tier => {
  const words = foldedWords(text)
  if (isNamed(foldedHit(hit), fold(text), words)) return 'exact'
  const tier = tierOfRank[hit.rank] ?? 'fuzzy'
  // Two words of a name with one typo each are a reliable match.
  return tier === 'fuzzy' && words.length > 1 && isNamedLike(hit, text) ? 'words' : tier
}

/** Whether each word begins another word of the title, with at most one typo. */
export const isNamedLike = (hit: SearchHit, text: string): boolean => {
  const { named } = foldedHit(hit)
  const words = foldedWords(text)
  return words.length > 0 && words.every((word) => named.some((other) => isAlmostBegun(word, other)))
}

/** An open record of which the text is the name, in two words or more. */
export const isOpenOfName = (hit: SearchHit, text: string): boolean =>
  text.trim().includes(' ') && isNamedLike(hit, text) && attentionOf(hit) === 'open'

/**
 * Whether a hit may not match the current text: before the answer, only numbers are certain, since text may match fields that
 * hits do not contain.
 */
export const isStale = (hit: SearchHit, tier: Tier, text: string, isAwaiting: boolean): boolean => {
  if (!isAwaiting) return false
  return /^\d+$/.test(text) ? String(hit.number) !== text : tier === 'fuzzy'
}

const eachOnce = (ranked: readonly RankedHit[]): RankedHit[] => {
  const known = new Set<string>()
  return ranked.filter(({ hit: { resource, id } }) => {
    const key = `${resource}/${id}`
    return !known.has(key) && known.add(key)
  })
}

/** Two letters are more often the start of a command than a whole name. */
const MIN_NAME_LENGTH = 3

/** Folded texts of a hit for comparison. */
type FoldedHit = { title: string; named: readonly string[]; words: readonly string[] }

const foldedHits = new WeakMap<SearchHit, FoldedHit>()

const foldedHit = (hit: SearchHit): FoldedHit => {
  const known = foldedHits.get(hit)
  if (known !== undefined) return known
  const title = fold(hit.title)
  const named = title === '' ? [] : title.split(' ')
  const made = { title, named, words: [...named, ...foldedWords(`${hit.subtitle} ${hit.number}`)] }
  foldedHits.set(hit, made)
  return made
}

/** Whether whole words of the title were typed, in any order. */
const isNamed = ({ title, named }: FoldedHit, typed: string, words: readonly string[]): boolean =>
  typed === title || (typed.length >= MIN_NAME_LENGTH && words.every((word) => named.includes(word)))

/** Tier of a hit of an earlier text for this text, judged by what the hit contains. */
export function tierBefore(hit: SearchHit, text: string): Tier {
  const folded = foldedHit(hit)
  const typed = fold(text)
  const words = typed === '' ? [] : typed.split(' ')
  if (isNamed(folded, typed, words) || String(hit.number) === text) return 'exact'
  if (folded.title.startsWith(typed)) return 'prefix'
  const isThere = (word: string) => folded.words.some((other) => other.startsWith(word))
  return words.length > 0 && words.every(isThere) ? 'words' : 'fuzzy'
}
