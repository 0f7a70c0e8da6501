import type { ResourceName } from '../../../domain/resources.ts'
import type { Clock, Concept, Flag } from '../languages/sentence-language.ts'
import type { Compiled, SaidName } from './compile-language.ts'
import type { Token } from './tokens.ts'

/** A sentence being parsed in one language. */
export type Reading = {
  text: string
  tokens: readonly Token[]
  language: Compiled
  /** Today in the country, `2026-11-21`. */
  today: string
  /** The console's labels in all loaded languages: folded words -> values. */
  labels: ReadonlyMap<string, readonly string[]>
}

/** Length of the phrase at a position; 0 for none. */
export const said = ({ language, tokens }: Reading, name: SaidName, at: number): number =>
  language.said[name](tokens, at)

/** The longest of several phrases at a position. */
export const longestSaid = <Name extends SaidName>(
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

/** Whether a dash joins a token to the next one: `16-18`, `1.-15.`. */
export const isJoined = ({ text, tokens }: Reading, at: number): boolean => {
  const [one, other] = [tokens[at], tokens[at + 1]]
  return one !== undefined && other !== undefined && /^\.?\s?[-–—]\s?$/.test(text.slice(one.end, other.start))
}

export const signAt = ({ tokens }: Reading, at: number): string | null => {
  const token = tokens[at]
  return token?.kind === 'sign' ? token.sign : null
}

/** The longest entry of a table at a position. */
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

/** A clause, before its list is known. */
export type Clause =
  /**
   * A time. `isCreation`: the sentence says 'created'; else it may be the time of a status. `isOfStatus`: a duration of a
   * state. `isUntil`: an end only. `isComing`: in the future, so an agreed time.
   */
  | { kind: 'created'; value: string; isCreation?: true; isOfStatus?: true; isUntil?: true; isComing?: true }
  /** `depuis 3 jours`: duration of a waiting state, or the time at which another one began. */
  | { kind: 'since'; age: string; isCreation?: true }
  /** `reportées au 25 novembre`: the time of a named event. */
  | { kind: 'clock'; clock: Clock; value: string }
  | { kind: 'missedCall' }
  /** Any of these values; the filter depends on the list. */
  | { kind: 'value'; values: readonly string[]; not: boolean }
  | { kind: 'flag'; flag: Flag; value: boolean }
  | { kind: 'range'; concept: Concept; min: number | null; max: number | null; isStrict?: true }
  /** Statuses and age depend on the list. */
  | { kind: 'late' }
  | { kind: 'none'; concept: Concept }
  | { kind: 'reference'; concept: Concept; name: string }
  | { kind: 'resource'; resource: ResourceName }
  /** In the grammar of the filter box. */
  | { kind: 'written'; text: string }
  /** Search words. `isMeant`: marked by a preposition or quotes. */
  | { kind: 'text'; text: string; isMeant: boolean }
  /** An exclusion as written; no list has a filter for it. */
  | { kind: 'except'; text: string }
  | { kind: 'noise' }

export type ReadClause = { clause: Clause; size: number }

/** Whether the clause alone filters a list. */
export const isNarrowing = ({ kind }: Clause): boolean =>
  kind !== 'text' && kind !== 'noise' && kind !== 'resource'
