import type { Fields, Values } from '../lib/field.ts'

// Apart from the columns of users: the login loads these and nothing else.

const password = { kind: 'password', min: 6, max: 128, required: true } as const

/** What every account is asked for. */
export const accountFields = {
  name: { kind: 'text', max: 120, required: true },
  email: { kind: 'email', required: true, isNew: true },
  phone: { kind: 'phone', required: true },
  password,
} as const satisfies Fields

export const passwordFields = { password } as const satisfies Fields

/**
 * What a device was given when it last signed in to this account: strangers who try passwords do not lock it out. Null
 * asks for one.
 */
export const deviceField = { kind: 'text', max: 100 } as const

/** A login is checked for shape only, not against the rules of new passwords. */
export const credentialFields = {
  email: { kind: 'email', required: true },
  password: { kind: 'password', min: 1, max: 128, required: true },
  device: deviceField,
} as const satisfies Fields

export type Credentials = Values<typeof credentialFields>
