import type { ResourceName, ResourceRecords } from '../../domain/resources.ts'
import { affiliateSource } from './affiliates/affiliate-source.ts'
import { readAffiliates } from './affiliates/read-affiliates.ts'
import type { ListSource } from '../crud/list-source.ts'
import type { ReadRecords } from '../crud/record-reader.ts'
import { expeditionSource } from './expeditions/expedition-source.ts'
import { readExpeditions } from './expeditions/read-expeditions.ts'
import { invoiceSource } from './invoices/invoice-source.ts'
import { readInvoices } from './invoices/read-invoices.ts'
import { orderSource } from './orders/order-source.ts'
import { readOrders } from './orders/read-orders.ts'
import { packageSource } from './packages/package-source.ts'
import { readPackages } from './packages/read-packages.ts'
import { productSource } from './products/product-source.ts'
import { readProducts } from './products/read-products.ts'
import { readRequests } from './requests/read-requests.ts'
import { requestSource } from './requests/request-source.ts'
import { readShippings } from './shippings/read-shippings.ts'
import { shippingSource } from './shippings/shipping-source.ts'
import { readUsers } from './users/read-users.ts'
import { userSource } from './users/user-source.ts'

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
