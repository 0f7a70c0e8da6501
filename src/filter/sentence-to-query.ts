import { type CountryCode, countries } from '../../domain/core/countries.ts'
import type { Filters } from '../../domain/lib/filter.ts'
import { fold } from '../../domain/lib/fold.ts'
import { parseQuery } from '../../domain/lib/query.ts'
import { dayOf } from '../../domain/lib/zone-clock.ts'
import { concepts } from './languages/sentence-language.ts'
import type { References } from './references.ts'
import { bindSentence, type NamedReference } from './sentence/bind-sentence.ts'
import {
  readPossibleSentence,
  readSentence,
  type Sentence,
  type SentenceContext,
} from './sentence/read-sentence.ts'
import type { Clause } from './sentence/reading.ts'
import { canonicalQuery, type FilterWords } from './vocabulary.ts'

/** A sentence as the filter of a list. */
export type SentenceQuery = {
  /** Canonical. */
  query: string
  isSure: boolean
  fit: number
  /** Names are still being looked up and missing in the query. */
  isPending: boolean
  /** Names that match nobody. */
  unknown: readonly NamedReference[]
  /** Parts without effect on the filter. */
  ignored: readonly string[]
  /** Unread words; searched as text. */
  leftOver: readonly string[]
}

export type Speaking = {
  language: string
  country: CountryCode
  labels: ReadonlyMap<string, readonly string[]>
}

/** Parses a sentence with a country's clock. */
export const parseSentence = (text: string, speaking: Speaking): Sentence | null =>
  readSentence(text, sentenceContext(speaking))

/** Also accepts texts that may be a name. */
export const parsePossibleSentence = (text: string, speaking: Speaking): Sentence | null =>
  readPossibleSentence(text, sentenceContext(speaking))

export const sentenceContext = ({ language, country, labels }: Speaking): SentenceContext => {
  const { timeZone, decimals } = countries[country]
  return { language, labels, decimals, today: dayOf(new Date(), timeZone) }
}

/** The sentence as a filter of one list; null if the list lacks a filter for a part. */
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

/** Two or more names and nothing else. */
export const severalNames = /^[\p{L}\p{M}'’.-]{2,}(?:\s+[\p{L}\p{M}'’.-]+)+$/u

/** `auf tour bintou djè`: unread words that are a courier's whole name. Other names are searched: customers have them too. */
export const withCouriers = (
  sentence: Sentence,
  filters: Filters,
  references: References | null,
): Sentence => {
  const filter = concepts.carrier.find((name) => filters[name]?.kind === 'reference')
  if (filter === undefined || !references?.has(filter)) return sentence
  const courierOf = (name: string): Clause | null => {
    const called = references.find(filter, name).options.filter(({ label }) => fold(label) === fold(name))
    return called.length === 0
      ? null
      : { kind: 'written', text: `${filter}:${called.map(({ value }) => value).join(',')}` }
  }
  return {
    ...sentence,
    clauses: sentence.clauses.map((clause) =>
      clause.kind === 'text' && !clause.isMeant && severalNames.test(clause.text)
        ? (courierOf(clause.text) ?? clause)
        : clause,
    ),
  }
}

/** Sets a filter's value; an empty value removes the filter. */
const withValue = (query: string, filter: string, ids: string): string => {
  const start = query.indexOf(`${filter}:`)
  if (start < 0) return query
  const value = /"[^"]*"|\S+/y
  value.lastIndex = start + filter.length + 1
  if (!value.test(query)) return query
  const written = ids === '' ? '' : `${filter}:${ids}`
  return `${query.slice(0, start)}${written}${query.slice(value.lastIndex)}`.replace(/\s+/g, ' ').trim()
}

/** Names with more matches are too ambiguous. */
const mostMeant = 5

/** Ids of a name; null for no match, or if the user may not look it up. */
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

/** The console's labels of choice values, for sentences. */
/** Of a country, also a word of its name: `burkina`, `ivoire`. */
const keysOfLabel = (label: string, isCountry: boolean): string[] =>
  isCountry ? [label, ...label.split(' ').filter((word) => word.length > MIN_COUNTRY_WORD)] : [label]

const MIN_COUNTRY_WORD = 4

export const labelsOf = (
  lists: readonly { filters: Filters; words: FilterWords }[],
): Map<string, string[]> => {
  const labels = new Map<string, string[]>()
  for (const { filters, words } of lists) {
    for (const [name, filter] of Object.entries(filters)) {
      if (filter.kind !== 'choice') continue
      for (const value of filter.values) {
        for (const word of words.values(name, value)) {
          for (const key of keysOfLabel(fold(word), name === 'country')) {
            labels.set(key, [...new Set([...(labels.get(key) ?? []), value])])
          }
        }
      }
    }
  }
  return labels
}
