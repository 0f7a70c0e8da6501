import { paths } from '../../../domain/access/paths.ts'
import type { WebhookDelivery } from '../../../domain/deliveries/delivery.ts'
import { newIdempotencyKey } from '../../api/call-options.ts'
import type { Api } from '../../api/create-api.ts'
import { defineCommand } from '../../commands/command.ts'
import type { CommandPorts, Notice } from '../../commands/command-ports.ts'
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
        // The page shows the delivery meanwhile.
        void outcomeOf(delivery, ports.api).then((sent) => ports.notify(testNotice(sent, name, ports.say)))
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

/** Longer than the server waits for an answer. */
const MAX_LOOKS = 20
const LOOK_MS = 1_000

/** The delivery once it was sent, or as it is if that takes too long. */
const outcomeOf = async (delivery: WebhookDelivery, api: Pick<Api, 'one'>): Promise<WebhookDelivery> => {
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    const now = await api.one('deliveries', delivery.id).catch(() => delivery)
    if (now.attempts > 0 || now.status !== 'waiting') return now
  }
  return delivery
}

/** What became of a test. One that failed is sent again, but says already what is wrong. */
export const testNotice = (
  { status, attempts, failure, answer }: WebhookDelivery,
  name: string,
  say: CommandPorts['say'],
): Notice => {
  if (status === 'delivered') return { tone: 'success', titleKey: 'webhooks:testDelivered', values: { name } }
  if (status === 'waiting' && attempts === 0) return { titleKey: 'webhooks:tested', values: { name } }
  const reason = failure ? say(`deliveries:failure.${failure}`) : say('webhooks:testAnswer', { answer })
  return { tone: 'danger', titleKey: 'webhooks:testFailed', values: { name, reason } }
}
