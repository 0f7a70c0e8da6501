import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'

/** Encrypts secrets that the database stores. */
export type Secrets = {
  /** `place`: what the secret belongs to; it cannot be opened elsewhere. */
  seal: (secret: string, place: string) => Buffer
  /** The secret, or null if it was sealed by another key, for another place, or changed since. */
  open: (sealed: Buffer, place: string) => string | null
  /** HMAC-SHA-256 of a text that is compared and never read again: by the present key, then by the former one, if there is one. */
  digests: (text: string, place: string) => readonly Buffer[]
}

const algorithm = 'aes-256-gcm'
/** Of the layout: version, nonce, tag, encrypted text. */
const version = 1
const nonceBytes = 12
const tagBytes = 16
const headBytes = 1 + nonceBytes + tagBytes

/** AES-256-GCM under a key of 32 bytes. `former`: opens what it has sealed, seals nothing. */
export const openSecrets = (key: Buffer, former: Buffer | null = null): Secrets => ({
  seal: (secret, place) => {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(place))
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), text])
  },
  open: (sealed, place) =>
    openBy(key, sealed, place) ?? (former === null ? null : openBy(former, sealed, place)),
  digests: (text, place) =>
    [key, ...(former === null ? [] : [former])].map((one) =>
      createHmac('sha256', one).update(`${place} ${text}`).digest(),
    ),
})

const openBy = (key: Buffer, sealed: Buffer, place: string): string | null => {
  if (sealed.length < headBytes || sealed[0] !== version) return null
  const nonce = sealed.subarray(1, 1 + nonceBytes)
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(1 + nonceBytes, headBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(headBytes)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** The key of 32 bytes that a text of any length stands for. */
export const sealKeyOf = (text: string): Buffer => createHash('sha256').update(text).digest()
