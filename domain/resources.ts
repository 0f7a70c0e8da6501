import type { ResourceName, Verb } from './access/permissions.ts'
import { type Affiliate, affiliateList, affiliateShapes } from './affiliates/affiliate.ts'
import { type Expedition, expeditionList, expeditionShapes } from './expeditions/expedition.ts'
import { type Handover, handoverList, handoverShapes } from './handovers/handover.ts'
import { type Invoice, invoiceList, invoiceShapes } from './invoices/invoice.ts'
import type { ListDefinition } from './lib/list-query.ts'
import type { Shapes } from './lib/shape.ts'
import { type Manifest, manifestList, manifestShapes } from './manifests/manifest.ts'
import { type Order, orderList, orderShapes } from './orders/order.ts'
import { type Package, packageList, packageShapes } from './packages/package.ts'
import { type Product, productList, productShapes } from './products/product.ts'
import { type PurchaseRequest, requestList, requestShapes } from './requests/request.ts'
import { type Shipping, shippingList, shippingShapes } from './shippings/shipping.ts'
import { type User, userList, userShapes } from './users/user.ts'
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
  manifests: Manifest
  packages: Package
  handovers: Handover
}

export { isResourceName, type ResourceName, resourceNames } from './access/permissions.ts'

type ResourceDefinition = {
  noun: string
  list: ListDefinition
  shapes: Shapes
  verbs: { list: Verb; view: Verb; export: Verb; history: Verb }
}

const define = <const Noun extends string, List extends ListDefinition, S extends Shapes>(
  noun: Noun & (`${Noun}.${'list' | 'view' | 'export' | 'history'}` extends Verb ? Noun : never),
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

/** The resources by their name in API paths. `noun` is the prefix of their verbs' ids. */
export const resources = {
  orders: define('order', orderList, orderShapes),
  products: define('product', productList, productShapes),
  shippings: define('shipping', shippingList, shippingShapes),
  users: define('user', userList, userShapes),
  expeditions: define('expedition', expeditionList, expeditionShapes),
  requests: define('request', requestList, requestShapes),
  affiliates: define('affiliate', affiliateList, affiliateShapes),
  invoices: define('invoice', invoiceList, invoiceShapes),
  manifests: define('manifest', manifestList, manifestShapes),
  packages: define('package', packageList, packageShapes),
  handovers: define('handover', handoverList, handoverShapes),
} as const satisfies Record<ResourceName & (typeof viewedLists)[number], ResourceDefinition>
