import { type AnswerStatus, type AnswerStep, answerStatuses } from '../../../domain/lib/answer-status.ts'
import { resources } from '../../../domain/resources.ts'
import type { Command } from '../../commands/command.ts'
import { statusCommand, statusVerbCommand } from './status-commands.ts'
import type { RecordRule } from './target-record.ts'

type Answered = 'expeditions' | 'requests'

/** The verb step of each answer. */
const steps: Record<AnswerStatus, AnswerStep> = {
  PENDING: 'unconfirm',
  CONFIRMED: 'confirm',
  NOT_YET: 'mark',
  NO_COMMENT: 'mark',
}

/** Commands that answer expeditions and requests: confirm, unconfirm, and `s` with any answer. */
export const answerCommands = <R extends Answered>(
  resource: R,
  whyNotMove: (...args: [...Parameters<RecordRule<R>>, AnswerStatus]) => ReturnType<RecordRule<R>>,
): readonly Command[] => {
  const { noun }: { noun: 'expedition' | 'request' } = resources[resource]
  const verbOf = (status: AnswerStatus) => `${noun}.${steps[status]}` as const
  const command = (status: AnswerStatus, icon: Command['icon']) =>
    statusVerbCommand(resource, {
      verb: verbOf(status),
      status,
      icon,
      whyNot: (actor, record) => whyNotMove(actor, record, status),
    })
  return [
    command('CONFIRMED', 'circle-check'),
    command('PENDING', 'rotate-ccw'),
    statusCommand(
      resource,
      answerStatuses.map((status) => ({ status, verb: verbOf(status) })),
      whyNotMove,
    ),
  ]
}
