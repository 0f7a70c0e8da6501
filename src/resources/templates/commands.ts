import { defineActions } from '../shared/define-actions.ts'

export const templateActions = defineActions('templates', {
  icon: 'comment',
  group: 'trade',
  at: 80,
  letter: 'Shift+t',
})
