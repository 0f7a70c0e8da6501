import { plainDigits } from './typed/clean-text.ts'

/** Letters that NFKD does not decompose, with what people type for them. */
const latinAndCyrillic: Record<string, string> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'ng',
  ё: 'е',
  й: 'и',
}

/**
 * Arabic letters used interchangeably on different keyboards, by code point (source with mixed directions is unreadable). NFKD
 * has separated the hamza from its carriers.
 */
const arabic: readonly (readonly [letter: string, written: string])[] = [
  ['\u0627', '\u0671\u0672\u0673\u0675'], // alef: wasla, wavy hamza, high hamza
  ['\u0647', '\u0629\u06c1\u06c3\u06be\u06d5'], // heh: teh marbuta, heh goal, heh doachashmee, ae
  ['\u064a', '\u0649\u06cc\u06d0\u06d2\u06cd'], // yeh: alef maksura, Persian yeh, e, barree, with tail
  ['\u0643', '\u06a9\u06aa\u06ab\u06ac\u06ad\u06af'], // kaf: keheh, swash, ring, ng, gaf
  ['\u0641', '\u06a2\u06a4\u06a5'], // feh: Maghrebi, veh
  ['\u0642', '\u06a7\u06a8'], // qaf: Maghrebi, the Tunisian gaf
  ['\u0628', '\u067e'], // beh: peh
  // The hamza on the line, and the tatweel, which only widens a word.
  ['', '\u0621\u0674\u0640'],
  // Marks in isolated form: their compatibility forms begin with a space.
  ['', '\ufe70\ufe72\ufe74\ufe76\ufe78\ufe7a\ufe7c\ufe7e\ufc5e\ufc5f\ufc60\ufc61\ufc62\ufc63'],
]

/** Replacement of each letter that Unicode does not decompose. */
export const foldedLetters: Readonly<Record<string, string>> = {
  ...latinAndCyrillic,
  ...Object.fromEntries(
    arabic.flatMap(([letter, written]) => [...written].map((one): [string, string] => [one, letter])),
  ),
}

/** Combining marks and invisible characters: joiners, direction marks, soft hyphens. */
const marks = /[\p{M}\p{Cf}]+/gu
const special =
  /[œæßłøđðþħıŋёй\u0621\u0629\u0640\u0649\u0671-\u0675\u067e\u06a2-\u06af\u06be-\u06d5\ufc5e-\ufc63\ufe70-\ufe7e]/g
const separators = /[^\p{L}\p{N}]+/gu

/**
 * Folds text for comparison, on the server and in the browser: lower case, no diacritics, ligatures and presentation forms
 * decomposed, one form of each Arabic letter, ASCII digits, single spaces. `Cœur d’Abidjan` -> `coeur d abidjan`. Search
 * entries are stored folded: a change here needs a higher `entryVersion` (`domain/search/searchable.ts`).
 */
export const fold = (text: string): string =>
  plain.test(text) ? text.toLowerCase().replace(plainSeparators, ' ').trim() : foldLetters(text)

/** Fast path for texts without special letters: a fifth of the time. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const plain = /^[\u0000-\u007f]*$/
const plainSeparators = /[^a-z0-9]+/g

const foldLetters = (text: string): string =>
  plainDigits(text)
    .normalize('NFC')
    .toLowerCase()
    .replace(special, openLetter)
    .normalize('NFKD')
    .replace(marks, '')
    .replace(special, openLetter)
    .replace(apostrophes, ' ')
    .replace(separators, ' ')
    .trim()

/** Unicode letters that are typed as apostrophes: `Nʼguessan`, `Qurʾan`. */
export const apostrophes = /[\u02b9-\u02bf\u02c8\u02ca\u02cb\ua78b\ua78c]+/g

const openLetter = (letter: string): string => foldedLetters[letter] ?? letter

export const foldedWords = (text: string): string[] => {
  const folded = fold(text)
  return folded === '' ? [] : folded.split(' ')
}

/** The text, and its spelling without umlauts (`über`, `ueber`). */
export const umlautSpellings = (text: string): string[] => {
  const open = text.replace(/[äöüÄÖÜ]/g, (letter) => `${vowels[letter]}e`)
  return open === text ? [text] : [text, open]
}

const vowels: Readonly<Record<string, string>> = { ä: 'a', ö: 'o', ü: 'u', Ä: 'A', Ö: 'O', Ü: 'U' }
