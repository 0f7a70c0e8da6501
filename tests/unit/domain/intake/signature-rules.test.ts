import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { eventIdOf } from '../../../../domain/intake/event-headers.ts'
import { isShopPing } from '../../../../domain/intake/read-woocommerce.ts'
import { signatureOf, signatureRules, signedTexts } from '../../../../domain/intake/signature-rules.ts'
import { type SourceKind, sourceKinds } from '../../../../domain/intake/source-kinds.ts'

const hmac = (text: string, encoding: 'base64' | 'hex') =>
  createHmac('sha256', 'secret').update(text).digest(encoding)

describe.each(sourceKinds)('the signature of %s', (kind) => {
  const { header, encoding, prefix } = signatureRules[kind]
  const body = '{"id":1,"city":"Bouaké / Gare"}'
  const signature = prefix + hmac(body, encoding)

  it('is found in its header, in any case', () => {
    const digest = hmac(body, encoding)
    expect(signatureOf(kind, { [header]: signature })).toBe(digest)
    expect(signatureOf(kind, { [header.toUpperCase()]: [` ${signature} `] })).toBe(digest)
    expect(signedTexts(kind, body)[0]).toBe(body)
  })

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['too short', signature.slice(0, -1)],
    ['too long', `${signature}0`],
    ['in the other encoding', prefix + hmac(body, encoding === 'hex' ? 'base64' : 'hex')],
    ['with something else before it', `x${signature}`],
  ])('%s: none', (_, value) => {
    expect(signatureOf(kind, { [header]: value })).toBeNull()
  })
})

it('our own signature needs its prefix', () => {
  expect(signatureOf('generic', { 'x-waybill-signature': hmac('{}', 'hex') })).toBeNull()
})

it.each<[SourceKind, string, string[]]>([
  ['youcan', '{"a": "Côte d\'Ivoire", "b":\n"x/y"}', [String.raw`{"a":"C\u00f4te d'Ivoire","b":"x\/y"}`]],
  ['youcan', String.raw`{"a":"C\u00f4te","b":"x\/y","c":1.50}`, []],
  ['youcan', '{"a":"😀"}', [String.raw`{"a":"\ud83d\ude00"}`]],
  ['shopify', '{"a":"ô/"}', []],
  ['generic', '{"a":"ô/"}', []],
])('%s may sign %s as PHP escapes it', (kind, body, others) => {
  expect(signedTexts(kind, body)).toEqual([body, ...others])
})

it('an event is identified by Shopify’s event id alone', () => {
  expect(eventIdOf('shopify', { 'X-Shopify-Event-Id': 'e1' })).toBe('e1')
  expect(eventIdOf('shopify', {})).toBeNull()
  expect(eventIdOf('woocommerce', { 'x-wc-webhook-delivery-id': 'd1' })).toBeNull()
})

it('the ping of WooCommerce alone needs no signature', () => {
  expect(isShopPing('woocommerce', 'webhook_id=14\n')).toBe(true)
  expect(isShopPing('woocommerce', 'webhook_id=14&id=1')).toBe(false)
  expect(isShopPing('woocommerce', '{"webhook_id":14}')).toBe(false)
  expect(isShopPing('shopify', 'webhook_id=14')).toBe(false)
})
