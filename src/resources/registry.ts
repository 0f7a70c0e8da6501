import type { ResourceName } from '../../domain/resources.ts'
import { orderColumns } from './orders/columns.tsx'
import { orderCommands } from './orders/commands.ts'
import { orderForm } from './orders/form.ts'
import { productColumns } from './products/columns.tsx'
import { productForm } from './products/form.ts'
import { recordCommands } from './record-commands.ts'
import type { ResourceView } from './resource-view.ts'
import { shippingColumns } from './shippings/columns.tsx'
import { userColumns } from './users/columns.tsx'
import { userForm } from './users/form.ts'

/** How the console shows each resource. Fails to compile when one is missing. */
export const resourceViews: { [R in ResourceName]: ResourceView<R> } = {
  orders: {
    resource: 'orders',
    columns: orderColumns,
    commands: orderCommands,
    bulk: ['order.confirm', 'order.not-reachable', 'order.cancel', 'order.delete'],
    actions: ['order.create', 'order.import'],
    form: orderForm,
  },
  products: {
    resource: 'products',
    columns: productColumns,
    commands: recordCommands('products'),
    bulk: ['product.delete'],
    actions: ['product.create'],
    form: productForm,
  },
  shippings: {
    resource: 'shippings',
    columns: shippingColumns,
    commands: [],
    bulk: [],
    actions: [],
    form: null,
  },
  users: {
    resource: 'users',
    columns: userColumns,
    commands: recordCommands('users'),
    bulk: ['user.delete'],
    actions: ['user.create'],
    form: userForm,
  },
}
