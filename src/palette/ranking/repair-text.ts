import { defaultLanguage, isLanguageCode } from '../../../domain/core/languages.ts'
import { fold } from '../../../domain/lib/fold.ts'
import { inDigits } from '../../../domain/lib/typed/number-words.ts'
import { editDistance, isOneSlip, isSwapped } from '../../../domain/lib/typo.ts'
import { isFiller } from '../../filter/languages/fillers.ts'
import { longWord } from '../../filter/languages/short-words.ts'
import { isSpoken, spokenWords } from '../../filter/sentence/spoken-words.ts'
import type { Prepared } from './text-analysis.ts'
import { isForgivenTypo, otherLayouts } from './text-analysis.ts'

/** A text with its slips and abbreviations written out. `slips`: how many words were guessed. */
export type Repaired = { text: string; slips: number }

type Known = { language: string; prepared: readonly Prepared[] }

/**
 * Writes out abbreviations and corrects single slips of words that no language of the console knows: `cofirm 14992`,
 * `cmds annulees`. Null if nothing is to be repaired.
 */
export function repairText(text: string, known: Known): Repaired | null {
  const meant = inOtherLayout(text, known)
  if (meant !== null) return { text: meant, slips: 0 }
  let slips = 0
  const spelled = inDigits(moreOf(text, known.language))
  let isChanged = spelled !== text
  const repaired = spelled.replace(/[\p{L}\p{M}]{2,40}\.?/gu, (written) => {
    const word = fold(written)
    const long = longWord(word, known.language)
    if (long !== null && fold(long) !== word) {
      isChanged = true
      return long
    }
    const meant = isKnown(word, known.prepared) ? null : slipOf(word, known)
    if (meant === null) return written
    isChanged = true
    slips += 1
    return meant
  })
  return isChanged ? { text: repaired, slips } : null
}

/** `cmd de + de 30 mille`: the sign for a word. */
const moreOf = (text: string, language: string): string =>
  text.replace(
    /(?<![^\s])\+\s?(?=(?:de|di|que|als|than|чем)\s)/giu,
    `${moreWords[isLanguageCode(language) ? language : defaultLanguage]} `,
  )

const moreWords = { fr: 'plus', en: 'more', de: 'mehr', it: 'più', es: 'más', ru: 'больше' } as const

/** `pfrfps ctujlyz`: no word is known, and on another keyboard layout all are. */
const inOtherLayout = (text: string, { prepared }: Known): string | null => {
  const words = text.trim().split(/\s+/)
  if (
    (words.length < 2 && text.length < SHORTEST) ||
    /\d/.test(text) ||
    fold(text)
      .split(' ')
      .some((word) => isKnown(word, prepared))
  )
    return null
  const isWhole = (other: string) => {
    const read = fold(other).split(' ')
    return read.length === words.length && read.every((word) => isKnown(word, prepared))
  }
  return otherLayouts(text).find(isWhole) ?? null
}

/** Whether a folded word is one of the console's, in any language. */
export const isKnown = (word: string, prepared: readonly Prepared[]): boolean =>
  isFiller(word) || isSpoken(word) || commandWords(prepared).all.has(word)

/** The nearest known word: of sentences first, then of commands in the user's language. */
const slipOf = (word: string, { language, prepared }: Known): string | null => {
  const spoken = spokenWords(isLanguageCode(language) ? language : defaultLanguage)
  for (const words of [spoken, commandWords(prepared).own]) {
    let found: string | null = null
    for (const other of words) {
      if (!isSlip(word, other)) continue
      // `deliverd` is `delivered` rather than `deliver`: the ending says which form is meant.
      if (other.at(-1) === word.at(-1)) return other
      found ??= other
    }
    if (found !== null) return found
  }
  if (word.length < LONG) return null
  const far = [...spoken, ...commandWords(prepared).own].filter(
    (other) => other[0] === word[0] && other.length >= LONG - 1 && editDistance(word, other, 2) !== null,
  )
  const [only, ...others] = [...new Set(far)]
  // `facurtas`, `stornirern`: two slips in a long word, if no other word is as near.
  return others.every((other) => other.slice(0, SHORTEST) === only?.slice(0, SHORTEST))
    ? (only ?? null)
    : null
}

const isSlip = (typed: string, word: string): boolean =>
  typed.length < SHORTEST
    ? isSwapped(typed, word)
    : word.length >= SHORTEST - 1 && isForgivenTypo(typed, word) && isOneSlip(typed, word)

/** Words that two slips do not make another word. */
const LONG = 7

/** Shorter words are only tried with two letters swapped. */
const SHORTEST = 5

type CommandWords = { all: ReadonlySet<string>; own: ReadonlySet<string> }

const made = new WeakMap<readonly Prepared[], CommandWords>()

const commandWords = (prepared: readonly Prepared[]): CommandWords => {
  const known = made.get(prepared)
  if (known) return known
  const own = prepared.flatMap(({ texts }) =>
    texts
      .slice(0, 2)
      .flat()
      .flatMap(({ words }) => words),
  )
  const words = { all: new Set(prepared.flatMap(({ words }) => words)), own: new Set(own) }
  made.set(prepared, words)
  return words
}
