import { defineActions } from '../shared/define-actions.ts'
import { openCommand } from '../shared/record-commands.ts'

export const intakeActions = defineActions('intake', {
  icon: 'inbox',
  group: 'integrations',
  at: 10,
  letter: 'n',
  own: [openCommand('intake')],
})
