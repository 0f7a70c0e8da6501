import type { Role } from '../access/permissions.ts'
import type { Fields, Values } from '../lib/field.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'
import { deviceField } from './account-fields.ts'

/** Codes of one set; each works once. */
export const recoveryCodeCount = 10

/** Six digits of an authenticator app, or a recovery code; spaces and hyphens do not count. */
const code = { kind: 'text', max: 40 } as const

export const factorCodeFields = { code: { ...code, required: true } } as const satisfies Fields

/** Second steps of a login. */
export const secondStepWays = ['app', 'passkey', 'recovery-code'] as const

export type SecondStepWay = (typeof secondStepWays)[number]

/** Who is at the keyboard: the password, or a code; or a passkey, beside these fields. */
export const proofFields = {
  password: { kind: 'password', min: 1, max: 128 },
  code,
} as const satisfies Fields

/** `passkey`: as the browser answered. */
export type Proof = Values<typeof proofFields> & { passkey?: unknown }

/** Second step of a login: a code, or a passkey beside these fields. `device` and `keep` as in the first. */
export const secondStepFields = {
  challenge: { kind: 'text', max: 100, required: true },
  code,
  device: deviceField,
  keep: { kind: 'flag' },
} as const satisfies Fields

export type SecondStep = Values<typeof secondStepFields> & { passkey?: unknown }

/** Of the authenticator app. `since`: null while it is off. `recoveryCodesLeft`: those of passkeys too. */
export const secondFactorShapes = {
  isOn: { kind: 'flag' },
  since: { kind: 'instant', nullable: true },
  recoveryCodesLeft: { kind: 'integer' },
} as const satisfies Shapes

/** The caller's second factor: answer of `GET profile/totp`. */
export type SecondFactor = RecordOf<typeof secondFactorShapes>

/** `secret`: in base32; `uri`: the same for a QR code. */
export const newSecondFactorShapes = {
  secret: { kind: 'text' },
  uri: { kind: 'text' },
} as const satisfies Shapes

export type NewSecondFactor = RecordOf<typeof newSecondFactorShapes>

export const recoveryCodesShapes = {
  recoveryCodes: { kind: 'values', of: { kind: 'text' } },
} as const satisfies Shapes

export type RecoveryCodes = RecordOf<typeof recoveryCodesShapes>

export const secondFactorRules = ['none', 'admins', 'everybody'] as const

/** Who must have a second factor, and the days from the first session in which they are asked for one. */
export type SecondFactorPolicy = { required: (typeof secondFactorRules)[number]; graceDays: number }

type Asked = { role: Role; hasSecondFactor: boolean; askedAt: Date | null }

/** When a user's days are over; null for a user who has a second factor, or need not have one. */
export const whenFactorIsDue = (
  { required, graceDays }: SecondFactorPolicy,
  { role, hasSecondFactor, askedAt }: Asked,
  now: Date,
): Date | null => {
  const isAsked = required === 'everybody' || (required === 'admins' && role === 'admin')
  if (hasSecondFactor || !isAsked) return null
  return new Date((askedAt ?? now).getTime() + graceDays * 86_400_000)
}

/** Whether only enrolment is open to a session. */
export const isFactorDue = (
  { secondFactorDue }: { secondFactorDue?: string | undefined },
  now: number,
): boolean => secondFactorDue !== undefined && Date.parse(secondFactorDue) <= now

/** Digits and letters alone, as codes are compared. */
export const plainCode = (typed: string): string => typed.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
