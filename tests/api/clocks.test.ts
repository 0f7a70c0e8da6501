import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { eq, sql, TransactionRollbackError } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import type { Change, Problem } from '../../domain/changes/changes.ts'
import type { ShippingStatus } from '../../domain/fulfillment/shipping-status.ts'
import { migrationsFolder } from '../../server/db/migrate.ts'
import { orders, shippings } from '../../server/db/schema/orders.ts'
import { expectInvalid } from '../support/api/caller.ts'
import { parcelAt } from '../support/api/parcel-at.ts'
import { openShopApi } from '../support/api/shop.ts'
import { expectSoundBooks } from '../support/api/sound-books.ts'

const { api, shop } = await openShopApi()
afterAll(() => expectSoundBooks(api))

const out: ShippingStatus[] = ['ASSIGNED', 'OUT_FOR_DELIVERY']
const hour = 3_600_000

const lastLine = async (resource: 'orders' | 'shippings', id: string): Promise<Change> =>
  (await shop.admin.get<{ items: Change[] }>(`/${resource}/${id}/history`)).body.items[0]!

/** Those of the ids that pass a filter. */
const kept = async (
  resource: 'orders' | 'shippings',
  ids: readonly string[],
  query: Record<string, string>,
): Promise<string[]> => {
  const parameters = new URLSearchParams({ ids: ids.join(), ...query })
  const answer = await shop.admin.get<{ items: { id: string }[]; total: number }>(
    `/${resource}?${parameters}`,
  )
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  expect(answer.body.total).toBe(answer.body.items.length)
  return answer.body.items.map(({ id }) => id)
}

describe('the time of a status', () => {
  it('is that of the creation, then that of each change of status, and of nothing else', async () => {
    const order = await shop.order(await shop.product())
    expect(order.statusAt).toBe(order.createdAt)
    await shop.admin.put(`/orders/${order.id}`, { body: { customerAddress: 'Yopougon' } })
    expect((await shop.readOrder(order)).statusAt).toBe(order.statusAt)
    const called = await shop.move(order, 'NOT_REACHABLE')
    expect(Date.parse(called.statusAt)).toBeGreaterThan(Date.parse(order.statusAt))
    expect(called.statusAt).toBe((await lastLine('orders', order.id)).at)
    // Another unanswered call: the status is unchanged since the first.
    expect((await shop.move(order, 'NOT_REACHABLE')).statusAt).toBe(called.statusAt)
    const confirmed = await shop.move(order, 'CONFIRMED')
    const parcel = await shop.shippingOf(order)
    expect(parcel.statusAt).toBe(confirmed.statusAt)
    const assigned = await shop.assign(parcel, await shop.courier())
    expect(assigned.statusAt).toBe((await lastLine('shippings', parcel.id)).at)
    expect((await shop.assign(parcel, await shop.courier())).statusAt).toBe(assigned.statusAt)
    expect((await shop.readOrder(order)).statusAt).toBe(confirmed.statusAt)
  })

  it('is that of the import for imported orders', async () => {
    const [id] = await shop.orders(await shop.product(), 2)
    const order = await shop.readOrder({ id: id! })
    expect(order.statusAt).toBe(order.createdAt)
  })

  it('of a parcel whose order is cancelled, and confirmed again, follows', async () => {
    const { parcel } = await parcelAt(shop)
    const order = { id: parcel.order }
    const cancelled = await shop.move(order, 'CANCELLED')
    expect(await shop.readShipping(parcel)).toMatchObject({
      status: 'CANCELLED',
      statusAt: cancelled.statusAt,
    })
    await shop.move(order, 'PENDING', { comment: 'wants it after all' })
    const confirmed = await shop.move(order, 'CONFIRMED')
    expect(await shop.readShipping(parcel)).toMatchObject({
      status: 'PENDING',
      statusAt: confirmed.statusAt,
    })
  })

  it('is the earlier one again when the change is undone, and the later one when that is', async () => {
    const { parcel } = await parcelAt(shop, out)
    const refused = await shop.bulkShippings({ ids: [parcel.id], status: 'REFUSED' })
    const after = await shop.readShipping(parcel)
    expect(after.statusAt).not.toBe(parcel.statusAt)
    const undo = await shop.undo(refused.batchId)
    expect(await shop.readShipping(parcel)).toMatchObject({
      status: 'OUT_FOR_DELIVERY',
      statusAt: parcel.statusAt,
      outAt: parcel.outAt,
    })
    await shop.undo(undo.batchId)
    expect(await shop.readShipping(parcel)).toMatchObject({ status: 'REFUSED', statusAt: after.statusAt })
  })

  it('is the earlier one of an order and of its parcel when a cancellation is undone', async () => {
    const { parcel } = await parcelAt(shop)
    const order = await shop.readOrder({ id: parcel.order })
    const cancel = await shop.bulk({ ids: [order.id], status: 'CANCELLED' })
    await shop.undo(cancel.batchId)
    expect(await shop.readOrder(order)).toMatchObject({ status: 'CONFIRMED', statusAt: order.statusAt })
    expect(await shop.readShipping(parcel)).toMatchObject({ status: 'PENDING', statusAt: parcel.statusAt })
  })
})

