import type { ResourceName } from '../../../domain/resources.ts'
import type { Clock, Concept, Flag } from '../languages/sentence-language.ts'

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
