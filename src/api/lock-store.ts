import type { Locked } from '../../machines/session-machine.ts'

const key = 'locked'

/** Whose session is locked in this tab. An unreadable record counts as none. */
export const createLockStore = (storage: Storage = sessionStorage) => ({
  read: (): Locked | null => {
    try {
      const record: unknown = JSON.parse(storage.getItem(key) ?? 'null')
      return isLocked(record) ? { name: record.name, email: record.email } : null
    } catch {
      return null
    }
  },
  write: (locked: Locked) => storage.setItem(key, JSON.stringify(locked)),
  clear: () => storage.removeItem(key),
})

export type LockStore = ReturnType<typeof createLockStore>

const isLocked = (value: unknown): value is Locked =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'email' in value &&
  typeof value.email === 'string'