const at = (hoursAgo: number): Date => new Date(api.context.now().getTime() - hoursAgo * hour)

describe('the migration of databases that have no times yet', () => {
  /** Statements of the migration, without those that add columns and indexes. */
  const backfill = (): string[] => {
    const files = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'))
    const texts = files.map((name) => readFileSync(path.join(migrationsFolder, name), 'utf8'))
    const own = texts.find((text) => text.includes('SET status_at = '))!
    return own
      .split('--> statement-breakpoint')
      .filter((statement) => !/ADD COLUMN|CREATE INDEX/.test(statement))
  }

  it('reads from the history when each record got its status', async () => {
    const { parcel } = await parcelAt(shop, out)
    const undone = await shop.bulkShippings({ ids: [parcel.id], status: 'REFUSED' })
    const undo = await shop.undo(undone.batchId)
    const { parcel: redone } = await parcelAt(shop, out)
    const refused = await shop.bulkShippings({ ids: [redone.id], status: 'REFUSED' })
    await shop.undo((await shop.undo(refused.batchId)).batchId)
    await shop.move(await shop.order(await shop.product()), 'NOT_REACHABLE')
    expect(undo.counts).toMatchObject({ changed: 1 })
    const { db } = api.context
    const times = async (tx: Pick<typeof db, 'select'>) => {
      const ofOrders = await tx.select({ id: orders.id, at: orders.statusAt }).from(orders).orderBy(orders.id)
      const ofParcels = await tx
        .select({ id: shippings.id, at: shippings.statusAt })
        .from(shippings)
        .orderBy(shippings.id)
      return [...ofOrders, ...ofParcels]
    }
    const kept = await times(db)
    expect(kept.length).toBeGreaterThan(10)
    await db
      .transaction(async (tx) => {
        await tx.update(orders).set({ statusAt: new Date(0) })
        await tx.update(shippings).set({ statusAt: new Date(0) })
        for (const statement of backfill()) await tx.execute(sql.raw(statement))
        expect(await times(tx)).toEqual(kept)
        tx.rollback()
      })
      .catch((error: unknown) => {
        if (!(error instanceof TransactionRollbackError)) throw error
      })
  })
})

