import { whyNotDeleteExpedition, whyNotMoveExpedition } from '../../../domain/expeditions/policy.ts'
import type { Command } from '../../commands/command.ts'
import { answerCommands } from '../shared/answer-commands.ts'
import { commentCommand } from '../shared/comment-command.ts'
import { recordCommands } from '../shared/record-commands.ts'

/** What its product has left to give back is the server's to know: the dry run says it. */
export const expeditionCommands: readonly Command[] = [
  ...recordCommands('expeditions', { delete: whyNotDeleteExpedition }),
  ...answerCommands('expeditions', (actor, expedition, status) =>
    whyNotMoveExpedition(actor, { ...expedition, available: null }, status),
  ),
  commentCommand('expeditions'),
]
