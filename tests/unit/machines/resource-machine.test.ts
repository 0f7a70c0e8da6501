import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import {
  type ListAsked,
  resourceMachine,
  type WithId,
  type Write,
} from '../../../machines/resource/resource-machine.ts'
import { wholeReport } from '../../support/whole-records.ts'
import { done, failed, problem, unreachedStates } from './unreached-states.ts'

type Page = { items: WithId[]; total: number }

const page = (...ids: string[]): Page => ({ items: ids.map((id) => ({ id })), total: ids.length })
const report = wholeReport(1, { changed: [{ id: 'a', number: 1, version: 2 }] })

const start = (world: {
  list?: (query: ListAsked, signal: AbortSignal) => Promise<Page>
  one?: (id: string) => Promise<WithId>
  write?: (write: Write) => Promise<WithId | ChangeReport>
}) => {
  const actor = createActor(
    resourceMachine.provide({
      actors: {
        list: fromPromise(({ input, signal }) => world.list!(input!, signal)),
        one: fromPromise(({ input }) => world.one!(input!)),
        write: fromPromise(({ input }) => world.write!(input!)),
      },
    }),
  )
  return actor.start()
}

describe('resource machine', () => {
  test('loads a list', async () => {
    const actor = start({ list: async () => page('a', 'b') })
    actor.send({ type: 'list.load', query: { where: { status: 'PENDING' } } })
    expect(actor.getSnapshot().hasTag('busy')).toBe(true)
    await waitFor(actor, (state) => state.matches({ list: 'ready' }))
    expect(actor.getSnapshot().context.list).toEqual({
      ...page('a', 'b'),
      query: { where: { status: 'PENDING' } },
      isStale: false,
      failure: null,
    })
  })

  test('the last query wins: a newer one aborts the older, whose answer never shows', async () => {
    const aborted: unknown[] = []
    const actor = start({
      list: ({ where }, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => aborted.push(where.keyword))
          setTimeout(() => resolve(page(where.keyword!)), where.keyword === 'slow' ? 30 : 5)
        }),
    })
    actor.send({ type: 'list.load', query: { where: { keyword: 'slow' } } })
    actor.send({ type: 'list.load', query: { where: { keyword: 'fast' } } })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(aborted).toEqual(['slow'])
    expect(actor.getSnapshot().context.list.items).toEqual([{ id: 'fast' }])
  })

  test('a refusal of the server empties the list', async () => {
    let works = true
    const actor = start({
      list: async () => {
        if (!works) throw problem('FORBIDDEN')
        return page('a')
      },
    })
    actor.send({ type: 'list.load', query: { where: {} } })
    await waitFor(actor, (state) => state.matches({ list: 'ready' }))
    works = false
    actor.send({ type: 'list.refresh' })
    await waitFor(actor, (state) => state.matches({ list: 'failed' }))
    expect(actor.getSnapshot().context.list).toMatchObject({ items: [], total: 0, isStale: false })
  })

  test('silence keeps the rows and marks them stale, until an answer comes', async () => {
    let works = true
    const actor = start({
      list: async () => {
        if (!works) throw problem('OFFLINE')
        return page('a')
      },
    })
    actor.send({ type: 'list.load', query: { where: {} } })
    await waitFor(actor, (state) => state.matches({ list: 'ready' }))
    works = false
    actor.send({ type: 'list.refresh' })
    await waitFor(actor, (state) => state.matches({ list: 'failed' }))
    expect(actor.getSnapshot().context.list).toMatchObject({ items: [{ id: 'a' }], isStale: true })
    works = true
    actor.send({ type: 'list.refresh' })
    await waitFor(actor, (state) => state.matches({ list: 'ready' }))
    expect(actor.getSnapshot().context.list).toMatchObject({ isStale: false, failure: null })
  })

  test('a write that succeeds refreshes the list', async () => {
    let loads = 0
    const actor = start({
      list: async () => {
        loads += 1
        return page('a')
      },
      write: async () => ({ id: 'new' }),
    })
    actor.send({ type: 'list.load', query: { where: {} } })
    await waitFor(actor, (state) => state.matches({ list: 'ready' }))
    actor.send({ type: 'write.submit', write: { kind: 'create', input: {}, idempotencyKey: 'i1' } })
    await waitFor(actor, (state) => state.matches({ create: 'ready', list: 'ready' }) && loads === 2)
    expect(actor.getSnapshot().context.create.answer).toEqual({ id: 'new' })
  })

  test('a second submit while the first is under way is not sent', async () => {
    let writes = 0
    const actor = start({
      write: async () => {
        writes += 1
        return { id: 'a' }
      },
    })
    const write = { kind: 'create', input: {}, idempotencyKey: 'i1' } as const
    actor.send({ type: 'write.submit', write })
    actor.send({ type: 'write.submit', write: { ...write, idempotencyKey: 'i2' } })
    await waitFor(actor, (state) => state.matches({ create: 'ready' }))
    expect(writes).toBe(1)
  })

  test('a retry sends the same write under the same intent', async () => {
    const idempotencyKeys: string[] = []
    const actor = start({
      write: async ({ idempotencyKey }) => {
        idempotencyKeys.push(idempotencyKey)
        if (idempotencyKeys.length === 1) throw problem('OFFLINE')
        return { id: 'a' }
      },
    })
    const write = { kind: 'update', id: 'a', input: { price: 1 }, version: 3, idempotencyKey: 'i1' } as const
    actor.send({ type: 'write.submit', write })
    await waitFor(actor, (state) => state.matches({ update: 'failed' }))
    actor.send({ type: 'write.retry', kind: 'update' })
    await waitFor(actor, (state) => state.matches({ update: 'ready' }))
    expect(idempotencyKeys).toEqual(['i1', 'i1'])
  })

  test('a stale write keeps the present record for the merge', async () => {
    const current = { id: 'a', version: 4 }
    const actor = start({
      write: async () => {
        throw problem('STALE_VERSION', { current })
      },
    })
    const write = { kind: 'update', id: 'a', input: {}, version: 3, idempotencyKey: 'i1' } as const
    actor.send({ type: 'write.submit', write })
    await waitFor(actor, (state) => state.matches({ update: 'failed' }))
    expect(actor.getSnapshot().context.update.failure).toMatchObject({ code: 'STALE_VERSION', current })
    actor.send({ type: 'write.clear', kind: 'update' })
    expect(actor.getSnapshot().context.update).toEqual({ asked: null, answer: null, failure: null })
  })

  test('another record is never shown under the name of the one asked for', async () => {
    const actor = start({ one: async (id) => ({ id }) })
    actor.send({ type: 'one.load', id: 'a' })
    await waitFor(actor, (state) => state.matches({ one: 'ready' }))
    actor.send({ type: 'one.load', id: 'b' })
    expect(actor.getSnapshot().context.one).toMatchObject({ id: 'b', record: null })
  })

  test('every state can be reached', () => {
    const answers = [
      ['list', page('a')],
      ['one', { id: 'a' }],
      ['create', { id: 'a' }],
      ['update', { id: 'a' }],
      ['remove', report],
    ] as const
    const events = [
      { type: 'list.load', query: { where: {} } },
      { type: 'one.load', id: 'a' },
      { type: 'write.submit', write: { kind: 'create', input: {}, idempotencyKey: 'i' } },
      {
        type: 'write.submit',
        write: { kind: 'update', id: 'a', input: {}, version: 1, idempotencyKey: 'i' },
      },
      { type: 'write.submit', write: { kind: 'remove', target: { ids: ['a'] }, idempotencyKey: 'i' } },
      ...answers.flatMap(([id, output]) => [done(id, output), failed(id)]),
    ]
    expect(unreachedStates(resourceMachine, events)).toEqual([])
  })
})
