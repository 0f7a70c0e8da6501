import type { Code } from '../core/codes.ts'

/** What became of an event. */
export const verdicts = ['created', 'updated', 'duplicate', 'needs-product', 'refused', 'ignored'] as const
export type IntakeVerdict = (typeof verdicts)[number]

/** Whether somebody has to see to it: always, never, or if a part of the event waits with a reason. */
const waits: Record<IntakeVerdict, 'always' | 'never' | 'with-reason'> = {
  created: 'never',
  updated: 'with-reason',
  duplicate: 'never',
  'needs-product': 'always',
  refused: 'always',
  ignored: 'never',
}

/** Reasons that nobody has to act on: an edit of ours has won over the shop's, or the order is over. */
const shownOnly: readonly Code[] = ['CHANGED_HERE', 'SHIPPING_IS_OVER', 'FULFILLED_IN_SHOP']

export const isShownOnly = (code: Code): boolean => shownOnly.includes(code)

export const needsSomebody = (verdict: IntakeVerdict, reason: Code | null): boolean =>
  waits[verdict] === 'always' || (waits[verdict] === 'with-reason' && reason !== null && !isShownOnly(reason))
