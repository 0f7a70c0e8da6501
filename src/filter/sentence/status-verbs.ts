import type { RequestVerb, Value } from '../languages/sentence-language.ts'
import type { Clause } from './reading.ts'

/** Resolved verbs: `mark` with a status becomes that status's verb, `return` may be damaged. */
export type AskedVerb = Exclude<RequestVerb, 'mark'> | 'notReachable' | 'lose' | 'unpay' | 'returnDamaged'

/** The last status and the verb that leads to it. */
export const goalOf = (clauses: readonly Clause[]): { clause: Clause; verb: AskedVerb } | null => {
  for (const clause of clauses.toReversed()) {
    if (clause.kind !== 'value' || clause.not) continue
    const value = clause.values.find((one): one is keyof typeof goals => Object.hasOwn(goals, one))
    if (value !== undefined) return { clause, verb: goals[value] }
  }
  return null
}

/** The verb that leads to the status that a clause names: `14980 unreachable`; `W44-3 not paid` is unpaid. Null for none. */
export const verbOfStatus = (clause: Clause): AskedVerb | null => {
  if (clause.kind !== 'value') return null
  if (clause.not) return clause.values.includes('PAID') ? 'unpay' : null
  return goalOf([clause])?.verb ?? null
}

const goals = {
  PENDING: 'reopen',
  CONFIRMED: 'confirm',
  CANCELLED: 'cancel',
  NOT_REACHABLE: 'notReachable',
  ASSIGNED: 'assign',
  OUT_FOR_DELIVERY: 'dispatch',
  DELIVERED: 'deliver',
  POSTPONED: 'postpone',
  REFUSED: 'refuse',
  RETURNED: 'return',
  LOST: 'lose',
  PAID: 'pay',
  UN_PAID: 'unpay',
} as const satisfies Partial<Record<Value, AskedVerb>>
