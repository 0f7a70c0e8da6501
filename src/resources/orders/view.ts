import type { ResourceView } from '../resource-view.ts'
import { orderColumns } from './columns.tsx'
import { orderCommands } from './commands.ts'
import { orderForm } from './form.ts'

/** How the console shows orders: its first screen, so it stands apart from the other resources. */
export const orderView: ResourceView<'orders'> = {
  resource: 'orders',
  columns: orderColumns,
  commands: orderCommands,
  bulk: [
    'order.confirm',
    'order.not-reachable',
    'order.cancel',
    'order.status',
    'order.comment',
    'order.delete',
  ],
  main: ['order.confirm', 'order.edit', 'order.status'],
  actions: ['order.create', 'order.import'],
  form: orderForm,
}
