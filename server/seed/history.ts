import { sql } from 'drizzle-orm'
import { type CountryCode, countries, countryCodes } from '../../domain/core/countries.ts'
import type { OrderStatus } from '../../domain/fulfillment/order-status.ts'
import type { ShippingStatus } from '../../domain/fulfillment/shipping-status.ts'
import { isoWeekInterval, isoWeekOf } from '../../domain/lib/iso-week.ts'
import { dayOf } from '../../domain/lib/zone-clock.ts'
import { newOrderColumns } from '../../domain/orders/finish-order.ts'
import { payoutMethods } from '../../domain/payouts/payout.ts'
import { type ResourceName, resources } from '../../domain/resources.ts'
import { shippingVerb } from '../../domain/shippings/policy.ts'
import type { Transaction } from '../db/drizzle.ts'
import type { changeBatches, changes } from '../db/schema/changes.ts'
import { invoiceRuns } from '../db/schema.ts'
import { invoiceList } from '../queries/invoices.ts'
import { billAccounts } from '../services/billing/bill-accounts.ts'
import { moveInvoices } from '../services/billing/change-invoices.ts'
import { dueAccounts } from '../services/billing/due-parcels.ts'
import { recordPayout } from '../services/payouts/record-payout.ts'
import { historyDays } from './demo-company.ts'
import type { DemoOrder, OrderStory } from './orders.ts'
import type { DemoUser, Staff } from './people.ts'
import { idAt, type Random } from './row-writer.ts'

/** A parcel's history after its order's confirmation, with versions: dispatched by an agent, attempts, end. */
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
    const statusAt = shipping.statusAt
    if (to !== from) shipping.statusAt = at
    const before = { status: from, statusAt, ...(to === 'OUT_FOR_DELIVERY' ? { attempts } : {}) }
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
        statusAt: shipping.statusAt,
        ...(to === 'OUT_FOR_DELIVERY' ? { attempts } : {}),
        ...(index === 0 ? { outAt: shipping.outAt } : {}),
        ...(to === shipping.status ? ending(shipping) : {}),
      },
      undoes: null,
    }
  })
}

/** Statuses from ASSIGNED to the present one; a failed attempt is an unanswered call. */
const wayOf = (status: ShippingStatus, attempts: number): ShippingStatus[] => {
  const tries = Array.from({ length: attempts }, (_, index): ShippingStatus[] =>
    index === 0 ? ['OUT_FOR_DELIVERY'] : ['NOT_REACHABLE', 'OUT_FOR_DELIVERY'],
  ).flat()
  if (status === 'OUT_FOR_DELIVERY') return tries
  return status === 'RETURNED' ? [...tries, 'REFUSED', status] : [...tries, status]
}

type Parcel = NonNullable<OrderStory['shipping']>

const ending = ({ status, collected, deliveredAt, settledAt, postponedTo, condition }: Parcel) => {
  if (status === 'DELIVERED') return { collected, deliveredAt, settledAt }
  if (status === 'RETURNED') return { settledAt, condition }
  return status === 'POSTPONED' ? { postponedTo } : {}
}

const emptied = (to: ShippingStatus) => {
  if (to === 'DELIVERED') return { collected: null, deliveredAt: null, settledAt: null }
  if (to === 'RETURNED') return { settledAt: null, condition: null }
  return to === 'POSTPONED' ? { postponedTo: null } : {}
}

export type DemoChange = typeof changes.$inferSelect
type Fields = Record<string, unknown>

/**
 * An order's history with versions: imported or created, unanswered calls, confirmed, cancelled. A seller's orders of a day are
 * one batch.
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
      const since =
        'status' in call.after ? { before: { statusAt: order.statusAt }, after: { statusAt: at } } : null
      if (since !== null) order.statusAt = at
      tell({
        at,
        actor: caller().id,
        verb: call.verb,
        version: order.version,
        before: { ...call.before, ...since?.before },
        after: { ...call.after, ...since?.after },
      })
      if (shipping === null || !call.movesShipping) continue
      const isNew = call.verb === 'order.confirm'
      if (!isNew) shipping.version++
      const shippingSince = shipping.statusAt
      shipping.statusAt = at
      tell({
        at,
        actor: lines.at(-1)!.actor,
        batchId: lines.at(-1)!.batchId,
        verb: call.verb,
        resource: 'shippings',
        recordId: shipping.id,
        version: shipping.version,
        before: isNew ? null : { status: 'PENDING', statusAt: shippingSince },
        after: isNew
          ? {
              order: order.id,
              status: shipping.delivery === null ? 'PENDING' : 'ASSIGNED',
              delivery: shipping.delivery,
            }
          : { status: 'CANCELLED', statusAt: at },
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

/** The history line of a new order; its comment came later. */
const written = ({ order }: OrderStory): Fields => ({
  owner: order.owner,
  ...Object.fromEntries(newOrderColumns.map((name) => [name, order[name as keyof DemoOrder]])),
  comment: null,
})

