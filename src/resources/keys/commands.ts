import { defineActions } from '../shared/define-actions.ts'
import { revokeCommand } from '../shared/revoke-command.ts'

export const keyActions = defineActions('keys', {
  icon: 'key',
  group: 'integrations',
  at: 50,
  letter: 'z',
  own: [revokeCommand('keys')],
})
