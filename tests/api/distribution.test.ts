import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultCallPolicy } from '../../domain/calls/call-policy.ts'
import { likelihoodOf } from '../../domain/calls/customer-likelihood.ts'
import { presentMinutes } from '../../domain/calls/distribution.ts'
import type { Customer } from '../../domain/customers/customer.ts'
import { customerScore } from '../../domain/customers/customer-sentence.ts'
import type { Product } from '../../domain/products/product.ts'
import type { Claim } from '../../domain/triage/claim.ts'
import { openShopApi } from '../support/api/shop.ts'
import { rounds } from '../support/is-full.ts'

const { api, shop } = await openShopApi()
const { db } = api.context
/** Each test has a country, so that no order of another one waits. */
const opened = async (country: 'tn' | 'sn' | 'bf' | 'fr' | 'lib', policy: object) => {
  const admin = await api.as('admin')
  await admin.put(`/call-policies/${country}`, { body: { ...defaultCallPolicy, ...policy } })
  const product = await admin.post<Product>('/products', {
    body: { country, name: 'Montre', price: 10, quantity: 9_000 },
  })
  return { country, orders: (count: number) => shop.orders(product.body, count) }
}
const caller = async (country: string) => {
  const client = await api.as(await api.createUser({ role: 'agent', calls: true, country } as never))
  const claim = async (body: object = {}): Promise<Claim> => {
    const answer = await client.post<Claim>('/orders/claim', { body })
    expect(answer.status).toBe(200)
    return answer.body
  }
  return { ...client, claim }
}
type Client = Awaited<ReturnType<typeof caller>>
const minutes = (count: number) => api.clock.advance(count * 60_000)
const decide = (id: string) => db.execute(sql`update orders set status = 'CANCELLED' where id = ${id}`)
const sharesOf = async (country: string) => {
  const since = new Date(api.context.now().getTime() - presentMinutes * 60_000).toISOString()
  const { rows } = await db.execute<{ user: string; share: number }>(sql`
    select "user", share from callers_present where country = ${country} and seen_at > ${since}::timestamptz`)
  return rows
}
const difference = (shares: readonly { share: number }[]) =>
  shares.length === 0
    ? 0
    : Math.max(...shares.map(({ share }) => share)) - Math.min(...shares.map(({ share }) => share))

