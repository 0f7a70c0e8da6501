import type { Order } from '../../../domain/orders/order.ts'
import type { Product } from '../../../domain/products/product.ts'
import type { User } from '../../../domain/users/user.ts'
import { type Api, demoPassword } from './api.ts'

/** A product of Ivory Coast with pieces to sell, under a name that no other test uses. */
export const newProduct = (api: Api, fields: Partial<Product> = {}): Promise<Product> =>
  api.create('products', {
    country: 'ic',
    name: `Lampe ${uniqueWord()}`,
    price: 9500,
    quantity: 50,
    ...fields,
  })

/** A seller of Ivory Coast: references of orders are told apart by seller. */
export const newSeller = (api: Api): Promise<User> =>
  api.create('users', {
    country: 'ic',
    name: `Vendeuse ${uniqueWord()}`,
    role: 'seller',
    email: `${uniqueWord()}@waybill.test`,
    phone: '+2250708091012',
    password: demoPassword,
  })

/** A pending order of a product of its own, unless one is named. */
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

let made = 0

/** Letters only, so that a search takes it for one word. */
export const uniqueWord = (): string => {
  const letters = (Date.now() + made++).toString(26)
  return [...letters].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('')
}
