import { type ResourceName, resources } from '../../domain/resources.ts'
import { type JsonSchema, objectSchema, titled } from './json-schema.ts'
import { shapesSchema } from './shape-schema.ts'

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

export const recordSchema = (resource: ResourceName): JsonSchema =>
  titled(recordNames[resource].one, shapesSchema(resources[resource].shapes))

/** A page of a list and how many there are in all. */
export const pageSchema = (title: string, item: JsonSchema): JsonSchema =>
  titled(
    title,
    objectSchema({ items: { type: 'array', items: item }, total: { type: 'integer', minimum: 0 } }),
  )
