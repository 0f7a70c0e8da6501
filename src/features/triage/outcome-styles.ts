import type { Decision } from '../../../machines/triage/triage-types.ts'
import type { Tone } from '../../ui/feedback/tone.ts'
import type { IconName } from '../../ui/icons/icon-set.ts'

/** The outcome of an order, as the history shows it: a promised call differs from one in vain. */
export const outcomeNames = ['confirmed', 'cancelled', 'notReachable', 'callback', 'skipped'] as const
export type OutcomeName = (typeof outcomeNames)[number]

export const outcomeOf = (decision: Decision | null): OutcomeName => {
  if (decision === null) return 'skipped'
  if (decision.status === 'NOT_REACHABLE') return decision.callbackAt ? 'callback' : 'notReachable'
  return decision.status === 'CONFIRMED' ? 'confirmed' : 'cancelled'
}

export const outcomeStyles: Record<OutcomeName, { tone: Tone; icon: IconName }> = {
  confirmed: { tone: 'success', icon: 'circle-check' },
  cancelled: { tone: 'neutral', icon: 'circle-x' },
  notReachable: { tone: 'attention', icon: 'phone-missed' },
  callback: { tone: 'info', icon: 'calendar-clock' },
  skipped: { tone: 'neutral', icon: 'arrow-right' },
}
