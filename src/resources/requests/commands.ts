import { whyNotMoveRequest } from '../../../domain/requests/policy.ts'
import { answerCommands } from '../shared/answer-commands.ts'
import { commentCommand } from '../shared/comment-command.ts'
import { defineActions } from '../shared/define-actions.ts'

export const requestActions = defineActions('requests', {
  icon: 'requests',
  group: 'trade',
  at: 40,
  letter: 'r',
  rules: { insteadOfCreate: 'product.restock' },
  own: [...answerCommands('requests', whyNotMoveRequest), commentCommand('requests')],
})
