import { isRole } from '../../domain/access/permissions.ts'
import { isCountryCode } from '../../domain/core/countries.ts'
import type { SessionRecord } from '../../domain/users/user.ts'
import type { Locked } from '../../machines/session/session-machine.ts'
import { deviceStorage, type KeyedStorage, tabStorage } from '../storage/browser-storage.ts'

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

const keptKey = 'kept-session.'

/** Milliseconds without use after which a kept session has ended, as on the server. */
const KEPT_IDLE_MS = 12 * 3_600_000

/** The session that this device keeps beyond the browser's: one at most. */
export const createKeptSessionStore = (
  storage: KeyedStorage = deviceStorage,
  now: () => number = () => Date.now(),
) => {
  const keys = () =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
      key.startsWith(keptKey),
    )
  const read = (): SessionRecord | null => {
    for (const key of keys()) {
      const kept = parse(storage.getItem(key)) as { at?: unknown; session?: unknown } | null
      if (now() - Number(kept?.at) < KEPT_IDLE_MS && isSessionRecord(kept?.session)) return kept.session
      storage.removeItem(key)
    }
    return null
  }
  const write = (session: SessionRecord): void => {
    for (const key of keys()) storage.removeItem(key)
    storage.setItem(`${keptKey}${session.id}`, JSON.stringify({ session, at: now() }))
  }
  return {
    /** Null for none, or once it was idle for too long. */
    read,
    write,
    /** The session was used now, if it is the one that is kept. */
    touch: (session: SessionRecord): void => {
      if (read()?.token === session.token) write(session)
    },
  }
}

export type KeptSessionStore = ReturnType<typeof createKeptSessionStore>

export type SessionStore = ReturnType<typeof createSessionStore>

const parse = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

export const isSessionRecord = (value: unknown): value is SessionRecord =>
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
