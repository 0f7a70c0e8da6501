import type { Credentials } from '../../../domain/users/account-fields.ts'
import type { AddedPasskey, Passkey, PasskeyLogin, PasskeyOptions } from '../../../domain/users/passkeys.ts'
import type { Preferences, PreferencesInput } from '../../../domain/users/preferences.ts'
import type { OpenSession, PasswordChange, Profile, ProfileInput } from '../../../domain/users/profile.ts'
import type {
  NewSecondFactor,
  Proof,
  RecoveryCodes,
  SecondFactor,
  SecondStep,
} from '../../../domain/users/second-factor.ts'
import type { SignUp } from '../../../domain/users/sign-up.ts'
import type {
  LinkedIdentity,
  SignOn,
  SignOnProviders,
  SignOnStart,
} from '../../../domain/users/single-sign-on.ts'
import type { DemoCompany, SessionRecord } from '../../../domain/users/user.ts'
import { deviceStorage, type KeyedStorage } from '../../storage/browser-storage.ts'
import { type Listed, type ReadOptions, read, type UpdateOptions, writeOptions } from '../call-options.ts'
import type { ApiClient } from '../client.ts'

const key = 'devices'

/** Above this, on shared computers, the account that signed in longest ago is dropped. */
const MAX_ACCOUNTS = 20

type Devices = Record<string, string>

/**
 * Device tokens by hashed e-mail address. They grant no access, but exempt this device from login limits that others have
 * exhausted. Survive a logout.
 */
export const createDeviceStore = (storage: () => KeyedStorage = () => deviceStorage) => ({
  read: (email: string): string | null => readAll(storage)[nameOf(email)] ?? null,
  write: (email: string, device: string): void => {
    const { [nameOf(email)]: _, ...others } = readAll(storage)
    const latest = Object.entries({ ...others, [nameOf(email)]: device }).slice(-MAX_ACCOUNTS)
    try {
      storage().setItem(key, JSON.stringify(Object.fromEntries(latest)))
    } catch {
      // Storage disabled: the device is unknown at each login.
    }
  },
})

export type DeviceStore = ReturnType<typeof createDeviceStore>

