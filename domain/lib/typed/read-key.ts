import { plainText } from './clean-text.ts'

/**
 * Normalises a scanned or typed code: removes the AIM symbology prefix of scanners (`]C0`, `]C1`, `]Q1`, `]d2`) and GS1 group
 * separators.
 */
export const readKey = (typed: string): string => withoutSymbology(plainText(typed))

/** The same for a seller's reference, whose letters are kept. */
export const withoutSymbology = (text: string): string =>
  text.replace(/^\][A-Za-z][0-9A-Za-z](?=.)/, '').trim()
