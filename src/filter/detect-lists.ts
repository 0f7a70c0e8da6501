import type { i18n } from 'i18next'
import type { Filters } from '../../domain/lib/filter.ts'
import { parseQuery } from '../../domain/lib/query.ts'
import { type ResourceName, resources } from '../../domain/resources.ts'
import { describeQuery } from './describe-query.ts'
import type { FilterContext } from './filter-context.ts'
import { concepts } from './languages/sentence-language.ts'
import { type Analysis, analyseText } from './sentence/analyse-text.ts'
import type { NamedReference } from './sentence/bind-sentence.ts'
import { type HeadKind, type Request, readHeadKind, readRequest } from './sentence/read-request.ts'
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
  severalNames,
} from './sentence-to-query.ts'
import { canonicalQuery, type FilterWords, filterWords } from './vocabulary.ts'

/** A sentence as the filter of one list. */
export type DetectedList = SentenceQuery & { resource: ResourceName; isBare: boolean }

/** `failed webhooks`: where the list named has no such filter, its messages are meant. */
export const listsInstead: Partial<Record<ResourceName, ResourceName>> = { webhooks: 'deliveries' }

/** An order and its parcel: who sees one of the lists alone calls both by either name. */
const mates: Partial<Record<ResourceName, ResourceName>> = { orders: 'shippings', shippings: 'orders' }

/** The list that is meant by the name of one, of those that the user may see: a seller's parcels are orders. */
export const listMeant = (named: ResourceName, lists: readonly ResourceName[]): ResourceName => {
  const mate = mates[named]
  return mate !== undefined && !lists.includes(named) && lists.includes(mate) ? mate : named
}

/** A list filtered by people; `query` is empty while the name is looked up. */
type PersonList = Pick<DetectedList, 'resource' | 'query' | 'isPending' | 'unknown'>

/** Filters by person that identify a record: couriers, then sellers. */
const peopleFilters = [...concepts.carrier, ...concepts.seller]

/** Candidate lists of a sentence: all that the user may see, and the visible one. */
export type Lists = {
  all: readonly ResourceName[]
  inView: ResourceName | null
  /** Of `listsInstead`, for a single list. */
  instead?: ResourceName | undefined
}

/** Finds the list that a text is about, in the languages loaded now. */
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
  let analysed: { text: string; analysis: Analysis | null } | null = null

  const speaking = (lists: readonly ResourceName[]) => {
    labels ??= labelsOf(lists.map((one) => ({ filters: filtersOf(one), words: wordsOf(one) })))
    return { language: i18n.language, country, labels }
  }
  const sentenceIn = (text: string, lists: readonly ResourceName[]) => parseSentence(text, speaking(lists))
  /** Lists that have filters for the whole sentence; the visible one first, then best fit. */
  const listsOf = (sentence: Sentence, { all, inView, instead: beside }: Lists): DetectedList[] => {
    const named = sentence.resource && listMeant(sentence.resource, all)
    const instead = named === null ? beside : listsInstead[named]
    const own = named === null ? all : all.filter((one) => one === named || one === instead)
    const lists = beside === undefined || own.includes(beside) ? own : [...own, beside]
    const heard = lists.flatMap((resource): DetectedList[] => {
      const spoken = sentenceToQuery(
        withPeople(sentence, resource),
        filtersOf(resource),
        wordsOf(resource),
        references,
      )
      const isEmpty = (one: SentenceQuery) => one.query === '' && one.unknown.length === 0 && !one.isPending
      return spoken === null ||
        (isEmpty(spoken) && (spoken.ignored.length === 0 || (named === null && all.length > 1))) ||
        (resource === instead && spoken.fit === 0)
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
  /** `colis livrés de Drissa Bamba`: unread words may be a name. */
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
    // Parts that cannot be dropped stay in the box as written.
    return spoken && spoken.ignored.length === 0 ? spoken : null
  }

  return {
    filtersOf,
    wordsOf,
    speak,
    describe: (resource: ResourceName, query: string): string =>
      describeQuery(query, { i18n, resource, filters: filtersOf(resource), references }),
    /**
     * Candidate lists, likeliest first: the named one, the visible one, the one with that status. `mayBeName` includes texts
     * that may be a name.
     */
    hear: (text: string, lists: Lists, mayBeName = false): DetectedList[] => {
      const read = mayBeName ? parsePossibleSentence : parseSentence
      const { all, instead } = lists
      const sentence = read(text, speaking(instead === undefined ? all : [...all, instead]))
      if (sentence === null) return []
      const [first, ...others] = listsOf(sentence, lists)
      if (first === undefined) return []
      return [first, ...others.filter(({ fit }) => fit > first.fit).slice(0, 1)]
    },
    listsOf,
    /** The list filtered by a person's name: couriers before sellers. */
    ofPerson: (resource: ResourceName, name: string): PersonList[] =>
      peopleOf(resource, name).flatMap(({ filter, found }): PersonList[] => {
        if (found === null) return []
        const isPending = found === 'pending'
        return [{ resource, query: isPending ? '' : `${filter}:${found.join(',')}`, isPending, unknown: [] }]
      }),
    /** Whether the text only joins words or names a list or a kind of person; null with a verb. */
    headKind: (text: string, lists: readonly ResourceName[]): HeadKind | null =>
      readHeadKind(text, sentenceContext(speaking(lists))),
    /** Parses a verb with its objects; null for any other text. */
    request: (text: string, lists: readonly ResourceName[]): Request | null =>
      readRequest(text, sentenceContext(speaking(lists))),
    /** What each part of the text may be; asked several times for one text. */
    analyse: (text: string, lists: readonly ResourceName[]): Analysis | null => {
      if (analysed?.text !== text) {
        analysed = { text, analysis: analyseText(text, sentenceContext(speaking(lists))) }
      }
      return analysed.analysis
    },
    /** Parses grammar or a sentence for one list; `unread`: terms that could not be read. */
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
