import type { OpenSession } from '../../domain/users/profile.ts'
import type { Credentials, DemoCompany, SessionRecord } from '../../domain/users/user.ts'
import type { ReadOptions } from './call-options.ts'
import { createDeviceStore, type DeviceStore } from './device-store.ts'
import type { Http } from './http.ts'
import type { Listed } from './record-calls.ts'

export const sessionCalls = (http: Http, devices: DeviceStore = createDeviceStore()) => ({
  /** The answer carries the token of the new session. This device is stored as one that has signed in. */
  login: async (credentials: Credentials, { signal }: ReadOptions = {}): Promise<SessionRecord> => {
    const { email } = credentials
    const body = { ...credentials, device: devices.read(email) }
    const { device, ...session } = await http.json<SessionRecord>('/sessions', {
      method: 'POST',
      body,
      signal,
    })
    if (device !== undefined) devices.write(email, device)
    return session
  },

  /** The gates as they are now, without a new login. */
  current: ({ signal, once }: ReadOptions = {}) =>
    http.json<Omit<SessionRecord, 'token'>>('/sessions/current', { signal, once }),

  /** What to type in the demo company; 404 where a real one works. */
  demo: ({ signal }: ReadOptions = {}) => http.json<DemoCompany>('/sessions/demo', { signal }),

  /** Revokes the token. Logging out is local: this is only good manners. */
  logout: ({ signal }: ReadOptions = {}) =>
    http.json<void>('/sessions/current', { method: 'DELETE', signal }),

  /** Where one is signed in, this session first. */
  list: ({ signal }: ReadOptions = {}) => http.json<Listed<OpenSession>>('/sessions', { signal }),

  /** Ends one of one's own. */
  end: (id: string, { signal }: ReadOptions = {}) =>
    http.json<void>(`/sessions/${id}`, { method: 'DELETE', signal }),

  /** Ends all of one's own but this one. */
  endOthers: ({ signal }: ReadOptions = {}) =>
    http.json<void>('/sessions/others', { method: 'DELETE', signal }),
})
