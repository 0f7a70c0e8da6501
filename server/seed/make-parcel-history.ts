import type { ShippingStatus } from '../../domain/shippings/shipping-status.ts'
import { shippingVerb } from '../../domain/shippings/why-not-move.ts'
import type { changes } from '../db/schema/changes.ts'
import { idAt } from './id-at.ts'
import type { OrderStory } from './make-orders.ts'
import type { Staff } from './make-staff.ts'
import type { Random } from './random.ts'

type DemoChange = typeof changes.$inferSelect

/**
 * What happened to a parcel once its order was confirmed, and its version with it: sent out by an agent, tried as often
 * as it says by whoever delivers it, and how it ended.
 */
export const makeParcelHistory = (random: Random, { shipping }: OrderStory, staff: Staff): DemoChange[] => {
  if (shipping === null || shipping.outAt === null || shipping.delivery === null) return []
  const { agents } = staff.branches[shipping.country]
  const way = wayOf(shipping.status, shipping.attempts)
  const [start, end] = [shipping.outAt.getTime(), shipping.updatedAt.getTime()]
  let status: ShippingStatus = 'ASSIGNED'
  let attempts = 0
  return way.map((to, index) => {
    const at = new Date(start + ((end - start) * index) / Math.max(1, way.length - 1))
    const from = status
    const before = { status: from, ...(to === 'OUT_FOR_DELIVERY' ? { attempts } : {}) }
    if (to === 'OUT_FOR_DELIVERY') attempts++
    status = to
    shipping.version++
    const id = idAt(random, at.getTime())
    const isOffice = to === 'OUT_FOR_DELIVERY' || to === 'RETURNED' || to === 'LOST'
    return {
      id,
      batchId: id,
      at,
      actor: isOffice ? random.pick(agents).id : shipping.delivery,
      verb: shippingVerb(from, to),
      resource: 'shippings',
      recordId: shipping.id,
      version: shipping.version,
      before: { ...before, ...(index === 0 ? { outAt: null } : {}), ...emptied(to) },
      after: {
        status: to,
        ...(to === 'OUT_FOR_DELIVERY' ? { attempts } : {}),
        ...(index === 0 ? { outAt: shipping.outAt } : {}),
        ...(to === shipping.status ? ending(shipping) : {}),
      },
      undoes: null,
    }
  })
}

/** Every status on the way from ASSIGNED to where a parcel stands: a try that failed is one that nobody answered. */
const wayOf = (status: ShippingStatus, attempts: number): ShippingStatus[] => {
  const tries = Array.from({ length: attempts }, (_, index): ShippingStatus[] =>
    index === 0 ? ['OUT_FOR_DELIVERY'] : ['NOT_REACHABLE', 'OUT_FOR_DELIVERY'],
  ).flat()
  if (status === 'OUT_FOR_DELIVERY') return tries
  return status === 'RETURNED' ? [...tries, 'REFUSED', status] : [...tries, status]
}

type Parcel = NonNullable<OrderStory['shipping']>

const ending = ({ status, collected, deliveredAt, settledAt, postponedTo }: Parcel) => {
  if (status === 'DELIVERED') return { collected, deliveredAt, settledAt }
  if (status === 'RETURNED') return { settledAt }
  return status === 'POSTPONED' ? { postponedTo } : {}
}

const emptied = (to: ShippingStatus) => {
  if (to === 'DELIVERED') return { collected: null, deliveredAt: null, settledAt: null }
  if (to === 'RETURNED') return { settledAt: null }
  return to === 'POSTPONED' ? { postponedTo: null } : {}
}
