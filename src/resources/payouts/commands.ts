import { defineActions } from '../shared/define-actions.ts'

export const payoutActions = defineActions('payouts', {
  icon: 'banknote',
  group: 'trade',
  at: 75,
  letter: 'Shift+p',
})
