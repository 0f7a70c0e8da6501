import { languageCodes } from '../core/languages.ts'
import type { Fields, Values } from '../lib/field.ts'
import { pickNames, type RecordOf, type Shapes } from '../lib/shape.ts'
import { users } from '../users/user.ts'

/** Fields that users may edit of their own account; `language` is that of their mails. */
export const profileFields = {
  name: users.fields.name,
  phone: users.fields.phone,
  language: { kind: 'choice', values: languageCodes, required: true },
} as const satisfies Fields

export type ProfileInput = Values<typeof profileFields>

/** The present password is only checked for shape, as at a login. */
export const passwordChangeFields = {
  currentPassword: { kind: 'password', min: 1, max: 128, required: true },
  password: users.fields.password,
} as const satisfies Fields

export type PasswordChange = Values<typeof passwordChangeFields>

/** The caller's account: answer of `GET profile`. */
export const profileShapes = pickNames(users.shapes, [
  'id',
  'number',
  'version',
  'country',
  'name',
  'role',
  'email',
  'phone',
  'packageName',
  'language',
  'createdAt',
])

export type Profile = RecordOf<typeof profileShapes>

/**
 * An open session. `userAgent`: null if the browser sent none; `address`: of the login, null before it was stored. `lastUsedAt`: accurate to a minute. The session ends at
 * `expiresAt` at the latest.
 */
export const openSessionShapes = {
  id: { kind: 'id' },
  userAgent: { kind: 'text', nullable: true },
  address: { kind: 'text', nullable: true },
  createdAt: { kind: 'instant' },
  lastUsedAt: { kind: 'instant' },
  expiresAt: { kind: 'instant' },
  isCurrent: { kind: 'flag' },
} as const satisfies Shapes

export type OpenSession = RecordOf<typeof openSessionShapes>

/** Longer values are cut. */
export const longestUserAgent = 300
