import { columnsOf } from '../cells/columns-of.tsx'
import { defineView } from '../shared/define-view.ts'
import { deliveryLooks } from '../shared/status-tones.ts'
import { deliveryActions } from './commands.ts'

export const deliveryView = defineView(deliveryActions, {
  columns: columnsOf('deliveries', {
    number: {},
    name: { width: 220 },
    status: { looks: deliveryLooks, action: undefined },
    webhook: { narrow: 'meta' },
    answer: { width: 100 },
    failure: { width: 200 },
    attempts: { width: 100 },
    next: {},
    attemptedAt: {},
    answerText: { width: 240, hidden: true },
    event: { hidden: true },
    owner: {},
    createdAt: {},
  }),
  main: ['webhook-delivery.replay'],
  firstSteps: ['webhook.create'],
})
