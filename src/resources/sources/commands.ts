import { defineActions } from '../shared/define-actions.ts'

export const sourceActions = defineActions('sources', {
  icon: 'link',
  group: 'integrations',
  at: 20,
  letter: 'l',
})
