import type { ResourceName } from '../../domain/resources.ts'
import { affiliateColumns, affiliateForm, storeColumns } from './affiliates/view.tsx'
import { expeditionColumns, expeditionForm } from './expeditions/view.tsx'
import { handoverColumns } from './handovers/view.tsx'
import { invoiceColumns, invoiceForm } from './invoices/view.tsx'
import { manifestColumns } from './manifests/view.tsx'
import { orderView } from './orders/view.tsx'
import { packageColumns, packageForm } from './packages/view.tsx'
import { productColumns, productForm } from './products/view.tsx'
import { requestColumns, requestForm } from './requests/view.tsx'
import { resourceCommands } from './resource-commands.ts'
import type { ResourceView } from './shared/resource-view.ts'
import { shippingColumns, shippingForm } from './shippings/view.tsx'
import { userColumns, userForm } from './users/view.tsx'

/** How the console shows each resource. Fails to compile when one is missing. */
export const resourceViews: { [R in ResourceName]: ResourceView<R> } = {
  orders: orderView,
  products: {
    resource: 'products',
    columns: productColumns,
    commands: resourceCommands.products,
    bulk: ['product.delete'],
    main: ['product.edit'],
    actions: ['product.create'],
    firstSteps: ['product.create', 'go.store'],
    form: productForm,
  },
  shippings: {
    resource: 'shippings',
    columns: shippingColumns,
    commands: resourceCommands.shippings,
    bulk: [
      'shipping.assign',
      'shipping.print-labels',
      'shipping.dispatch',
      'shipping.deliver',
      'shipping.status',
      'shipping.comment',
    ],
    main: ['shipping.assign', 'shipping.status'],
    actions: [],
    firstSteps: ['go.orders', 'go.triage'],
    form: shippingForm,
  },
  users: {
    resource: 'users',
    columns: userColumns,
    commands: resourceCommands.users,
    bulk: ['user.activate', 'user.deactivate', 'user.delete'],
    main: ['user.edit', 'user.activate', 'user.deactivate'],
    actions: ['user.create'],
    firstSteps: ['user.create'],
    form: userForm,
  },
  expeditions: {
    resource: 'expeditions',
    columns: expeditionColumns,
    commands: resourceCommands.expeditions,
    bulk: [
      'expedition.confirm',
      'expedition.unconfirm',
      'expedition.status',
      'expedition.comment',
      'expedition.delete',
    ],
    main: ['expedition.confirm', 'expedition.edit', 'expedition.status'],
    actions: ['expedition.create'],
    firstSteps: ['expedition.create'],
    form: expeditionForm,
  },
  requests: {
    resource: 'requests',
    columns: requestColumns,
    commands: resourceCommands.requests,
    bulk: ['request.confirm', 'request.unconfirm', 'request.status', 'request.comment', 'request.delete'],
    main: ['request.confirm', 'request.edit', 'request.status'],
    actions: ['request.create'],
    firstSteps: ['request.create', 'go.store'],
    form: requestForm,
  },
  affiliates: {
    resource: 'affiliates',
    columns: affiliateColumns,
    commands: resourceCommands.affiliates,
    bulk: ['affiliate.delete'],
    main: ['affiliate.take', 'affiliate.request', 'affiliate.edit'],
    actions: ['affiliate.create'],
    firstSteps: ['affiliate.create', 'go.store'],
    form: affiliateForm,
  },
  invoices: {
    resource: 'invoices',
    columns: invoiceColumns,
    commands: resourceCommands.invoices,
    bulk: ['invoice.pay', 'invoice.unpay', 'invoice.status'],
    main: ['invoice.pay', 'invoice.edit', 'invoice.print'],
    actions: ['invoice.generate'],
    firstSteps: ['invoice.generate'],
    form: invoiceForm,
  },
  manifests: {
    resource: 'manifests',
    columns: manifestColumns,
    commands: resourceCommands.manifests,
    bulk: ['manifest.print'],
    main: ['manifest.print', 'manifest.undo'],
    actions: [],
    firstSteps: ['go.scan'],
    form: null,
  },
  handovers: {
    resource: 'handovers',
    columns: handoverColumns,
    commands: resourceCommands.handovers,
    bulk: [],
    main: ['handover.receipt', 'handover.undo'],
    actions: ['handover.create'],
    firstSteps: ['handover.create'],
    form: null,
  },
  packages: {
    resource: 'packages',
    columns: packageColumns,
    commands: resourceCommands.packages,
    bulk: ['package.delete'],
    main: ['package.edit'],
    actions: ['package.create'],
    firstSteps: ['package.create'],
    form: packageForm,
  },
}

/** The offers that may be taken, everybody's of the country. */
export const storeView: ResourceView<'affiliates'> = {
  ...resourceViews.affiliates,
  titleKey: 'affiliates:store',
  columns: storeColumns,
  parameters: { store: 'true' },
  bulk: [],
  actions: [],
  firstSteps: ['affiliate.create'],
}
