import { whyNotDeletePlan } from '../../../domain/plans/policy.ts'
import { defineActions } from '../shared/define-actions.ts'

export const planActions = defineActions('packages', {
  icon: 'packages',
  group: 'people',
  at: 20,
  letter: 'k',
  rules: { delete: (actor, plan) => whyNotDeletePlan(actor, { ...plan, isUsed: plan.users > 0 }) },
})
