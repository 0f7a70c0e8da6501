import fc from 'fast-check'
import type { OrderStatus } from '../../../domain/fulfillment/order-status.ts'
import {
  amountOf,
  at,
  type Call,
  type CallKind,
  comment,
  foreseeReport,
  type Known,
  many,
  one,
  place,
  put,
  version,
} from './call.ts'
import {
  createOrder,
  deleteOrders,
  editOrder,
  moveOrder,
  moveOrders,
  type OrderEdit,
  type OrderInput,
  type OrderMove,
} from './model-orders.ts'

export const phones = { ic: '+2250708091011', tn: '+21620123456' } as const

const quantity = fc.integer({ min: 1, max: 4 })
/** Null: the product's price. */
const units = fc.option(fc.integer({ min: 1, max: 40 }))
const customerName = fc.constantFrom('Awa', 'Koffi', 'Zoé')
const status = fc.oneof(
  { weight: 6, arbitrary: fc.constant<OrderStatus>('CONFIRMED') },
  { weight: 3, arbitrary: fc.constantFrom<OrderStatus>('CANCELLED', 'NOT_REACHABLE', 'PENDING') },
)
/** Transitions in bulk. */
const together = fc.constantFrom<[OrderStatus, OrderStatus]>(
  ['PENDING', 'CONFIRMED'],
  ['NOT_REACHABLE', 'CONFIRMED'],
  ['CANCELLED', 'PENDING'],
  ['CANCELLED', 'PENDING'],
)
/** The assignee of a confirmed order's parcel: none, one of the two couriers, or a user who does not deliver. */
const courier = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(0, 1, null) },
  { weight: 1, arbitrary: fc.constant('a seller' as const) },
)

const drawnMove = fc.record({ status, comment, courier })
type DrawnMove = { status: OrderStatus; comment: string | null; courier: number | 'a seller' | null }
const moveOf = ({ status, comment, courier }: DrawnMove, { couriers, sellers }: Known): OrderMove => {
  const named = courier === 'a seller' ? sellers[0]! : courier === null ? null : couriers[courier]!
  return { status, comment, delivery: status === 'CONFIRMED' ? named : null }
}

const drawnEdit = fc.record({ product: place, quantity, units, customerName }, { requiredKeys: [] })
const editOf = (
  { product, units, ...rest }: { product?: number; units?: number | null },
  { products, country }: Known,
): OrderEdit => ({
  ...rest,
  ...(product === undefined ? {} : { product: at(products, product)! }),
  ...(units === undefined ? {} : { price: units === null ? null : amountOf(country, units) }),
})

/** Prices in major units. */
const written = <Fields extends { price?: number | null }>(fields: Fields): Fields =>
  fields.price == null ? fields : { ...fields, price: fields.price / 1000 }

export const createOrderCall = (country: Known['country'], input: Omit<OrderInput, 'externalRef'>): Call => {
  const customer = { customerPhone: phones[country], customerAddress: 'Rue 12' }
  return put(
    '/orders',
    written({ country, ...input, ...customer }),
    (model) => createOrder(model, { ...input, externalRef: null }),
    { method: 'post' },
  )
}

export const orderCalls: readonly CallKind[] = [
  one(
    'order.create',
    14,
    'products',
    fc.record({ quantity, units, customerName }),
    (product, { units, ...rest }, { country }) => {
      const price = units === null ? null : amountOf(country, units)
      return createOrderCall(country, { product, price, ...rest })
    },
  ),
  one('order.move', 16, 'orders', fc.record({ move: drawnMove, version }), (id, drawn, known) => {
    const move = moveOf(drawn.move, known)
    const { version } = drawn
    return put(`/orders/status/${id}`, move, (model) => moveOrder(model, id, move, version), { version })
  }),
  many(
    'order.move-many',
    6,
    'orders',
    fc.record({ move: drawnMove, dryRun: fc.boolean() }),
    (ids, drawn, known) => {
      const move = moveOf(drawn.move, known)
      const { dryRun } = drawn
      const foresee = foreseeReport(dryRun, (model) => moveOrders(model, { ids }, move))
      return put('/orders/status', { ids, dryRun, ...move }, foresee)
    },
  ),
  one(
    'order.move-matching',
    5,
    'products',
    fc.record({ together, move: drawnMove, dryRun: fc.boolean() }),
    (product, { together: [from, status], move: drawn, dryRun }, known) => {
      const move = moveOf({ ...drawn, status }, known)
      const where = { product, status: from }
      const foresee = foreseeReport(dryRun, (model) => moveOrders(model, where, move))
      return put('/orders/status', { where, dryRun, ...move }, foresee)
    },
  ),
  one('order.edit', 8, 'orders', fc.record({ edit: drawnEdit, version }), (id, drawn, known) => {
    const edit = editOf(drawn.edit, known)
    const { version } = drawn
    return put(`/orders/${id}`, written(edit), (model) => editOrder(model, id, edit, version), { version })
  }),
  many('order.delete', 2, 'orders', fc.constant(null), (ids) =>
    put(
      '/orders/delete',
      { ids },
      foreseeReport(false, (model) => deleteOrders(model, ids)),
    ),
  ),
]
