import fc from 'fast-check'
import type { ShippingStatus } from '../../../domain/fulfillment/shipping-status.ts'
import {
  amountOf,
  type Call,
  type CallKind,
  comment,
  foreseeReport,
  type Known,
  many,
  one,
  put,
  version,
  who,
} from './call.ts'
import {
  assignShipping,
  assignShippings,
  deleteShippings,
  editShipping,
  moveShipping,
  moveShippings,
  type ShippingMove,
} from './model-shippings.ts'

const status = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<ShippingStatus>('OUT_FOR_DELIVERY', 'DELIVERED') },
  {
    weight: 5,
    arbitrary: fc.constantFrom<ShippingStatus>(
      'POSTPONED',
      'NOT_REACHABLE',
      'REFUSED',
      'RETURNED',
      'LOST',
      'CANCELLED',
      'PENDING',
      'ASSIGNED',
    ),
  },
)
/** Transitions in bulk. */
const together = fc.constantFrom<[ShippingStatus, ShippingStatus]>(
  ['ASSIGNED', 'OUT_FOR_DELIVERY'],
  ['ASSIGNED', 'OUT_FOR_DELIVERY'],
  ['OUT_FOR_DELIVERY', 'DELIVERED'],
  ['OUT_FOR_DELIVERY', 'DELIVERED'],
  ['OUT_FOR_DELIVERY', 'REFUSED'],
  ['NOT_REACHABLE', 'OUT_FOR_DELIVERY'],
  ['REFUSED', 'RETURNED'],
  ['DELIVERED', 'OUT_FOR_DELIVERY'],
)
const day = fc.option(fc.constantFrom('2026-12-24', '2027-01-02'), { freq: 3 })
const units = fc.option(fc.nat({ max: 60 }), { freq: 2 })

const condition = fc.constantFrom('sound' as const, 'damaged' as const, undefined)

const drawnMove = fc.record({ status, comment, day, units, condition })
type DrawnMove = {
  status: ShippingStatus
  comment: string | null
  day: string | null
  units: number | null
  condition: ShippingMove['condition']
}
const moveOf = ({ status, comment, day, units, condition }: DrawnMove, { country }: Known): ShippingMove => ({
  status,
  comment,
  postponedTo: status === 'POSTPONED' ? day : null,
  collected: status === 'DELIVERED' && units !== null ? amountOf(country, units) : null,
  condition: status === 'RETURNED' ? condition : undefined,
})
const written = ({ collected, ...move }: ShippingMove) => ({
  ...move,
  collected: collected === null ? null : collected / 1000,
})

/** Usual transitions, so that many parcels are delivered, returned and billed; otherwise any. */
const forth: Partial<Record<ShippingStatus, readonly ShippingStatus[]>> = {
  ASSIGNED: ['OUT_FOR_DELIVERY', 'OUT_FOR_DELIVERY', 'OUT_FOR_DELIVERY', 'PENDING', 'POSTPONED', 'CANCELLED'],
  OUT_FOR_DELIVERY: ['DELIVERED', 'DELIVERED', 'DELIVERED', 'POSTPONED', 'NOT_REACHABLE', 'REFUSED', 'LOST'],
  POSTPONED: ['OUT_FOR_DELIVERY', 'OUT_FOR_DELIVERY', 'REFUSED', 'RETURNED', 'LOST', 'CANCELLED'],
  NOT_REACHABLE: ['OUT_FOR_DELIVERY', 'OUT_FOR_DELIVERY', 'REFUSED', 'RETURNED', 'LOST'],
  REFUSED: ['RETURNED', 'RETURNED', 'OUT_FOR_DELIVERY', 'LOST'],
  DELIVERED: ['OUT_FOR_DELIVERY'],
}
const nextOf = (status: ShippingStatus, next: number | null): ShippingStatus | undefined =>
  next === null ? undefined : forth[status]?.[next % forth[status].length]

/** The assignee of a parcel; null unassigns it. */
const courier = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom(0, 1) },
  { weight: 1, arbitrary: fc.constantFrom('a seller' as const, null) },
)
const guyOf = (courier: number | 'a seller' | null, { couriers, sellers }: Known): string | null =>
  courier === null ? null : courier === 'a seller' ? sellers[0]! : couriers[courier]!

const drawnEdit = fc.record(
  { customerName: fc.constantFrom('Awa', 'Koffi', 'Zoé'), comment },
  { requiredKeys: [] },
)

export const shippingCalls: readonly CallKind[] = [
  one(
    'shipping.move',
    26,
    'shippings',
    fc.record({ who, move: drawnMove, next: fc.option(fc.nat()), version }),
    (id, { who, next, version, move: drawn }, known) => {
      const status = nextOf(known.statusOf(id), next) ?? drawn.status
      const move = moveOf({ ...drawn, status }, known)
      const foresee: Call['foresee'] = (model) => moveShipping(model, who, id, move, version)
      return put(`/shippings/status/${id}`, written(move), foresee, { who, version })
    },
  ),
  many(
    'shipping.move-many',
    8,
    'shippings',
    fc.record({ who, move: drawnMove, dryRun: fc.boolean() }),
    (ids, { who, dryRun, move: drawn }, known) => {
      const move = moveOf(drawn, known)
      const foresee = foreseeReport(dryRun, (model) => moveShippings(model, who, { ids }, move))
      return put('/shippings/status', { ids, dryRun, ...written(move) }, foresee, { who })
    },
  ),
  one(
    'shipping.move-matching',
    12,
    'sellers',
    fc.record({ who, together, move: drawnMove }),
    (owner, { who, together: [from, status], move: drawn }, known) => {
      const move = moveOf({ ...drawn, status }, known)
      const where = { owner, status: from }
      const foresee = foreseeReport(false, (model) => moveShippings(model, who, where, move))
      return put('/shippings/status', { where, ...written(move) }, foresee, { who })
    },
  ),
  one(
    'shipping.assign',
    10,
    'shippings',
    fc.record({ who, courier, version }),
    (id, { who, courier, version }, known) => {
      const delivery = guyOf(courier, known)
      const foresee: Call['foresee'] = (model) => assignShipping(model, who, id, delivery, version)
      return put(`/shippings/delivery/${id}`, { delivery }, foresee, { who, version })
    },
  ),
  many(
    'shipping.assign-many',
    8,
    'shippings',
    fc.record({ who, courier, dryRun: fc.boolean() }),
    (ids, { who, courier, dryRun }, known) => {
      const delivery = guyOf(courier, known)
      const foresee = foreseeReport(dryRun, (model) => assignShippings(model, who, { ids }, delivery))
      return put('/shippings/delivery', { ids, dryRun, delivery }, foresee, { who })
    },
  ),
  one('shipping.edit', 4, 'shippings', fc.record({ edit: drawnEdit, version }), (id, { edit, version }) =>
    put(`/shippings/${id}`, edit, (model) => editShipping(model, id, edit, version), { version }),
  ),
  many('shipping.delete', 2, 'shippings', fc.constant(null), (ids) =>
    put(
      '/shippings/delete',
      { ids },
      foreseeReport(false, (model) => deleteShippings(model, ids)),
    ),
  ),
]
