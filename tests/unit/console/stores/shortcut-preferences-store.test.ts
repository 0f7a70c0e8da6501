import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  defaultPreferences,
  type Preferences,
  type PreferencesInput,
} from '../../../../domain/users/preferences.ts'
import { createPreferencesStore } from '../../../../src/stores/shortcut-preferences-store.ts'
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
  (preferences: Preferences) => ({
    ...preferences,
    overrides: { ...preferences.overrides, [command]: keys },
  })

/** A server stub with one user's preferences; `fail` refuses its next answers. */
const preferencesServer = (initial: Partial<Preferences> = {}) => {
  let preferences: Preferences = { ...defaultPreferences, ...initial }
  const failures: object[] = []
  const writes: PreferencesInput[] = []
  return {
    writes,
    get preferences() {
      return preferences
    },
    fail: (...errors: object[]) => failures.push(...errors),
    elsewhere: (change: (preferences: Preferences) => Preferences) => {
      preferences = { ...change(preferences), version: preferences.version + 1 }
    },
    calls: {
      read: async () => preferences,
      keep: async (input: PreferencesInput, { version }: { version: number }) => {
        writes.push(input)
        const failure = failures.shift()
        if (failure !== undefined) throw failure
        if (version !== preferences.version) throw { code: 'STALE_VERSION', current: preferences }
        preferences = { ...input, version: version + 1 }
        return preferences
      },
    },
  }
}

const open = (
  server: ReturnType<typeof preferencesServer>,
  storage = memoryStorage(),
  isSignedIn = () => true,
) => {
  const refused: string[] = []
  const onRefused = (code: string) => refused.push(code)
  const store = createPreferencesStore({ user: 'awa', calls: server.calls, isSignedIn, onRefused, storage })
  return { store, storage, refused }
}

test('a change holds at once, goes to the server a moment later, and several go together', async () => {
  const server = preferencesServer()
  const { store } = open(server)
  store.update(bind('order.confirm', 'w'))
  store.update(bind('order.cancel', 'Shift+w'))
  expect(store.get().overrides).toEqual({ 'order.confirm': ['w'], 'order.cancel': ['Shift+w'] })
  await settled(1_000)
  expect(server.writes).toHaveLength(1)
  expect(server.preferences).toMatchObject({ version: 1, overrides: store.get().overrides })
})

test('the server’s version is read at the start; the local one applies until then', async () => {
  const server = preferencesServer({ version: 4, overrides: { 'go.orders': ['g q'] } })
  const { storage } = open(server)
  await settled()
  const { store } = open(preferencesServer({ version: 4 }), storage)
  expect(store.get().overrides).toEqual({ 'go.orders': ['g q'] })
  await settled()
  expect(store.get().overrides).toEqual({})
})

test('concurrent changes of two machines are merged', async () => {
  const server = preferencesServer()
  const { store } = open(server)
  await settled()
  server.elsewhere(bind('go.orders', 'g q'))
  store.update(bind('order.confirm', 'w'))
  await settled(1_000)
  const overrides = { 'go.orders': ['g q'], 'order.confirm': ['w'] }
  expect(server.preferences).toMatchObject({ version: 2, overrides })
  expect(store.get()).toMatchObject({ version: 2, overrides })
})

test('without a network it waits, survives the page, and goes later', async () => {
  const server = preferencesServer()
  server.fail({ code: 'OFFLINE' }, { code: 'OFFLINE' })
  const { store, storage } = open(server)
  store.update(bind('order.confirm', 'w'))
  await settled(6_000)
  expect(server.preferences.version).toBe(0)
  const { store: next } = open(server, storage)
  await settled(60_000)
  expect(server.preferences).toMatchObject({ overrides: { 'order.confirm': ['w'] } })
  expect(next.get().overrides).toEqual({ 'order.confirm': ['w'] })
})

test('a refused change is reverted and reported', async () => {
  const server = preferencesServer()
  server.fail({ code: 'VALIDATION_FAILED' })
  const { store, refused } = open(server)
  store.update(bind('order.confirm', 'w'))
  await settled(1_000)
  expect(refused).toEqual(['VALIDATION_FAILED'])
  expect(store.get()).toEqual(defaultPreferences)
  expect(server.writes).toHaveLength(1)
})

test('nothing is written for a user who has signed out', async () => {
  const server = preferencesServer()
  const { store } = open(server, memoryStorage(), () => false)
  store.update(bind('order.confirm', 'w'))
  await settled(100_000)
  expect(server.writes).toEqual([])
})

test('invalid stored preferences are ignored', () => {
  for (const text of ['{', '[]', '{"base":{"version":1},"preferences":{"overrides":[]}}']) {
    expect(open(preferencesServer(), memoryStorage({ 'desk.awa': text })).store.get()).toEqual(
      defaultPreferences,
    )
  }
})

test('default views set for different lists on two machines are both kept', async () => {
  const server = preferencesServer({ defaultViews: { orders: 'old', users: 'idle' } })
  const { store } = open(server)
  await settled()
  server.elsewhere((now) => ({ ...now, defaultViews: { ...now.defaultViews, shippings: 'out' } }))
  store.update((now) => ({ ...now, defaultViews: { orders: 'new' } }))
  await settled(1_000)
  expect(server.preferences.defaultViews).toEqual({ orders: 'new', shippings: 'out' })
})
