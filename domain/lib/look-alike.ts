/** Scripts that are mixed in normal text count as one. */
const scripts = [
  /^\p{Script=Latin}$/u,
  /^\p{Script=Cyrillic}$/u,
  /^\p{Script=Greek}$/u,
  /^\p{Script=Arabic}$/u,
  /^\p{Script=Hebrew}$/u,
  /^\p{Script=Armenian}$/u,
  /^\p{Script=Georgian}$/u,
  /^\p{Script=Devanagari}$/u,
  /^\p{Script=Bengali}$/u,
  /^\p{Script=Thai}$/u,
  /^\p{Script=Ethiopic}$/u,
  /^\p{Script=Hangul}$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u,
]

const invisible = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u

/**
 * Whether a text can be confused with another: invisible or control characters, letters of several scripts (a Cyrillic `е` in a
 * Latin address), or compatibility forms (full width, ligatures).
 */
export const isLookAlike = (text: string): boolean => {
  const composed = text.normalize('NFC')
  if (invisible.test(composed) || composed.normalize('NFKC') !== composed) return true
  const letters = composed.match(/\p{L}/gu) ?? []
  return letters.length > 0 && !scripts.some((script) => letters.every((letter) => script.test(letter)))
}
