import type { Verb } from './access/permissions.ts'
import type { ListDefinition } from './lib/list-query.ts'
import type { Order } from './orders/order.ts'
import { orderList } from './orders/order-list.ts'
import type { Product } from './products/product.ts'
import { productList } from './products/product-list.ts'
import type { Shipping } from './shippings/shipping.ts'
import { shippingList } from './shippings/shipping-list.ts'
import type { User } from './users/user.ts'
import { userList } from './users/user-list.ts'

/** The record that each resource's calls answer with. */
export type ResourceRecords = { orders: Order; products: Product; shippings: Shipping; users: User }

export type ResourceName = keyof ResourceRecords

type ResourceDefinition = { noun: string; list: ListDefinition; verbs: { list: Verb; view: Verb } }

/** The resources, by the name that stands in the API's paths. `noun` begins the ids of their verbs. */
export const resources = {
  orders: { noun: 'order', list: orderList, verbs: { list: 'order.list', view: 'order.view' } },
  products: { noun: 'product', list: productList, verbs: { list: 'product.list', view: 'product.view' } },
  shippings: {
    noun: 'shipping',
    list: shippingList,
    verbs: { list: 'shipping.list', view: 'shipping.view' },
  },
  users: { noun: 'user', list: userList, verbs: { list: 'user.list', view: 'user.view' } },
} as const satisfies Record<ResourceName, ResourceDefinition>

export const resourceNames = Object.keys(resources) as ResourceName[]
