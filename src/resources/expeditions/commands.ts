import { whyNotDeleteExpedition, whyNotMoveExpedition } from '../../../domain/expeditions/policy.ts'
import { answerCommands } from '../shared/answer-commands.ts'
import { commentCommand } from '../shared/comment-command.ts'
import { defineActions } from '../shared/define-actions.ts'

/** Whether enough stock is left to revert is only known to the server: the dry run tells. */
export const expeditionActions = defineActions('expeditions', {
  icon: 'expeditions',
  group: 'delivery',
  at: 70,
  letter: 'e',
  rules: { delete: whyNotDeleteExpedition },
  own: [
    ...answerCommands('expeditions', (actor, expedition, status) =>
      whyNotMoveExpedition(actor, { ...expedition, available: null }, status),
    ),
    commentCommand('expeditions'),
  ],
})
