import type { ResourceName } from '../../../domain/resources.ts'
import type { Clock, Concept, Flag } from '../languages/sentence-language.ts'
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

/** What a piece of a sentence says, before it is known of which list. */
export type Clause =
  /**
   * `isCreation` where it is said that the record was made then; else what its status says may be meant. `isOfStatus` where
   * it is said how long something has been so, `isUntil` where it is said until when, `isComing` where the time
   * is still to come: then it is one that was agreed.
   */
  | { kind: 'created'; value: string; isCreation?: true; isOfStatus?: true; isUntil?: true; isComing?: true }
  /** `depuis 3 jours`: of what waits it is how long it has, of anything else when it came to be so. */
  | { kind: 'since'; age: string; isCreation?: true }
  /** `reportées au 25 novembre`: the time of something else than of the record itself. */
  | { kind: 'clock'; clock: Clock; value: string }
  | { kind: 'missedCall' }
  /** Any of these; which filter has them depends on the list. */
  | { kind: 'value'; values: readonly string[]; not: boolean }
  | { kind: 'flag'; flag: Flag; value: boolean }
  | { kind: 'range'; concept: Concept; min: number | null; max: number | null; isStrict?: true }
  /** Which statuses, and after how long, depends on the list. */
  | { kind: 'late' }
  | { kind: 'none'; concept: Concept }
  | { kind: 'reference'; concept: Concept; name: string }
  | { kind: 'resource'; resource: ResourceName }
  /** As the filter box takes it. */
  | { kind: 'written'; text: string }
  /** Words to look for. `isMeant` where a preposition or quotes say so. */
  | { kind: 'text'; text: string; isMeant: boolean }
  /** What is to be left out, for which no list has a filter; as it was written. */
  | { kind: 'except'; text: string }
  | { kind: 'noise' }

export type ReadClause = { clause: Clause; size: number }

/** Whether it narrows a list by itself. */
export const isNarrowing = ({ kind }: Clause): boolean =>
  kind !== 'text' && kind !== 'noise' && kind !== 'resource'