/** A hash of the address (cyrb53, 53 bits), so that the next user cannot read it. */
const nameOf = (email: string): string => {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (const character of email.trim().toLowerCase()) {
    const code = character.codePointAt(0) ?? 0
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}

const readAll = (storage: () => KeyedStorage): Devices => {
  try {
    const stored: unknown = JSON.parse(storage().getItem(key) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      Object.entries(stored).flatMap(([name, device]) =>
        // Earlier versions stored the address itself.
        typeof device === 'string' ? [[name.includes('@') ? nameOf(name) : name, device]] : [],
      ),
    )
  } catch {
    return {}
  }
}

export const sessionEndpoints = (client: ApiClient, devices: DeviceStore = createDeviceStore()) => ({
  /** Returns the session with its token, and stores this device's token. */
  login: async (credentials: Credentials, { signal }: ReadOptions = {}): Promise<SessionRecord> => {
    const { email } = credentials
    const body = { ...credentials, device: devices.read(email) }
    const { device, ...session } = await client<SessionRecord>('/sessions', { method: 'POST', body, signal })
    if (device !== undefined) devices.write(email, device)
    return session
  },

  /** Second step of a login; as the first. */
  answerChallenge: async (
    { email, ...step }: SecondStep & { email: string },
    { signal }: ReadOptions = {},
  ): Promise<SessionRecord> => {
    const body = { ...step, device: devices.read(email) }
    const { device, ...session } = await client<SessionRecord>('/sessions/second-factor', {
      method: 'POST',
      body,
      signal,
    })
    if (device !== undefined) devices.write(email, device)
    return session
  },

  /** What the browser needs to ask for a passkey: of the account whose challenge this is, or any. */
  beginPasskey: (challenge: string | null, { signal }: ReadOptions = {}) =>
    client<PasskeyOptions>('/sessions/passkey-options', {
      method: 'POST',
      body: challenge === null ? {} : { challenge },
      signal,
    }),

  /** Login by a passkey alone. */
  loginByPasskey: (login: PasskeyLogin, { signal }: ReadOptions = {}) =>
    client<SessionRecord>('/sessions/passkey', { method: 'POST', body: login, signal }),

  /** Identity providers of the login. */
  providers: ({ signal }: ReadOptions = {}) =>
    client<SignOnProviders>('/sessions/providers', read({ signal, once: true })),

  /** Begins a login at a provider: its page, and what proves afterwards that this tab began it. `isAnew`: for a locked screen. */
  beginSignOn: (provider: string, { isAnew, signal }: ReadOptions & { isAnew: boolean }) =>
    client<SignOnStart>(`/sessions/providers/${encodeURIComponent(provider)}/start`, {
      method: 'POST',
      body: { isAnew },
      signal,
    }),

  /** Login by a provider's answer. */
  finishSignOn: ({ provider, ...sent }: SignOn & { keep?: boolean }, { signal }: ReadOptions = {}) =>
    client<SessionRecord>(`/sessions/providers/${encodeURIComponent(provider)}/finish`, {
      method: 'POST',
      body: sent,
      signal,
    }),

  beginProof: ({ signal }: ReadOptions = {}) =>
    client<PasskeyOptions>('/sessions/proof/passkey-options', { method: 'POST', signal }),

  /** Begins a proof by signing in again at a provider. */
  beginProviderProof: (provider: string, { signal }: ReadOptions = {}) =>
    client<SignOnStart>(`/sessions/proof/providers/${encodeURIComponent(provider)}/start`, {
      method: 'POST',
      signal,
    }),

  /** Says again who is at the keyboard, by a provider's answer. */
  finishProviderProof: ({ provider, ...sent }: SignOn, { signal }: ReadOptions = {}) =>
    client<void>(`/sessions/proof/providers/${encodeURIComponent(provider)}/finish`, {
      method: 'POST',
      body: sent,
      signal,
    }),

  /** Says again who is at the keyboard. */
  prove: (proof: Proof, { signal }: ReadOptions = {}) =>
    client<void>('/sessions/proof', { method: 'POST', body: proof, signal }),

  /** The current session with its gates, without a new login. */
  current: (options?: ReadOptions) =>
    client<Omit<SessionRecord, 'token'>>('/sessions/current', read(options)),

  /** Demo credentials; 404 without demo data. */
  demo: (options?: ReadOptions) => client<DemoCompany>('/sessions/demo', read(options)),

  /** Revokes the token. Best effort: logging out is local. `keepalive`: the page may be left for that of a provider. */
  logout: ({ signal }: ReadOptions = {}) =>
    client<void>('/sessions/current', { method: 'DELETE', signal, keepalive: true }),

  /** The user's open sessions, this one first. */
  list: (options?: ReadOptions) => client<Listed<OpenSession>>('/sessions', read(options)),

  end: (id: string, { signal }: ReadOptions = {}) =>
    client<void>(`/sessions/${id}`, { method: 'DELETE', signal }),

  /** Ends all sessions of the user except this one. */
  endOthers: ({ signal }: ReadOptions = {}) => client<void>('/sessions/others', { method: 'DELETE', signal }),
})

/** Calls without a session. No answer reveals whether an address has an account. */
export const accountEndpoints = (client: ApiClient, devices: DeviceStore = createDeviceStore()) => ({
  register: (signUp: SignUp, { signal }: ReadOptions = {}) =>
    client<{ email: string }>('/users/register', { method: 'POST', body: signUp, signal }),

  verifyEmail: (token: string, { signal }: ReadOptions = {}) =>
    client<void>(`/users/verify-email/${encodeURIComponent(token)}`, { method: 'POST', signal }),

  resendEmail: (email: string, { signal }: ReadOptions = {}) =>
    client<void>('/users/resend-email', { method: 'POST', body: { email }, signal }),

  // The specification's path has a trailing slash.
  forgetPassword: (email: string, { signal }: ReadOptions = {}) =>
    client<void>('/forget-password/', {
      method: 'POST',
      body: { email, device: devices.read(email) },
      signal,
    }),

  /** Whether the link still works; refused as by `resetPassword`. */
  checkReset: (token: string, options?: ReadOptions) =>
    client<void>(`/password-reset/${encodeURIComponent(token)}`, read(options)),

  /** Ends all sessions of the account. */
  resetPassword: (token: string, password: string, { signal }: ReadOptions = {}) =>
    client<void>(`/password-reset/${encodeURIComponent(token)}`, {
      method: 'POST',
      body: { password },
      signal,
    }),
})

/** Calls on the user's own account. */
export const profileEndpoints = (client: ApiClient) => ({
  read: (options?: ReadOptions) => client<Profile>('/profile', read(options)),

  update: (input: Partial<ProfileInput>, options?: UpdateOptions) =>
    client<Profile>('/profile', writeOptions('PUT', input, options)),

  /** Ends all other sessions. Without a key: a repeated call finds the password changed. */
  changePassword: (change: PasswordChange, { signal }: ReadOptions = {}) =>
    client<void>('/profile/password', { method: 'PUT', body: change, signal }),

  passkeys: (options?: ReadOptions) => client<Listed<Passkey>>('/profile/passkeys', read(options)),

  /** What the browser needs to make a passkey. */
  beginPasskey: ({ signal }: ReadOptions = {}) =>
    client<PasskeyOptions>('/profile/passkeys/options', { method: 'POST', signal }),

  /** The first second factor ends all other sessions; its recovery codes are answered once. */
  addPasskey: (added: { name: string; passkey: unknown }, { signal }: ReadOptions = {}) =>
    client<AddedPasskey>('/profile/passkeys', { method: 'POST', body: added, signal }),

  renamePasskey: (id: string, name: string, { signal }: ReadOptions = {}) =>
    client<Passkey>(`/profile/passkeys/${id}`, { method: 'PUT', body: { name }, signal }),

  /** Ends all other sessions. */
  removePasskey: (id: string, { signal }: ReadOptions = {}) =>
    client<void>(`/profile/passkeys/${id}`, { method: 'DELETE', signal }),

  /** Identity providers that log in to the account. */
  identities: (options?: ReadOptions) => client<Listed<LinkedIdentity>>('/profile/identities', read(options)),

  /** Ends all other sessions. */
  unlinkIdentity: (sent: { issuer: string; password: string }, { signal }: ReadOptions = {}) =>
    client<void>('/profile/identities', { method: 'DELETE', body: sent, signal }),

  secondFactor: (options?: ReadOptions) => client<SecondFactor>('/profile/totp', read(options)),

  /** A secret for an authenticator app, without effect until it is confirmed. */
  beginSecondFactor: ({ signal }: ReadOptions = {}) =>
    client<NewSecondFactor>('/profile/totp', { method: 'POST', signal }),

  /** Ends all other sessions. The recovery codes are answered once. */
  confirmSecondFactor: (code: string, { signal }: ReadOptions = {}) =>
    client<RecoveryCodes>('/profile/totp', { method: 'PUT', body: { code }, signal }),

  renewRecoveryCodes: (proof: Proof, { signal }: ReadOptions = {}) =>
    client<RecoveryCodes>('/profile/totp/recovery-codes', { method: 'POST', body: proof, signal }),

  /** Ends all other sessions. */
  removeSecondFactor: (proof: Proof, { signal }: ReadOptions = {}) =>
    client<void>('/profile/totp', { method: 'DELETE', body: proof, signal }),
})

/** The user's shortcuts and macros. */
export const preferencesEndpoints = (client: ApiClient) => ({
  read: (options?: ReadOptions) => client<Preferences>('/profile/desk', read(options)),

  keep: (input: Partial<PreferencesInput>, options?: UpdateOptions) =>
    client<Preferences>('/profile/desk', writeOptions('PUT', input, options)),
})
