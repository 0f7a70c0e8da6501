import { fold } from '../../../domain/lib/fold.ts'
import type { Token } from './tokens.ts'

/** Length in tokens of the longest phrase at `at`; 0 for none. */
export type Phrases = (tokens: readonly Token[], at: number) => number

/** A literal word or a pattern. */
type Word = string | RegExp

const none: readonly (readonly Word[])[] = []

/** Compiles comma-separated phrases. Indexed by first word, since most begin with a literal one. */
export const phrases = (text: string): Phrases => {
  const plain = new Map<string, Word[][]>()
  const others: Word[][] = []
  for (const phrase of text.split(',')) {
    const words = phrase.trim().split(/\s+/).map(compile)
    const [first] = words
    if (typeof first === 'string') plain.set(first, [...(plain.get(first) ?? []), words])
    else others.push(words)
  }
  return (tokens, at) => {
    const token = tokens[at]
    if (token?.kind !== 'word') return 0
    let longest = 0
    for (const some of [plain.get(token.word) ?? none, plain.get(token.other ?? '') ?? none, others]) {
      for (const words of some) {
        if (words.length > longest && words.every((word, step) => says(tokens[at + step], word))) {
          longest = words.length
        }
      }
    }
    return longest
  }
}

/** Whether a word begins any of the phrases: a quick check that rules out most words. */
export const beginningsOf = (texts: readonly string[]): ((word: string) => boolean) => {
  const first = texts
    .flatMap((text) => text.split(','))
    .map((phrase) => compile(phrase.trim().split(/\s+/)[0] ?? ''))
  const plain = new Set(first.filter((word) => typeof word === 'string'))
  const patterns = first.filter((word) => typeof word !== 'string')
  const known = new Map<string, boolean>()
  return (word) => {
    const before = known.get(word)
    if (before !== undefined) return before
    const begins = plain.has(word) || patterns.some((pattern) => pattern.test(word))
    if (known.size >= mostKnown) known.clear()
    known.set(word, begins)
    return begins
  }
}

/** Bounds the cache. */
const mostKnown = 1_000

const compile = (word: string): Word => {
  const folded = word.replace(/[\p{L}\p{M}]+/gu, (letters) => fold(letters))
  if (/^\p{L}+$/u.test(folded)) return folded
  return new RegExp(`^(?:${folded.replaceAll('*', '\\p{L}*')})$`, 'u')
}

const says = (token: Token | undefined, word: Word): boolean =>
  token?.kind === 'word' &&
  (isWord(token.word, word) || (token.other !== undefined && isWord(token.other, word)))

const isWord = (typed: string, word: Word): boolean =>
  typeof word === 'string' ? typed === word : word.test(typed)
