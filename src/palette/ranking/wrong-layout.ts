import { type LayoutMap, latinPlain, layoutOf, russianPlain } from '../../keyboard/layouts.ts'

const azerty = layoutOf(['²&é"\'(-è_çà)=', 'azertyuiop^$*', 'qsdfghjklmù', 'wxcvbn,;:!'])
const qwertz = layoutOf(['^1234567890ß´', 'qwertzuiopü+#', 'asdfghjklöä', 'yxcvbnm,.-'])

const latinLayouts: readonly LayoutMap[] = [latinPlain, azerty, qwertz]

const isCyrillic = /\p{Script=Cyrillic}/u

/** Reads each character as the key that types it on one layout, and says what that key types on the other. */
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
 * What the same keys would have typed on another layout: `qnnuler` is `annuler`, `pfrfp` is `заказ`, `ыефегы` is
 * `status`. Every pair that people mistake: QWERTY, AZERTY, QWERTZ and Russian, each for each other.
 */
export function otherLayouts(query: string): readonly string[] {
  const lower = query.toLowerCase()
  const readings = isCyrillic.test(lower) ? fromRussian : fromLatin
  return [...new Set(readings.map((read) => read(lower)))].filter((other) => other !== lower)
}

const unshifted = new Map([...'&é"\'(-è_çà'].map((character, index) => [character, String((index + 1) % 10)]))

/** Digits typed without Shift on AZERTY: `&à'é"` is `10423`. Null for any other text, and for what may be punctuation. */
export function unshiftedDigits(text: string): string | null {
  const digits = [...text].map((character) => unshifted.get(character))
  if (text.length < 2 || digits.includes(undefined) || /^[-'"(_]+$/.test(text)) return null
  return digits.join('')
}
