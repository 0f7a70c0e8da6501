import { type KeyedStorage, tabStorage } from '../storage/browser-storage.ts'

/**
 * A login that is at its identity provider. `flow`: empty once the server has had its answer. `next`: path to open after it. `keep`: the
 * phone is to stay signed in.
 */
export type PendingSignOn = { provider: string; flow: string; next: string | null; keep: boolean }

const KEY = 'sign-on'

/** The one login of this tab that is at its provider; null if there is none, or invalid. */
export const createSignOnStore = (storage: KeyedStorage = tabStorage) => {
  const read = (): PendingSignOn | null => {
    try {
      const stored = JSON.parse(storage.getItem(KEY) ?? 'null') as Partial<PendingSignOn> | null
      if (typeof stored?.provider !== 'string' || typeof stored.flow !== 'string') return null
      const { provider, flow, next, keep } = stored
      return { provider, flow, next: typeof next === 'string' ? next : null, keep: keep === true }
    } catch {
      return null
    }
  }
  return {
    read,
    write: (pending: PendingSignOn) => storage.setItem(KEY, JSON.stringify(pending)),
    /** Its answer was used; where it leads stays, for another try. */
    spend: (): void => {
      const pending = read()
      if (pending !== null) storage.setItem(KEY, JSON.stringify({ ...pending, flow: '' }))
    },
    clear: () => storage.removeItem(KEY),
  }
}

export type SignOnStore = ReturnType<typeof createSignOnStore>
