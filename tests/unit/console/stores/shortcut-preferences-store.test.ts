import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Desk, type DeskInput, plainDesk } from '../../../../domain/users/desk.ts'
import { createDeskStore } from '../../../../src/stores/shortcut-preferences-store.ts'
import { memoryStorage } from '../../../support/memory-storage.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const settled = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds)
const bind =
  (command: string, ...keys: string[]) =>
  (desk: Desk) => ({
    ...desk,
    overrides: { ...desk.overrides, [command]: keys },
  })

/** A server of one desk; `fail` makes its next answers refusals. */
const deskServer = (initial: Partial<Desk> = {}) => {
  let desk: Desk = { ...plainDesk, ...initial }
  const failures: object[] = []
  const writes: DeskInput[] = []
  return {
    writes,
    get desk() {
      return desk
    },
    fail: (...errors: object[]) => failures.push(...errors),
    elsewhere: (change: (desk: Desk) => Desk) => {
      desk = { ...change(desk), version: desk.version + 1 }
    },
    calls: {
      read: async () => desk,
      keep: async (input: DeskInput, { version }: { version: number }) => {
        writes.push(input)
        const failure = failures.shift()
        if (failure !== undefined) throw failure
        if (version !== desk.version) throw { code: 'STALE_VERSION', current: desk }
        desk = { ...input, version: version + 1 }
        return desk
      },
    },
  }
}

const open = (server: ReturnType<typeof deskServer>, storage = memoryStorage(), isSignedIn = () => true) => {
  const refused: string[] = []
  const onRefused = (code: string) => refused.push(code)
  const store = createDeskStore({ user: 'awa', calls: server.calls, isSignedIn, onRefused, storage })
  return { store, storage, refused }
}

test('a change holds at once, goes to the server a moment later, and several go together', async () => {
  const server = deskServer()
  const { store } = open(server)
  store.update(bind('order.confirm', 'w'))
  store.update(bind('order.cancel', 'Shift+w'))
  expect(store.get().overrides).toEqual({ 'order.confirm': ['w'], 'order.cancel': ['Shift+w'] })
  await settled(1_000)
  expect(server.writes).toHaveLength(1)
  expect(server.desk).toMatchObject({ version: 1, overrides: store.get().overrides })
})

test('what another machine kept is read at the start, and what this one remembers holds until then', async () => {
  const server = deskServer({ version: 4, overrides: { 'go.orders': ['g q'] } })
  const { storage } = open(server)
  await settled()
  const { store } = open(deskServer({ version: 4 }), storage)
  expect(store.get().overrides).toEqual({ 'go.orders': ['g q'] })
  await settled()
  expect(store.get().overrides).toEqual({})
})

test('what two machines changed at once is kept of both', async () => {
  const server = deskServer()
  const { store } = open(server)
  await settled()
  server.elsewhere(bind('go.orders', 'g q'))
  store.update(bind('order.confirm', 'w'))
  await settled(1_000)
  const overrides = { 'go.orders': ['g q'], 'order.confirm': ['w'] }
  expect(server.desk).toMatchObject({ version: 2, overrides })
  expect(store.get()).toMatchObject({ version: 2, overrides })
})

test('without a network it waits, survives the page, and goes later', async () => {
  const server = deskServer()
  server.fail({ code: 'OFFLINE' }, { code: 'OFFLINE' })
  const { store, storage } = open(server)
  store.update(bind('order.confirm', 'w'))
  await settled(6_000)
  expect(server.desk.version).toBe(0)
  const { store: next } = open(server, storage)
  await settled(60_000)
  expect(server.desk).toMatchObject({ overrides: { 'order.confirm': ['w'] } })
  expect(next.get().overrides).toEqual({ 'order.confirm': ['w'] })
})

test('what the server will not have is taken back and said', async () => {
  const server = deskServer()
  server.fail({ code: 'VALIDATION_FAILED' })
  const { store, refused } = open(server)
  store.update(bind('order.confirm', 'w'))
  await settled(1_000)
  expect(refused).toEqual(['VALIDATION_FAILED'])
  expect(store.get()).toEqual(plainDesk)
  expect(server.writes).toHaveLength(1)
})

test('nothing is written for a user who has signed out', async () => {
  const server = deskServer()
  const { store } = open(server, memoryStorage(), () => false)
  store.update(bind('order.confirm', 'w'))
  await settled(100_000)
  expect(server.writes).toEqual([])
})

test('invalid stored preferences are ignored', () => {
  for (const text of ['{', '[]', '{"base":{"version":1},"desk":{"overrides":[]}}']) {
    expect(open(deskServer(), memoryStorage({ 'desk.awa': text })).store.get()).toEqual(plainDesk)
  }
})
