/** Why customers cancel on the phone, the most frequent first. */
export const cancelReasons = [
  'changedMind',
  'tooExpensive',
  'neverOrdered',
  'wrongNumber',
  'boughtElsewhere',
  'tooLate',
  'outOfReach',
  'duplicate',
] as const

export type CancelReason = (typeof cancelReasons)[number]

export const isCancelReason = (value: unknown): value is CancelReason =>
  (cancelReasons as readonly unknown[]).includes(value)

/** Chosen instead of a reason. */
export const noCancelReason = 'none'
