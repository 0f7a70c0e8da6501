import { fold, foldedWords } from '../../domain/lib/fold.ts'
import { isOneTypoFrom, shortestForgiven } from '../../domain/lib/typo.ts'

/**
 * How well the text begins one of the words: 0 best, null no match. The first word is in the user's language and ranks before
 * others.
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

/** Whether each word of a text begins a word of a label; Cyrillic text matches Latin labels by sound. */
export const labelMatcher = (text: string): ((label: string) => boolean) => {
  const beginsAll = (typed: readonly string[], own: readonly string[]) =>
    typed.every((word) => own.some((other) => other.startsWith(word)))
  const words = foldedWords(text)
  const latin = isCyrillic(text) ? foldedWords(inLatin(text)).map(soundOf) : null
  return (label) => {
    const own = foldedWords(label)
    return beginsAll(words, own) || (latin !== null && beginsAll(latin, own.map(soundOf)))
  }
}

/** How near a text is to a person's name: the whole name, the first name, another whole part of it, less. */
export const nameDistance = (text: string, name: string): number => {
  const [typed, own] = [foldedWords(text), foldedWords(name)]
  if (typed.length === 0 || typed.join(' ') === own.join(' ')) return 0
  if (typed.every((word, place) => own[place] === word)) return 1
  return typed.every((word) => own.includes(word)) ? 2 : 3
}

const isCyrillic = (text: string): boolean => /\p{Script=Cyrillic}/u.test(text)

/** Folded letters: `ё` and `й` are already `е` and `и`. */
const latinLetters: Readonly<Record<string, string>> = {
  ...{
    а: 'a',
    б: 'b',
    в: 'v',
    г: 'g',
    д: 'd',
    е: 'e',
    ж: 'j',
    з: 'z',
    и: 'i',
    к: 'k',
    л: 'l',
    м: 'm',
    н: 'n',
  },
  ...{ о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'ou', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'ch', щ: 'ch' },
  ...{ ъ: '', ы: 'y', ь: '', э: 'e', ю: 'iou', я: 'ia' },
}

/** Case endings: `Дриссы Бамбы` is `Дрисса Бамба`. */
const caseEnding = /(?<=\p{L}{3})[аеиоуыюя]$/u

/** Transliterates a Cyrillic name in the French way, without case endings: `Дриссы Бамбы` -> `driss bamb`. */
export const inLatin = (text: string): string =>
  isCyrillic(text)
    ? foldedWords(text)
        .map((word) =>
          word.replace(caseEnding, '').replace(/\p{L}/gu, (letter) => latinLetters[letter] ?? letter),
        )
        .join(' ')
    : text

/** Latin spellings of a Cyrillic name: `Яо` is `iao` and `yao`. */
export const latinSpellings = (text: string): string[] => {
  const plain = inLatin(text)
  return [...new Set([plain.replace(/(?<!\p{L})i(?=[aou])/gu, 'y'), plain])]
}

/** Unifies spellings of one sound: `ou`/`u`, `y`/`i`, `c`/`k`, double letters. */
const soundOf = (word: string): string =>
  word
    .replaceAll('ou', 'u')
    .replace(/[yq]|c(?!h)/g, (letter) => (letter === 'y' ? 'i' : 'k'))
    .replace(/(.)\1+/g, '$1')
