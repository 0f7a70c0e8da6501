/** Physical key (`event.code`) -> the character it types unshifted, as `navigator.keyboard.getLayoutMap()` has it. */
export type LayoutMap = ReadonlyMap<string, string>

const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((digit) => `Digit${digit}`)
const letters = (row: string) => [...row].map((letter) => `Key${letter}`)

/** The character keys of any keyboard, row by row from the top left. */
export const typingCodes: readonly (readonly string[])[] = [
  ['Backquote', ...digits, 'Minus', 'Equal'],
  [...letters('QWERTYUIOP'), 'BracketLeft', 'BracketRight', 'Backslash'],
  [...letters('ASDFGHJKL'), 'Semicolon', 'Quote'],
  [...letters('ZXCVBNM'), 'Comma', 'Period', 'Slash'],
]

/** US QWERTY, plain and shifted: the meaning of a key whose own script has no Latin letters. */
export const latinPlain = layoutOf(['`1234567890-=', 'qwertyuiop[]\\', "asdfghjkl;'", 'zxcvbnm,./'])
export const latinShifted = layoutOf(['~!@#$%^&*()_+', 'QWERTYUIOP{}|', 'ASDFGHJKL:"', 'ZXCVBNM<>?'])

/** ЙЦУКЕН, assumed from the first Cyrillic letter typed: browsers report the Latin layout only. */
export const russianPlain = layoutOf(['ё1234567890-=', 'йцукенгшщзхъ\\', 'фывапролджэ', 'ячсмитьбю.'])

/** A layout from its four rows of characters, in the order of `typingCodes`. */
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
