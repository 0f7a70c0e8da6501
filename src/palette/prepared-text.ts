import { fold } from '../../domain/lib/fold.ts'

/** A text as it is matched: folded once, when the languages are loaded, not at every key. */
export type PreparedText = {
  folded: string
  words: readonly string[]
  /** The first letters of its words: `Aller aux commandes` is `aac`. */
  initials: string
}

/** What can be found: by its names in every language, and by the other words that people have for it. */
export type Prepared = {
  id: string
  names: readonly PreparedText[]
  keywords: readonly PreparedText[]
  /** All of their words, each once. */
  words: readonly string[]
}

export const prepareText = (text: string): PreparedText => {
  const folded = fold(text)
  const words = folded === '' ? [] : folded.split(' ')
  return { folded, words, initials: words.map((word) => word[0]).join('') }
}

export const prepare = (id: string, names: readonly string[], keywords: readonly string[]): Prepared => {
  const prepared = {
    names: distinct(names).map(prepareText),
    keywords: distinct(keywords).map(prepareText),
  }
  const words = [...prepared.names, ...prepared.keywords].flatMap((text) => text.words)
  return { id, ...prepared, words: distinct(words) }
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].filter((text) => text !== '')
