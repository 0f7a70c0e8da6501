import { paths } from '../../../domain/access/paths.ts'
import { newIdempotencyKey } from '../../api/call-options.ts'
import { defineCommand } from '../../commands/command.ts'
import { shownOnce } from '../../stores/shown-once.ts'
import { defineActions } from '../shared/define-actions.ts'
import { targetRecord, whyNotTarget } from '../shared/target-record.ts'

const one = { target: 'one', resource: 'webhooks', section: 'record' } as const

export const webhookActions = defineActions('webhooks', {
  icon: 'bell',
  group: 'integrations',
  at: 30,
  letter: 'w',
  own: [
    defineCommand({
      ...one,
      id: 'webhook.test',
      icon: 'circle-check',
      keys: ['t'],
      when: 'list resource:webhooks',
      unrecorded: 'reported',
      whyNot: (context) =>
        whyNotTarget(context, {
          resource: 'webhooks',
          target: 'one',
          verb: 'webhook.test',
          rule: (_, { isActive }) => (isActive ? null : 'WEBHOOK_OFF'),
        }),
      run: async (context) => {
        const { id, name } = targetRecord('webhooks', 'one', context)!
        const { ports } = context
        const delivery = await ports.api.webhooks.test(id, { idempotencyKey: newIdempotencyKey() })
        ports.navigate(paths.view('deliveries', delivery.id))
        ports.notify({ tone: 'success', titleKey: 'webhooks:tested', values: { name } })
      },
    }),
    defineCommand({
      ...one,
      id: 'webhook.rotate',
      icon: 'lock',
      unrecorded: 'reported',
      whyNot: (context) =>
        whyNotTarget(context, { resource: 'webhooks', target: 'one', verb: 'webhook.rotate' }),
      run: (context) => {
        const { id, name, country } = targetRecord('webhooks', 'one', context)!
        const { actor, ports } = context
        const idempotencyKey = newIdempotencyKey()
        ports.fillIn({
          titleKey: 'webhooks:rotateNamed',
          values: { name },
          resource: 'webhooks',
          fields: {},
          country,
          save: async () => {
            const rotated = await ports.api.webhooks.rotate(id, { idempotencyKey })
            if (actor !== null && rotated.secret !== null) shownOnce.keep(actor.id, id, rotated.secret)
            ports.navigate(paths.view('webhooks', id))
            ports.notify({ tone: 'success', titleKey: 'webhooks:rotated', values: { name } })
          },
        })
      },
    }),
  ],
})
