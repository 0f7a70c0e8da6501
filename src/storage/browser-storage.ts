import { type Ending, storedItems } from './stored-items.ts'

export type KeyedStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

type StorageArea = 'device' | 'tab'

/** The registered item of a key, or undefined. */
export const itemOf = (area: StorageArea, key: string) =>
  items.find((item) => item.areas.includes(area) && isKeyOf(item.key, key))

const items = Object.values(storedItems)

/** Keys are complete, or prefixes of a name or user. */
const isKeyOf = (known: string, key: string): boolean =>
  /[. ]$/.test(known) ? key.startsWith(known) : key === known

/** Storage that only accepts registered keys. @throws Error for any other key */
const registered = (area: StorageArea, storage: () => Storage): KeyedStorage => ({
  get length() {
    return storage().length
  },
  key: (index) => storage().key(index),
  getItem: (key) => storage().getItem(key),
  removeItem: (key) => storage().removeItem(key),
  setItem: (key, value) => {
    if (itemOf(area, key) === undefined) throw new Error(`not in the table of stored items: ${key}`)
    storage().setItem(key, value)
  },
})

export const deviceStorage = registered('device', () => localStorage)

export const tabStorage = registered('tab', () => sessionStorage)

type Storages = Record<StorageArea, KeyedStorage>

/** Removes from both storages what this ending clears of the user (`otherUser`: of everybody else). Unsent data stay. */
export const clearStored = (
  ending: Ending,
  user: string,
  storages: Storages = { device: deviceStorage, tab: tabStorage },
): void => {
  for (const [area, storage] of Object.entries(storages) as [StorageArea, KeyedStorage][]) {
    for (let at = storage.length; at-- > 0; ) {
      const key = storage.key(at) ?? ''
      const item = itemOf(area, key)
      if (item?.of !== 'user' || !item.clearedBy.includes(ending)) continue
      const isTheirs = ownerOf(item.key, key) === user
      if (isTheirs === (ending === 'otherUser') || item.isWaiting?.(storage.getItem(key) ?? '')) continue
      storage.removeItem(key)
    }
  }
}

/** Ids contain neither dots nor spaces. */
const ownerOf = (prefix: string, key: string): string => key.slice(prefix.length).split(/[. ]/, 1)[0] ?? ''
