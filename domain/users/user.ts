import { roles } from '../access/permissions.ts'
import { countryCodes } from '../core/countries.ts'
import { languageCodes } from '../core/languages.ts'
import { defineResource, type InputOf, type RecordIn } from '../lib/define-resource.ts'
import type { Fields } from '../lib/field.ts'
import { fixedCountryColumn } from '../lib/goods.ts'
import { pickNames, type RecordOf, type Shapes } from '../lib/shape.ts'
import { accountFields } from './account-fields.ts'

/**
 * `address`, `taxNumber`: of a seller, on statements and invoices. `package`: the user's plan; `activation`: when an administrator admitted them; `language`: of their mails. Passwords are
 * never answered.
 */
export const users = defineResource('users', {
  owned: false,
  columns: {
    country: { field: fixedCountryColumn.field, filter: fixedCountryColumn.filter },
    name: { field: accountFields.name, sort: true },
    role: {
      field: { kind: 'choice', values: roles, required: true },
      sort: true,
      filter: { kind: 'choice', values: roles },
    },
    email: { field: accountFields.email, sort: true },
    phone: { field: accountFields.phone },
    address: { field: { kind: 'text', max: 300, multiline: true } },
    taxNumber: { field: { kind: 'text', max: 60 } },
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
    /** Whether an agent works the queue of calls. */
    calls: { field: { kind: 'flag' }, shape: { kind: 'flag' }, filter: { kind: 'flag' } },
    /** Whether a courier may stay signed in on their phone. */
    staysSignedIn: { field: { kind: 'flag', required: true }, only: 'update' },
    /** Whether a password alone is not enough: there is an authenticator app or a passkey. */
    hasSecondFactor: { shape: { kind: 'flag' }, filter: { kind: 'flag' } },
    /** Whether the next login at an identity provider with this verified address is linked to the account. */
    allowsLinking: { field: { kind: 'flag', required: true }, only: 'update' },
    activation: { shape: { kind: 'instant', nullable: true } },
    /** Sellers who confirmed their address and were never activated. */
    isWaiting: { filter: { kind: 'flag' } },
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
    'let-call': 'at-once',
    // `user.let-call` is the permission for both directions.
    'stop-calls': 'confirmed-in-bulk',
  },
  views: [
    { id: 'waiting', query: `isWaiting:true country:${countryCodes.join(',')}`, sort: 'createdAt' },
    { id: 'to-activate', query: 'isActivated:false', sort: 'createdAt' },
    { id: 'unverified', query: 'isEmailVerified:false' },
    { id: 'sellers', query: 'role:seller', sort: 'name' },
    { id: 'callers', query: 'role:agent calls:true', sort: 'name' },
    { id: 'delivery-guys', query: 'role:delivery', sort: 'name' },
  ],
})

/** Query of the list of sellers who wait for activation, of all countries. */
export const waitingSellersQuery = users.views[0]!.query

export type User = RecordIn<typeof users>
export type UserInput = InputOf<typeof users>

/** Body of the bulk activation call. */
export const activationFields = { isActivated: users.updateFields.isActivated } as const satisfies Fields

/** Body for one user; without `isActivated` it toggles. */
export const activationToggleFields = { isActivated: { kind: 'flag' } } as const satisfies Fields

/** Body of the call that lets agents call, or takes calls away from them. */
export const callingFields = { calls: { kind: 'flag', required: true } } as const satisfies Fields

const signedInShapes = pickNames(users.shapes, [
  'id',
  'name',
  'role',
  'calls',
  'email',
  'country',
  'isEmailVerified',
  'isActivated',
])

/**
 * The signed-in user: answer of `GET sessions/current`. `secondFactorDue`: from when on only the enrolment of a second factor is
 * open, which the user must have and has not.
 */
export const sessionUserShapes = {
  ...signedInShapes,
  secondFactorDue: { kind: 'instant', optional: true },
} as const satisfies Shapes

/**
 * `device`: if the login sent or requested one. `isKept`: whether it is, if the login asked to be kept. `signOutUrl`: page of the
 * identity provider that ends its session too.
 */
export const sessionRecordShapes = {
  ...sessionUserShapes,
  token: { kind: 'text' },
  device: { kind: 'text', optional: true },
  isKept: { kind: 'flag', optional: true },
  signOutUrl: { kind: 'text', optional: true },
} as const satisfies Shapes

/** Answer of a login, kept in session storage: the user and the session's token. */
export type SessionRecord = RecordOf<typeof sessionRecordShapes>

/** Users who can be assigned parcels. */
export const courierShapes = {
  ...pickNames(users.shapes, ['id', 'name', 'phone']),
  load: {
    kind: 'record',
    of: { assigned: { kind: 'integer' }, out: { kind: 'integer' }, cash: { kind: 'money' } },
    optional: true,
  },
} as const satisfies Shapes

/** `load`: parcels assigned and out, and cash not handed over, in major units of the courier's country. */
export type Courier = Pick<User, 'id' | 'name' | 'phone'> & {
  load?: { assigned: number; out: number; cash: number }
}

/** Where a login leads: in, or to the gate that is still closed. */
export const demoGates = ['open', 'unverified', 'inactive'] as const

export const demoCompanyShapes = {
  password: { kind: 'text' },
  logins: {
    kind: 'list',
    of: {
      email: { kind: 'text' },
      role: { kind: 'choice', values: roles },
      gate: { kind: 'choice', values: demoGates },
    },
  },
} as const satisfies Shapes

/** Answer of `GET sessions/demo` with the demo data loaded: credentials to try. */
export type DemoCompany = RecordOf<typeof demoCompanyShapes>
