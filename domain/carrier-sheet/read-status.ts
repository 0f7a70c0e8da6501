import { type LanguageCode, languageCodes } from '../core/languages.ts'
import { shippingStatuses } from '../fulfillment/shipping-status.ts'
import { fold, umlautSpellings } from '../lib/fold.ts'
import { cleanText } from '../lib/typed/clean-text.ts'
import {
  doubts,
  fillers,
  negators,
  type PhraseMeaning,
  type SheetStatus,
  sheetWords,
  statusPhrases,
} from './status-words.ts'

/**
 * `unclear`: the status is negated, planned or one of several. `other`: a carrier's word for something that is no status here.
 */
export type StatusReading = SheetStatus | 'unclear' | 'other'

/**
 * Maps a carrier's cell to a status: `LIVRÉS`, `Livré le 12/11`, `Refusé par client`, `nicht zugestellt`. Dates, names and
 * reasons beside the word are allowed. Negated, planned or several statuses give `unclear`, never a guess. Null if no word of a
 * carrier is in it.
 */
export const readStatusWord = (written: string): StatusReading | null => {
  if (written.length > MAX_LENGTH) return null
  const text = cleanText(written)
  const folded = fold(text)
  const words = folded.split(' ').filter((word) => word !== '' && !/^\d/.test(word) && !fillerWords.has(word))
  const exact = exactMeanings.get(folded) ?? exactMeanings.get(words.join(' '))
  if (exact !== undefined && !isQuestion(text)) return exact
  if (words.length > MAX_WORDS) return null
  const { matches, isOpen, rest } = readPhrases(words)
  if (matches.length === 0) return isOpen ? 'other' : null
  if (isOpen || isQuestion(text) || rest > MAX_REST) return 'unclear'
  return meaningOf(matches.filter(({ isDenied }) => !isDenied).map(({ meaning }) => meaning)) ?? 'unclear'
}

const MAX_LENGTH = 200
const MAX_WORDS = 24
/** Maximum number of other words: a longer cell is a sentence, not a status. */
const MAX_REST = 6

const isQuestion = (text: string): boolean => text.includes('?')

type Match = { meaning: PhraseMeaning; isDenied: boolean }

const readPhrases = (words: readonly string[]): { matches: Match[]; isOpen: boolean; rest: number } => {
  const matches: Match[] = []
  let isOpen = false
  let rest = 0
  /** Words since the last negation that belong to no phrase; null before the first negation. */
  let denied: number | null = null
  for (let at = 0; at < words.length; ) {
    const found = longestAt(words, at)
    if (found === null) {
      const isNegator = negatorWords.has(words[at]!)
      const last = matches.at(-1)
      if (isNegator && at === words.length - 1 && last !== undefined) last.isDenied = true
      denied = isNegator ? 0 : denied === null ? null : denied + 1
      rest++
      at++
      continue
    }
    if (found.meaning === 'OPEN') isOpen = true
    else matches.push({ meaning: found.meaning, isDenied: denied !== null && denied < DENIED_WITHIN })
    denied = null
    at += found.length
  }
  return { matches, isOpen, rest }
}

/** How many words a negation reaches over: `n’a pas encore été livré`. */
const DENIED_WITHIN = 3

/** The one status named by the cell's phrases, in order; a reason may follow it. */
const meaningOf = (meanings: readonly PhraseMeaning[]): SheetStatus | null => {
  const isDamaged = meanings.includes('DAMAGED')
  const named = [...new Set(meanings)].filter((meaning) => meaning !== 'DAMAGED')
  const reasons = named.filter((meaning) => meaning !== 'FAILED')
  const [first, ...others] = reasons
  if (isDamaged) {
    const isReturn = others.length === 0 && (first === undefined || first === 'RETURNED')
    return isReturn && !named.includes('FAILED') ? { status: 'RETURNED', condition: 'damaged' } : null
  }
  if (first === undefined) return named.length === 0 ? null : { status: 'NOT_REACHABLE', condition: null }
  const status = shippingStatuses.find((one) => one === first)
  const isFailure = named.includes('FAILED')
  if (status === undefined || (isFailure && !failures.has(first))) return null
  return others.every((reason) => reasonsOf[first]?.includes(reason) ?? false)
    ? { status, condition: null }
    : null
}

