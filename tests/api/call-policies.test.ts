import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CallPolicyRecord, defaultCallPolicy } from '../../domain/calls/call-policy.ts'
import { isCallingTime } from '../../domain/calls/calling-hours.ts'
import { type CallableOrder, dueAt, isSpent, whyNotCall } from '../../domain/calls/due-call.ts'
import type { CallRehearsal } from '../../domain/calls/rehearse-calls.ts'
import type { Change, ChangeReport } from '../../domain/changes/changes.ts'
import { countries } from '../../domain/core/countries.ts'
import type { Claim } from '../../domain/triage/claim.ts'
import { expectInvalid, expectRefusal } from '../support/api/caller.ts'
import { openShopApi } from '../support/api/shop.ts'
import { rounds } from '../support/is-full.ts'

const { api, shop } = await openShopApi()
const path = '/call-policies'
const edit = (body: object, country = 'ic') =>
  shop.admin.put<CallPolicyRecord>(`${path}/${country}`, { body })
const read = async (country = 'ic') => (await shop.admin.get<CallPolicyRecord>(`${path}/${country}`)).body
const reset = (country = 'ic') => edit(defaultCallPolicy, country)
const caller = async (more: object = {}) => {
  const client = await api.as(await api.createUser({ role: 'agent', calls: true, ...more }))
  const claim = async (body: object = {}): Promise<Claim> => {
    const answer = await client.post<Claim>('/orders/claim', { body })
    expect(answer.status).toBe(200)
    return answer.body
  }
  return { ...client, claim }
}
const later = (milliseconds: number): string =>
  new Date(api.context.now().getTime() + milliseconds).toISOString()
/** Orders of earlier tests wait no more. */
const empty = () => api.context.db.execute(sql`update orders set status = 'CANCELLED', callback_at = null`)

describe('GET and PUT call-policies/{country}', () => {
  it('are one a country, of calls at any time until somebody says otherwise', async () => {
    const { body } = await shop.admin.get<{ items: CallPolicyRecord[] }>(path)
    expect(body.items.map(({ country }) => country).sort()).toEqual(Object.keys(countries).sort())
    for (const policy of body.items) expect(policy).toMatchObject(defaultCallPolicy)
    expect((await shop.admin.get(`${path}/${body.items[0]!.id}`)).body).toEqual(body.items[0])
    await expectRefusal(shop.admin.get(`${path}/xx`), 404, 'NOT_FOUND')
  })

  it('take what is typed, with history and undo', async () => {
    const said = {
      hours: '8h-12h, 14-20:30',
      spacing: '30 min, 2 h 1440 morning',
      daysOff: '2027-01-01 2026-12-25',
    }
    const saved = await edit({ ...said, weekdaysOff: ['sun'], mostAttempts: 4, queueOrder: 'value' })
    expect(saved.body).toMatchObject({
      ...{ hours: '08:00-12:00 14:00-20:30', spacing: '30m 2h 1d morning', daysOff: '2026-12-25 2027-01-01' },
      ...{ weekdaysOff: ['sun'], mostAttempts: 4, queueOrder: 'value' },
    })
    const { body } = await shop.admin.get<{ items: Change[] }>(`${path}/ic/history`)
    expect(body.items[0]).toMatchObject({ verb: 'call-policy.update', after: { mostAttempts: 4 } })
    await shop.undo(body.items[0]!.batchId)
    expect(await read()).toMatchObject(defaultCallPolicy)
  })

  it.each([
    ['hours', '20:00-8:00', 'HOURS_UNREADABLE'],
    ['hours', '8-12 11-20', 'HOURS_UNREADABLE'],
    ['hours', 'le matin', 'HOURS_UNREADABLE'],
    ['spacing', '0m', 'SPACING_UNREADABLE'],
    ['spacing', '2 semaines', 'SPACING_UNREADABLE'],
    ['daysOff', '2026-02-30', 'DAYS_UNREADABLE'],
    ['daysOff', 'Noël', 'DAYS_UNREADABLE'],
    ['mostAttempts', 0, 'TOO_SMALL'],
    ['queueOrder', 'random', 'NOT_A_CHOICE'],
    ['distribution', 'lottery', 'NOT_A_CHOICE'],
    ['weekdaysOff', ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], 'NO_DAY_LEFT'],
  ])('refuse %s %j', async (field, value, code) => {
    const answer = await edit({ [field]: value })
    expect(answer).toMatchObject({ status: 400, body: { errors: [expect.objectContaining({ code })] } })
    expect(await read()).toMatchObject(defaultCallPolicy)
  })

  it('refuse an edit of a version that is no more', async () => {
    const { version } = await read()
    await edit({ mostAttempts: 3 })
    const answer = shop.admin.put(`${path}/ic`, {
      body: { mostAttempts: 5 },
      headers: { 'if-match': `"${version}"` },
    })
    await expectRefusal(answer, 412, 'STALE_VERSION')
    await reset()
  })
})

