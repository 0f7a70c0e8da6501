import type { Shapes } from '../../domain/lib/shape.ts'
import { type ResourceName, resourceNames, resources } from '../../domain/resources.ts'

/** How one record and many of them are called in the names of calls and schemas. `Request` would hide the browser's own. */
export const recordNames = {
  orders: { one: 'Order', many: 'Orders' },
  products: { one: 'Product', many: 'Products' },
  shippings: { one: 'Shipping', many: 'Shippings' },
  users: { one: 'User', many: 'Users' },
  expeditions: { one: 'Expedition', many: 'Expeditions' },
  requests: { one: 'PurchaseRequest', many: 'PurchaseRequests' },
  affiliates: { one: 'Affiliate', many: 'Affiliates' },
  invoices: { one: 'Invoice', many: 'Invoices' },
  packages: { one: 'Package', many: 'Packages' },
} as const satisfies Record<ResourceName, { one: string; many: string }>

/** A record within another answer is the resource's own. */
export const titleOf = (shapes: Shapes): string | null => {
  const resource = resourceNames.find((name) => resources[name].shapes === shapes)
  return resource === undefined ? null : recordNames[resource].one
}
