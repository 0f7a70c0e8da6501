import { plainText } from './clean-text.ts'

/**
 * A code as it is compared: without what a scanner set to say the kind of barcode puts before it (AIM symbology identifiers:
 * `]C0`, `]C1`, `]Q1`, `]d2`), and without the group separators of GS1.
 */
export const readKey = (typed: string): string => withoutSymbology(plainText(typed))

/** The same of a text that keeps its letters: a reference of the seller's own. */
export const withoutSymbology = (text: string): string =>
  text.replace(/^\][A-Za-z][0-9A-Za-z](?=.)/, '').trim()
