import type { Shapes } from '../../domain/lib/shape.ts'
import { type ResourceName, resourceNames, resources } from '../../domain/resources.ts'

/**
 * How one record and many of them are called in the names of calls and schemas, and one in sentences. `Request` would
 * hide the browser's own.
 */
export const recordNames = {
  orders: { one: 'Order', many: 'Orders', phrase: 'an order' },
  products: { one: 'Product', many: 'Products', phrase: 'a product' },
  shippings: { one: 'Shipping', many: 'Shippings', phrase: 'a shipping' },
  users: { one: 'User', many: 'Users', phrase: 'a user' },
  expeditions: { one: 'Expedition', many: 'Expeditions', phrase: 'an expedition' },
  requests: { one: 'PurchaseRequest', many: 'PurchaseRequests', phrase: 'a purchase request' },
  affiliates: { one: 'Affiliate', many: 'Affiliates', phrase: 'an affiliate offer' },
  invoices: { one: 'Invoice', many: 'Invoices', phrase: 'an invoice' },
  packages: { one: 'Package', many: 'Packages', phrase: 'a package' },
} as const satisfies Record<ResourceName, { one: string; many: string; phrase: string }>

/** A record within another answer is the resource's own. */
export const titleOf = (shapes: Shapes): string | null => {
  const resource = resourceNames.find((name) => resources[name].shapes === shapes)
  return resource === undefined ? null : recordNames[resource].one
}
