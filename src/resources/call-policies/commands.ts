import { defineActions } from '../shared/define-actions.ts'
import { editCommand, openCommand } from '../shared/record-commands.ts'

/** Policies are made with their countries: they are opened and edited. */
export const callPolicyActions = defineActions('call-policies', {
  icon: 'sliders',
  group: 'trade',
  at: 25,
  letter: 'Shift+y',
  own: [editCommand('call-policies'), openCommand('call-policies')],
})
