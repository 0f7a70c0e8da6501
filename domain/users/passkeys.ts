import type { FieldProblem } from '../core/codes.ts'
import type { Fields } from '../lib/field.ts'
import { accept, type Result, refuse } from '../lib/result.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'

/** Passkeys (WebAuthn) of one account. */
export const maxPasskeys = 10

export const passkeyFields = {
  name: { kind: 'text', max: 60, required: true },
} as const satisfies Fields

/**
 * `isSynced`: the device's maker keeps a copy for the person's other devices. `isUsable`: made at the address that people open now; at
 * another one browsers do not offer it. `lastUsedAt`: null until the first login with it.
 */
export const passkeyShapes = {
  id: { kind: 'id' },
  name: { kind: 'text' },
  createdAt: { kind: 'instant' },
  lastUsedAt: { kind: 'instant', nullable: true },
  isSynced: { kind: 'flag' },
  isUsable: { kind: 'flag' },
} as const satisfies Shapes

export type Passkey = RecordOf<typeof passkeyShapes>

/** Answer of `POST profile/passkeys`. `recoveryCodes`: new ones, if the account had none. */
export const addedPasskeyShapes = {
  passkey: { kind: 'record', of: passkeyShapes },
  recoveryCodes: { kind: 'values', of: { kind: 'text' }, optional: true },
} as const satisfies Shapes

export type AddedPasskey = RecordOf<typeof addedPasskeyShapes>

/** `options`: for the browser, as JSON of the Web Authentication standard. */
export const passkeyOptionsShapes = { options: { kind: 'any' } } as const satisfies Shapes

export type PasskeyOptions = RecordOf<typeof passkeyOptionsShapes>

/** `challenge`: of a login whose password was right; without it any passkey of this installation is asked for. */
export const passkeyOptionsFields = { challenge: { kind: 'text', max: 100 } } as const satisfies Fields

/** Login by a passkey alone. `keep` as in a login by password. */
export type PasskeyLogin = { passkey: unknown; keep?: boolean }

/** What else a browser says of a credential; nothing of it is read. */
const besideCredential = {
  clientExtensionResults: { kind: 'any', optional: true },
  authenticatorAttachment: { kind: 'text', nullable: true, optional: true },
} as const satisfies Shapes

const credentialShapes = {
  id: { kind: 'text' },
  rawId: { kind: 'text' },
  type: { kind: 'text' },
} as const satisfies Shapes

/** What the browser answers when a passkey was used: `AuthenticationResponseJSON` of the standard. */
export const usedPasskeyShapes = {
  ...credentialShapes,
  response: {
    kind: 'record',
    of: {
      clientDataJSON: { kind: 'text' },
      authenticatorData: { kind: 'text' },
      signature: { kind: 'text' },
      userHandle: { kind: 'text', nullable: true, optional: true },
    },
  },
  ...besideCredential,
} as const satisfies Shapes

/** What the browser answers when a passkey was made: `RegistrationResponseJSON` of the standard. */
export const newPasskeyShapes = {
  ...credentialShapes,
  response: {
    kind: 'record',
    of: {
      clientDataJSON: { kind: 'text' },
      attestationObject: { kind: 'text' },
      transports: { kind: 'values', of: { kind: 'text' }, optional: true },
      authenticatorData: { kind: 'text', optional: true },
      publicKey: { kind: 'text', nullable: true, optional: true },
      publicKeyAlgorithm: { kind: 'integer', optional: true },
    },
  },
  ...besideCredential,
} as const satisfies Shapes

/** The parts of a used passkey that are read. */
export type UsedPasskey = {
  id: string
  clientDataJSON: string
  authenticatorData: string
  signature: string
  userHandle: string | null
}

/** The parts of a new passkey that are read. */
export type NewPasskey = {
  id: string
  clientDataJSON: string
  attestationObject: string
  transports: string[]
}

const MAX_PART = 8_000

/** Ids of credentials have at most 1,023 bytes. */
const MAX_ID = 1_364

const isPart = (value: unknown, most = MAX_PART): value is string =>
  typeof value === 'string' && value.length <= most && /^[\w-]+$/.test(value)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @returns the response of a credential with its id, or a refusal at `passkey` */
const readCredential = (input: unknown): Result<{ id: string; response: Record<string, unknown> }> => {
  if (input === undefined || input === null) return refuseAtPasskey('REQUIRED')
  if (!isObject(input) || !isObject(input.response)) return refuseAtPasskey('BAD_JSON')
  const { id, rawId, type, response } = input
  if (!isPart(id, MAX_ID) || rawId !== id || type !== 'public-key') return refuseAtPasskey('BAD_JSON')
  return accept({ id, response })
}

const refuseAtPasskey = (code: FieldProblem['code']) =>
  refuse('VALIDATION_FAILED', [{ path: 'passkey', code }])

export const readUsedPasskey = (input: unknown): Result<UsedPasskey> => {
  const read = readCredential(input)
  if (!read.ok) return read
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = read.value.response
  if (!isPart(clientDataJSON) || !isPart(authenticatorData) || !isPart(signature))
    return refuseAtPasskey('BAD_JSON')
  if (userHandle !== null && userHandle !== '' && !isPart(userHandle, 100)) return refuseAtPasskey('BAD_JSON')
  return accept({
    id: read.value.id,
    clientDataJSON,
    authenticatorData,
    signature,
    userHandle: userHandle === '' ? null : userHandle,
  })
}

/** As the standard names them; others are left out. */
const transportNames = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

export const readNewPasskey = (input: unknown): Result<NewPasskey> => {
  const read = readCredential(input)
  if (!read.ok) return read
  const { clientDataJSON, attestationObject, transports } = read.value.response
  if (!isPart(clientDataJSON) || !isPart(attestationObject)) return refuseAtPasskey('BAD_JSON')
  const named: readonly unknown[] = Array.isArray(transports) ? transports : []
  return accept({
    id: read.value.id,
    clientDataJSON,
    attestationObject,
    transports: transportNames.filter((name) => named.includes(name)),
  })
}

/** Separates the passkey of a body from its fields. */
export const splitPasskey = (body: unknown): { passkey: unknown; fields: unknown } => {
  if (!isObject(body)) return { passkey: undefined, fields: body }
  const { passkey, ...fields } = body
  return { passkey, fields }
}