describe('a fair share', () => {
  it('deals new orders evenly to those at work, whoever asks more often', async () => {
    const { country, orders } = await opened('tn', { distribution: 'fair' })
    await orders(20)
    const [fast, slow] = [await caller(country), await caller(country)]
    await slow.claim()
    const called: string[] = []
    for (let turn = 0; turn < 25; turn++) {
      const { order } = await fast.claim()
      if (order === null) break
      called.push(order.id)
      await decide(order.id)
    }
    // One was dealt before they came, and the last one to who was there first. Those left are the other one's to call.
    expect(called).toHaveLength(9)
    expect(await fast.claim()).toMatchObject({ order: null, left: 0, waiting: 0 })
    expect(await slow.claim({ count: 10 })).toMatchObject({ order: {}, left: 1 })
    expect(difference(await sharesOf(country))).toBeLessThanOrEqual(1)
    await fast.delete('/orders/claim')
    await slow.delete('/orders/claim')
  })

  it('gives what somebody was dealt to the others when they leave, sign out, are shut out or show no life', async () => {
    const { country, orders } = await opened('sn', { distribution: 'fair' })
    const leaves: ((gone: Client) => Promise<unknown>)[] = [
      (gone) => gone.delete('/orders/claim'),
      (gone) => gone.delete('/sessions/current'),
      async (gone) =>
        expect(
          (
            await (
              await api.as('admin')
            ).put('/users/activate', { body: { ids: [gone.user.id], isActivated: false } })
          ).status,
        ).toBe(200),
      async () => minutes(presentMinutes + 1),
    ]
    for (const leave of leaves) {
      const ids = await orders(8)
      const [gone, left] = [await caller(country), await caller(country)]
      await gone.claim()
      await left.claim()
      const had = await gone.claim({ count: 10 })
      const before = await left.claim({ count: 10 })
      expect(had.ahead.length + before.ahead.length + 2).toBe(ids.length)
      await leave(gone)
      const after = await left.claim({ count: 10 })
      expect([after.order, ...after.ahead].map((order) => order?.id).sort()).toEqual([...ids].sort())
      for (const id of ids) await decide(id)
      await left.delete('/orders/claim')
    }
  })

  it('lets anybody call what has been due for too long', async () => {
    const { country, orders } = await opened('bf', { distribution: 'fair', mostWait: 1 })
    await orders(4)
    const [one, other] = [await caller(country), await caller(country)]
    await other.claim()
    await one.claim()
    await one.claim({ count: 2 })
    const mine = (await one.claim({ count: 4 })).ahead.length + 1
    expect(mine).toBe(1)
    await one.delete('/orders/claim')
    for (let waited = 0; waited < 16; waited++) {
      minutes(4)
      await other.claim({ count: 0 })
    }
    const late = await caller(country)
    expect((await late.claim({ count: 4 })).ahead).toHaveLength(3)
    await late.delete('/orders/claim')
  })

  it('never lets shares differ by more than one, nor two have one order, nor anybody starve', async () => {
    const { country, orders } = await opened('fr', { distribution: 'fair' })
    const step = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          do: fc.constant('ask' as const),
          who: fc.nat(3),
          count: fc.integer({ min: 1, max: 3 }),
        }),
      },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('decide' as const), who: fc.nat(3) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), who: fc.nat(3) }) },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant('come' as const), count: fc.integer({ min: 1, max: 5 }) }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('away' as const), who: fc.nat(3) }) },
    )
    const { now: running } = api.context
    // Sessions of this test outlive its clock.
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 25 }),
        fc.integer({ min: 0, max: 9 }),
        async (steps, first) => {
          let at = running()
          api.context.now = () => at
          await db.execute(sql`update orders set status = 'CANCELLED' where country = ${country}`)
          for (const table of ['order_claims', 'call_shares', 'callers_present'])
            await db.execute(sql`delete from ${sql.raw(table)}`)
          await orders(first)
          const callers = await Promise.all([0, 1, 2, 3].map(() => caller(country)))
          const hands = callers.map(() => [] as string[])
          const ask = async (who: number, count: number): Promise<number> => {
            const claim = await callers[who]!.claim({ keep: hands[who]!, count })
            const taken = [...(claim.order ? [claim.order] : []), ...claim.ahead].map(({ id }) => id)
            hands[who] = [...claim.kept.map(({ id }) => id), ...taken]
            const all = hands.flat()
            expect(new Set(all).size).toBe(all.length)
            expect(difference(await sharesOf(country))).toBeLessThanOrEqual(1)
            return taken.length
          }
          for (const one of steps) {
            if (one.do === 'ask') await ask(one.who, one.count)
            if (one.do === 'come') await orders(one.count)
            if (one.do === 'decide') for (const id of hands[one.who]!.splice(0, 1)) await decide(id)
            if (one.do === 'leave') {
              await callers[one.who]!.delete('/orders/claim')
              hands[one.who] = []
            }
            if (one.do === 'away') {
              // The others go on.
              for (let half = 0; half < 2; half++) {
                at = new Date(at.getTime() + 4 * 60_000)
                for (const who of [0, 1, 2, 3]) {
                  if (who === one.who || hands[who]!.length === 0) continue
                  await callers[who]!.claim({ keep: hands[who]!, count: 0 })
                }
              }
              hands[one.who] = []
            }
          }
          // Everybody who is at work calls until nothing is left: each order comes to somebody.
          for (let quiet = 0; quiet < 4; ) {
            for (const who of [0, 1, 2, 3]) {
              const taken = await ask(who, 2)
              for (const id of hands[who]!.splice(0)) await decide(id)
              quiet = taken === 0 ? quiet + 1 : 0
            }
          }
          const { rows } = await db.execute(sql`
          select id from orders where country = ${country} and status = 'PENDING' and deleted_at is null`)
          expect(rows).toEqual([])
        },
      ),
      { numRuns: rounds(150, 12) },
    )
    api.context.now = running
  })
})