describe('the queue', () => {
  it('is closed outside the hours of the country and on days off, and says when it opens', async () => {
    await empty()
    await shop.order(await shop.product())
    const { claim } = await caller()
    const at = api.context.now()
    const minute = at.getUTCHours() * 60 + at.getUTCMinutes()
    // Abidjan is at UTC.
    const hours = minute < 12 * 60 ? '13:00-14:00' : '01:00-02:00'
    await edit({ hours })
    const closed = await claim()
    expect(closed).toMatchObject({ order: null, left: 0, waiting: 1, nextAt: closed.opensAt })
    expect(new Date(closed.opensAt!).getUTCHours()).toBe(Number(hours.slice(0, 2)))
    expect(closed.opensAt! > at.toISOString()).toBe(true)
    await edit({ hours: null, daysOff: at.toISOString().slice(0, 10) })
    expect(await claim()).toMatchObject({ order: null, opensAt: expect.stringContaining('T00:00:00') })
    await reset()
    expect(await claim()).toMatchObject({ order: { country: 'ic' }, opensAt: null })
  })

  it('waits after each unanswered call as the policy says, and ends with the last attempt', async () => {
    await empty()
    await edit({ spacing: '30m 2h', mostAttempts: 3 })
    const { id } = await shop.order(await shop.product())
    const { claim, put } = await caller()
    const miss = () => put(`/orders/status/${id}`, { body: { status: 'NOT_REACHABLE' } })
    for (const wait of [30, 120]) {
      expect((await claim()).order?.id).toBe(id)
      await miss()
      const asked = await claim()
      expect(asked).toMatchObject({ order: null, waiting: 1, spent: 0 })
      const ahead = Date.parse(asked.nextAt!) - api.context.now().getTime()
      expect(Math.round(ahead / 60_000)).toBe(wait)
      api.clock.advance((wait - 1) * 60_000)
      expect((await claim()).order).toBeNull()
      api.clock.advance(60_000)
    }
    expect((await claim()).order?.id).toBe(id)
    await miss()
    api.clock.advance(24 * 3_600_000)
    const again = await caller()
    expect(await again.claim()).toMatchObject({ order: null, left: 0, waiting: 0, spent: 1 })
    expect((await (await api.as('admin')).get(`${path}/ic`)).body).toMatchObject({ spent: 1 })
    const listed = await (await api.as('admin')).get<{ items: { id: string }[] }>('/orders?spent=true')
    expect(listed.body.items.map((order) => order.id)).toEqual([id])
    // Whoever opens the order itself may still call.
    expect((await again.claim({ ids: [id] })).order?.id).toBe(id)
    await again.delete('/orders/claim')
    await (await api.as('admin')).put(`${path}/ic`, { body: defaultCallPolicy })
  })

  it('keeps a promised call for the one who promised it, while they are there', async () => {
    await empty()
    const admin = await api.as('admin')
    await admin.put(`${path}/ic`, { body: { promisedFor: 30 } })
    const fresh = await (async () => {
      const { body } = await admin.post<{ id: string }>('/products', {
        body: { country: 'ic', name: 'P', price: 1, quantity: 9 },
      })
      const order = await admin.post<{ id: string }>('/orders', {
        body: {
          country: 'ic',
          product: body.id,
          customerName: 'A',
          customerPhone: '+2250700000777',
          customerAddress: 'B',
          quantity: 1,
        },
      })
      return order.body
    })()
    const one = await caller()
    const other = await caller()
    await one.put(`/orders/status/${fresh.id}`, {
      body: { status: 'NOT_REACHABLE', callbackAt: later(60_000) },
    })
    api.clock.advance(120_000)
    expect(await other.claim()).toMatchObject({ order: null, waiting: 1 })
    expect((await one.claim()).order?.id).toBe(fresh.id)
    await one.delete('/orders/claim')
    // They are away: no call for ten minutes.
    api.clock.advance(12 * 60_000)
    expect((await other.claim()).order?.id).toBe(fresh.id)
    await other.delete('/orders/claim')
    await admin.put(`${path}/ic`, { body: defaultCallPolicy })
  })
})

