import type { Route } from '../../../domain/access/routes.ts'
import type { Order } from '../../../domain/orders/order.ts'
import type { Product } from '../../../domain/products/product.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import type { User } from '../../../domain/users/user.ts'
import { type Api, demoPassword } from './api.ts'

/** A product of Ivory Coast with stock and a unique name. */
export const newProduct = (api: Api, fields: Partial<Product> = {}): Promise<Product> =>
  api.create('products', {
    country: 'ic',
    name: `Lampe ${uniqueWord()}`,
    price: 9500,
    quantity: 50,
    ...fields,
  })

const people = {
  seller: { named: 'Vendeuse', phone: '+2250708091012' },
  delivery: { named: 'Livreur', phone: '+2250708091013' },
  agent: { named: 'Agente', phone: '+2250708091014' },
  admin: { named: 'Directrice', phone: '+2250708091015' },
} as const

/** A user with the demo's password, unique to this test; of Ivory Coast by default. */
const newPerson = (api: Api, role: keyof typeof people, fields: Partial<User> = {}): Promise<User> =>
  api.create('users', {
    country: 'ic',
    name: `${people[role].named} ${uniqueWord()}`,
    role,
    email: `${uniqueWord()}@waybill.test`,
    phone: people[role].phone,
    password: demoPassword,
    ...fields,
  })

/** External references of orders are unique per seller. */
export const newSeller = (api: Api, fields?: Partial<User>): Promise<User> => newPerson(api, 'seller', fields)
export const newCourier = (api: Api, fields?: Partial<User>): Promise<User> =>
  newPerson(api, 'delivery', fields)
export const newAdmin = (api: Api): Promise<User> => newPerson(api, 'admin')
export const newAgent = (api: Api, fields?: Partial<User>): Promise<User> => newPerson(api, 'agent', fields)

/** A pending order, by default of a new product. */
export const newOrder = async (api: Api, fields: Partial<Order> = {}): Promise<Order> =>
  api.create('orders', {
    country: 'ic',
    product: fields.product ?? (await newProduct(api)).id,
    customerName: 'Awa Koné',
    customerPhone: '+2250708091011',
    customerAddress: 'Cocody Angré, 7e tranche',
    quantity: 1,
    ...fields,
  })

/** One order for each name, in their order; the customers are called `<name> <word>`. */
export const newOrders = async (
  api: Api,
  word: string,
  names: readonly string[],
  fields: Partial<Order> = {},
): Promise<Order[]> => {
  const orders: Order[] = []
  for (const name of names) orders.push(await newOrder(api, { ...fields, customerName: `${name} ${word}` }))
  return orders
}

export type Phone = {
  /** As it is stored. */
  e164: string
  /** As people write it: `05 66 12 34 56`. */
  spaced: string
  digits: string
}

let called = Math.floor(Math.random() * 10_000)

/** A unique number of Ivory Coast, also in its first eight digits: the demo has none with 0566. */
export const newPhone = (): Phone => {
  called = (called + 1) % 10_000
  const digits = `0566${String(called).padStart(4, '0')}91`
  return { e164: `+225${digits}`, spaced: digits.replace(/(..)(?=.)/g, '$1 '), digits }
}

let made = 0

/** Letters only, so that a search takes it for one word. */
export const uniqueWord = (): string => {
  const letters = (Date.now() + made++).toString(26)
  return [...letters].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('')
}

/** Path of a route, with the first record of its list if it needs one. */
export const pathOf = async (api: Api, route: Route): Promise<string> => {
  if (!route.includes(':')) return route
  const resource = (route.endsWith(':affiliate') ? 'affiliates' : route.split('/')[1]) as ResourceName
  const { items } = await api.list(resource, { limit: 1 })
  return route.replace(/:\w+$/, items[0]!.id)
}
