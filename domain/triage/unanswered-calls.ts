import type { Change } from '../changes/changes.ts'

/**
 * The calls that were not answered among the history lines of an order, without those that were undone. The line of an undo has
 * the verb of what it undoes, but counts no further attempt; the line of a redo does.
 */
export const unansweredCalls = (lines: readonly Change[]): Change[] =>
  lines.filter(
    ({ verb, isUndone, before, after }) =>
      verb === 'order.not-reachable' && !isUndone && attemptsOf(after) > attemptsOf(before),
  )

const attemptsOf = (values: Change['after']): number => Number(values?.attempts ?? 0)
