import type { Code } from '../../../domain/core/codes.ts'
import type { OrderStatus } from '../../../domain/fulfillment/order-status.ts'
import {
  availableOf,
  deliveryOf,
  type Foreseen,
  type Line,
  type Model,
  type Order,
  ownerOf,
  type Report,
  type Shipping,
  stockOf,
} from './model.ts'
import { changeEach, ofOne, openBatch, writeFulfillment } from './model-lines.ts'

export type OrderInput = {
  product: string
  quantity: number
  price: number | null
  customerName: string
  externalRef: string | null
}
export type OrderMove = { status: OrderStatus; comment: string | null; delivery: string | null }
export type OrderEdit = Partial<Pick<OrderInput, 'product' | 'quantity' | 'price' | 'customerName'>>

/** Lifecycle of an order (docs/domain.md). */
const steps: Record<OrderStatus, readonly OrderStatus[]> = {
  PENDING: ['CONFIRMED', 'CANCELLED', 'NOT_REACHABLE'],
  NOT_REACHABLE: ['NOT_REACHABLE', 'CONFIRMED', 'CANCELLED'],
  CONFIRMED: ['CANCELLED'],
  CANCELLED: ['PENDING'],
}

const verbs: Record<OrderStatus, string> = {
  PENDING: 'order.reopen',
  CONFIRMED: 'order.confirm',
  CANCELLED: 'order.cancel',
  NOT_REACHABLE: 'order.not-reachable',
}

export const createOrder = (model: Model, input: OrderInput, verb = 'order.create'): Foreseen => {
  if (livingProduct(model, input.product) === undefined) return { code: 'PRODUCT_NOT_FOUND' }
  const order = insertOrder(model, input)
  writeFulfillment(openBatch(model, 'admin'), order, verb, { order: order.values, shipping: null })
  return { created: true, body: () => orderBody(model, order) }
}

/** A new order, without its history line. */
export const insertOrder = (model: Model, { price, ...input }: OrderInput): Order => {
  const order: Order = {
    resource: 'orders',
    id: '',
    version: 0,
    values: {
      ...input,
      price: price ?? livingProduct(model, input.product)!.values.price,
      status: 'PENDING',
      comment: null,
      attempts: 0,
      isDeleted: false,
    },
    shipping: null,
  }
  model.orders.push(order)
  return order
}

/** Target of a call: ids, or a filter. */
export type OrderTarget = { ids: string[] } | { product: string; status: OrderStatus }

export const moveOrders = (
  model: Model,
  target: OrderTarget,
  move: OrderMove,
  version: number | null = null,
): Report => {
  const batch = openBatch(model, 'admin')
  return changeEach(findOrders(model, target), 'ids' in target ? target.ids : [], (order) => {
    const code = isStale(order, version) ? 'STALE_VERSION' : whyNotMove(model, order, move)
    if (code !== null) return code
    const { values, shipping } = order
    const next = {
      ...values,
      status: move.status,
      comment: move.comment ?? values.comment,
      attempts: values.attempts + (move.status === 'NOT_REACHABLE' ? 1 : 0),
    }
    const parcel = (): Shipping['values'] | null => {
      if (move.status === 'CONFIRMED') return freshParcel(move.delivery)
      if (shipping === null) return null
      return values.status === 'CONFIRMED'
        ? { ...shipping.values, status: 'CANCELLED' as const }
        : shipping.values
    }
    return writeFulfillment(batch, order, verbs[move.status], { order: next, shipping: parcel() })
  })
}

export const moveOrder = (model: Model, id: string, move: OrderMove, version: number | null): Foreseen =>
  ofOne(moveOrders(model, { ids: [id] }, move, version), () => orderBody(model, livingOrder(model, id)!))

export const editOrder = (model: Model, id: string, edit: OrderEdit, version: number | null): Foreseen => {
  const order = livingOrder(model, id)
  if (order === undefined) return { code: 'NOT_FOUND' }
  if (isStale(order, version)) return { code: 'STALE_VERSION' }
  const product = livingProduct(model, edit.product ?? order.values.product)
  if (product === undefined) return { code: 'PRODUCT_NOT_FOUND' }
  const isMoved = product.id !== order.values.product
  const price = edit.price ?? (isMoved || edit.price === null ? product.values.price : order.values.price)
  const next = { ...order.values, ...edit, price }
  const code = whyNotEdit(model, order, next) ?? whyNotRefer(model, order, product.owner)
  if (code !== null) return { code }
  const isChanged = Object.entries(next).some(([name, value]) => value !== Reflect.get(order.values, name))
  if (isChanged) {
    const shipping = order.shipping?.values ?? null
    writeFulfillment(openBatch(model, 'admin'), order, 'order.update', { order: next, shipping })
  }
  return { body: () => orderBody(model, order) }
}

