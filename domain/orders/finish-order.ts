import { accept, type Result } from '../lib/result.ts'
import { placeOrder, type ZoneReader } from '../zones/recognise-zone.ts'
import { type OrderInput, orders, priceOrder } from './order.ts'

/** An order to be stored: null where its seller gave nothing, with its prices, owner and the name of its product. */
export type FinishedOrder = { [K in keyof OrderInput]-?: Exclude<OrderInput[K], undefined> } & {
  price: number
  totalPrice: number
  zone: string | null
  owner: string
  productName: string
}

/** The columns that a new order is given. */
export const newOrderColumns = [...Object.keys(orders.fields), 'totalPrice', 'zone']

/** `zones`: of its country. */
export const finishOrder = (
  input: OrderInput,
  product: { owner: string; name: string; price: number },
  zones: ZoneReader,
): Result<FinishedOrder> => {
  const priced = priceOrder(input, product)
  if (!priced.ok) return priced
  const blank = Object.fromEntries(Object.keys(orders.fields).map((name) => [name, null]))
  const { owner, name: productName } = product
  const { city = null, customerAddress } = input
  const place = placeOrder(zones, { city, customerAddress })
  return accept({ ...blank, ...input, ...priced.value, ...place, owner, productName } as FinishedOrder)
}
