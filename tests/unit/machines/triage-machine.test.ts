import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import type { Order } from '../../../domain/orders/order.ts'
import type { Claim } from '../../../domain/triage/claim.ts'
import { triageMachine } from '../../../machines/triage/triage-machine.ts'
import { callsPerHour, type Face, faceOf } from '../../../machines/triage/triage-rules.ts'
import {
  type ClaimRequest,
  type Handled,
  handSize,
  type TriageEmitted,
} from '../../../machines/triage/triage-types.ts'
import { done, failed, problem, unreachedStates } from './unreached-states.ts'

const order = (id: string, more: Partial<Order> = {}): Order =>
  ({
    id,
    number: 10_000 + Number(id.slice(1)),
    version: 1,
    country: 'ic',
    customerName: `Client ${id}`,
    status: 'PENDING',
    attempts: 0,
    callbackAt: null,
    comment: null,
    ...more,
  }) as Order

/** A server stub with this many orders: leases for one caller, written statuses. */
const shop = (count: number) => {
  const orders = new Map(Array.from({ length: count }, (_, at) => [`o${at + 1}`, order(`o${at + 1}`)]))
  const taken = new Set<string>()
  let isDown: string | null = null
  const claims: ClaimRequest[] = []
  const answer = ({ except, keep, count }: ClaimRequest): Claim => {
    const free = [...orders.values()].filter(
      ({ id, status, callbackAt }) =>
        (status === 'PENDING' || status === 'NOT_REACHABLE') &&
        callbackAt === null &&
        ![...except, ...keep].includes(id) &&
        !taken.has(id),
    )
    const [first = null, ...ahead] = free.slice(0, count)
    return {
      order: first,
      ahead,
      kept: keep.filter((id) => !taken.has(id)).flatMap((id) => orders.get(id) ?? []),
      until: '2026-11-21T10:05:00.000Z',
      left: Math.max(0, free.length - count),
      waiting: [...orders.values()].filter(({ id, callbackAt }) => callbackAt !== null && !keep.includes(id))
        .length,
      nextAt: null,
      spent: 0,
      opensAt: null,
    }
  }
  return {
    orders,
    /** Orders claimed by another user. */
    taken,
    asked: claims,
    goDown: (code: string | null) => {
      isDown = code
    },
    claim: async (request: ClaimRequest): Promise<Claim> => {
      claims.push(request)
      if (isDown !== null) throw problem(isDown)
      return answer(request)
    },
    write: (id: string, more: Partial<Order>) => {
      const before = orders.get(id)
      if (before) orders.set(id, { ...before, version: before.version + 1, ...more })
    },
  }
}

const start = (server: ReturnType<typeof shop>, input: { resume?: string[] } = {}) => {
  const clock = new SimulatedClock()
  const emitted: TriageEmitted[] = []
  const actor = createActor(
    triageMachine.provide({
      actors: { claim: fromPromise<Claim, ClaimRequest>(({ input }) => server.claim(input)) },
    }),
    { input: { where: {}, ...input }, clock },
  )
  actor.on('*', (event) => emitted.push(event as TriageEmitted))
  actor.start()
  const context = () => actor.getSnapshot().context
  return {
    actor,
    clock,
    emitted,
    context,
    hand: () => context().hand.map(({ id }) => id),
    face: (): Face => faceOf(actor.getSnapshot().matches('paused'), context()),
    decide: (
      id: string,
      seen = context().hand[0]?.id ?? '',
      status: 'CONFIRMED' | 'NOT_REACHABLE' = 'CONFIRMED',
    ) => actor.send({ type: 'order.decide', id, order: seen, decision: { status }, at: 0 }),
    rest: () => waitFor(actor, (snapshot) => !snapshot.matches('claiming')),
  }
}