export const deleteOrders = (model: Model, ids: string[]): Report => {
  const batch = openBatch(model, 'admin')
  return changeEach(findOrders(model, { ids }), ids, (order): Code | Line => {
    if (order.values.status === 'CONFIRMED') return 'ORDER_IS_CONFIRMED'
    const shipping = order.shipping === null ? null : { ...order.shipping.values, isDeleted: true }
    return writeFulfillment(batch, order, 'order.delete', {
      order: { ...order.values, isDeleted: true },
      shipping,
    })
  })
}

/** Whether the parcel has left, so that the order can no longer be recalled. */
export const isOut = (shipping: Pick<Shipping, 'values'> | null): boolean =>
  shipping !== null && !['PENDING', 'ASSIGNED'].includes(shipping.values.status)

export const isStale = (record: { version: number }, version: number | null): boolean =>
  version !== null && version !== record.version

export const isCourier = (model: Model, id: string): boolean =>
  model.people.first.id === id || model.people.second.id === id

/** References are unique among a seller's orders that are not deleted. */
export const isReferred = (model: Model, externalRef: string | null, owner: string, but?: Order): boolean =>
  externalRef !== null &&
  model.orders.some(
    (order) =>
      order !== but &&
      !order.values.isDeleted &&
      order.values.externalRef === externalRef &&
      ownerOf(model, order) === owner,
  )

export const livingProduct = (model: Model, id: string) =>
  model.products.find((product) => product.id === id && !product.values.isDeleted)

const livingOrder = (model: Model, id: string) =>
  model.orders.find((order) => order.id === id && !order.values.isDeleted)

const findOrders = (model: Model, target: OrderTarget): Order[] =>
  model.orders.filter(
    ({ id, values }) =>
      !values.isDeleted &&
      ('ids' in target
        ? target.ids.includes(id)
        : values.product === target.product && values.status === target.status),
  )

const whyNotMove = (model: Model, { values, shipping }: Order, move: OrderMove): Code | null => {
  if (!steps[values.status].includes(move.status)) {
    return values.status === move.status ? 'ALREADY_THERE' : 'NO_SUCH_TRANSITION'
  }
  if (values.status === 'CANCELLED' && move.comment === null) return 'COMMENT_REQUIRED'
  if (move.status === 'CONFIRMED' && availableOf(model, values.product)! < values.quantity) {
    return 'OUT_OF_STOCK'
  }
  if (values.status === 'CONFIRMED' && isOut(shipping)) return 'SHIPPING_IS_OUT'
  if (move.delivery !== null && !isCourier(model, move.delivery)) return 'DELIVERY_GUY_NOT_FOUND'
  return null
}

const whyNotEdit = (model: Model, { values, shipping }: Order, next: Order['values']): Code | null => {
  if (values.status !== 'CONFIRMED') return null
  if (next.product !== values.product) return 'ORDER_IS_CONFIRMED'
  if (next.quantity === values.quantity && next.price === values.price) return null
  if (isOut(shipping)) return 'SHIPPING_IS_OUT'
  return availableOf(model, values.product)! < next.quantity - values.quantity ? 'OUT_OF_STOCK' : null
}

const whyNotRefer = (model: Model, order: Order, owner: string): Code | null =>
  isReferred(model, order.values.externalRef, owner, order) ? 'ALREADY_IMPORTED' : null

export const freshParcel = (delivery: string | null): Shipping['values'] => ({
  status: delivery === null ? 'PENDING' : 'ASSIGNED',
  comment: null,
  delivery,
  attempts: 0,
  postponedTo: null,
  collected: null,
  settledAt: null,
  condition: null,
  isDeleted: false,
})

export const orderBody = (model: Model, order: Order) => {
  const { values, shipping } = order
  const standing = shipping === null || shipping.values.isDeleted ? null : shipping
  const { quantity, reserved } = stockOf(model, model.products.find(({ id }) => id === values.product)!)
  return {
    id: order.id,
    version: order.version,
    owner: ownerOf(model, order),
    product: values.product,
    productAvailable: quantity - reserved,
    quantity: values.quantity,
    price: values.price / 1000,
    totalPrice: (values.price * values.quantity) / 1000,
    customerName: values.customerName,
    externalRef: values.externalRef,
    status: values.status,
    comment: values.comment,
    attempts: values.attempts,
    delivery: deliveryOf(order),
    shipping: standing?.id ?? null,
    shippingStatus: standing?.values.status ?? null,
  }
}
