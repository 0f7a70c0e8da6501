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

/** The status column of resources that are answered. */
export const answerColumn = {
  shape: { kind: 'choice', values: answerStatuses },
  sort: true,
  filter: { kind: 'choice', values: answerStatuses },
} as const

/** Answers need no confirmation dialog. */
export const answerChanges = { confirm: 'at-once', unconfirm: 'at-once', mark: 'at-once' } as const

export type AnswerStep = 'confirm' | 'unconfirm' | 'mark'

/** The kind of step from one answer to another; null if equal. */
export const answerStep = (from: AnswerStatus, to: AnswerStatus): AnswerStep | null => {
  if (from === to) return null
  if (to === 'CONFIRMED') return 'confirm'
  return from === 'CONFIRMED' ? 'unconfirm' : 'mark'
}
