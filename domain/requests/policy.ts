import type { Actor } from '../access/actor.ts'
import { type Scoped, whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'
import { type AnswerStatus, answerVerb } from '../lib/answer-status.ts'

/** Code why the actor may not give the request that answer, or null. */
export const whyNotMoveRequest = (
  actor: Actor,
  request: Scoped & { status: AnswerStatus },
  to: AnswerStatus,
): Code | null => {
  const verb = answerVerb('request', request.status, to)
  return whyNot(actor, verb ?? 'request.mark', request) ?? (verb === null ? 'ALREADY_THERE' : null)
}