describe('the filters of times', () => {
  it('find parcels by how long they have had their status, and sort them by it', async () => {
    const parcels = [await parcelAt(shop, out), await parcelAt(shop, out), await parcelAt(shop, out)]
    const ids = parcels.map(({ parcel }) => parcel.id) as [string, string, string]
    const hoursAgo = [30, 72, 1]
    for (const [index, id] of ids.entries()) {
      await api.context.db
        .update(shippings)
        .set({ statusAt: at(hoursAgo[index]!) })
        .where(eq(shippings.id, id))
    }
    const since = (span: string) =>
      kept('shippings', ids, { since: span, status: 'OUT_FOR_DELIVERY', sort: 'statusAt' })
    expect(await since(`..${at(24).toISOString()}`)).toEqual([ids[1], ids[0]])
    expect(await since(`${at(48).toISOString()}..`)).toEqual([ids[0], ids[2]])
    expect(await since(`${at(48).toISOString()}..${at(24).toISOString()}`)).toEqual([ids[0]])
    expect(await kept('shippings', ids, { sort: '-statusAt' })).toEqual([ids[2], ids[0], ids[1]])
    const ofOrders = parcels.map(({ parcel }) => parcel.order)
    const span = `..${at(48).toISOString()}`
    expect(await kept('orders', ofOrders, { shippingSince: span })).toEqual([ofOrders[1]])
    // The orders were confirmed just now.
    expect(await kept('orders', ofOrders, { since: span })).toEqual([])
  })

  it('find orders by their status and by the call that was promised', async () => {
    const product = await shop.product()
    const [old, fresh] = [await shop.order(product), await shop.order(product)]
    await api.context.db
      .update(orders)
      .set({ statusAt: at(3) })
      .where(eq(orders.id, old.id))
    const ids = [old.id, fresh.id]
    expect(await kept('orders', ids, { status: 'PENDING', since: `..${at(2).toISOString()}` })).toEqual([
      old.id,
    ])
    const promised = (inHours: number) => ({ callbackAt: at(-inHours).toISOString() })
    await shop.move(old, 'NOT_REACHABLE', promised(2))
    await shop.move(fresh, 'NOT_REACHABLE', promised(1))
    expect(await kept('orders', ids, { callback: `..${at(0).toISOString()}` })).toEqual([])
    expect(await kept('orders', ids, { callback: `..${at(-1.5).toISOString()}` })).toEqual([fresh.id])
    expect(await kept('orders', ids, { sort: 'callbackAt' })).toEqual([fresh.id, old.id])
  })

  it('find parcels by the day that was asked for, and have those without one last', async () => {
    const postponed = async (postponedTo: string): Promise<string> => {
      const { parcel } = await parcelAt(shop, out)
      await shop.moveShipping(parcel, 'POSTPONED', { postponedTo })
      return parcel.id
    }
    const [early, late] = [await postponed('2026-12-24'), await postponed('2026-12-26')]
    const { parcel } = await parcelAt(shop, out)
    const ids = [early, late, parcel.id]
    const asked = (days: string) => kept('shippings', ids, { postponed: days, sort: 'postponedTo' })
    expect(await asked('..2026-12-26')).toEqual([early])
    expect(await asked('..2026-12-27')).toEqual([early, late])
    expect(await asked('2026-12-25..')).toEqual([late])
    expect(await asked('2026-12-24..2026-12-25')).toEqual([early])
    expect(await kept('shippings', ids, { sort: 'postponedTo' })).toEqual([early, late, parcel.id])
    expect(await kept('shippings', ids, { sort: '-postponedTo' })).toEqual([late, early, parcel.id])
  })

  it('find parcels by when they first went out', async () => {
    const { parcel } = await parcelAt(shop, [...out, 'NOT_REACHABLE', 'OUT_FOR_DELIVERY'])
    const { parcel: waiting } = await parcelAt(shop)
    const ids = [parcel.id, waiting.id]
    const later = new Date(Date.parse(parcel.outAt!) + 1).toISOString()
    expect(await kept('shippings', ids, { out: `${parcel.outAt}..${later}` })).toEqual([parcel.id])
    expect(await kept('shippings', ids, { out: `${later}..` })).toEqual([])
    expect(await kept('shippings', ids, { since: `${later}..`, status: 'OUT_FOR_DELIVERY' })).toEqual([
      parcel.id,
    ])
    expect(await kept('shippings', ids, { sort: '-outAt' })).toEqual(ids)
  })

  it('are those of a bulk call, too', async () => {
    const { parcel } = await parcelAt(shop, out)
    await api.context.db
      .update(shippings)
      .set({ statusAt: at(500) })
      .where(eq(shippings.id, parcel.id))
    const where = { status: 'OUT_FOR_DELIVERY', since: `..${at(499).toISOString()}` }
    const report = await shop.bulkShippings({ where, status: 'LOST' })
    expect(report.counts).toMatchObject({ changed: 1, refused: 0 })
    expect((await shop.readShipping(parcel)).status).toBe('LOST')
  })

  it.each([
    ['shippings', 'since', '>2d'],
    ['shippings', 'since', '2d'],
    ['shippings', 'out', 'today'],
    ['shippings', 'postponed', '2026-12-24T10:00:00Z..'],
    ['shippings', 'postponed', '..2026-02-30'],
    ['shippings', 'postponed', '..'],
    ['orders', 'callback', 'now'],
    ['orders', 'shippingSince', '2026-12-24'],
  ])('of %s refuse %s=%s', async (resource, name, value) => {
    const answer = await shop.admin.get<Problem>(`/${resource}?${new URLSearchParams({ [name]: value })}`)
    await expectInvalid(answer, name, 'NOT_A_DATE')
  })
})