describe('affinity', () => {
  it('keeps a promised call for its caller while they are at work, then anybody makes it', async () => {
    const { country, orders } = await opened('lib', { distribution: 'affinity' })
    const [id] = await orders(1)
    const [one, other] = [await caller(country), await caller(country)]
    await one.claim()
    const callbackAt = new Date(api.context.now().getTime() + 60_000).toISOString()
    await one.put(`/orders/status/${id}`, { body: { status: 'NOT_REACHABLE', callbackAt } })
    for (let waited = 0; waited < 5; waited++) {
      minutes(4)
      await one.claim({ count: 0 })
      expect(await other.claim()).toMatchObject({ order: null, waiting: 1 })
    }
    expect((await one.claim()).order?.id).toBe(id)
    await one.delete('/orders/claim')
    expect((await other.claim()).order?.id).toBe(id)
    await other.delete('/orders/claim')
  })
})

describe('the order of risk', () => {
  it('is that of the fraction of parcels that each customer took, whatever becomes of them', async () => {
    const { country, orders } = await opened('fr', { queueOrder: 'risk' })
    await db.execute(sql`update orders set status = 'CANCELLED' where country = ${country}`)
    const admin = await api.as('admin')
    const phones = ['+33612345671', '+33612345672', '+33612345673', '+33612345674']
    const made = await orders(16)
    for (const [at, id] of made.entries())
      await db.execute(sql`update orders set customer_phone = ${phones[at % 4]!} where id = ${id}`)
    const waiting = made.slice(12)
    // All, a third, none, and nobody knows.
    const outcomes = [
      ['d', 'd', 'd'],
      ['d', 'r', 'r'],
      ['r', 'r', 'r'],
      ['', '', ''],
    ]
    for (const [at, id] of made.slice(0, 12).entries()) {
      const outcome = outcomes[at % 4]![Math.floor(at / 4)]
      if (outcome === 'd') await shop.deliver({ id })
      else if (outcome === 'r') await shop.returned({ id })
      else await decide(id)
    }
    const check = async () => {
      const { rows } = await db.execute<{ id: string; phone: string; took: number; ended: number }>(sql`
        select id, customer_phone as phone, took_parcels as took, ended_parcels as ended from orders
        where country = ${country} and deleted_at is null and status in ('PENDING', 'NOT_REACHABLE')`)
      for (const { phone, took, ended } of rows) {
        const { body } = await (await api.as('admin')).get<Customer>(
          `/customers/${encodeURIComponent(phone)}?country=${country}`,
        )
        expect({ phone, delivered: took, of: ended }).toEqual({
          phone,
          ...(customerScore(body) ?? { delivered: 0, of: 0 }),
        })
      }
      return rows.toSorted(
        (a, b) =>
          likelihoodOf({ delivered: b.took, of: b.ended }) - likelihoodOf({ delivered: a.took, of: a.ended }),
      )
    }
    await check()
    const one = await caller(country)
    const claim = await one.claim({ count: 4 })
    expect([claim.order, ...claim.ahead].map((order) => order?.id)).toEqual([
      waiting[0],
      waiting[3],
      waiting[1],
      waiting[2],
    ])
    // A parcel taken back, an order corrected, deleted and restored: the figure follows.
    const { body: parcels } = await admin.get<{ items: { id: string }[] }>(
      `/shippings?country=${country}&status=DELIVERED`,
    )
    await shop.moveShipping(parcels.items[0]!, 'PENDING' as never).catch(() => undefined)
    await check()
    await admin.put(`/orders/${waiting[3]}`, { body: { customerPhone: phones[0] } })
    await check()
    const gone = await admin.put<{ batchId: string }>('/orders/delete', { body: { ids: [made[0]] } })
    await check()
    await admin.post(`/changes/${gone.body.batchId}/undo`)
    await check()
    await db.execute(sql`update orders set status = 'PENDING' where id = ${made[3]!}`)
    await check()
  })
})
