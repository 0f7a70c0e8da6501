import type { Verb } from './access/permissions.ts'
import { type Affiliate, affiliateShapes } from './affiliates/affiliate.ts'
import { affiliateList } from './affiliates/affiliate-list.ts'
import { type Expedition, expeditionShapes } from './expeditions/expedition.ts'
import { expeditionList } from './expeditions/expedition-list.ts'
import { type Invoice, invoiceShapes } from './invoices/invoice.ts'
import { invoiceList } from './invoices/invoice-list.ts'
import type { ListDefinition } from './lib/list-query.ts'
import type { Shapes } from './lib/shape.ts'
import { type Order, orderShapes } from './orders/order.ts'
import { orderList } from './orders/order-list.ts'
import { type Package, packageShapes } from './packages/package.ts'
import { packageList } from './packages/package-list.ts'
import { type Product, productShapes } from './products/product.ts'
import { productList } from './products/product-list.ts'
import { type PurchaseRequest, requestShapes } from './requests/request.ts'
import { requestList } from './requests/request-list.ts'
import { type Shipping, shippingShapes } from './shippings/shipping.ts'
import { shippingList } from './shippings/shipping-list.ts'
import { type User, userShapes } from './users/user.ts'
import { userList } from './users/user-list.ts'
import type { viewedLists } from './views/view.ts'

/** The record that each resource's calls answer with. */
export type ResourceRecords = {
  orders: Order
  products: Product
  shippings: Shipping
  users: User
  expeditions: Expedition
  requests: PurchaseRequest
  affiliates: Affiliate
  invoices: Invoice
  packages: Package
}

export type ResourceName = keyof ResourceRecords

type ResourceDefinition = {
  noun: string
  list: ListDefinition
  shapes: Shapes
  verbs: { list: Verb; view: Verb; export: Verb; history: Verb }
}

const define = <const Noun extends string, List extends ListDefinition, S extends Shapes>(
  noun: Noun & (`${Noun}.list` extends Verb ? Noun : never),
  list: List,
  shapes: S,
) => ({
  noun: noun as Noun,
  list,
  shapes,
  verbs: {
    list: `${noun}.list` as Verb,
    view: `${noun}.view` as Verb,
    export: `${noun}.export` as Verb,
    history: `${noun}.history` as Verb,
  },
})

/** The resources, by the name that stands in the API's paths. `noun` begins the ids of their verbs. */
export const resources = {
  orders: define('order', orderList, orderShapes),
  products: define('product', productList, productShapes),
  shippings: define('shipping', shippingList, shippingShapes),
  users: define('user', userList, userShapes),
  expeditions: define('expedition', expeditionList, expeditionShapes),
  requests: define('request', requestList, requestShapes),
  affiliates: define('affiliate', affiliateList, affiliateShapes),
  invoices: define('invoice', invoiceList, invoiceShapes),
  packages: define('package', packageList, packageShapes),
} as const satisfies Record<ResourceName & (typeof viewedLists)[number], ResourceDefinition>

export const resourceNames = Object.keys(resources) as ResourceName[]

export const isResourceName = (name: string): name is ResourceName => Object.hasOwn(resources, name)
