import { defineActions } from '../shared/define-actions.ts'

export const blockedActions = defineActions('blocked', {
  icon: 'ban',
  group: 'trade',
  at: 70,
  letter: 'Shift+b',
})
