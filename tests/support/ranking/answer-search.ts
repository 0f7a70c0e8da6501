import type { SearchHit } from '../../../domain/changes/changes.ts'
import { fold } from '../../../domain/lib/fold.ts'
import { isOneSlip, isOneTypoFrom, shortestForgiven, swapsOf } from '../../../domain/lib/typo.ts'
import { type ResourceName, resourceNames } from '../../../domain/resources.ts'
import type { SearchEntry } from '../../../domain/search/searchable.ts'
import { type Keyword, readKeyword } from '../../../server/search/keyword-condition.ts'
import { searchEntries } from './records.ts'

const typoTier = 7
const MAX_HITS = 20

type AnswerSearch = (text: string, resource: ResourceName | null) => SearchHit[]

/**
 * `GET search` over given records, without a database. `tests/api/search-ranking.test.ts` compares it with real answers.
 * `known`: status and phone, which entries lack.
 */
export const createAnswerSearch = (
  all: readonly SearchEntry[],
  known: (id: string) => SearchHit | undefined = () => undefined,
): AnswerSearch => {
  const hasWordOrSlip = hasWordOrSlipIn(all)
  const hitOf = (entry: SearchEntry, rank: number): SearchHit => ({
    ...hit(entry, rank),
    ...known(entry.recordId),
    rank,
  })
  return (text, resource) => {
    const keyword = readKeyword(text.trim())
    const entries = all.filter((entry) => resource === null || entry.resource === resource)
    const found = entries
      .filter((entry) => isFound(entry, keyword, hasWord))
      .map((entry) => hitOf(entry, tierOf(entry, text, keyword)))
    if (keyword.isNumberOnly) return sorted(found)
    const ids = new Set(found.map(({ id }) => id))
    const near = entries
      .filter((entry) => !ids.has(entry.recordId) && isFound(entry, keyword, hasWordOrSlip))
      .map((entry) => hitOf(entry, typoTier))
    return [...sorted(found), ...(found.length < MAX_HITS ? sorted(near) : [])].slice(0, MAX_HITS)
  }
}

const hit = ({ resource, recordId, number, title, subtitle }: SearchEntry, rank: number): SearchHit => ({
  resource,
  id: recordId,
  number,
  title,
  subtitle,
  status: null,
  customerPhone: null,
  rank,
})

const sorted = (hits: SearchHit[]): SearchHit[] =>
  hits
    .toSorted(
      (a, b) =>
        a.rank - b.rank ||
        resourceNames.indexOf(a.resource) - resourceNames.indexOf(b.resource) ||
        b.number - a.number,
    )
    .slice(0, MAX_HITS)

type Has = (entry: SearchEntry, word: string, isAlone: boolean) => boolean

const isFound = (entry: SearchEntry, keyword: Keyword, has: Has): boolean => {
  const { number, isNumberOnly, words, phones } = keyword
  if (number !== null && (entry.number === number || isBegun(entry.number, number))) return true
  if (isNumberOnly || words.length + phones.length === 0) return false
  return (
    words.every((word) => has(entry, word, words.length === 1)) &&
    phones.every((phone) => hasPhone(entry, phone))
  )
}

const hasWord: Has = ({ text }, word) => text.includes(word.length < 3 ? ` ${word}` : word)

const hasWordOrSlipIn = (all: readonly SearchEntry[]): Has => {
  const learned = [...new Set(all.flatMap(({ text }) => text.split(' ')))].filter((word) =>
    /^\p{L}{4,40}$/u.test(word),
  )
  const spellings = (typed: string): string[] => {
    const near = learned.filter((word) => isOneTypoFrom(typed, word))
    const whole = near.filter((word) => isOneSlip(typed, word))
    const begun = near.filter((word) => !whole.includes(word)).sort((a, b) => a.length - b.length)
    return [...whole, ...begun].slice(0, 8)
  }
  return (entry, word, isAlone) =>
    hasWord(entry, word, isAlone) ||
    (!isAlone && swapsOf(word).some((other) => entry.text.includes(` ${other}`))) ||
    (word.length >= shortestForgiven &&
      /^\p{L}+$/u.test(word) &&
      spellings(word).some((other) => entry.text.includes(` ${other}`)))
}

const hasPhone = (entry: SearchEntry, { digits, words }: Keyword['phones'][number]): boolean =>
  digits.some((pattern) => {
    const bare = pattern.replaceAll('%', '')
    return pattern.startsWith('%') ? entry.digits.includes(bare) : entry.digits.startsWith(bare)
  }) || words.every((word) => hasWord(entry, word, false))

const isBegun = (number: number, typed: number): boolean =>
  typed >= 10 &&
  [1, 2, 3].some((more) => String(number).length === String(typed).length + more) &&
  String(number).startsWith(String(typed))

function tierOf(entry: SearchEntry, text: string, keyword: Keyword): number {
  const folded = fold(text)
  const phones = keyword.phones
    .map(({ words }) => words.join('').replace(/^0+(?=[1-9])/, ''))
    .filter((digits) => digits.length >= 8)
  if (keyword.number !== null && entry.number === keyword.number) return 0
  if (phones.some((digits) => entry.digits.endsWith(digits))) return 1
  if (folded !== '' && `${entry.text} `.startsWith(` ${folded} `)) return 2
  if (folded !== '' && entry.text.startsWith(` ${folded}`)) return 3
  if (keyword.number !== null && isBegun(entry.number, keyword.number)) return 3
  const begins = (within: string) =>
    keyword.words.length > 0 && keyword.words.every((word) => within.includes(` ${word}`))
  if (begins(entry.text.slice(0, entry.title.length + 1))) return 4
  return begins(entry.text) ? 5 : 6
}

/** The same over the fixed records of the ranking tables. */
export const answerSearch = createAnswerSearch(searchEntries)
