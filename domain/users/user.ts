import { roles } from '../access/permissions.ts'
import { countryCodes } from '../core/countries.ts'
import { languageCodes } from '../core/languages.ts'
import type { Fields, Values } from '../lib/field.ts'
import type { ListDefinition } from '../lib/list-query.ts'
import { type RecordOf, recordShapes, type Shapes } from '../lib/shape.ts'

const password = { kind: 'password', min: 6, max: 128, required: true } as const

export const userFields = {
  country: { kind: 'choice', values: countryCodes, required: true },
  name: { kind: 'text', max: 120, required: true },
  role: { kind: 'choice', values: roles, required: true },
  email: { kind: 'email', required: true, isNew: true },
  phone: { kind: 'phone', required: true },
  password,
} as const satisfies Fields

export const userUpdateFields = {
  country: userFields.country,
  name: userFields.name,
  role: userFields.role,
  email: userFields.email,
  phone: userFields.phone,
  package: { kind: 'reference', resource: 'packages' },
  isEmailVerified: { kind: 'flag', required: true },
  isActivated: { kind: 'flag', required: true },
} as const satisfies Fields

/** What a call over many users says: let them in, or shut them out. */
export const activationFields = { isActivated: userUpdateFields.isActivated } as const satisfies Fields

/** The call of one user may say it as well: repeated, it then changes nothing. Left out, the call toggles. */
export const activationToggleFields = { isActivated: { kind: 'flag' } } as const satisfies Fields

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

export type UserInput = Values<typeof userFields>
export type Credentials = Values<typeof credentialFields>

/**
 * A user as the API gives it; a password never leaves. `package` is the plan that they have, `activation` when an
 * administrator let them in, `language` the one that mails are written in.
 */
export const userShapes = {
  ...recordShapes,
  name: { kind: 'text' },
  role: { kind: 'choice', values: roles },
  email: { kind: 'text' },
  phone: { kind: 'phone' },
  package: { kind: 'id', nullable: true },
  packageName: { kind: 'text', nullable: true },
  language: { kind: 'choice', values: languageCodes },
  isEmailVerified: { kind: 'flag' },
  isActivated: { kind: 'flag' },
  activation: { kind: 'instant', nullable: true },
} as const satisfies Shapes

export type User = RecordOf<typeof userShapes>

/** The user who is logged in, as `GET sessions/current` answers. */
export const sessionUserShapes = (({ id, name, role, email, country, isEmailVerified, isActivated }) => ({
  id,
  name,
  role,
  email,
  country,
  isEmailVerified,
  isActivated,
}))(userShapes) satisfies Shapes

/** `device` if the login sent one or requested one. */
export const sessionRecordShapes = {
  ...sessionUserShapes,
  token: { kind: 'text' },
  device: { kind: 'text', optional: true },
} as const satisfies Shapes

/** What a login answers and session storage keeps: the user with the token that was made for this session. */
export type SessionRecord = RecordOf<typeof sessionRecordShapes>

/** Who can be given a parcel. */
export const deliveryGuyShapes = (({ id, name, phone }) => ({ id, name, phone }))(userShapes) satisfies Shapes

export const demoCompanyShapes = {
  password: { kind: 'text' },
  logins: { kind: 'list', of: { email: { kind: 'text' }, role: { kind: 'choice', values: roles } } },
} as const satisfies Shapes

/** What `GET sessions/demo` answers where the demo company is loaded: what to type to look around. */
export type DemoCompany = RecordOf<typeof demoCompanyShapes>

export const userList = {
  filters: {
    country: { kind: 'choice', values: countryCodes },
    role: { kind: 'choice', values: roles },
    package: { kind: 'reference', optional: true },
    isEmailVerified: { kind: 'flag' },
    isActivated: { kind: 'flag' },
  },
  sorts: ['createdAt', 'number', 'name', 'email', 'role', 'updatedAt'],
} as const satisfies ListDefinition