type Seed = Omit<CallableOrder, 'statusAt' | 'callbackAt' | 'calledAt'> & {
  since: number
  back: number | null
  total: number
}

const policies = fc.record({
  hours: fc.constantFrom(null, '08:00-20:00', '06:00-11:30 15:00-23:00', '22:00-24:00'),
  weekdaysOff: fc.constantFrom([], ['sun'], ['sat', 'sun']),
  daysOff: fc.constantFrom(null, '2026-11-28 2026-12-25'),
  spacing: fc.constantFrom(null, '30m', '30m 2h morning', 'morning', '10m 1d'),
  mostAttempts: fc.constantFrom(null, 1, 3),
  promisedFor: fc.constantFrom(0, 30),
  queueOrder: fc.constantFrom('attempts', 'oldest', 'newest', 'value', 'risk'),
  distribution: fc.constantFrom('shared', 'affinity'),
  mostWait: fc.constantFrom(null, 1, 24),
})
const minutes = fc.integer({ min: 0, max: 4_000 })
const seeds: fc.Arbitrary<Seed[]> = fc.array(
  fc.oneof(
    fc.record({
      status: fc.constant('PENDING' as const),
      attempts: fc.constantFrom(0, 0, 3),
      since: minutes,
      back: fc.constant(null),
      total: fc.integer({ min: 1, max: 9 }),
    }),
    fc.record({
      ...{
        status: fc.constant('NOT_REACHABLE' as const),
        attempts: fc.integer({ min: 1, max: 5 }),
        since: minutes,
      },
      ...{ back: fc.option(fc.integer({ min: -300, max: 300 })), total: fc.integer({ min: 1, max: 9 }) },
    }),
  ),
  { minLength: 1, maxLength: 12 },
)

describe('for any policy and any orders', () => {
  it('nobody is called outside hours, too soon or too often; none starves; two callers never have one order', async () => {
    const admin = await api.as('admin')
    const country = 'tn'
    const { timeZone } = countries[country]
    const product = (
      await admin.post<{ id: string }>('/products', { body: { country, name: 'P', price: 1, quantity: 9 } })
    ).body
    const ids = await shop.orders({ ...product, country } as never, 12)
    const { now: running } = api.context
    const began = running().getTime()
    await fc.assert(
      fc.asyncProperty(
        policies,
        seeds,
        fc.integer({ min: 0, max: 7 * 24 * 60 }),
        async (policy, orders, ahead) => {
          // The clock stands still, at any minute of a week.
          const now = new Date(began + ahead * 60_000)
          api.context.now = () => now
          const callers = await Promise.all([caller({ country }), caller({ country }), caller({ country })])
          await api.context.db.execute(sql`delete from order_claims`)
          await (await api.as('admin')).put(`${path}/${country}`, { body: policy })
          const ago = (minutesAgo: number) => new Date(now.getTime() - minutesAgo * 60_000).toISOString()
          const made = orders.map((seed, at): CallableOrder & { id: string } => ({
            id: ids[at]!,
            status: seed.status,
            attempts: seed.attempts,
            statusAt: ago(seed.since + 100),
            calledAt: seed.status === 'NOT_REACHABLE' ? ago(seed.since) : null,
            callbackAt: seed.back === null ? null : ago(-seed.back),
          }))
          await api.context.db.execute(sql`update orders set status = 'CANCELLED' where country = ${country}`)
          for (const [at, { id, status, attempts, statusAt, calledAt, callbackAt }] of made.entries())
            await api.context.db.execute(sql`update orders set status = ${status}, attempts = ${attempts}, status_at = ${statusAt},
            called_at = ${calledAt}, callback_at = ${callbackAt}, created_at = ${statusAt}, total_price = ${orders[at]!.total} where id = ${id}`)
          const due = made.filter((order) => whyNotCall(order, policy as never, now, timeZone) === null)
          const taken: string[] = []
          let counts: Claim | null = null
          for (let turn = 0; ; turn++) {
            const { claim } = callers[turn % 3]!
            const held = turn % 3
            void held
            const answer = await claim({ keep: taken.filter((_, at) => at % 3 === turn % 3), count: 1 })
            counts ??= answer
            if (answer.order === null) break
            taken.push(answer.order.id)
          }
          expect(taken.length).toBe(new Set(taken).size)
          expect([...taken].sort()).toEqual(due.map(({ id }) => id).sort())
          const isOpen = isCallingTime(policy as never, now, timeZone)
          const unspent = made.filter((order) => !isSpent(order, policy as never))
          const left = unspent.filter((order) => dueAt(order, policy as never, timeZone) <= now)
          expect(counts).toMatchObject({
            spent: made.length - unspent.length,
            left: isOpen ? Math.max(0, left.length - 1) : 0,
            waiting: unspent.length - (isOpen ? left.length : 0),
          })
        },
      ),
      { numRuns: rounds(400, 40) },
    )
    api.context.now = running
  })
})

