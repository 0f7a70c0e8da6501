import { defineActions } from '../shared/define-actions.ts'

export const keyActions = defineActions('keys', {
  icon: 'key',
  group: 'integrations',
  at: 40,
  letter: 'z',
})
