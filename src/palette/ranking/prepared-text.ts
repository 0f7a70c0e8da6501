import { fold } from '../../../domain/lib/fold.ts'
import type { ArgumentChoice } from '../../commands/argument.ts'
import { stemOf } from './word-forms.ts'

/** A text as it is matched: folded once, when the languages are loaded, not at every key. */
export type PreparedText = {
  folded: string
  words: readonly string[]
  /** The first letters of its words, and of those that are no article: `Aller aux commandes` is `aac` and `ac`. */
  initials: readonly string[]
}

/** How near a text is to the person, nearest first: what something is called before what else people say for it. */
export const nearness = ['ownName', 'ownKeyword', 'otherName', 'otherKeyword'] as const

/** What can be found: by its names, and by the other words that people have for it, in every language. */
export type Prepared = {
  id: string
  /** One list for each step of `nearness`. */
  texts: readonly (readonly PreparedText[])[]
  /** All of their words, each once, and what is left of these without their endings. */
  words: readonly string[]
  stems: ReadonlySet<string>
  /** All of their words, and all of their initials, each with a space before it: one look tells most that do not match. */
  joined: { words: string; initials: string }
}

export type Words = { names: readonly string[]; keywords: readonly string[] }

/** Commands share many of their words, and all are read anew when one more language has been loaded. */
const known = new Map<string, PreparedText>()
const knownStems = new Map<string, string>()
const MAX_KNOWN = 20_000

export const prepareText = (text: string): PreparedText =>
  remember(known, text, () => {
    const folded = fold(text)
    const words = folded === '' ? [] : folded.split(' ')
    return { folded, words, initials: initialsOf(words) }
  })

const remember = <Value>(values: Map<string, Value>, key: string, make: () => Value): Value => {
  const value = values.get(key)
  if (value !== undefined) return value
  if (values.size >= MAX_KNOWN) values.clear()
  const made = make()
  values.set(key, made)
  return made
}

/** `others` are the words of the languages that the person does not read the console in. */
export const prepare = (
  id: string,
  names: readonly string[],
  keywords: readonly string[],
  others: Words = { names: [], keywords: [] },
): Prepared => {
  const texts = [names, keywords, others.names, others.keywords].map(preparedTexts)
  const words = distinct(texts.flat().flatMap((text) => text.words))
  const initials = distinct(texts.flat().flatMap((text) => text.initials))
  return {
    id,
    texts,
    words,
    stems: new Set(words.map((word) => remember(knownStems, word, () => stemOf(word)))),
    joined: { words: join(words), initials: join(initials) },
  }
}

const preparedTexts = (texts: readonly string[]): PreparedText[] => {
  const byFolded = new Map(texts.map(prepareText).map((text) => [text.folded, text]))
  byFolded.delete('')
  return [...byFolded.values()]
}

const join = (texts: readonly string[]): string => texts.map((text) => ` ${text}`).join('')

const MAX_ARTICLE_LENGTH = 3

const initialsOf = (words: readonly string[]): string[] => {
  if (words.length < 2) return []
  const long = words.filter((word) => word.length > MAX_ARTICLE_LENGTH)
  return distinct([firstLetters(words), long.length > 1 ? firstLetters(long) : ''])
}

const firstLetters = (words: readonly string[]): string => words.map((word) => word[0]).join('')

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].filter((text) => text !== '')

/** A choice with its text, and its words in every language that is loaded. */
export type PreparedChoice = { choice: ArgumentChoice; text: string; prepared: Prepared }

export const prepareChoice = (
  choice: ArgumentChoice,
  text: string,
  texts: readonly string[],
): PreparedChoice => ({
  choice,
  text,
  prepared: prepare(choice.value, texts, [choice.value, ...(choice.also ?? [])]),
})