type DemoBatch = typeof changeBatches.$inferSelect

/** By neither a key nor a source. */
const byHand = { key: null, source: null }

type Journal = {
  /** Batches completed by these lines of one country. */
  gather: (lines: readonly DemoChange[], country: CountryCode) => DemoBatch[]
  /** Batches with lines of several orders. */
  end: () => DemoBatch[]
}

/** Batch rows as `gatherBatches` would write them. */
export const makeBatches = (): Journal => {
  const imports = new Map<string, DemoBatch>()
  return {
    gather: (lines, country) =>
      lines.filter(isLeading).flatMap((line): DemoBatch[] => {
        const known = imports.get(line.batchId)
        if (known !== undefined) {
          known.records++
          return []
        }
        const { batchId: id, at, actor, verb, resource } = line
        const batch = {
          id,
          at,
          actor,
          verb,
          resource,
          country,
          records: 1,
          bytes: 0,
          undoes: null,
          ...byHand,
        }
        if (verb !== 'order.import') return [batch]
        imports.set(id, batch)
        return []
      }),
    end: () => [...imports.values()],
  }
}

const isLeading = ({ resource, verb }: DemoChange): boolean => verb.startsWith(`${resources[resource].noun}.`)

const day = 86_400_000
const hour = 3_600_000
/** Invoices are paid some days after billing; a few never. */
const paidAfter = 5 * day
const forgotten = 0.06

/** Bills all ended weeks as the weekly job would have each Monday, and pays old invoices. */
export const billHistory = async (
  tx: Transaction,
  random: Random,
  { now, staff }: { now: Date; staff: Staff },
): Promise<void> => {
  const mostWeeks = Math.ceil(historyDays / 7) + 1
  for (let weeksAgo = mostWeeks; weeksAgo > 0; weeksAgo--) {
    const weekAt = new Date(now.getTime() - weeksAgo * 7 * day)
    // The first week includes everything settled before.
    const isFirst = weeksAgo === mostWeeks
    const periods = countryCodes.map((country) => {
      const { timeZone } = countries[country]
      const { from, to } = isoWeekInterval(isoWeekOf(weekAt, timeZone), timeZone)
      return { country, from: isFirst ? null : from, to }
    })
    const madeAt = new Date(
      Math.min(now.getTime(), Math.max(...periods.map(({ to }) => to.getTime())) + 6 * hour),
    )
    const accounts = await dueAccounts(tx, periods, null)
    const plan = { accounts, periods }
    const { changed } = await billAccounts(tx, null, batchAt(random, madeAt), plan, (error) => {
      throw error
    })
    const paid = changed.filter(() => !random.chance(forgotten)).map(({ id }) => id)
    const paidAt = new Date(madeAt.getTime() + paidAfter)
    if (paidAt < now && paid.length > 0) {
      const [admin] = staff.admins
      const byHand = weeksAgo <= weeksOfPayouts ? await writePayouts(tx, random, admin!, paid, paidAt) : paid
      const batch = batchAt(random, paidAt)
      await moveInvoices(tx, admin!, { ids: byHand }, 'PAID', { batch, dryRun: false })
    }
  }
  await tx.insert(invoiceRuns).values(
    countryCodes.map((country) => {
      const { timeZone } = countries[country]
      const { from } = isoWeekInterval(isoWeekOf(now, timeZone), timeZone)
      return { country, week: isoWeekOf(new Date(from.getTime() - 1), timeZone), at: now }
    }),
  )
  // No client is connected yet.
  await tx.execute(sql`delete from events`)
}

/** Before that, invoices were marked paid by hand. */
const weeksOfPayouts = 5

/** Pays invoices, some of them in part; returns those of sellers who owe us, who are not paid. */
const writePayouts = async (
  tx: Transaction,
  random: Random,
  admin: DemoUser,
  ids: readonly string[],
  at: Date,
): Promise<string[]> => {
  const owing: string[] = []
  for (const { id, owner, country, remaining } of await invoiceList.read(tx, ids)) {
    if (remaining <= 0) {
      owing.push(id)
      continue
    }
    const { decimals, timeZone } = countries[country]
    const inPart = Math.round(remaining * 0.6 * 10 ** decimals) / 10 ** decimals
    await recordPayout(
      tx,
      admin,
      {
        seller: owner,
        country,
        date: dayOf(at, timeZone),
        method: random.pick(payoutMethods),
        lines: [{ invoice: id, amount: random.chance(partlyPaid) && inPart > 0 ? inPart : remaining }],
      },
      batchAt(random, at),
    )
  }
  return owing
}

const partlyPaid = 0.15

const batchAt = (random: Random, at: Date) => ({ id: idAt(random, at.getTime()), at })
