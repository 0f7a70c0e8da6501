import { fold, umlautSpellings } from '../../../domain/lib/fold.ts'
import { isOneTypoFrom as isNearlyBegun, shortestForgiven } from '../../../domain/lib/typo.ts'
import type { ArgumentChoice } from '../../commands/command.ts'
import { type LayoutMap, latinPlain, layoutOf, russianPlain } from '../../keyboard/layouts.ts'

/** A text prepared for matching, folded once per language. */
export type PreparedText = {
  folded: string
  words: readonly string[]
  /** Initials of all words, and without articles: `Aller aux commandes` is `aac` and `ac`. */
  initials: readonly string[]
}

/** Order of matches: names before keywords, the user's language before others. */
export const nearness = ['ownName', 'ownKeyword', 'otherName', 'otherKeyword'] as const

/** Names and keywords of a candidate in all loaded languages. */
export type Prepared = {
  id: string
  /** One list for each step of `nearness`. */
  texts: readonly (readonly PreparedText[])[]
  /** Distinct words of all texts, and their stems. */
  words: readonly string[]
  stems: ReadonlySet<string>
  /** All words and all initials, space-prefixed: one `includes` rules out most candidates. */
  joined: { words: string; initials: string }
}

export type Words = { names: readonly string[]; keywords: readonly string[] }

/** Shared cache: commands have many words in common. */
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

/** `others`: words of languages other than the user's. */
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
  // `Ändern` is typed `aendern` too.
  const byFolded = new Map(
    texts
      .flatMap(umlautSpellings)
      .map(prepareText)
      .map((text) => [text.folded, text]),
  )
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

/** A choice with its label, and its words in all loaded languages. */
export type PreparedChoice = { choice: ArgumentChoice; text: string; prepared: Prepared }

export const prepareChoice = (
  choice: ArgumentChoice,
  text: string,
  texts: readonly string[],
  also: readonly string[] = choice.also ?? [],
): PreparedChoice => ({
  choice,
  text,
  prepared: prepare(choice.value, texts, [choice.value, ...also]),
})

/** Word endings (plural, gender, case, infinitive) in the five Latin-script languages. */
const latin = /(?:ieren|ern|are|ere|ire|ees|ies|en|er|ar|ir|es|ee|os|as|s|e|i|o|a|x|y)$/

/** Russian word endings, folded: `й` is `и`, `ё` is `е`. */
const russian =
  /(?:иями|ами|ями|ого|его|ому|ему|ыми|ими|иях|ить|ать|еть|ять|ов|ев|еи|ам|ям|ах|ях|ом|ем|ои|ыи|ии|ая|яя|ое|ее|ую|юю|ые|ие|ых|их|ым|им|ия|а|я|ы|и|у|ю|е|о|ь)$/

/** Shorter stems match too much. */
const MIN_STEM_LENGTH = { latin: 4, russian: 3 } as const

/** Stem of a folded word: `livraisons` and `livraison`, `заказам` and `заказы` are equal. */
export function stemOf(word: string): string {
  const isRussian = /\p{Script=Cyrillic}/u.test(word)
  const stem = word.replace(isRussian ? russian : latin, '')
  return stem.length < (isRussian ? MIN_STEM_LENGTH.russian : MIN_STEM_LENGTH.latin) ? word : stem
}

/**
 * Whether `word` starts with `typed` except for one edit. Requires five letters and a correct first letter (or swapped with the
 * second), since short words have many neighbours and first letters are seldom wrong.
 */
export const isForgivenTypo = (typed: string, word: string): boolean => {
  if (typed.length < shortestForgiven) return false
  const isSwapped = typed[0] === word[1] && typed[1] === word[0]
  return (typed[0] === word[0] || isSwapped) && isNearlyBegun(typed, word)
}

const azerty = layoutOf(['²&é"\'(-è_çà)=', 'azertyuiop^$*', 'qsdfghjklmù', 'wxcvbn,;:!'])
const qwertz = layoutOf(['^1234567890ß´', 'qwertzuiopü+#', 'asdfghjklöä', 'yxcvbnm,.-'])

const latinLayouts: readonly LayoutMap[] = [latinPlain, azerty, qwertz]

const isCyrillic = /\p{Script=Cyrillic}/u

/** Maps characters between two layouts by key. */
const reading = (on: LayoutMap, meant: LayoutMap): ((text: string) => string) => {
  const codes = new Map([...on].map(([code, character]) => [character, code]))
  const read = (character: string) => meant.get(codes.get(character) ?? '') ?? character
  return (text) => [...text].map(read).join('')
}

const fromRussian = latinLayouts.map((meant) => reading(russianPlain, meant))
const fromLatin = [
  ...latinLayouts.flatMap((on) =>
    latinLayouts.filter((meant) => meant !== on).map((meant) => reading(on, meant)),
  ),
  ...latinLayouts.map((on) => reading(on, russianPlain)),
]

/**
 * Readings of the same keys on other layouts: `qnnuler` is `annuler`, `pfrfp` is `заказ`, `ыефегы` is `status`. All pairs of
 * QWERTY, AZERTY, QWERTZ and Russian.
 */
export function otherLayouts(query: string): readonly string[] {
  const lower = query.toLowerCase()
  const readings = isCyrillic.test(lower) ? fromRussian : fromLatin
  return [...new Set(readings.map((read) => read(lower)))].filter((other) => other !== lower)
}

const unshifted = new Map([...'&é"\'(-è_çà'].map((character, index) => [character, String((index + 1) % 10)]))

/** Digits typed without Shift on AZERTY: `&à'é"` is `10423`. Null for other text and possible punctuation. */
export function unshiftedDigits(text: string): string | null {
  const digits = [...text].map((character) => unshifted.get(character))
  if (text.length < 2 || digits.includes(undefined) || /^[-'"(_]+$/.test(text)) return null
  return digits.join('')
}
