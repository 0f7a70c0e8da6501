import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { mostTries, outboxMachine } from '../../../machines/outbox/outbox-machine.ts'
import { discardedWith, type OutboxEntry, type SendOutcome } from '../../../machines/outbox/outbox-types.ts'
import { wholeEntry, wholeReport } from '../../support/whole-records.ts'
import { done, failed, problem, unreachedStates } from './unreached-states.ts'

const user = 'awa'

const entry = (id: string, record = id, more: Partial<OutboxEntry> = {}) =>
  wholeEntry({ id, user, record: { id: record, number: 20_001, name: 'Awa Koné' }, ...more })

const sent: SendOutcome = { kind: 'sent', report: wholeReport(1) }

type Server = (entry: OutboxEntry) => Promise<SendOutcome>

/** The machine with a server stub and an in-memory storage. */
const start = (server: Server, stored = new Map<string, OutboxEntry>(), isOnline = true) => {
  const clock = new SimulatedClock()
  const emitted: string[] = []
  const actor = createActor(
    outboxMachine.provide({
      actors: {
        load: fromPromise<readonly OutboxEntry[], { user: string }>(async () => [...stored.values()]),
        send: fromPromise(async ({ input }: { input: OutboxEntry }) => {
          if (!stored.has(input.id)) return { kind: 'gone' } as const
          const outcome = await server(input)
          if (outcome.kind === 'sent') stored.delete(input.id)
          if (outcome.kind === 'refused') stored.set(input.id, { ...input, refusal: outcome.code })
          return outcome
        }),
      },
    }),
    { input: { user, isOnline }, clock },
  )
  actor.on('outbox.keep', (event) => stored.set(event.entry.id, event.entry))
  actor.on('outbox.forget', ({ id }) => stored.delete(id))
  actor.on('outbox.sent', (event) => emitted.push(`sent ${event.entry.id}`))
  actor.on('outbox.refused', (event) => emitted.push(`refused ${event.entry.id} ${event.code}`))
  actor.start()
  return {
    actor,
    clock,
    kept: stored,
    emitted,
    add: (one: OutboxEntry) => actor.send({ type: 'outbox.add', entry: one }),
  }
}

const settled = (actor: ReturnType<typeof start>['actor']) =>
  waitFor(actor, (state) => state.matches('settled'))
const at = (actor: ReturnType<typeof start>['actor'], value: string) =>
  waitFor(actor, (state) => state.value === value)

