import type { ResourceName } from '../../domain/resources.ts'
import { handoverSource, readHandovers } from '../queries/handovers.ts'
import { invoiceSource, readInvoices } from '../queries/invoices.ts'
import { manifestSource, readManifests } from '../queries/manifests.ts'
import { orderSource, readOrders } from '../queries/orders.ts'
import { readShippings, shippingSource } from '../queries/shippings.ts'
import { readUsers, userSource } from '../queries/users.ts'
import { revertHandovers } from '../services/handovers/record-handover.ts'
import { revertInvoices } from '../services/undo/revert-invoices.ts'
import { revertOrders, revertShippings } from '../services/undo/revert-trades.ts'
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
  orders: serveApart('orders', orderSource, readOrders, revertOrders),
  shippings: serveApart('shippings', shippingSource, readShippings, revertShippings),
  expeditions: expeditionResource,
  products: productResource,
  requests: requestResource,
  affiliates: affiliateResource,
  packages: planResource,
  invoices: serveApart('invoices', invoiceSource, readInvoices, revertInvoices),
  // Their lines lead no batch: they follow parcels.
  manifests: serveApart('manifests', manifestSource, readManifests, async () => ({
    changed: [],
    refused: [],
  })),
  handovers: serveApart('handovers', handoverSource, readHandovers, revertHandovers),
  users: serveApart(
    'users',
    userSource,
    readUsers,
    revertUsers((tx, ids) => renameOwners(tx, ids)),
  ),
}

/** Makes the records of users findable by the names that they have now. */
export const renameOwners = renameOwnersIn(() => serverResources)
