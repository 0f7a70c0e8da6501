import { whyNotMoveRequest } from '../../../domain/requests/policy.ts'
import type { Command } from '../../commands/command.ts'
import { answerCommands } from '../shared/answer-commands.ts'
import { commentCommand } from '../shared/comment-command.ts'
import { recordCommands } from '../shared/record-commands.ts'

export const requestCommands: readonly Command[] = [
  ...recordCommands('requests'),
  ...answerCommands('requests', whyNotMoveRequest),
  commentCommand('requests'),
]
