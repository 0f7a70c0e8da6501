import type { Fields } from './field.ts'

/** What expeditions and requests can be answered with. */
export const answerStatuses = ['PENDING', 'CONFIRMED', 'NOT_YET', 'NO_COMMENT'] as const
export type AnswerStatus = (typeof answerStatuses)[number]

/** Where the call that takes only an id leads: to CONFIRMED, and from there back to PENDING. */
export const nextAnswer: Record<AnswerStatus, AnswerStatus> = {
  PENDING: 'CONFIRMED',
  NOT_YET: 'CONFIRMED',
  NO_COMMENT: 'CONFIRMED',
  CONFIRMED: 'PENDING',
}

/** What a status call says: nothing, for the next answer, or which one. */
export const answerMoveFields = {
  status: { kind: 'choice', values: answerStatuses },
} as const satisfies Fields

/** The column of what is answered. */
export const answerColumn = {
  shape: { kind: 'choice', values: answerStatuses },
  sort: true,
  filter: { kind: 'choice', values: answerStatuses },
} as const

/** Answers are given without being asked about. */
export const answerChanges = { confirm: 'at-once', unconfirm: 'at-once', mark: 'at-once' } as const

export type AnswerStep = 'confirm' | 'unconfirm' | 'mark'

/** The kind of step from one answer to another; null where there is none to take. */
export const answerStep = (from: AnswerStatus, to: AnswerStatus): AnswerStep | null => {
  if (from === to) return null
  if (to === 'CONFIRMED') return 'confirm'
  return from === 'CONFIRMED' ? 'unconfirm' : 'mark'
}
