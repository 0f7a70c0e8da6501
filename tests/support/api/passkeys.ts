import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { AddedPasskey } from '../../../domain/users/passkeys.ts'
import type { Caller } from './caller.ts'

/** Where the tests' installation is opened. */
export const passkeyOrigin = 'https://waybill.example'

type Credential = { id: string; domain: string; handle: string; privateKey: KeyObject; counter: number }

/** What a test changes of an honest answer. */
export type Forgery = {
  origin?: string
  domain?: string
  challenge?: string
  isVerified?: boolean
  isPresent?: boolean
  counter?: number
  handle?: string | null
  type?: string
  /** Signs with a key of its own. */
  hasOtherKey?: boolean
}

type CreationOptions = {
  challenge: string
  rp: { id: string }
  user: { id: string; name: string }
  excludeCredentials: { id: string }[]
}
type RequestOptions = { challenge: string; rpId: string; allowCredentials?: { id: string }[] }

const text = (bytes: Buffer) => bytes.toString('base64url')
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

/** A software authenticator with ES256 keys and discoverable credentials, as a browser answers for it. */
export const makeAuthenticator = (origin = passkeyOrigin) => {
  const credentials: Credential[] = []
  const clientData = (type: string, challenge: string, at: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))

  /** Answers `navigator.credentials.create`. */
  const create = ({ options }: { options: unknown }, forged: Forgery = {}) => {
    const { challenge, rp, user } = options as CreationOptions
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const id = randomBytes(16)
    const domain = forged.domain ?? rp.id
    const key = cborMap([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const authData = Buffer.concat([
      authenticatorData(domain, forged, forged.counter ?? 0, 0x40),
      Buffer.alloc(16),
      length,
      id,
      key,
    ])
    const attestationObject = cborMap([
      ['fmt', 'none'],
      ['attStmt', cborMap([])],
      ['authData', authData],
    ])
    const type = forged.type ?? 'webauthn.create'
    credentials.push({ id: text(id), domain, handle: user.id, privateKey, counter: forged.counter ?? 0 })
    return {
      id: text(id),
      rawId: text(id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: text(clientData(type, forged.challenge ?? challenge, forged.origin ?? origin)),
        attestationObject: text(attestationObject),
        transports: ['internal', 'of-tomorrow'],
      },
    }
  }

  /** Answers `navigator.credentials.get` with the last fitting credential, or the given one. */
  const get = (
    { options }: { options: unknown },
    forged: Forgery = {},
    chosen: Credential | undefined = undefined,
  ) => {
    const { challenge, rpId, allowCredentials } = options as RequestOptions
    const allowed = allowCredentials?.map(({ id }) => id)
    const credential =
      chosen ?? credentials.findLast(({ id, domain }) => domain === rpId && (allowed?.includes(id) ?? true))
    if (credential === undefined) throw new Error('no credential fits')
    credential.counter += 1
    const authData = authenticatorData(forged.domain ?? rpId, forged, forged.counter ?? credential.counter)
    const type = forged.type ?? 'webauthn.get'
    const client = clientData(type, forged.challenge ?? challenge, forged.origin ?? origin)
    const key = forged.hasOtherKey
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
      : credential.privateKey
    const handle = forged.handle === undefined ? credential.handle : forged.handle
    return {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: text(client),
        authenticatorData: text(authData),
        signature: text(sign('sha256', Buffer.concat([authData, sha256(client)]), key)),
        userHandle: handle,
      },
    }
  }
  return { credentials, create, get }
}

export type Authenticator = ReturnType<typeof makeAuthenticator>

/** Adds a passkey to the caller's account. */
export const addPasskey = async (
  caller: Caller,
  authenticator: Authenticator,
  name = 'Téléphone',
): Promise<AddedPasskey> => {
  const begun = await caller.post<{ options: unknown }>('/profile/passkeys/options')
  const added = await caller.post<AddedPasskey>('/profile/passkeys', {
    body: { name, passkey: authenticator.create(begun.body) },
  })
  if (added.status !== 201) throw new Error(`${added.status} ${JSON.stringify(added.body)}`)
  return added.body
}

const authenticatorData = (
  domain: string,
  { isVerified = true, isPresent = true }: Forgery,
  counter: number,
  more = 0,
): Buffer => {
  const counted = Buffer.alloc(4)
  counted.writeUInt32BE(counter)
  const flags = (isPresent ? 0x01 : 0) | (isVerified ? 0x04 : 0) | more
  return Buffer.concat([sha256(domain), Buffer.from([flags]), counted])
}

type Cbor = number | string | Buffer

/** Head of a CBOR item (RFC 8949): major type and argument. */
const head = (major: number, argument: number): Buffer => {
  const type = major << 5
  if (argument < 24) return Buffer.from([type | argument])
  if (argument < 256) return Buffer.from([type | 24, argument])
  return Buffer.from([type | 25, argument >> 8, argument & 255])
}

/** Bytes that are encoded maps, not byte strings. */
const mapsMade = new WeakSet<Buffer>()

const cborItem = (item: Cbor): Buffer => {
  if (typeof item === 'number') return item < 0 ? head(1, -1 - item) : head(0, item)
  if (typeof item === 'string') return Buffer.concat([head(3, Buffer.byteLength(item)), Buffer.from(item)])
  return mapsMade.has(item) ? item : Buffer.concat([head(2, item.length), item])
}

const cborMap = (entries: readonly (readonly [number | string, Cbor])[]): Buffer => {
  const made = Buffer.concat([head(5, entries.length), ...entries.flat().map(cborItem)])
  mapsMade.add(made)
  return made
}
