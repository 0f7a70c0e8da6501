import type { Credentials, DemoCompany, SessionRecord } from '../../domain/users/user.ts'
import type { ReadOptions } from './call-options.ts'
import type { Http } from './http.ts'

export const sessionCalls = (http: Http) => ({
  /** The answer carries the token of the new session. */
  login: (credentials: Credentials, { signal }: ReadOptions = {}) =>
    http.json<SessionRecord>('/sessions', { method: 'POST', body: credentials, signal }),

  /** The gates as they are now, without a new login. */
  current: ({ signal }: ReadOptions = {}) =>
    http.json<Omit<SessionRecord, 'token'>>('/sessions/current', { signal }),

  /** What to type in the demo company; 404 where a real one works. */
  demo: ({ signal }: ReadOptions = {}) => http.json<DemoCompany>('/sessions/demo', { signal }),

  /** Revokes the token. Logging out is local: this is only good manners. */
  logout: ({ signal }: ReadOptions = {}) =>
    http.json<void>('/sessions/current', { method: 'DELETE', signal }),
})
