import type { LayoutName, Stroke } from '../../../support/keyboards.ts'
import { typedOn } from '../../../support/keyboards.ts'

/**
 * How a key is written in a binding, by what is printed on it: a letter by itself or with `Shift+`, any other character as
 * it is, a Cyrillic one by the Latin one in its place. A digit of AZERTY's row is meant without Shift where the character
 * that it types means nothing.
 */
export const defaultStep = (layout: LayoutName, stroke: Stroke): string[] => {
  const { key, code, shiftKey, altKey = false } = stroke
  if (key === 'Dead') return []
  if (altKey) return /[\p{L}\p{N}]/u.test(key) ? [] : [key]
  const isCyrillic = /[^\p{ASCII}\p{Script=Latin}]/u.test(key) && /\p{L}/u.test(key)
  const printed = isCyrillic ? (typedOn('QWERTY', code, shiftKey) ?? key) : key
  const step = written(printed, shiftKey)
  const digit = layout === 'AZERTY' && !shiftKey && code.startsWith('Digit') ? [code.slice(-1)] : []
  return [step, ...(isCyrillic ? [written(key, shiftKey)] : []), ...digit]
}

const written = (character: string, shiftKey: boolean): string =>
  shiftKey && /\p{L}/u.test(character) ? `Shift+${character.toLowerCase()}` : character.toLowerCase()
