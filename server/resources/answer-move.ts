import type { Actor } from '../../domain/access/actor.ts'
import type { Code } from '../../domain/core/codes.ts'
import {
  type AnswerStatus,
  answerMoveFields,
  answerStatuses,
  answerVerb,
  nextAnswer,
} from '../../domain/lib/answer-status.ts'
import type { Held, Move } from '../crud/resource-definition.ts'

type Answered = Held & { status: AnswerStatus }

/** Status call of answered resources: to the given answer, else the next. */
export const answerMove = <Row extends Answered, Facts>(
  noun: 'expedition' | 'request',
  whyNot: (actor: Actor, record: Row, to: AnswerStatus, facts: Facts) => Code | null,
): Move<Row, Facts> => ({
  reach: `${noun}.mark`,
  fields: answerMoveFields,
  next: (record, asked) => ({
    ...record,
    status: answerStatuses.find((status) => status === asked.status) ?? nextAnswer[record.status],
  }),
  verb: (record, next) => answerVerb(noun, record.status, next.status),
  whyNot: (actor, record, next, facts) => whyNot(actor, record, next.status, facts),
})
