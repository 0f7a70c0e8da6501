import type { ResourceName } from '../../domain/resources.ts'
import { handoverList } from '../queries/handovers.ts'
import { invoiceList } from '../queries/invoices.ts'
import { manifestList } from '../queries/manifests.ts'
import { orderList } from '../queries/orders.ts'
import { shippingList } from '../queries/shippings.ts'
import { userList } from '../queries/users.ts'
import { revertHandovers } from '../services/handovers/record-handover.ts'
import { revertOrders, revertShippings } from '../services/undo/revert-fulfillments.ts'
import { revertInvoices } from '../services/undo/revert-invoices.ts'
import { revertUsers } from '../services/undo/revert-users.ts'
import { affiliateResource } from './affiliates.ts'
import { expeditionResource } from './expeditions.ts'
import { planResource } from './plans.ts'
import { productResource } from './products.ts'
import { renameOwnersIn } from './rename-owners.ts'
import { requestResource } from './requests.ts'
import { type ServerResource, serveApart } from './serve.ts'

/** What the server does with each resource, in the order in which everybody locks them. */
export const serverResources: { readonly [Name in ResourceName]: ServerResource<Name> } = {
  orders: serveApart('orders', orderList.source, orderList.read, revertOrders),
  shippings: serveApart('shippings', shippingList.source, shippingList.read, revertShippings),
  expeditions: expeditionResource,
  products: productResource,
  requests: requestResource,
  affiliates: affiliateResource,
  packages: planResource,
  invoices: serveApart('invoices', invoiceList.source, invoiceList.read, revertInvoices),
  // Their lines lead no batch: they follow parcels.
  manifests: serveApart('manifests', manifestList.source, manifestList.read, async () => ({
    changed: [],
    refused: [],
  })),
  handovers: serveApart('handovers', handoverList.source, handoverList.read, revertHandovers),
  users: serveApart(
    'users',
    userList.source,
    userList.read,
    revertUsers((tx, ids) => renameOwners(tx, ids)),
  ),
}

/** Makes the records of users findable by the names that they have now. */
export const renameOwners = renameOwnersIn(() => serverResources)
