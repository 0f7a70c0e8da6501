import { isRole } from '../../domain/access/roles.ts'
import { isCountryCode } from '../../domain/countries.ts'
import type { SessionRecord } from '../../domain/users/user.ts'

const key = 'session'

/** The session record of this tab. An unreadable one, or one of an unknown role, counts as none. */
export const createSessionStore = (storage: Storage = sessionStorage) => ({
  read: (): SessionRecord | null => {
    const record = parse(storage.getItem(key))
    return isSessionRecord(record) ? record : null
  },
  write: (record: SessionRecord) => storage.setItem(key, JSON.stringify(record)),
  clear: () => storage.removeItem(key),
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
