import type { OrderStatus } from '../../domain/orders/order-status.ts'
import type { ResourceName } from '../../domain/resources.ts'
import type { changes } from '../db/schema/changes.ts'
import { idAt } from './id-at.ts'
import type { OrderStory } from './make-orders.ts'
import { makeParcelHistory } from './make-parcel-history.ts'
import type { DemoUser, Staff } from './make-staff.ts'
import type { Random } from './random.ts'

export type DemoChange = typeof changes.$inferSelect
type Fields = Record<string, unknown>

/**
 * Tells the history that led an order to where it stands, and gives the order its version with it: imported or typed in,
 * calls that nobody answered, confirmed, cancelled. Orders that a seller sent on one day are one batch.
 */
export const makeHistory = (random: Random, staff: Staff): ((story: OrderStory) => DemoChange[]) => {
  const batches = new Map<string, { id: string; at: Date; actor: string }>()
  const caller = (): DemoUser => random.pick(staff.admins)
  return (story) => {
    const lines: DemoChange[] = []
    const { order, shipping } = story
    const tell = (line: Pick<DemoChange, 'at' | 'actor' | 'verb' | 'after'> & Partial<DemoChange>): void => {
      const id = idAt(random, line.at.getTime())
      const resource: ResourceName = 'orders'
      lines.push({
        id,
        batchId: id,
        resource,
        recordId: order.id,
        version: 1,
        before: null,
        undoes: null,
        ...line,
      })
    }
    if (story.isTyped) {
      tell({ at: order.createdAt, actor: caller().id, verb: 'order.create', after: written(story) })
    } else {
      const key = `${order.owner} ${order.createdAt.toISOString().slice(0, 10)}`
      const batch = batches.get(key) ?? {
        id: idAt(random, order.createdAt.getTime()),
        at: order.createdAt,
        actor: order.owner,
      }
      batches.set(key, batch)
      tell({
        at: order.createdAt,
        actor: batch.actor,
        batchId: batch.id,
        verb: 'order.import',
        after: written(story),
      })
    }
    const calls = callsOf(story)
    for (const [index, call] of calls.entries()) {
      order.version++
      const at = new Date(order.createdAt.getTime() + ((index + 1) / calls.length) * call.span)
      tell({
        at,
        actor: caller().id,
        verb: call.verb,
        version: order.version,
        before: call.before,
        after: call.after,
      })
      if (shipping === null || !call.movesShipping) continue
      const isNew = call.verb === 'order.confirm'
      if (!isNew) shipping.version++
      tell({
        at,
        actor: lines.at(-1)!.actor,
        batchId: lines.at(-1)!.batchId,
        verb: call.verb,
        resource: 'shippings',
        recordId: shipping.id,
        version: shipping.version,
        before: isNew ? null : { status: 'PENDING' },
        after: isNew
          ? {
              order: order.id,
              status: shipping.delivery === null ? 'PENDING' : 'ASSIGNED',
              delivery: shipping.delivery,
            }
          : { status: 'CANCELLED' },
      })
    }
    return [...lines, ...makeParcelHistory(random, story, staff)]
  }
}

type CallMade = { verb: string; before: Fields; after: Fields; movesShipping: boolean; span: number }

const callsOf = ({ order, shipping, confirmedAt }: OrderStory): CallMade[] => {
  const span = confirmedAt.getTime() - order.createdAt.getTime()
  const calls: CallMade[] = []
  let status: OrderStatus = 'PENDING'
  const call = (verb: string, to: OrderStatus, more: [before: Fields, after: Fields] = [{}, {}]): void => {
    const isConfirming = to === 'CONFIRMED' || (to === 'CANCELLED' && status === 'CONFIRMED')
    const before = status === to ? more[0] : { status, ...more[0] }
    const after = status === to ? more[1] : { status: to, ...more[1] }
    calls.push({ verb, before, after, movesShipping: isConfirming, span })
    status = to
  }
  for (let attempt = 1; attempt <= order.attempts; attempt++) {
    call('order.not-reachable', 'NOT_REACHABLE', [{ attempts: attempt - 1 }, { attempts: attempt }])
  }
  if (shipping !== null)
    call('order.confirm', 'CONFIRMED', [{ delivery: null }, { delivery: order.delivery }])
  if (order.status === 'CANCELLED')
    call('order.cancel', 'CANCELLED', [{ comment: null }, { comment: order.comment }])
  return calls
}

/** What `insertOrders` keeps of a new order. */
const written = ({ order }: OrderStory): Fields => {
  const { country, owner, product, customerName, customerPhone, customerAddress } = order
  const { quantity, price, totalPrice, sourceLink, sourceName, externalRef } = order
  return {
    country,
    owner,
    product,
    customerName,
    customerPhone,
    customerAddress,
    quantity,
    price,
    totalPrice,
    sourceLink,
    sourceName,
    externalRef,
    comment: null,
  }
}
