import { fold, foldedWords } from '../../domain/lib/fold.ts'
import { isOneTypoFrom, shortestForgiven } from '../../domain/lib/typo.ts'

/**
 * How well what was written begins one of the words, 0 best; null for not at all. The first word is the reader's own, and
 * stands before the other languages'.
 */
export const matchOf = (written: string, words: readonly string[]): number | null => {
  const typed = fold(written)
  if (typed === '') return 0
  let best: number | null = null
  for (const [place, word] of words.entries()) {
    const rank = rankOf(typed, fold(word))
    if (rank === null) continue
    const own = rank + (place === 0 ? 0 : 0.5)
    if (best === null || own < best) best = own
  }
  return best
}

const rankOf = (typed: string, word: string): number | null => {
  if (word === typed) return 0
  if (word.startsWith(typed)) return 1
  if (word.split(' ').some((part) => part.startsWith(typed))) return 2
  return typed.length >= shortestForgiven && isOneTypoFrom(typed, word) ? 3 : null
}

/** Whether each word of a text begins a word of a label. */
export const labelMatcher = (text: string): ((label: string) => boolean) => {
  const words = foldedWords(text)
  return (label) => {
    const own = foldedWords(label)
    return words.every((word) => own.some((other) => other.startsWith(word)))
  }
}
