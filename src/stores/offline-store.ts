import type { OutboxEntry } from '../../machines/outbox/outbox-types.ts'
import { type Ending, storedItems } from '../storage/stored-items.ts'

/** A cached list. `at`: epoch milliseconds. */
export type KeptList<Value> = { key: string; user: string; at: number; value: Value }

/** Persistent data of this device: unsent changes and cached lists. */
export type OfflineStore = {
  entries: (user: string) => Promise<OutboxEntry[]>
  hasEntry: (id: string) => Promise<boolean>
  keepEntry: (entry: OutboxEntry) => Promise<void>
  forgetEntry: (id: string) => Promise<void>
  list: <Value>(user: string, key: string) => Promise<KeptList<Value> | null>
  keepList: <Value>(user: string, key: string, value: Value) => Promise<void>
  /** Removes what an ending clears; unsent changes stay. */
  clear: (ending: Ending, user: string) => Promise<void>
}

const database = 'waybill'
const stores = { entries: storedItems.outbox.key, lists: storedItems.lists.key } as const

/** IndexedDB, opened on first use. Rejects if unavailable. */
export const createOfflineStore = (factory: () => IDBFactory = () => indexedDB): OfflineStore => {
  let opened: Promise<IDBDatabase> | null = null
  const open = () => {
    opened ??= openDatabase(factory())
    opened.catch(() => {
      opened = null
    })
    return opened
  }
  const within = async <Result>(
    store: string,
    mode: IDBTransactionMode,
    work: (objects: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> => {
    const transaction = (await open()).transaction(store, mode)
    const asked = work(transaction.objectStore(store))
    // A reload aborts open transactions, but completes those whose commit was requested.
    if (mode === 'readwrite') transaction.commit?.()
    // Resolves after commit.
    await ended(transaction)
    return asked.result
  }
  // Entries whose write failed or is pending: they must not count as taken by another tab.
  const unwritten = new Set<string>()
  return {
    entries: (user) =>
      within<OutboxEntry[]>(stores.entries, 'readonly', (objects) => objects.index('user').getAll(user)),
    hasEntry: async (id) =>
      unwritten.has(id) ||
      (await within(stores.entries, 'readonly', (objects) => objects.getKey(id))) !== undefined,
    keepEntry: async (entry) => {
      unwritten.add(entry.id)
      await within(stores.entries, 'readwrite', (objects) => objects.put(entry))
      unwritten.delete(entry.id)
    },
    forgetEntry: async (id) => {
      unwritten.delete(id)
      await within(stores.entries, 'readwrite', (objects) => objects.delete(id))
    },
    list: async <Value>(user: string, key: string) => {
      const kept = await within<KeptList<Value> | undefined>(stores.lists, 'readonly', (objects) =>
        objects.get([user, key]),
      )
      return kept ?? null
    },
    keepList: async (user, key, value) => {
      await within(stores.lists, 'readwrite', (objects) => objects.put({ user, key, at: Date.now(), value }))
    },
    clear: async (ending, user) => {
      if (!storedItems.lists.clearedBy.includes(ending)) return
      // Keys are `[user, list]`; arrays sort after strings.
      const own = IDBKeyRange.bound([user], [user, []])
      const others = [IDBKeyRange.upperBound([user], true), IDBKeyRange.lowerBound([user, []], true)]
      for (const range of ending === 'otherUser' ? others : [own]) {
        await within(stores.lists, 'readwrite', (objects) => objects.delete(range))
      }
    },
  }
}

const openDatabase = (factory: IDBFactory): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = factory.open(database, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(stores.entries, { keyPath: 'id' }).createIndex('user', 'user')
      request.result.createObjectStore(stores.lists, { keyPath: ['user', 'key'] })
    }
    request.onsuccess = () => {
      // Do not block another tab's upgrade.
      request.result.onversionchange = () => request.result.close()
      resolve(request.result)
    }
    request.onerror = () => reject(request.error)
  })

const ended = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
