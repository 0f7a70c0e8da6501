import { isRole } from '../../domain/access/permissions.ts'
import { isCountryCode } from '../../domain/core/countries.ts'
import type { SessionRecord } from '../../domain/users/user.ts'
import type { Locked } from '../../machines/session/session-machine.ts'
import { type KeyedStorage, tabStorage } from '../storage/browser-storage.ts'

const sessionKey = 'session'

/** The session of this tab; null if invalid. */
export const createSessionStore = (storage: KeyedStorage = tabStorage) => ({
  read: (): SessionRecord | null => {
    const record = parse(storage.getItem(sessionKey))
    return isSessionRecord(record) ? record : null
  },
  write: (record: SessionRecord) => storage.setItem(sessionKey, JSON.stringify(record)),
  clear: () => storage.removeItem(sessionKey),
})

export type SessionStore = ReturnType<typeof createSessionStore>

const parse = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

const isSessionRecord = (value: unknown): value is SessionRecord =>
  typeof value === 'object' &&
  value !== null &&
  'token' in value &&
  typeof value.token === 'string' &&
  'role' in value &&
  isRole(value.role) &&
  'country' in value &&
  isCountryCode(value.country)

const lockKey = 'locked'

/** The locked user of this tab; null if invalid. */
export const createLockStore = (storage: KeyedStorage = tabStorage) => ({
  read: (): Locked | null => {
    const record = parse(storage.getItem(lockKey))
    return isLocked(record) ? { name: record.name, email: record.email } : null
  },
  /** Id of the locked user; null if none, or locked by an earlier version. */
  user: (): string | null => {
    const record = parse(storage.getItem(lockKey))
    return isLocked(record) && 'id' in record && typeof record.id === 'string' ? record.id : null
  },
  write: (locked: Locked & { id?: string }) => storage.setItem(lockKey, JSON.stringify(locked)),
  clear: () => storage.removeItem(lockKey),
})

export type LockStore = ReturnType<typeof createLockStore>

const isLocked = (value: unknown): value is Locked =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'email' in value &&
  typeof value.email === 'string'
