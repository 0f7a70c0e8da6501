import type { ResourceName, ResourceRecords } from '../../domain/resources.ts'
import type { ListSource } from '../crud/list-source.ts'
import type { ReadRecords } from '../crud/record-reader.ts'
import { affiliateSource, readAffiliates } from './affiliates/queries.ts'
import { expeditionSource, readExpeditions } from './expeditions/queries.ts'
import { invoiceSource, readInvoices } from './invoices/queries.ts'
import { orderSource, readOrders } from './orders/queries.ts'
import { packageSource, readPackages } from './packages/queries.ts'
import { productSource, readProducts } from './products/queries.ts'
import { readRequests, requestSource } from './requests/queries.ts'
import { readShippings, shippingSource } from './shippings/queries.ts'
import { readUsers, userSource } from './users/queries.ts'

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
  packages: { source: packageSource, read: readPackages },
}