describe('triage', () => {
  test('claims a queue of orders, and requests more as soon as one is decided', async () => {
    const triage = start(shop(6))
    expect(triage.face()).toBe('opening')
    await triage.rest()
    expect(triage.hand()).toEqual(['o1', 'o2', 'o3', 'o4'])
    triage.decide('k1')
    expect(triage.hand()).toEqual(['o2', 'o3', 'o4'])
    expect(triage.emitted).toMatchObject([
      { type: 'triage.send', id: 'k1', decision: { status: 'CONFIRMED' } },
    ])
    await triage.rest()
    expect(triage.hand()).toEqual(['o2', 'o3', 'o4', 'o5'])
  })

  test('keeps the lease of an order whose outcome is on its way, and no longer', async () => {
    const server = shop(9)
    const triage = start(server)
    await triage.rest()
    triage.decide('k1')
    await triage.rest()
    expect(server.asked.at(-1)?.keep).toEqual(['o2', 'o3', 'o4', 'o1'])
    server.write('o1', { status: 'CONFIRMED' })
    triage.actor.send({ type: 'outcome.sent', id: 'k1', batchId: 'b1' })
    triage.decide('k2')
    await triage.rest()
    expect(server.asked.at(-1)?.keep).toEqual(['o3', 'o4', 'o5', 'o2'])
  })

  test('counts a scheduled callback as soon as the server has acknowledged it, however late', async () => {
    const server = shop(1)
    const triage = start(server)
    await triage.rest()
    triage.decide('k1')
    server.write('o1', { callbackAt: '2026-11-21T11:00:00.000Z' })
    await triage.rest()
    expect(triage.face()).toBe('empty')
    expect(triage.context().waiting).toBe(0)
    triage.actor.send({ type: 'outcome.sent', id: 'k1', batchId: 'b1' })
    await triage.rest()
    expect(triage.context().waiting).toBe(1)
  })

  test('decides the order that was seen and no other', async () => {
    const triage = start(shop(6))
    await triage.rest()
    triage.decide('k1', 'o2')
    expect(triage.emitted).toEqual([])
    expect(triage.hand()[0]).toBe('o1')
  })

  test('does not repeat skipped or unreached orders in a session until requested', async () => {
    const server = shop(2)
    const triage = start(server)
    await triage.rest()
    triage.actor.send({ type: 'order.skip', id: 'k1', order: 'o1', at: 0 })
    triage.decide('k2', 'o2', 'NOT_REACHABLE')
    server.write('o2', { status: 'NOT_REACHABLE', attempts: 1 })
    triage.actor.send({ type: 'outcome.sent', id: 'k2', batchId: 'b1' })
    await triage.rest()
    expect(triage.face()).toBe('empty')
    expect(triage.context().passed).toEqual(['o1', 'o2'])
    triage.actor.send({ type: 'triage.again' })
    await triage.rest()
    expect(triage.hand()).toEqual(['o1', 'o2'])
  })

  test('shows a refused order next, with its reason, and leaves the one on the screen', async () => {
    const triage = start(shop(6))
    await triage.rest()
    triage.decide('k1')
    triage.actor.send({ type: 'outcome.refused', id: 'k1', code: 'OUT_OF_STOCK' })
    expect(triage.hand().slice(0, 2)).toEqual(['o2', 'o1'])
    expect(triage.context()).toMatchObject({ troubles: { o1: 'OUT_OF_STOCK' }, handled: [] })
    await triage.rest()
    expect(triage.hand().slice(0, 2)).toEqual(['o2', 'o1'])
  })

  test('shows an order again at once when it is undone, and decides nothing until then', async () => {
    const server = shop(6)
    const triage = start(server)
    await triage.rest()
    triage.decide('k1')
    server.write('o1', { status: 'CONFIRMED' })
    triage.actor.send({ type: 'outcome.sent', id: 'k1', batchId: 'b1' })
    await triage.rest()
    triage.actor.send({ type: 'order.undo' })
    expect(triage.hand()[0]).toBe('o1')
    expect(triage.emitted.at(-1)).toEqual({ type: 'triage.takeBack', id: 'k1', batchId: 'b1' })
    triage.decide('k2')
    expect(triage.emitted.at(-1)).toMatchObject({ type: 'triage.takeBack' })
    await triage.rest()
    expect(triage.hand()[0]).toBe('o1')
    server.write('o1', { status: 'PENDING' })
    triage.actor.send({ type: 'outcome.undone', id: 'k1' })
    await triage.rest()
    expect(triage.context()).toMatchObject({ handled: [], notice: null })
    triage.decide('k2')
    expect(triage.emitted.at(-1)).toMatchObject({ type: 'triage.send', id: 'k2', order: { id: 'o1' } })
  })

  test('leaves an order as it is if it can no longer be undone', async () => {
    const triage = start(shop(6))
    await triage.rest()
    triage.decide('k1')
    triage.actor.send({ type: 'outcome.sent', id: 'k1', batchId: 'b1' })
    triage.actor.send({ type: 'order.undo' })
    triage.actor.send({ type: 'outcome.stayed', id: 'k1' })
    expect(triage.hand()[0]).toBe('o2')
    expect(triage.context().handled).toMatchObject([{ id: 'k1', state: 'done' }])
  })

  test('takes a skipped order back without asking anybody', async () => {
    const triage = start(shop(6))
    await triage.rest()
    triage.actor.send({ type: 'order.skip', id: 'k1', order: 'o1', at: 0 })
    triage.actor.send({ type: 'order.undo' })
    expect(triage.hand()[0]).toBe('o1')
    expect(triage.context()).toMatchObject({ handled: [], passed: [] })
    expect(triage.emitted).toEqual([])
  })

  test.each([
    ['lost', (server: ReturnType<typeof shop>): unknown => server.taken.add('o1')],
    ['moved', (server: ReturnType<typeof shop>): unknown => server.write('o1', { status: 'CANCELLED' })],
  ] as const)('says that the order on the screen was %s, and shows the next one', async (kind, happen) => {
    const server = shop(6)
    const triage = start(server)
    await triage.rest()
    happen(server)
    triage.actor.send({ type: 'orders.changed', ids: ['o1'], isOwn: false })
    await triage.rest()
    expect(triage.hand()[0]).toBe('o2')
    expect(triage.context().notice).toEqual({ kind, number: 10_001, name: 'Client o1' })
  })

  test('shows what another user changed in the order, with a notice; own changes have none', async () => {
    const server = shop(6)
    const triage = start(server)
    await triage.rest()
    server.write('o1', { customerName: 'Awa Koné' })
    triage.actor.send({ type: 'orders.changed', ids: ['o1'], isOwn: true })
    await triage.rest()
    expect(triage.context()).toMatchObject({ hand: [{ customerName: 'Awa Koné' }, {}, {}, {}], notice: null })
    server.write('o1', { comment: 'Rappeler le soir' })
    triage.actor.send({ type: 'orders.changed', ids: ['o1'], isOwn: false })
    await triage.rest()
    expect(triage.context()).toMatchObject({
      hand: [{ comment: 'Rappeler le soir' }, {}, {}, {}],
      notice: { kind: 'changed' },
    })
  })

  test('extends its claims while the user is active', async () => {
    const server = shop(6)
    const triage = start(server)
    await triage.rest()
    triage.clock.increment(2 * 60_000)
    await triage.rest()
    expect(server.asked.at(-1)).toMatchObject({ keep: ['o1', 'o2', 'o3', 'o4'], count: 0 })
  })

  test('releases its claims when it pauses, and requests the same order first afterwards', async () => {
    const server = shop(6)
    const triage = start(server)
    await triage.rest()
    triage.actor.send({ type: 'triage.pause' })
    expect(triage.face()).toBe('paused')
    expect(triage.emitted).toEqual([{ type: 'triage.letGo' }])
    // What was in hand is left to call like the rest.
    expect(triage.context()).toMatchObject({ hand: [], left: 6 })
    triage.decide('k1', 'o1')
    expect(triage.context().handled).toEqual([])
    server.taken.add('o2')
    triage.actor.send({ type: 'triage.resume' })
    await triage.rest()
    expect(triage.hand()).toEqual(['o1', 'o3', 'o4', 'o5'])
  })

  test('comes back to the order that was being corrected', async () => {
    const triage = start(shop(6), { resume: ['o3'] })
    await triage.rest()
    expect(triage.hand()[0]).toBe('o3')
  })

  test('continues through its queue without the network, and claims more when it is back', async () => {
    const server = shop(9)
    const triage = start(server)
    await triage.rest()
    server.goDown('OFFLINE')
    for (let made = 1; made <= handSize; made++) {
      expect(triage.face()).toBe('calling')
      triage.decide(`k${made}`)
      await triage.rest()
    }
    expect(triage.face()).toBe('offline')
    expect(triage.context().handled).toHaveLength(handSize)
    server.goDown(null)
    triage.actor.send({ type: 'network.online' })
    await triage.rest()
    expect(triage.hand()).toEqual(['o5', 'o6', 'o7', 'o8'])
  })

  test('tries again by itself after a failure', async () => {
    const server = shop(6)
    server.goDown('INTERNAL')
    const triage = start(server)
    await triage.rest()
    expect(triage.face()).toBe('failed')
    server.goDown(null)
    triage.clock.increment(2_000)
    await triage.rest()
    expect(triage.face()).toBe('calling')
  })

  test('polls for new orders when none is left', async () => {
    const server = shop(0)
    const triage = start(server)
    await triage.rest()
    expect(triage.face()).toBe('empty')
    server.orders.set('o1', order('o1'))
    triage.actor.send({ type: 'orders.changed', ids: ['o1'], isOwn: false })
    await triage.rest()
    expect(triage.hand()).toEqual(['o1'])
  })

  test('sends every outcome once and loses no order, whatever is pressed when', async () => {
    const step = fc.constantFrom('decide', 'skip', 'undo', 'sent', 'refused', 'claimed', 'online', 'offline')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const server = shop(12)
        const triage = start(server)
        await triage.rest()
        let made = 0
        const waiting: string[] = []
        triage.actor.on('triage.send', ({ id }) => waiting.push(id))
        triage.actor.on('triage.takeBack', ({ id }) => {
          const at = waiting.indexOf(id)
          if (at >= 0) waiting.splice(at, 1)
          const one = triage.context().handled.find((handled) => handled.id === id)
          if (one) server.write(one.order.id, { status: 'PENDING' })
          queueMicrotask(() => triage.actor.send({ type: 'outcome.undone', id }))
        })
        const acts = {
          decide: () => triage.decide(`k${++made}`),
          skip: () =>
            triage.actor.send({ type: 'order.skip', id: `k${++made}`, order: triage.hand()[0] ?? '', at: 0 }),
          undo: () => triage.actor.send({ type: 'order.undo' }),
          sent: () => {
            const id = waiting.shift()
            const one = triage.context().handled.find((handled) => handled.id === id)
            if (id === undefined || one === undefined) return
            server.write(one.order.id, { status: 'CONFIRMED' })
            triage.actor.send({ type: 'outcome.sent', id, batchId: `b${id}` })
          },
          refused: () => {
            const id = waiting.shift()
            if (id !== undefined) triage.actor.send({ type: 'outcome.refused', id, code: 'OUT_OF_STOCK' })
          },
          claimed: () => triage.rest(),
          online: () => server.goDown(null),
          offline: () => server.goDown('OFFLINE'),
        }
        for (const one of steps) await acts[one]()
        server.goDown(null)
        triage.actor.send({ type: 'network.online' })
        while (waiting.length > 0) acts.sent()
        await new Promise((resolve) => setTimeout(resolve))
        await triage.rest()
        const { handled } = triage.context()
        const sent = triage.emitted.flatMap((event) => (event.type === 'triage.send' ? [event.id] : []))
        expect(new Set(sent).size).toBe(sent.length)
        expect(new Set(triage.hand()).size).toBe(triage.hand().length)
        // Each order is claimed, handled or available on the server: exactly one of these.
        const done = handled.filter(({ decision }) => decision !== null).map((one) => one.order.id)
        expect(triage.hand().filter((id) => done.includes(id))).toEqual([])
        for (const id of done) expect(server.orders.get(id)?.status).toBe('CONFIRMED')
      }),
      { numRuns: 60 },
    )
  })

  test('reaches every state', () => {
    const claimed = shop(1)
    const events = [
      done('claim', { ...emptyClaim, order: claimed.orders.get('o1') }),
      failed('claim'),
      failed('claim', 'INTERNAL'),
      { type: 'triage.pause' },
      { type: 'triage.resume' },
    ]
    const state = (context: unknown) => (context as { hand: readonly unknown[] }).hand.length
    expect(unreachedStates(triageMachine, events, { input: { where: {} }, serialize: state })).toEqual([])
  })
})

