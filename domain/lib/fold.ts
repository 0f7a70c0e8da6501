/** What NFKD leaves as a letter of its own, with the letters that people type for it. */
const letters: Record<string, string> = {
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

const marks = /\p{M}+/gu
const special = /[œæßłøđðþħıŋёй]/g
const separators = /[^\p{L}\p{N}]+/gu

/**
 * The form in which text is compared: lower case, no diacritics, ligatures opened, words separated by one space.
 * `Cœur d’Abidjan` and `coeur d'abidjan` fold to the same `coeur d abidjan`.
 */
export const fold = (text: string): string =>
  plain.test(text) ? text.toLowerCase().replace(plainSeparators, ' ').trim() : foldLetters(text)

/** Texts without a letter that folds to another are most of them, and need a fifth of the work. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const plain = /^[\u0000-\u007f]*$/
const plainSeparators = /[^a-z0-9]+/g

const foldLetters = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(special, (letter) => letters[letter] ?? letter)
    .normalize('NFKD')
    .replace(marks, '')
    .replace(special, (letter) => letters[letter] ?? letter)
    .replace(separators, ' ')
    .trim()

export const foldedWords = (text: string): string[] => {
  const folded = fold(text)
  return folded === '' ? [] : folded.split(' ')
}
