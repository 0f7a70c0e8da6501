import { defineActions } from '../shared/define-actions.ts'

export const productActions = defineActions('products', {
  icon: 'products',
  group: 'trade',
  at: 30,
  letter: 'p',
})
