/** `event.code` -> the unshifted character, as in `navigator.keyboard.getLayoutMap()`. */
export type LayoutMap = ReadonlyMap<string, string>

const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((digit) => `Digit${digit}`)
const letters = (row: string) => [...row].map((letter) => `Key${letter}`)

/** Codes of the character keys by row, from the top left. */
export const typingCodes: readonly (readonly string[])[] = [
  ['Backquote', ...digits, 'Minus', 'Equal'],
  [...letters('QWERTYUIOP'), 'BracketLeft', 'BracketRight', 'Backslash'],
  [...letters('ASDFGHJKL'), 'Semicolon', 'Quote'],
  [...letters('ZXCVBNM'), 'Comma', 'Period', 'Slash'],
]

/** US QWERTY, plain and shifted: fallback for scripts without Latin letters. */
export const latinPlain = layoutOf(['`1234567890-=', 'qwertyuiop[]\\', "asdfghjkl;'", 'zxcvbnm,./'])
export const latinShifted = layoutOf(['~!@#$%^&*()_+', 'QWERTYUIOP{}|', 'ASDFGHJKL:"', 'ZXCVBNM<>?'])

/** ЙЦУКЕН, assumed after the first Cyrillic letter, because browsers only report the Latin layout. */
export const russianPlain = layoutOf(['ё1234567890-=', 'йцукенгшщзхъ\\', 'фывапролджэ', 'ячсмитьбю.'])

/** Builds a layout from four rows of characters, in the order of `typingCodes`. */
export function layoutOf(rows: readonly string[]): LayoutMap {
  return new Map(
    typingCodes.flatMap((codes, row) => {
      const characters = [...(rows[row] ?? '')]
      return codes.flatMap((code, index): [string, string][] => {
        const character = characters[index]
        return character === undefined ? [] : [[code, character]]
      })
    }),
  )
}
