import { roles } from '../access/permissions.ts'
import { languageCodes } from '../core/languages.ts'
import { defineResource, type InputOf, type RecordIn } from '../lib/define-resource.ts'
import type { Fields } from '../lib/field.ts'
import { countryColumn } from '../lib/goods.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'
import { accountFields } from './account-fields.ts'

/**
 * Users; a password never leaves. `package` is the plan that they have, `activation` when an administrator let them in,
 * `language` the one that mails are written in.
 */
export const users = defineResource('users', {
  owned: false,
  columns: {
    country: { field: countryColumn.field, filter: countryColumn.filter },
    name: { field: accountFields.name, sort: true },
    role: {
      field: { kind: 'choice', values: roles, required: true },
      sort: true,
      filter: { kind: 'choice', values: roles },
    },
    email: { field: accountFields.email, sort: true },
    phone: { field: accountFields.phone },
    password: { field: accountFields.password, only: 'create', shape: null },
    package: {
      field: { kind: 'reference', resource: 'packages' },
      only: 'update',
      filter: { kind: 'reference', optional: true },
    },
    packageName: { shape: { kind: 'text', nullable: true } },
    language: { shape: { kind: 'choice', values: languageCodes } },
    isEmailVerified: { field: { kind: 'flag', required: true }, only: 'update', filter: { kind: 'flag' } },
    isActivated: { field: { kind: 'flag', required: true }, only: 'update', filter: { kind: 'flag' } },
    activation: { shape: { kind: 'instant', nullable: true } },
  },
  order: {
    sorts: ['name', 'email'],
    exported: ['number', 'name', 'role', 'email', 'phone', 'country'],
  },
  search: {
    title: 'name',
    subtitle: ['email', 'phone'],
    words: ['name', 'email'],
    keys: ['email'],
    phone: 'phone',
    owner: null,
  },
  changes: {
    activate: 'at-once',
    // `user.activate` is the permission for both directions.
    deactivate: 'confirmed-in-bulk',
  },
  views: [
    { id: 'to-activate', query: 'isActivated:false', sort: 'createdAt' },
    { id: 'unverified', query: 'isEmailVerified:false' },
    { id: 'sellers', query: 'role:seller', sort: 'name' },
    { id: 'delivery-guys', query: 'role:delivery', sort: 'name' },
  ],
})

export type User = RecordIn<typeof users>
export type UserInput = InputOf<typeof users>

/** What a call over many users says: let them in, or shut them out. */
export const activationFields = { isActivated: users.updateFields.isActivated } as const satisfies Fields

/** The call of one user may say it as well: repeated, it then changes nothing. Left out, the call toggles. */
export const activationToggleFields = { isActivated: { kind: 'flag' } } as const satisfies Fields

/** The user who is logged in, as `GET sessions/current` answers. */
export const sessionUserShapes = (({ id, name, role, email, country, isEmailVerified, isActivated }) => ({
  id,
  name,
  role,
  email,
  country,
  isEmailVerified,
  isActivated,
}))(users.shapes) satisfies Shapes

/** `device` if the login sent one or requested one. */
export const sessionRecordShapes = {
  ...sessionUserShapes,
  token: { kind: 'text' },
  device: { kind: 'text', optional: true },
} as const satisfies Shapes

/** What a login answers and session storage keeps: the user with the token that was made for this session. */
export type SessionRecord = RecordOf<typeof sessionRecordShapes>

/** Who can be given a parcel. */
export const deliveryGuyShapes = (({ id, name, phone }) => ({ id, name, phone }))(
  users.shapes,
) satisfies Shapes

export const demoCompanyShapes = {
  password: { kind: 'text' },
  logins: { kind: 'list', of: { email: { kind: 'text' }, role: { kind: 'choice', values: roles } } },
} as const satisfies Shapes

/** What `GET sessions/demo` answers where the demo company is loaded: what to type to look around. */
export type DemoCompany = RecordOf<typeof demoCompanyShapes>
