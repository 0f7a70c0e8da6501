import { defineCommand } from '../../commands/command.ts'
import { changeCommand } from '../shared/change-command.ts'
import { defineActions } from '../shared/define-actions.ts'
import { openCommand } from '../shared/record-commands.ts'
import { whyNotTarget } from '../shared/target-record.ts'

export const deliveryActions = defineActions('deliveries', {
  icon: 'arrow-right',
  group: 'integrations',
  at: 40,
  letter: 'q',
  own: [
    openCommand('deliveries'),
    defineCommand({
      id: 'webhook-delivery.replay',
      target: 'many',
      resource: 'deliveries',
      section: 'record',
      icon: 'rotate-ccw',
      keys: ['z'],
      when: 'list resource:deliveries !history',
      whyNot: (context) =>
        whyNotTarget(context, {
          resource: 'deliveries',
          target: 'many',
          verb: 'webhook-delivery.replay',
          rule: (_, { status }) => (status === 'waiting' ? 'DELIVERY_WAITING' : null),
        }),
      ...changeCommand({
        id: 'webhook-delivery.replay',
        resource: 'deliveries',
        target: 'many',
        kind: 'replay',
        effectOf: () => 'webhook-delivery.replay',
        bodyOf: () => ({}),
      }),
    }),
  ],
})