/** Statuses that may be the reason of a failed delivery. */
const failures = new Set<PhraseMeaning>(['NOT_REACHABLE', 'REFUSED', 'POSTPONED', 'RETURNED', 'CANCELLED'])

/** Statuses that may be followed by their reason: `Retour expéditeur, client absent`. */
const reasonsOf: Partial<Record<PhraseMeaning, readonly PhraseMeaning[]>> = {
  RETURNED: ['NOT_REACHABLE', 'REFUSED', 'CANCELLED'],
  POSTPONED: ['NOT_REACHABLE'],
  CANCELLED: ['NOT_REACHABLE', 'REFUSED'],
}

type Phrase = { words: readonly Pattern[]; meaning: PhraseMeaning | 'OPEN' }
type Pattern = { word: string; isPrefix: boolean }

const longestAt = (
  words: readonly string[],
  at: number,
): { meaning: Phrase['meaning']; length: number } | null => {
  let best: Phrase | null = null
  for (const phrase of [...(byWord.get(words[at]!) ?? []), ...prefixed]) {
    if (phrase.words.length <= (best?.words.length ?? 0)) continue
    if (phrase.words.every((pattern, step) => fits(pattern, words[at + step]))) best = phrase
  }
  return best === null ? null : { meaning: best.meaning, length: best.words.length }
}

const fits = ({ word, isPrefix }: Pattern, given: string | undefined): boolean =>
  given !== undefined && (isPrefix ? given.startsWith(word) : given === word)

const listOf = (text: string): string[] => text.split(', ').flatMap(umlautSpellings)

const fillerWords = new Set(listOf(fillers).map(fold))
const negatorWords = new Set(listOf(negators).map(fold))

/** Forms of a participle by gender and number, folded. */
const inflections: Record<LanguageCode, (word: string) => readonly string[]> = {
  fr: (word) => ['', 'e', 's', 'es'].map((end) => word + end),
  en: (word) => [word],
  de: (word) => ['', 'e', 'er', 'es', 'en', 'em'].map((end) => word + end),
  it: (word) =>
    word.endsWith('o')
      ? ['o', 'a', 'i', 'e'].map((end) => word.slice(0, -1) + end)
      : [word, `${word.slice(0, -1)}i`],
  es: (word) =>
    word.endsWith('o') ? ['o', 'a', 'os', 'as'].map((end) => word.slice(0, -1) + end) : [word, `${word}s`],
  ru: (word) => ['', 'а', 'о', 'ы', 'ныи', 'ная', 'ное', 'ные'].map((end) => word + end),
}

/** Expands `livré~ client` to each of its spellings. */
const expand = (text: string, language: LanguageCode | null): Pattern[][] =>
  text
    .split(' ')
    .map((written): Pattern[] => {
      const word = fold(written)
      if (written.endsWith('*')) return [{ word, isPrefix: true }]
      const forms = written.endsWith('~') && language !== null ? inflections[language](word) : [word]
      return forms.map((form) => ({ word: form, isPrefix: false }))
    })
    .filter(([pattern]) => pattern !== undefined && !fillerWords.has(pattern.word))
    .reduce<Pattern[][]>(
      (done, forms) => done.flatMap((words) => forms.map((form) => [...words, form])),
      [[]],
    )

const phrases: readonly Phrase[] = [
  ...(Object.keys(statusPhrases) as PhraseMeaning[]).flatMap((meaning) =>
    languageCodes.flatMap((language) =>
      listOf(statusPhrases[meaning][language])
        .flatMap((text) => expand(text, language))
        .map((words): Phrase => ({ words, meaning })),
    ),
  ),
  ...listOf(doubts)
    .flatMap((text) => expand(text, null))
    .map((words): Phrase => ({ words, meaning: 'OPEN' })),
]

const prefixed = phrases.filter(({ words }) => words[0]!.isPrefix)

const byWord = new Map<string, Phrase[]>()
for (const phrase of phrases) {
  const [{ word, isPrefix }] = phrase.words as [Pattern]
  if (isPrefix) continue
  const beside = byWord.get(word)
  if (beside === undefined) byWord.set(word, [phrase])
  else beside.push(phrase)
}

const exactMeanings = new Map<string, SheetStatus>(sheetWords)
