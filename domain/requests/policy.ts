import type { Actor } from '../access/actor.ts'
import type { Scoped } from '../access/scope.ts'
import { whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'
import { type AnswerStatus, answerStep } from '../lib/answer-status.ts'

export type RequestVerb = 'request.confirm' | 'request.unconfirm' | 'request.mark'

/** The verb that moves a request from one answer to another; null if it already has that answer. */
export const requestVerb = (from: AnswerStatus, to: AnswerStatus): RequestVerb | null => {
  const step = answerStep(from, to)
  return step === null ? null : `request.${step}`
}

/** Why this actor may not give the request that answer; null when they may. */
export const whyNotMoveRequest = (
  actor: Actor,
  request: Scoped & { status: AnswerStatus },
  to: AnswerStatus,
): Code | null => {
  const verb = requestVerb(request.status, to)
  return whyNot(actor, verb ?? 'request.mark', request) ?? (verb === null ? 'ALREADY_THERE' : null)
}