describe('POST call-policies/{country}/rehearse', () => {
  it('says which calls of a range a policy would have dropped and added, and the queue by hour, and changes nothing', async () => {
    await empty()
    const admin = await api.as('admin')
    const country = 'sn'
    const { body: product } = await admin.post<{ id: string }>('/products', {
      body: { country, name: 'P', price: 1, quantity: 9 },
    })
    const [one] = await shop.orders({ ...product, country } as never, 2)
    // They wait already when the range begins.
    const from = api.context.now().toISOString()
    const send = async (id: string, body: object) =>
      expect((await (await api.as('admin')).put<ChangeReport>(`/orders/status/${id}`, { body })).status).toBe(
        200,
      )
    api.clock.advance(10 * 60_000)
    await send(one!, { status: 'NOT_REACHABLE' })
    api.clock.advance(10 * 60_000)
    await send(one!, { status: 'NOT_REACHABLE' })
    api.clock.advance(3 * 3_600_000)
    await send(one!, { status: 'CONFIRMED' })
    const to = api.context.now().toISOString()
    const before = (await (await api.as('admin')).get(`${path}/${country}`)).body
    const rehearse = async (policy: object) =>
      (
        await (
          await api.as('admin')
        ).post<CallRehearsal>(`${path}/${country}/rehearse`, { body: { policy, from, to } })
      ).body
    const same = await rehearse({})
    expect(same).toMatchObject({ calls: 3, orders: 1, present: { kept: 3, early: 0, closed: 0, spent: 0 } })
    expect(same.policy).toEqual(same.present)
    expect(same.hours).toHaveLength(4)
    // Both wait at the first full hour; the second one was never called.
    expect(same.hours.map(({ present }) => present)).toEqual([2, 2, 2, 2])
    expect(await rehearse({ spacing: '30m' })).toMatchObject({ policy: { kept: 2, early: 1 } })
    expect(await rehearse({ mostAttempts: 1 })).toMatchObject({ policy: { kept: 1, spent: 2, proposed: 2 } })
    expect(await rehearse({ spacing: '5h' })).toMatchObject({ policy: { kept: 1, early: 2 } })
    expect((await (await api.as('admin')).get(`${path}/${country}`)).body).toEqual(before)
  })

  it('refuses a range that is empty or too long, and a policy that cannot be read', async () => {
    const admin = await api.as('admin')
    const post = (body: object) => admin.post(`${path}/ic/rehearse`, { body })
    await expectInvalid(post({ policy: {}, from: '2026-01-01', to: '2026-03-01' }), 'to', 'RANGE_TOO_LONG')
    await expectInvalid(post({ policy: {}, from: '2026-01-02', to: '2026-01-01' }), 'to', 'RANGE_TOO_LONG')
    await expectInvalid(
      post({ policy: { hours: 'x' }, from: '2026-01-01', to: '2026-01-02' }),
      'hours',
      'HOURS_UNREADABLE',
    )
    const agent = await caller()
    await expectRefusal(agent.post(`${path}/ic/rehearse`, { body: {} }), 403, 'FORBIDDEN')
    await expectRefusal(agent.get(`${path}/ic`), 403, 'FORBIDDEN')
  })
})
