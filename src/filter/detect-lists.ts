import type { i18n } from 'i18next'
import type { Filters } from '../../domain/lib/filter.ts'
import { parseQuery } from '../../domain/lib/query.ts'
import { type ResourceName, resources } from '../../domain/resources.ts'
import { describeQuery } from './describe-query.ts'
import type { FilterContext } from './filter-context.ts'
import { concepts } from './languages/sentence-language.ts'
import type { NamedReference } from './sentence/bind-sentence.ts'
import {
  type HeadKind,
  type Request,
  readHeadKind,
  readPlainWords,
  readRequest,
} from './sentence/read-request.ts'
import type { Sentence } from './sentence/read-sentence.ts'
import type { Clause } from './sentence/reading.ts'
import {
  labelsOf,
  parsePossibleSentence,
  parseSentence,
  resolveName,
  type SentenceQuery,
  sentenceContext,
  sentenceToQuery,
} from './sentence-to-query.ts'
import { canonicalQuery, type FilterWords, filterWords } from './vocabulary.ts'

/** What was said, as the filter of one list. */
export type DetectedList = SentenceQuery & { resource: ResourceName; isBare: boolean }

/** Two names or more, and nothing else. */
const severalNames = /^[\p{L}\p{M}'’.-]{2,}(?:\s+[\p{L}\p{M}'’.-]+)+$/u

/** A list filtered by people; `query` is empty while their name is looked up. */
type PersonList = Pick<DetectedList, 'resource' | 'query' | 'isPending' | 'unknown'>

/** Filters that a record is known by, of those that hold people. */
const peopleFilters = [...concepts.carrier, ...concepts.seller]

/** Where a sentence may lead: the lists that this person has, and the one in view. */
export type Lists = { all: readonly ResourceName[]; inView: ResourceName | null }

