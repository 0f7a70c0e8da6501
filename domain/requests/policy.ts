import type { Actor } from '../access/actor.ts'
import { type Scoped, whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'
import { type AnswerStatus, answerStep } from '../lib/answer-status.ts'

export type RequestVerb = 'request.confirm' | 'request.unconfirm' | 'request.mark'

/** The verb that changes one answer to another; null if equal. */
export const requestVerb = (from: AnswerStatus, to: AnswerStatus): RequestVerb | null => {
  const step = answerStep(from, to)
  return step === null ? null : `request.${step}`
}

/** Code why the actor may not give the request that answer, or null. */
export const whyNotMoveRequest = (
  actor: Actor,
  request: Scoped & { status: AnswerStatus },
  to: AnswerStatus,
): Code | null => {
  const verb = requestVerb(request.status, to)
  return whyNot(actor, verb ?? 'request.mark', request) ?? (verb === null ? 'ALREADY_THERE' : null)
}
