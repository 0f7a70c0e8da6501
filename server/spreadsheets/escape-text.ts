import { storableText } from './storable-text.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** `_x0041_` in a cell's text is read as the letter A: its underscore is written as one. */
export const escapeText = (text: string): string =>
  storableText(text)
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (letter) => entities[letter]!)