const emptyClaim: Claim = {
  order: null,
  ahead: [],
  kept: [],
  until: null,
  left: 0,
  waiting: 0,
  nextAt: null,
  spent: 0,
  opensAt: null,
}

describe('the calls per hour', () => {
  const minute = 60_000
  /** Outcomes at these minutes after the first, newest first. */
  const handledAt = (...minutes: number[]): Handled[] =>
    minutes
      .map((at, index) => ({
        id: `h${index}`,
        order: order(`o${index}`),
        decision: { status: 'CONFIRMED' as const },
        at: at * minute,
        state: 'done' as const,
        batchId: null,
      }))
      .reverse()

  test('are outcomes by the time between them', () => {
    expect(callsPerHour(handledAt(0, 2, 4, 6))).toBe(30)
    expect(callsPerHour(handledAt(0, 1, 2, 3, 4, 5))).toBe(60)
  })

  test('leave breaks out', () => expect(callsPerHour(handledAt(0, 2, 4, 64, 66))).toBe(30))

  test('are known after twenty, however fast they were', () => {
    expect(callsPerHour(handledAt(...Array.from({ length: 20 }, (_, at) => at / 30)))).toBeCloseTo(1_800)
    expect(callsPerHour(handledAt(...Array.from({ length: 19 }, (_, at) => at / 30)))).toBeNull()
  })

  test('are not known before there is a minute of work, and never cut to a limit', () => {
    expect(callsPerHour(handledAt(0, 2, 4))).toBeNull()
    expect(callsPerHour(handledAt(...Array.from({ length: 10 }, (_, at) => at / 60)))).toBeNull()
    expect(callsPerHour(handledAt(...Array.from({ length: 21 }, (_, at) => at / 20)))).toBeCloseTo(1_200)
  })

  test('count neither skipped orders nor pending undos', () => {
    const [last, ...others] = handledAt(0, 2, 4, 6, 8)
    expect(callsPerHour([{ ...last!, decision: null }, ...others])).toBe(30)
    expect(callsPerHour([{ ...last!, state: 'undoing' }, ...handledAt(0, 2, 4)])).toBeNull()
  })
})
