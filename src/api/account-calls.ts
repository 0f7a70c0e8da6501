import type { SignUp } from '../../domain/users/sign-up.ts'
import type { ReadOptions } from './call-options.ts'
import { createDeviceStore, type DeviceStore } from './device-store.ts'
import type { Http } from './http.ts'

/** What people ask for without a session. No answer tells whether an address has an account. */
export const accountCalls = (http: Http, devices: DeviceStore = createDeviceStore()) => ({
  register: (signUp: SignUp, { signal }: ReadOptions = {}) =>
    http.json<{ email: string }>('/users/register', { method: 'POST', body: signUp, signal }),

  verifyEmail: (token: string, { signal }: ReadOptions = {}) =>
    http.json<void>(`/users/verify-email/${encodeURIComponent(token)}`, { method: 'POST', signal }),

  resendEmail: (email: string, { signal }: ReadOptions = {}) =>
    http.json<void>('/users/resend-email', { method: 'POST', body: { email }, signal }),

  // With the slash at its end, as the specification has it.
  forgetPassword: (email: string, { signal }: ReadOptions = {}) =>
    http.json<void>('/forget-password/', {
      method: 'POST',
      body: { email, device: devices.read(email) },
      signal,
    }),

  /** Ends every session of the account. */
  resetPassword: (token: string, password: string, { signal }: ReadOptions = {}) =>
    http.json<void>(`/password-reset/${encodeURIComponent(token)}`, {
      method: 'POST',
      body: { password },
      signal,
    }),
})
