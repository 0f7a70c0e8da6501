import type { Fields } from '../lib/field.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'
import { deviceField } from './account-fields.ts'
import { passwordChangeFields } from './profile.ts'

export const providersShapes = {
  items: { kind: 'list', of: { id: { kind: 'text' }, name: { kind: 'text' } } },
} as const satisfies Shapes

/** Identity providers (OpenID Connect) that the login offers: answer of `GET sessions/providers`. */
export type SignOnProviders = RecordOf<typeof providersShapes>

/** `isAnew`: the person has to sign in at the provider, although they may be signed in there: for a locked screen. */
export const signOnStartFields = { isAnew: { kind: 'flag' } } as const satisfies Fields

export const signOnStartShapes = { url: { kind: 'text' }, flow: { kind: 'text' } } as const satisfies Shapes

/** `url`: the provider's page. `flow`: kept by the browser that opens it, and sent with what the provider answers. */
export type SignOnStart = RecordOf<typeof signOnStartShapes>

/** `answer`: the query string with which the provider sent the browser back. `device` and `keep` as in a login. */
export const signOnFields = {
  flow: { kind: 'text', max: 100, required: true },
  answer: { kind: 'text', max: 8_000, required: true },
  device: deviceField,
  keep: { kind: 'flag' },
} as const satisfies Fields

/** `flow` and `answer` of somebody who signed in anew, to say who is at the keyboard. */
export const providerProofFields = {
  flow: signOnFields.flow,
  answer: signOnFields.answer,
} as const satisfies Fields

/** A login by the answer of an identity provider. */
export type SignOn = { provider: string; flow: string; answer: string }

/**
 * A provider that the caller's account is linked to. `provider`: its name, or its host once it is no longer configured; `providerId`:
 * null then.
 */
export const linkedIdentityShapes = {
  issuer: { kind: 'text' },
  provider: { kind: 'text' },
  providerId: { kind: 'text', nullable: true },
  createdAt: { kind: 'instant' },
  lastUsedAt: { kind: 'instant' },
} as const satisfies Shapes

export type LinkedIdentity = RecordOf<typeof linkedIdentityShapes>

/** The password: the way to log in that is left. */
export const unlinkFields = {
  issuer: { kind: 'text', max: 600, required: true },
  password: passwordChangeFields.currentPassword,
} as const satisfies Fields
