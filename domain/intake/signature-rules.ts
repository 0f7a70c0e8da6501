import { type EventHeaders, headerOf } from './event-headers.ts'
import { phpJson } from './php-json.ts'
import type { SourceKind } from './source-kinds.ts'

/** `prefix`: precedes the digest in the header. */
export type SignatureRule = { header: string; encoding: 'base64' | 'hex'; prefix: string }

const own: SignatureRule = { header: 'x-waybill-signature', encoding: 'hex', prefix: 'sha256=' }

/** How each kind signs its events: HMAC-SHA256 of the raw body. */
export const signatureRules: Readonly<Record<SourceKind, SignatureRule>> = {
  shopify: { header: 'x-shopify-hmac-sha256', encoding: 'base64', prefix: '' },
  woocommerce: { header: 'x-wc-webhook-signature', encoding: 'base64', prefix: '' },
  youcan: { header: 'x-youcan-signature', encoding: 'hex', prefix: '' },
  generic: own,
  sheet: own,
}

/** A digest of 32 bytes in each encoding. */
const digests: Record<SignatureRule['encoding'], RegExp> = {
  base64: /^[A-Za-z0-9+/]{43}=$/,
  hex: /^[0-9a-f]{64}$/,
}

/** The digest in an event's headers, without prefix, hex in lower case; null if it is missing or none. */
export const signatureOf = (kind: SourceKind, headers: EventHeaders): string | null => {
  const { header, encoding, prefix } = signatureRules[kind]
  const written = headerOf(headers, header)
  if (written === null || !written.toLowerCase().startsWith(prefix)) return null
  const rest = written.slice(prefix.length)
  const digest = encoding === 'hex' ? rest.toLowerCase() : rest
  return digests[encoding].test(digest) ? digest : null
}

/**
 * The texts that a valid signature may be made of; the raw body first. YouCan documents signing PHP's `json_encode` of the
 * payload, which differs from a body that escapes neither slashes nor letters.
 */
export const signedTexts = (kind: SourceKind, body: string): readonly string[] => {
  if (kind !== 'youcan') return [body]
  const escaped = phpJson(body)
  return escaped === body ? [body] : [body, escaped]
}
