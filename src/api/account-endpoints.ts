import type { Desk, DeskInput } from '../../domain/users/desk.ts'
import type { OpenSession, PasswordChange, Profile, ProfileInput } from '../../domain/users/profile.ts'
import type { SignUp } from '../../domain/users/sign-up.ts'
import type { Credentials, DemoCompany, SessionRecord } from '../../domain/users/user.ts'
import { type Listed, type ReadOptions, read, type UpdateOptions, write } from './call-options.ts'
import type { ApiClient } from './client.ts'
import { createDeviceStore, type DeviceStore } from './device-store.ts'

export const sessionEndpoints = (client: ApiClient, devices: DeviceStore = createDeviceStore()) => ({
  /** The answer carries the token of the new session. This device is stored as one that has signed in. */
  login: async (credentials: Credentials, { signal }: ReadOptions = {}): Promise<SessionRecord> => {
    const { email } = credentials
    const body = { ...credentials, device: devices.read(email) }
    const { device, ...session } = await client<SessionRecord>('/sessions', { method: 'POST', body, signal })
    if (device !== undefined) devices.write(email, device)
    return session
  },

  /** The gates as they are now, without a new login. */
  current: (options?: ReadOptions) =>
    client<Omit<SessionRecord, 'token'>>('/sessions/current', read(options)),

  /** The demo company's credentials; 404 where the company is a real one. */
  demo: (options?: ReadOptions) => client<DemoCompany>('/sessions/demo', read(options)),

  /** Revokes the token. Best effort: logging out is local. */
  logout: ({ signal }: ReadOptions = {}) => client<void>('/sessions/current', { method: 'DELETE', signal }),

  /** The user's open sessions, this one first. */
  list: (options?: ReadOptions) => client<Listed<OpenSession>>('/sessions', read(options)),

  /** Ends one of the user's own sessions. */
  end: (id: string, { signal }: ReadOptions = {}) =>
    client<void>(`/sessions/${id}`, { method: 'DELETE', signal }),

  /** Ends all of the user's sessions but this one. */
  endOthers: ({ signal }: ReadOptions = {}) => client<void>('/sessions/others', { method: 'DELETE', signal }),
})

/** Calls without a session. No answer tells whether an address has an account. */
export const accountEndpoints = (client: ApiClient, devices: DeviceStore = createDeviceStore()) => ({
  register: (signUp: SignUp, { signal }: ReadOptions = {}) =>
    client<{ email: string }>('/users/register', { method: 'POST', body: signUp, signal }),

  verifyEmail: (token: string, { signal }: ReadOptions = {}) =>
    client<void>(`/users/verify-email/${encodeURIComponent(token)}`, { method: 'POST', signal }),

  resendEmail: (email: string, { signal }: ReadOptions = {}) =>
    client<void>('/users/resend-email', { method: 'POST', body: { email }, signal }),

  // With the slash at its end, as the specification has it.
  forgetPassword: (email: string, { signal }: ReadOptions = {}) =>
    client<void>('/forget-password/', {
      method: 'POST',
      body: { email, device: devices.read(email) },
      signal,
    }),

  /** Ends every session of the account. */
  resetPassword: (token: string, password: string, { signal }: ReadOptions = {}) =>
    client<void>(`/password-reset/${encodeURIComponent(token)}`, {
      method: 'POST',
      body: { password },
      signal,
    }),
})

/** What every user may read and change of their own account. */
export const profileEndpoints = (client: ApiClient) => ({
  read: (options?: ReadOptions) => client<Profile>('/profile', read(options)),

  update: (input: Partial<ProfileInput>, options?: UpdateOptions) =>
    client<Profile>('/profile', write('PUT', input, options)),

  /** Ends every session but this one. No key: the same call again finds the password changed. */
  changePassword: (change: PasswordChange, { signal }: ReadOptions = {}) =>
    client<void>('/profile/password', { method: 'PUT', body: change, signal }),
})

/** The user's own key bindings and macros. */
export const deskEndpoints = (client: ApiClient) => ({
  read: (options?: ReadOptions) => client<Desk>('/profile/desk', read(options)),

  keep: (input: Partial<DeskInput>, options?: UpdateOptions) =>
    client<Desk>('/profile/desk', write('PUT', input, options)),
})
