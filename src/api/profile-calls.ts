import type { PasswordChange, Profile, ProfileInput } from '../../domain/users/profile.ts'
import { type ReadOptions, type UpdateOptions, write } from './call-options.ts'
import type { Http } from './http.ts'

/** What everybody may read and change of themselves. */
export const profileCalls = (http: Http) => ({
  read: ({ signal }: ReadOptions = {}) => http.json<Profile>('/profile', { signal }),

  update: (input: Partial<ProfileInput>, options?: UpdateOptions) =>
    http.json<Profile>('/profile', write('PUT', input, options)),

  /** Every session but this one ends with it. No key: the same call again finds the password changed. */
  changePassword: (change: PasswordChange, { signal }: ReadOptions = {}) =>
    http.json<void>('/profile/password', { method: 'PUT', body: change, signal }),
})
