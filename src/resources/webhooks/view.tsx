import { SwitchCell } from '../cells/cells.tsx'
import { columnsOf } from '../cells/columns-of.tsx'
import { defineView } from '../shared/define-view.ts'
import { webhookActions } from './commands.ts'

export const webhookView = defineView(webhookActions, {
  columns: columnsOf('webhooks', {
    number: {},
    name: {},
    isActive: {
      header: 'webhooks:columns.isActive',
      narrow: 'side',
      width: 140,
      cell: ({ isActive }) => <SwitchCell resource="webhooks" isOn={isActive} />,
    },
    url: { narrow: 'line', width: 300 },
    events: { width: 260 },
    waiting: { width: 120 },
    failingSince: {},
    stopped: { width: 200 },
    owner: {},
    createdAt: {},
  }),
  related: [
    {
      resource: 'deliveries',
      where: ({ id }) => ({ webhook: id }),
      titleKey: 'record:deliveriesOfWebhook',
      emptyKey: 'record:noDeliveries',
    },
  ],
})
