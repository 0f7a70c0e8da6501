import type { Code } from '../../../domain/core/codes.ts'
import type { ShippingStatus } from '../../../domain/fulfillment/shipping-status.ts'
import {
  type Foreseen,
  isBilled,
  type Line,
  type Model,
  type Order,
  ownerOf,
  type Person,
  type Report,
  type Shipping,
  type Who,
} from './model.ts'
import { changeEach, ofOne, openBatch, writeFulfillment } from './model-lines.ts'
import { isCourier, isStale } from './model-orders.ts'

export type ShippingMove = {
  status: ShippingStatus
  comment: string | null
  postponedTo: string | null
  collected: number | null
  condition?: 'sound' | 'damaged' | undefined
}

/** Lifecycle of a parcel, written by hand from docs/domain.md#shippings: from, to, verb. */
export const steps: Record<ShippingStatus, Partial<Record<ShippingStatus, string>>> = {
  PENDING: { ASSIGNED: 'assign', CANCELLED: 'cancel' },
  ASSIGNED: { PENDING: 'unassign', OUT_FOR_DELIVERY: 'dispatch', POSTPONED: 'postpone', CANCELLED: 'cancel' },
  OUT_FOR_DELIVERY: {
    DELIVERED: 'deliver',
    POSTPONED: 'postpone',
    NOT_REACHABLE: 'not-reachable',
    REFUSED: 'refuse',
    LOST: 'lose',
  },
  POSTPONED: {
    OUT_FOR_DELIVERY: 'dispatch',
    POSTPONED: 'postpone',
    REFUSED: 'refuse',
    RETURNED: 'return',
    LOST: 'lose',
  },
  NOT_REACHABLE: {
    OUT_FOR_DELIVERY: 'dispatch',
    POSTPONED: 'postpone',
    REFUSED: 'refuse',
    RETURNED: 'return',
    LOST: 'lose',
  },
  REFUSED: { OUT_FOR_DELIVERY: 'dispatch', RETURNED: 'return', LOST: 'lose' },
  DELIVERED: { OUT_FOR_DELIVERY: 'reopen' },
  RETURNED: {},
  LOST: {},
  CANCELLED: {},
}

/** From the street straight back: damaged goods only. */
const stepOf = (
  { status: from, attempts }: Pick<Shipping['values'], 'status' | 'attempts'>,
  { status, condition }: ShippingMove,
): string | undefined => {
  if (from === 'POSTPONED' && attempts === 0) return beforeLeaving[status]
  return from === 'OUT_FOR_DELIVERY' && status === 'RETURNED' && condition === 'damaged'
    ? 'return'
    : steps[from][status]
}

/** Postponed before it left. */
const beforeLeaving: Partial<Record<ShippingStatus, string>> = {
  OUT_FOR_DELIVERY: 'dispatch',
  POSTPONED: 'postpone',
  CANCELLED: 'cancel',
}

/** Statuses that couriers never set. */
const officeMoves: readonly ShippingStatus[] = ['ASSIGNED', 'RETURNED', 'LOST']
const giveable: readonly ShippingStatus[] = ['PENDING', 'ASSIGNED', 'POSTPONED', 'NOT_REACHABLE', 'REFUSED']
const over: readonly ShippingStatus[] = ['DELIVERED', 'RETURNED', 'LOST', 'CANCELLED']

/** Target of a call: ids, or a filter. */
export type ShippingTarget = { ids: string[] } | { owner: string; status: ShippingStatus }

export const moveShippings = (
  model: Model,
  who: Who,
  target: ShippingTarget,
  move: ShippingMove,
  version: number | null = null,
): Report | Code => {
  const person = model.people[who]
  if (person.role === 'delivery' && officeMoves.includes(move.status)) return 'FORBIDDEN'
  const batch = openBatch(model, who)
  return changeShippings(model, person, target, version, (order, shipping) => {
    const code = whyNotMove(model, person, order, move)
    if (code !== null) return code
    const { values } = order
    return writeFulfillment(batch, order, `shipping.${stepOf(shipping.values, move)}`, {
      order: move.status === 'CANCELLED' ? { ...values, status: 'CANCELLED' } : values,
      shipping: movedShipping(model, order, shipping, move),
    })
  })
}

export const moveShipping = (
  model: Model,
  who: Who,
  id: string,
  move: ShippingMove,
  version: number | null,
): Foreseen => ofOne(moveShippings(model, who, { ids: [id] }, move, version), () => shippingBody(model, id))

export const assignShippings = (
  model: Model,
  who: Who,
  target: ShippingTarget,
  delivery: string | null,
  version: number | null = null,
): Report | Code => {
  const person = model.people[who]
  if (person.role === 'delivery' && delivery !== null) return 'FORBIDDEN'
  const batch = openBatch(model, who)
  const verb = delivery === null ? 'shipping.unassign' : 'shipping.assign'
  return changeShippings(model, person, target, version, (order, { values }) => {
    const code = whyNotAssign(model, values, delivery)
    if (code !== null) return code
    const assigned = values.status === 'PENDING' ? 'ASSIGNED' : values.status
    const status = delivery === null ? 'PENDING' : assigned
    return writeFulfillment(batch, order, verb, {
      order: order.values,
      shipping: { ...values, delivery, status },
    })
  })
}

export const assignShipping = (
  model: Model,
  who: Who,
  id: string,
  delivery: string | null,
  version: number | null,
): Foreseen =>
  ofOne(assignShippings(model, who, { ids: [id] }, delivery, version), () => shippingBody(model, id))

