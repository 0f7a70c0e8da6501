import type { TextBox } from './label-layout.ts'

/** In em: descenders do not touch the next line. */
export const LINE_HEIGHT = 1.2

/** In millimetres: about five points, the smallest legible at 203 dpi (thermal printers). */
const MIN_SIZE = 1.8
const STEP = 0.1
/** Input is cut here: the longest stored text has 300 characters. */
const MAX_LENGTH = 1_000

export type FittedText = { size: number; lines: string[] }

/**
 * Fits a text into a box: the largest font size (mm) at which it fits, and its lines. Widths are those of a wide sans-serif,
 * rounded up, so that other fonts fit too. Text that is too long at the smallest size ends in `…`.
 */
export const fitText = (text: string, box: TextBox): FittedText => {
  const words = labelText(text)
  for (let size = box.size; size >= MIN_SIZE; size -= STEP) {
    const lines = wrapText(words, box.width / (size * weightOf(box)))
    if (lines.length * size * LINE_HEIGHT <= box.height + 1e-6) return { size: rounded(size), lines }
  }
  const widest = box.width / (MIN_SIZE * weightOf(box))
  const room = Math.max(1, Math.floor(box.height / (MIN_SIZE * LINE_HEIGHT)))
  const lines = wrapText(words, widest)
  return { size: MIN_SIZE, lines: [...lines.slice(0, room - 1), shortened(lines[room - 1]!, widest)] }
}

/** Whether the first letter with a direction is right-to-left, as `dir="auto"` decides. */
export const isRightToLeft = (text: string): boolean => {
  for (const character of text) {
    if (rightToLeft.test(character)) return true
    if (letter.test(character)) return false
  }
  return false
}

/** Removes line breaks, control characters and direction marks. */
export const labelText = (text: string): string =>
  text
    .slice(0, MAX_LENGTH)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g, '')
    .trim()

/** Wraps text to lines of at most `width` (em). A word wider than a line is broken. */
const wrapText = (text: string, width: number): string[] => {
  const lines: string[] = []
  let line = ''
  let filled = 0
  const end = () => {
    if (line !== '') lines.push(line)
    line = ''
    filled = 0
  }
  for (const word of text.split(' ').flatMap((word) => brokenWord(word, width))) {
    const wide = widthOf(word)
    const space = line === '' ? 0 : widthOf(' ')
    if (filled + space + wide > width) end()
    filled += (line === '' ? 0 : space) + wide
    line = line === '' ? word : `${line} ${word}`
  }
  end()
  return lines.length === 0 ? [''] : lines
}

const brokenWord = (word: string, width: number): string[] => {
  if (widthOf(word) <= width) return [word]
  const parts: string[] = []
  let part = ''
  let filled = 0
  for (const character of word) {
    const wide = widthOfCharacter(character)
    if (filled + wide > width && part !== '') {
      parts.push(part)
      part = ''
      filled = 0
    }
    part += character
    filled += wide
  }
  return part === '' ? parts : [...parts, part]
}

const shortened = (line: string, width: number): string => {
  const characters = [...line]
  while (characters.length > 0 && widthOf(`${characters.join('')}…`) > width) characters.pop()
  return `${characters.join('').trimEnd()}…`
}

const widthOf = (text: string): number => {
  let width = 0
  for (const character of text) width += widthOfCharacter(character)
  return width
}

/** Caches character widths: a text is wrapped at many sizes. */
const measured = new Map<string, number>()
const MAX_MEASURED = 5_000

const widthOfCharacter = (character: string): number => {
  const known = measured.get(character)
  if (known !== undefined) return known
  if (measured.size >= MAX_MEASURED) measured.clear()
  const width = widths.find(({ of }) => of.test(character))?.width ?? 1.1
  measured.set(character, width)
  return width
}

/** Advance widths in em; the first match counts. Measured on Inter, the widest font used. */
const widths: readonly { of: RegExp; width: number }[] = [
  { of: /[\p{Mn}\p{Me}]/u, width: 0 },
  { of: /[ijlI.,:;'’|!]/, width: 0.32 },
  { of: /[\s()[\]/\\\-"`°·tfr]/u, width: 0.42 },
  { of: /[mwMW@%—…]/u, width: 1.02 },
  { of: /[0-9]/, width: 0.66 },
  { of: /[a-z]/, width: 0.62 },
  { of: /[A-Z]/, width: 0.79 },
  { of: /[\u00c0-\u024f]/u, width: 0.79 },
  { of: /[ЖШЩЮЫФМжшщюыфм]/u, width: 1.02 },
  { of: /\p{Script=Cyrillic}/u, width: 0.78 },
  { of: /\p{Script=Greek}/u, width: 0.78 },
  { of: /\p{Script=Arabic}/u, width: 0.72 },
  { of: /\p{Script=Hebrew}/u, width: 0.7 },
]

const weightOf = ({ isBold }: TextBox): number => (isBold ? 1.08 : 1)

const rounded = (size: number): number => Math.round(size * 100) / 100

const letter = /\p{L}/u
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
