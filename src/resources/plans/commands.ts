import { whyNotDelete } from '../../../domain/access/why-not.ts'
import { defineActions } from '../shared/define-actions.ts'

export const planActions = defineActions('packages', {
  icon: 'packages',
  group: 'people',
  at: 20,
  letter: 'k',
  rules: { delete: (actor, plan) => whyNotDelete(actor, 'package.delete', plan, plan.users > 0) },
})
