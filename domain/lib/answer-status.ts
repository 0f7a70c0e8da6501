import type { Fields } from './field.ts'

/** Answers to expeditions and requests. */
export const answerStatuses = ['PENDING', 'CONFIRMED', 'NOT_YET', 'NO_COMMENT'] as const
export type AnswerStatus = (typeof answerStatuses)[number]

/** Next status for the call that takes only an id. */
export const nextAnswer: Record<AnswerStatus, AnswerStatus> = {
  PENDING: 'CONFIRMED',
  NOT_YET: 'CONFIRMED',
  NO_COMMENT: 'CONFIRMED',
  CONFIRMED: 'PENDING',
}

/** Body of a status call; without `status` it takes `nextAnswer`. */
export const answerMoveFields = {
  status: { kind: 'choice', values: answerStatuses },
} as const satisfies Fields

/** Answers need no confirmation dialog. */
export const answerChanges = { confirm: 'at-once', unconfirm: 'at-once', mark: 'at-once' } as const

export type AnswerStep = 'confirm' | 'unconfirm' | 'mark'

/** The verb that changes one answer to another; null if equal. */
export const answerVerb = <Noun extends 'expedition' | 'request'>(
  noun: Noun,
  from: AnswerStatus,
  to: AnswerStatus,
): `${Noun}.${AnswerStep}` | null => {
  if (from === to) return null
  if (to === 'CONFIRMED') return `${noun}.confirm`
  return from === 'CONFIRMED' ? `${noun}.unconfirm` : `${noun}.mark`
}
