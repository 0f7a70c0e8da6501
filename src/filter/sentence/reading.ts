import type { Compiled, Said } from './compile-language.ts'
import type { Token } from './tokens.ts'

/** A sentence while it is read in one language. */
export type Reading = {
  text: string
  tokens: readonly Token[]
  language: Compiled
  /** `2026-11-21` by the country's clock. */
  today: string
  /** What the console itself calls values, in every language that is loaded: folded words -> values. */
  labels: ReadonlyMap<string, readonly string[]>
}

/** How many tokens say it at a place. */
export const said = ({ language, tokens }: Reading, name: Said, at: number): number =>
  language.said[name](tokens, at)

/** The first of the names that is said there, with its length; the longest wins. */
export const longestSaid = <Name extends Said>(
  reading: Reading,
  names: readonly Name[],
  at: number,
): { name: Name; size: number } | null => {
  let best: { name: Name; size: number } | null = null
  for (const name of names) {
    const size = said(reading, name, at)
    if (size > (best?.size ?? 0)) best = { name, size }
  }
  return best
}

/** A number in digits or in words up to twelve. */
export const numberAt = ({ tokens, language }: Reading, at: number): number | null => {
  const token = tokens[at]
  if (token?.kind === 'number') return token.number
  const place = language.numbers.findIndex((phrase) => phrase(tokens, at) > 0)
  return place < 0 ? null : place + 1
}

export const signAt = ({ tokens }: Reading, at: number): string | null => {
  const token = tokens[at]
  return token?.kind === 'sign' ? token.sign : null
}

/** Where anything of a table is said, the longest first. */
export const entrySaid = <Name extends string>(
  { tokens }: Pick<Reading, 'tokens'>,
  table: Record<Name, (tokens: readonly Token[], at: number) => number>,
  at: number,
): { name: Name; size: number } | null => {
  let best: { name: Name; size: number } | null = null
  for (const name of Object.keys(table) as Name[]) {
    const size = table[name](tokens, at)
    if (size > (best?.size ?? 0)) best = { name, size }
  }
  return best
}