describe('the outbox', () => {
  test('sends changes while online, and stores them until they are sent', async () => {
    const { actor, add, kept, emitted } = start(async () => sent)
    await settled(actor)
    add(entry('1'))
    expect(kept.has('1')).toBe(true)
    await settled(actor)
    expect(emitted).toEqual(['sent 1'])
    expect(kept.size).toBe(0)
    expect(actor.getSnapshot().context.entries).toEqual([])
  })

  test('queues while offline and sends in order once online', async () => {
    const { actor, add, emitted } = start(async () => sent, new Map(), false)
    await settled(actor)
    for (const id of ['1', '2', '3']) add(entry(id))
    expect(actor.getSnapshot().value).toBe('offline')
    expect(emitted).toEqual([])
    actor.send({ type: 'network.online' })
    await settled(actor)
    expect(emitted).toEqual(['sent 1', 'sent 2', 'sent 3'])
  })

  test('resumes unsent changes after a reload, and only those of its own user', async () => {
    const stored = new Map(
      [entry('2'), entry('1'), entry('3', '3', { user: 'moussa' })].map((one) => [one.id, one]),
    )
    const { actor, emitted } = start(async () => sent, stored)
    await at(actor, 'settled')
    expect(emitted).toEqual(['sent 1', 'sent 2'])
    expect([...stored.keys()]).toEqual(['3'])
  })

  test('never takes another person’s change', async () => {
    const { actor, add, kept } = start(async () => sent)
    await settled(actor)
    add(entry('1', '1', { user: 'moussa' }))
    expect(kept.size).toBe(0)
    expect(actor.getSnapshot().context.entries).toEqual([])
  })

  test('retries under the same key with growing pauses, or at once when asked to', async () => {
    const keys: string[] = []
    const { actor, add, clock, emitted } = start(async ({ id }) => {
      keys.push(id)
      if (keys.length < 4) throw problem('OFFLINE')
      return sent
    })
    await settled(actor)
    add(entry('1'))
    await at(actor, 'waiting')
    clock.increment(1_999)
    expect(keys).toHaveLength(1)
    clock.increment(1)
    await at(actor, 'waiting')
    clock.increment(3_999)
    expect(keys).toHaveLength(2)
    actor.send({ type: 'network.online' })
    await at(actor, 'waiting')
    actor.send({ type: 'outbox.flush' })
    await settled(actor)
    expect(keys).toEqual(['1', '1', '1', '1'])
    expect(emitted).toEqual(['sent 1'])
  })

  test('retains a refused change and later ones of that record; others are sent', async () => {
    const { actor, add, kept, emitted } = start(
      async ({ id }) => (id === '1' ? { kind: 'refused', code: 'NO_SUCH_TRANSITION' } : sent),
      new Map(),
      false,
    )
    await settled(actor)
    add(entry('1', 'p'))
    add(entry('2', 'p'))
    add(entry('3', 'q'))
    actor.send({ type: 'network.online' })
    await settled(actor)
    expect(emitted).toEqual(['refused 1 NO_SUCH_TRANSITION', 'sent 3'])
    expect([...kept.keys()]).toEqual(['1', '2'])
    actor.send({ type: 'outbox.discard', id: '1' })
    await settled(actor)
    expect(emitted.at(-1)).toBe('sent 2')
    expect(kept.size).toBe(0)
  })

  test('tries a refused one again when asked', async () => {
    let answers = 0
    const { actor, add, emitted } = start(async () => {
      answers += 1
      return answers === 1 ? { kind: 'refused', code: 'SHIPPING_IS_OUT' } : sent
    })
    await settled(actor)
    add(entry('1'))
    await settled(actor)
    actor.send({ type: 'outbox.retry', id: '1' })
    await settled(actor)
    expect(emitted).toEqual(['refused 1 SHIPPING_IS_OUT', 'sent 1'])
  })

  test('a change that the server cannot answer does not block the others forever', async () => {
    const { actor, add, clock, emitted } = start(async ({ id }) => {
      if (id === '1') throw problem('INTERNAL')
      return sent
    })
    await settled(actor)
    add(entry('1'))
    add(entry('2'))
    for (let tries = 1; tries < mostTries; tries++) {
      await at(actor, 'waiting')
      clock.increment(30_000)
    }
    await settled(actor)
    expect(emitted).toEqual(['refused 1 INTERNAL', 'sent 2'])
  })

  test('waits for its person when the session has ended, and loses nothing', async () => {
    const { actor, add, kept } = start(async () => {
      throw problem('UNAUTHORIZED')
    })
    await settled(actor)
    add(entry('1'))
    await at(actor, 'locked')
    actor.send({ type: 'network.online' })
    expect(actor.getSnapshot().value).toBe('locked')
    expect([...kept.keys()]).toEqual(['1'])
  })

  test('what is on its way cannot be given up; what waits behind it can', async () => {
    let answer: (outcome: SendOutcome) => void = () => undefined
    const { actor, add, emitted } = start(
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    await settled(actor)
    add(entry('1'))
    add(entry('2'))
    await at(actor, 'sending')
    actor.send({ type: 'outbox.discard', id: '1' })
    actor.send({ type: 'outbox.discard', id: '2' })
    expect(actor.getSnapshot().context.entries.map(({ id }) => id)).toEqual(['1'])
    answer(sent)
    await settled(actor)
    expect(emitted).toEqual(['sent 1'])
  })

  test('what another tab has sent is not sent again', async () => {
    const { actor, add, kept, emitted } = start(async () => sent, new Map(), false)
    await settled(actor)
    add(entry('1'))
    kept.delete('1')
    actor.send({ type: 'network.online' })
    await settled(actor)
    expect(emitted).toEqual([])
    expect(actor.getSnapshot().context.entries).toEqual([])
  })

  test('whatever the network does, each record’s changes arrive in the order of asking, each done once, none lost', async () => {
    const answers = fc.constantFrom<'sent' | 'lost answer' | 'offline' | 'busy'>(
      'sent',
      'lost answer',
      'offline',
      'busy',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('p', 'q', 'r'), { minLength: 1, maxLength: 8 }),
        fc.array(answers, { maxLength: 12 }),
        fc.nat({ max: 8 }),
        async (records, weather, reloadAfter) => {
          const entries = records.map((record, index) => entry(String(index), record))
          const done: string[] = []
          const server: Server = async ({ id }) => {
            const today = weather.shift() ?? 'sent'
            if (today === 'offline') throw problem('OFFLINE')
            if (today === 'busy') throw problem('OVERLOADED')
            // Idempotency: the same change is applied once.
            if (!done.includes(id)) done.push(id)
            if (today === 'lost answer') throw problem('OFFLINE')
            return sent
          }
          const first = start(server, new Map(), false)
          await settled(first.actor)
          for (const one of entries.slice(0, reloadAfter)) first.add(one)
          first.actor.send({ type: 'network.online' })
          await Promise.resolve()
          first.actor.stop()
          const second = start(server, first.kept)
          await waitFor(second.actor, (state) => !state.matches('loading'))
          for (const one of entries.slice(reloadAfter)) second.add(one)
          for (let step = 0; step < 100 && !second.actor.getSnapshot().matches('settled'); step++) {
            await waitFor(second.actor, (state) => state.hasTag('stopped'))
            second.clock.increment(30_000)
          }
          await settled(second.actor)
          expect(done).toEqual(entries.map(({ id }) => id))
          expect(second.kept.size).toBe(0)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('every state can be reached', () => {
    const events = [
      { type: 'outbox.add', entry: entry('1') },
      { type: 'outbox.discard', id: '1' },
      { type: 'outbox.flush' },
      { type: 'network.online' },
      { type: 'network.offline' },
      done('load', [entry('1')]),
      done('send', sent),
      failed('send'),
      failed('send', 'UNAUTHORIZED'),
    ]
    expect(unreachedStates(outboxMachine, events, { input: { user } })).toEqual([])
  })
})

test('a refused change is discarded with the later ones of its record, a waiting one alone', () => {
  const [before, refused, after] = [
    entry('1', 'p'),
    entry('2', 'p', { refusal: 'NOT_FOUND' }),
    entry('3', 'p'),
  ]
  const entries = [after!, entry('4', 'q'), refused!, before!]
  expect(discardedWith(refused!, entries).map(({ id }) => id)).toEqual(['2', '3'])
  expect(discardedWith(after!, entries).map(({ id }) => id)).toEqual(['3'])
})
