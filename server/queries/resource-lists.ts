import type { ResourceName, ResourceRecords } from '../../domain/resources.ts'
import type { ListSource } from '../crud/list-source.ts'
import type { ReadRecords } from '../crud/read-records.ts'
import { affiliateSource, readAffiliates } from './affiliates.ts'
import { expeditionSource, readExpeditions } from './expeditions.ts'
import { handoverSource, readHandovers } from './handovers.ts'
import { invoiceSource, readInvoices } from './invoices.ts'
import { manifestSource, readManifests } from './manifests.ts'
import { orderSource, readOrders } from './orders.ts'
import { packageSource, readPackages } from './packages.ts'
import { productSource, readProducts } from './products.ts'
import { readRequests, requestSource } from './requests.ts'
import { readShippings, shippingSource } from './shippings.ts'
import { readUsers, userSource } from './users.ts'

/** Where each resource is read: its list, and its records by their ids. */
export const resourceLists: {
  [Name in ResourceName]: { source: ListSource; read: ReadRecords<ResourceRecords[Name]> }
} = {
  orders: { source: orderSource, read: readOrders },
  products: { source: productSource, read: readProducts },
  shippings: { source: shippingSource, read: readShippings },
  users: { source: userSource, read: readUsers },
  expeditions: { source: expeditionSource, read: readExpeditions },
  requests: { source: requestSource, read: readRequests },
  affiliates: { source: affiliateSource, read: readAffiliates },
  invoices: { source: invoiceSource, read: readInvoices },
  manifests: { source: manifestSource, read: readManifests },
  handovers: { source: handoverSource, read: readHandovers },
  packages: { source: packageSource, read: readPackages },
}
