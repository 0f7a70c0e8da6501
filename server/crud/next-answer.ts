import { type AnswerStatus, answerStatuses, nextAnswer } from '../../domain/lib/answer-status.ts'

/** A record with the answer asked for, else with the one that follows its own. */
export const nextAnswerOf = <Row extends { status: AnswerStatus }>(
  record: Row,
  asked: Record<string, unknown>,
): Row => ({
  ...record,
  status: answerStatuses.find((status) => status === asked.status) ?? nextAnswer[record.status],
})