/** Reads what is written about any list, in the words that are loaded at this moment. */
export const createListDetector = (i18n: i18n, { country, references }: FilterContext) => {
  const known = new Map<ResourceName, FilterWords>()
  const filtersOf = (resource: ResourceName): Filters => resources[resource].list.filters
  const wordsOf = (resource: ResourceName): FilterWords => {
    const words =
      known.get(resource) ?? filterWords(i18n, resource, filtersOf(resource), references.known, country)
    known.set(resource, words)
    return words
  }
  let labels: Map<string, string[]> | null = null

  const speaking = (lists: readonly ResourceName[]) => {
    labels ??= labelsOf(lists.map((one) => ({ filters: filtersOf(one), words: wordsOf(one) })))
    return { language: i18n.language, country, labels }
  }
  const sentenceIn = (text: string, lists: readonly ResourceName[]) => parseSentence(text, speaking(lists))
  /** The lists that have a filter for all of it, the list in view first, then those that fit best. */
  const listsOf = (sentence: Sentence, { all, inView }: Lists): DetectedList[] => {
    const { resource: named } = sentence
    const lists = named === null ? all : all.filter((one) => one === named)
    const heard = lists.flatMap((resource): DetectedList[] => {
      const spoken = sentenceToQuery(
        withPeople(sentence, resource),
        filtersOf(resource),
        wordsOf(resource),
        references,
      )
      const isEmpty = (one: SentenceQuery) => one.query === '' && one.unknown.length === 0 && !one.isPending
      return spoken === null ||
        (isEmpty(spoken) && (spoken.ignored.length === 0 || (named === null && all.length > 1)))
        ? []
        : [{ ...spoken, resource, isBare: sentence.isBare }]
    })
    const isFirst = (one: DetectedList) => Number(one.resource === inView)
    return heard.toSorted((a, b) => isFirst(b) - isFirst(a) || b.fit - a.fit)
  }
  const peopleOf = (resource: ResourceName, name: string) =>
    peopleFilters
      .filter((filter) => filtersOf(resource)[filter]?.kind === 'reference')
      .map((filter) => ({ filter, found: resolveName({ filter, name }, references) }))
  /** `colis livrés de Drissa Bamba`: several words that are left over may be somebody's name. */
  const withPeople = (sentence: Sentence, resource: ResourceName): Sentence => ({
    ...sentence,
    clauses: sentence.clauses.map((clause): Clause => {
      if (clause.kind !== 'text' || clause.isMeant || !severalNames.test(clause.text)) return clause
      const [person] = peopleOf(resource, clause.text).filter(({ found }) => Array.isArray(found))
      return person ? { kind: 'written', text: `${person.filter}:${String(person.found)}` } : clause
    }),
  })
  const speak = (text: string, resource: ResourceName): SentenceQuery | null => {
    const sentence = sentenceIn(text, [resource])
    const spoken = sentence && sentenceToQuery(sentence, filtersOf(resource), wordsOf(resource), references)
    // What cannot be left out stays in the box as it was written.
    return spoken && spoken.ignored.length === 0 ? spoken : null
  }

  return {
    filtersOf,
    wordsOf,
    speak,
    describe: (resource: ResourceName, query: string): string =>
      describeQuery(query, { i18n, resource, filters: filtersOf(resource), references }),
    /** With `mayBeName` also of a text that may as well be a name. The lists that it may be about, the likeliest first: the one named, the one in view, the one whose status it is. */
    hear: (text: string, { all, inView }: Lists, mayBeName = false): DetectedList[] => {
      const read = mayBeName ? parsePossibleSentence : parseSentence
      const sentence = read(text, speaking(all))
      if (sentence === null) return []
      const [first, ...others] = listsOf(sentence, { all, inView })
      if (first === undefined) return []
      return [first, ...others.filter(({ fit }) => fit > first.fit).slice(0, 1)]
    },
    listsOf,
    /** The list under each filter that a person of that name is known for, its delivery persons before its sellers. */
    ofPerson: (resource: ResourceName, name: string): PersonList[] =>
      peopleOf(resource, name).flatMap(({ filter, found }): PersonList[] => {
        if (found === null) return []
        const isPending = found === 'pending'
        return [{ resource, query: isPending ? '' : `${filter}:${found.join(',')}`, isPending, unknown: [] }]
      }),
    /** Whether words only join, or name a list or a kind of person: no verb is among them. */
    headKind: (text: string, lists: readonly ResourceName[]): HeadKind | null =>
      readHeadKind(text, sentenceContext(speaking(lists))),
    /** A verb with what it is for; null for any other text. */
    request: (text: string, lists: readonly ResourceName[]): Request | null =>
      readRequest(text, sentenceContext(speaking(lists))),
    /** A text without the words that say nothing, and without its time: what is left may be a name. */
    plainWords: (text: string, lists: readonly ResourceName[]): string =>
      readPlainWords(text, sentenceContext(speaking(lists))),
    /** Grammar or sentence as one list's query; what could not be read is named. */
    read: (resource: ResourceName, text: string): { query: string; unread: readonly string[] } => {
      const spoken = /\s/.test(text.trim()) ? speak(text, resource) : null
      if (spoken?.isSure && !spoken.isPending && spoken.unknown.length === 0) {
        return { query: spoken.query, unread: [] }
      }
      const words = wordsOf(resource)
      const query = canonicalQuery(filtersOf(resource), text, words)
      const { problems } = parseQuery(filtersOf(resource), query, {
        now: new Date(0),
        vocabulary: words.vocabulary,
      })
      return { query, unread: problems.map(({ token }) => token) }
    },
    unknownIn: (resource: ResourceName, unknown: readonly NamedReference[]): string =>
      unknown
        .map(({ filter, name }) =>
          i18n.t('filter:unknown', { name: i18n.t(`${resource}:filters.${filter}`), value: name }),
        )
        .join(', '),
  }
}

export type ListDetector = ReturnType<typeof createListDetector>
