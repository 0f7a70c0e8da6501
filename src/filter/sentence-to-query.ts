import { type CountryCode, countries } from '../../domain/core/countries.ts'
import type { Filters } from '../../domain/lib/filter.ts'
import { fold } from '../../domain/lib/fold.ts'
import { parseQuery } from '../../domain/lib/query.ts'
import { dayOf } from '../../domain/lib/zone-clock.ts'
import type { References } from './references.ts'
import { bindSentence, type NamedReference } from './sentence/bind-sentence.ts'
import {
  readPossibleSentence,
  readSentence,
  type Sentence,
  type SentenceContext,
} from './sentence/read-sentence.ts'
import { canonicalQuery, type FilterWords } from './vocabulary.ts'

/** A sentence as a list's filter. */
export type SentenceQuery = {
  /** Canonical, as links carry it. */
  query: string
  isSure: boolean
  fit: number
  /** Names that are still looked up; until then they are not in the query. */
  isPending: boolean
  /** Names that nobody has. */
  unknown: readonly NamedReference[]
  /** What was said and narrows nothing. */
  ignored: readonly string[]
  /** Words that nothing was understood by: they are searched for. */
  leftOver: readonly string[]
}

export type Speaking = {
  language: string
  country: CountryCode
  labels: ReadonlyMap<string, readonly string[]>
}

/** What was said by the clock of a country. */
export const parseSentence = (text: string, speaking: Speaking): Sentence | null =>
  readSentence(text, sentenceContext(speaking))

/** The same, with what may as well be a name. */
export const parsePossibleSentence = (text: string, speaking: Speaking): Sentence | null =>
  readPossibleSentence(text, sentenceContext(speaking))

export const sentenceContext = ({ language, country, labels }: Speaking): SentenceContext => {
  const { timeZone, decimals } = countries[country]
  return { language, labels, decimals, today: dayOf(new Date(), timeZone) }
}

/** The same on one list; null where the list has no filter for something that was said. */
export const sentenceToQuery = (
  sentence: Sentence,
  filters: Filters,
  words: FilterWords,
  references: References | null,
): SentenceQuery | null => {
  const bound = bindSentence(sentence, filters)
  if (bound === null) return null
  const unknown: NamedReference[] = []
  let isPending = false
  let query = bound.query
  for (const reference of bound.references) {
    const found = resolveName(reference, references)
    if (found === 'pending') isPending = true
    if (found === null) unknown.push(reference)
    const ids = Array.isArray(found) ? found.join(',') : ''
    query = withValue(query, reference.filter, ids)
  }
  const canonical = canonicalQuery(filters, query, words)
  const { problems } = parseQuery(filters, canonical, { now: new Date(0), vocabulary: words.vocabulary })
  if (problems.length > 0) return null
  return {
    query: canonical,
    isSure: sentence.isSure,
    fit: bound.fit,
    isPending,
    unknown,
    ignored: bound.ignored,
    leftOver: bound.leftOver,
  }
}

/** Replaces what the filter's name is followed by; the filter is dropped with its last value. */
const withValue = (query: string, filter: string, ids: string): string => {
  const start = query.indexOf(`${filter}:`)
  if (start < 0) return query
  const value = /"[^"]*"|\S+/y
  value.lastIndex = start + filter.length + 1
  if (!value.test(query)) return query
  const written = ids === '' ? '' : `${filter}:${ids}`
  return `${query.slice(0, start)}${written}${query.slice(value.lastIndex)}`.replace(/\s+/g, ' ').trim()
}

/** More of one name are too many to be meant. */
const mostMeant = 5

/** The ids of a name; null for a name that nobody has, or that this person may not look up. */
export const resolveName = (
  { filter, name }: NamedReference,
  references: References | null,
): string[] | 'pending' | null => {
  if (references === null || !references.has(filter)) return null
  const { options, phase } = references.find(filter, name)
  const exact = options.filter(({ label }) => fold(label) === fold(name))
  const meant = exact.length > 0 ? exact : options
  if (exact.length === 0 && phase === 'loading') return 'pending'
  return meant.length === 0 || meant.length > mostMeant ? null : meant.map(({ value }) => value)
}

/** What the console calls the values of a list's choices, as sentences say them. */
export const labelsOf = (
  lists: readonly { filters: Filters; words: FilterWords }[],
): Map<string, string[]> => {
  const labels = new Map<string, string[]>()
  for (const { filters, words } of lists) {
    for (const [name, filter] of Object.entries(filters)) {
      if (filter.kind !== 'choice') continue
      for (const value of filter.values) {
        for (const word of words.values(name, value)) {
          const key = fold(word)
          labels.set(key, [...new Set([...(labels.get(key) ?? []), value])])
        }
      }
    }
  }
  return labels
}
