import type { Fields, Values } from '../lib/field.ts'

// Separate from the user's columns, so that the login loads only these.

const password = { kind: 'password', min: 6, max: 128, required: true } as const

/** Required of every account. */
export const accountFields = {
  name: { kind: 'text', max: 120, required: true },
  email: { kind: 'email', required: true, isNew: true },
  phone: { kind: 'phone', required: true },
  password,
} as const satisfies Fields

export const passwordFields = { password } as const satisfies Fields

/** Token given to a device at its last login: such logins are not locked by failed attempts of others. Null requests one. */
export const deviceField = { kind: 'text', max: 100 } as const

/**
 * A login checks the shape only, not the rules of new passwords. `keep`: the session lasts beyond the browser's, for couriers who
 * may stay signed in on their phone.
 */
export const credentialFields = {
  email: { kind: 'email', required: true },
  password: { kind: 'password', min: 1, max: 128, required: true },
  device: deviceField,
  keep: { kind: 'flag' },
} as const satisfies Fields

export type Credentials = Values<typeof credentialFields>
