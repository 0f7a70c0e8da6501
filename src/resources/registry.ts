import type { ResourceName } from '../../domain/resources.ts'
import { affiliateColumns } from './affiliates/columns.tsx'
import { affiliateCommands } from './affiliates/commands.ts'
import { affiliateForm } from './affiliates/form.ts'
import { expeditionColumns } from './expeditions/columns.tsx'
import { expeditionCommands } from './expeditions/commands.ts'
import { expeditionForm } from './expeditions/form.ts'
import { invoiceColumns } from './invoices/columns.tsx'
import { invoiceCommands } from './invoices/commands.ts'
import { invoiceForm } from './invoices/form.ts'
import { orderColumns } from './orders/columns.tsx'
import { orderCommands } from './orders/commands.ts'
import { orderForm } from './orders/form.ts'
import { packageColumns } from './packages/columns.tsx'
import { packageCommands } from './packages/commands.ts'
import { packageForm } from './packages/form.ts'
import { productColumns } from './products/columns.tsx'
import { productForm } from './products/form.ts'
import { recordCommands } from './record-commands.ts'
import { requestColumns } from './requests/columns.tsx'
import { requestCommands } from './requests/commands.ts'
import { requestForm } from './requests/form.ts'
import type { ResourceView } from './resource-view.ts'
import { shippingColumns } from './shippings/columns.tsx'
import { shippingCommands } from './shippings/commands.ts'
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
    commands: shippingCommands,
    bulk: ['shipping.assign', 'shipping.dispatch', 'shipping.deliver', 'shipping.status'],
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
  expeditions: {
    resource: 'expeditions',
    columns: expeditionColumns,
    commands: expeditionCommands,
    bulk: ['expedition.confirm', 'expedition.unconfirm', 'expedition.status', 'expedition.delete'],
    actions: ['expedition.create'],
    form: expeditionForm,
  },
  requests: {
    resource: 'requests',
    columns: requestColumns,
    commands: requestCommands,
    bulk: ['request.confirm', 'request.unconfirm', 'request.status', 'request.delete'],
    actions: ['request.create'],
    form: requestForm,
  },
  affiliates: {
    resource: 'affiliates',
    columns: affiliateColumns,
    commands: affiliateCommands,
    bulk: ['affiliate.delete'],
    actions: ['affiliate.create'],
    form: affiliateForm,
  },
  invoices: {
    resource: 'invoices',
    columns: invoiceColumns,
    commands: invoiceCommands,
    bulk: ['invoice.pay', 'invoice.unpay'],
    actions: ['invoice.generate'],
    form: invoiceForm,
  },
  packages: {
    resource: 'packages',
    columns: packageColumns,
    commands: packageCommands,
    bulk: ['package.delete'],
    actions: ['package.create'],
    form: packageForm,
  },
}

/** The offers that may be taken, everybody's of the country. */
export const storeView: ResourceView<'affiliates'> = {
  ...resourceViews.affiliates,
  titleKey: 'affiliates:store',
  parameters: { store: 'true' },
  bulk: [],
  actions: [],
}