export const editShipping = (
  model: Model,
  id: string,
  edit: { customerName?: string; comment?: string | null },
  version: number | null,
): Foreseen => {
  const [order] = findFulfillments(model, model.people.admin, { ids: [id] })
  if (order === undefined) return { code: 'NOT_FOUND' }
  const shipping = order.shipping!
  if (isStale(shipping, version)) return { code: 'STALE_VERSION' }
  if (over.includes(shipping.values.status)) return { code: 'SHIPPING_IS_OVER' }
  const { customerName = order.values.customerName, comment = shipping.values.comment } = edit
  if (customerName !== order.values.customerName || comment !== shipping.values.comment) {
    const next = { order: { ...order.values, customerName }, shipping: { ...shipping.values, comment } }
    writeFulfillment(openBatch(model, 'admin'), order, 'shipping.update', next)
  }
  return { body: () => shippingBody(model, id) }
}

export const deleteShippings = (model: Model, ids: string[]): Report => {
  const batch = openBatch(model, 'admin')
  return changeShippings(model, model.people.admin, { ids }, null, (order, shipping) => {
    if (isBilled(model, shipping)) return 'ALREADY_INVOICED'
    if (shipping.values.status !== 'CANCELLED') return 'ORDER_IS_CONFIRMED'
    const next = { order: order.values, shipping: { ...shipping.values, isDeleted: true } }
    return writeFulfillment(batch, order, 'shipping.delete', next)
  })
}

/** Parcels are changed in order of their orders' ids. */
const changeShippings = (
  model: Model,
  person: Person,
  target: ShippingTarget,
  version: number | null,
  change: (order: Order, shipping: Shipping) => Code | Line,
): Report =>
  changeEach(
    findFulfillments(model, person, target),
    'ids' in target ? target.ids : [],
    (order) => (isStale(order.shipping!, version) ? 'STALE_VERSION' : change(order, order.shipping!)),
    (order) => order.shipping!.id,
  )

/** Orders of parcels in the caller's scope: a courier's own. */
const findFulfillments = (model: Model, person: Person, target: ShippingTarget): Order[] =>
  model.orders.filter((order) => {
    const { shipping } = order
    if (shipping === null || shipping.values.isDeleted) return false
    if (person.role === 'delivery' && shipping.values.delivery !== person.id) return false
    return 'ids' in target
      ? target.ids.includes(shipping.id)
      : ownerOf(model, order) === target.owner && shipping.values.status === target.status
  })

const whyNotMove = (model: Model, person: Person, order: Order, move: ShippingMove): Code | null => {
  const shipping = order.shipping!
  const { status, delivery } = shipping.values
  const step = stepOf(shipping.values, move)
  if (step === 'reopen' && person.role !== 'admin') return 'FORBIDDEN'
  if (step === undefined) return status === move.status ? 'ALREADY_THERE' : 'NO_SUCH_TRANSITION'
  if (step === 'assign' && delivery === null) return 'DELIVERY_GUY_REQUIRED'
  const isSameDay = move.postponedTo === null || shipping.values.postponedTo === move.postponedTo
  if (status === move.status && isSameDay) return 'ALREADY_THERE'
  if (step === 'postpone' && move.postponedTo === null) return 'DATE_REQUIRED'
  if (step === 'reopen' && isBilled(model, shipping)) return 'ALREADY_INVOICED'
  return whyNotCash(model, order, move)
}

/** In thousandths: up to 10,000 francs or 50 dinars above the amount due, or twice the amount; a comment must explain it. */
const whyNotCash = (
  { country }: Model,
  { values: { price, quantity } }: Order,
  { collected, comment }: ShippingMove,
): Code | null => {
  const due = price * quantity
  if (collected === null || collected === due) return null
  if (collected > due + Math.max(due, country === 'ic' ? 10_000_000 : 50_000)) return 'COLLECTED_TOO_MUCH'
  return comment === null ? 'REASON_REQUIRED' : null
}

const whyNotAssign = (model: Model, { status, ...values }: Shipping['values'], delivery: string | null) => {
  if (values.delivery === delivery) return 'ALREADY_THERE'
  if (delivery === null) return status === 'ASSIGNED' ? null : 'NO_SUCH_TRANSITION'
  if (status === 'OUT_FOR_DELIVERY') return 'SHIPPING_IS_OUT'
  if (!giveable.includes(status)) return 'NO_SUCH_TRANSITION'
  return isCourier(model, delivery) ? null : 'DELIVERY_GUY_NOT_FOUND'
}

const movedShipping = (
  model: Model,
  { values: { price, quantity } }: Order,
  { values }: Shipping,
  { status, comment, postponedTo, collected, condition }: ShippingMove,
): Shipping['values'] => ({
  ...values,
  status,
  comment: comment ?? values.comment,
  delivery: status === 'PENDING' ? null : values.delivery,
  attempts: values.attempts + (status === 'OUT_FOR_DELIVERY' && values.status !== 'DELIVERED' ? 1 : 0),
  postponedTo,
  collected: status === 'DELIVERED' ? (collected ?? price * quantity) : null,
  settledAt: status === 'DELIVERED' || status === 'RETURNED' ? model.at : null,
  condition: status === 'RETURNED' ? (condition ?? 'sound') : null,
})

export const shippingBody = (model: Model, id: string) => {
  const order = model.orders.find(({ shipping }) => shipping?.id === id)!
  const { version, values } = order.shipping!
  return {
    id,
    version,
    owner: ownerOf(model, order),
    order: order.id,
    product: order.values.product,
    quantity: order.values.quantity,
    totalPrice: (order.values.price * order.values.quantity) / 1000,
    customerName: order.values.customerName,
    status: values.status,
    comment: values.comment,
    delivery: values.delivery,
    attempts: values.attempts,
    postponedTo: values.postponedTo,
    collected: values.collected === null ? null : values.collected / 1000,
    condition: values.condition,
    isBilled: isBilled(model, order.shipping!),
    isHandedOver: false,
  }
}
