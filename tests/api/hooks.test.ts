import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import type { SourceKind } from '../../domain/intake/source-kinds.ts'
import type { SourceWithSecret } from '../../domain/sources/source.ts'
import { openApi } from '../support/api/start-api.ts'
import { allEvents } from '../support/intake/all-events.ts'

const api = await openApi()

type Source = SourceWithSecret & { secret: string }
type Sending = { body?: string | Buffer; headers?: Record<string, string>; method?: 'GET' | 'POST' | 'PUT' }

const openSource = async (kind: SourceKind) => {
  const seller = await api.as(await api.createUser({ role: 'seller' }))
  const { body: source } = await seller.post<Source>('/sources', {
    body: { country: 'ic', name: `Boutique ${kind}`, kind },
  })
  const send = async ({ body, headers = {}, method = 'POST' }: Sending, address = source.address) => {
    const answer = await api.app.inject({
      method,
      url: address,
      headers,
      ...(body !== undefined && { payload: body }),
    })
    return { status: answer.statusCode, body: answer.body, code: codeOf(answer.body) }
  }
  const count = async () => (await seller.get<{ total: number }>(`/intake?source=${source.id}`)).body.total
  const sign = (body: string | Buffer, encoding: 'base64' | 'hex') =>
    createHmac('sha256', source.secret).update(body).digest(encoding)
  return { seller, source, send, count, sign }
}

const codeOf = (body: string): string | undefined => (JSON.parse(body || '{}') as { code?: string }).code

it('answers the unsigned ping of WooCommerce by exactly 200, and stores nothing', async () => {
  const { send, count } = await openSource('woocommerce')
  const { headers, body } = allEvents['WooCommerce: the ping']!
  expect(await send({ body, headers: headers as Record<string, string> })).toMatchObject({ status: 200 })
  expect(await send({ body: `${body}\n` })).toMatchObject({ status: 200 })
  for (const other of [
    'webhook_id=14&id=1',
    'webhook_id=',
    '{"webhook_id":14}',
    `webhook_id=${'1'.repeat(99)}`,
  ])
    expect(await send({ body: other }), other).toMatchObject({ status: 401, code: 'SIGNATURE_WRONG' })
  expect(await count()).toBe(0)
  const shopify = await openSource('shopify')
  expect(await shopify.send({ body })).toMatchObject({ status: 401 })
})

it('takes what YouCan signs after PHP has escaped it, and the bytes themselves', async () => {
  const { send, count, sign } = await openSource('youcan')
  const { body } = allEvents['YouCan: escaped by PHP']!
  const compact = JSON.stringify(JSON.parse(body))
  const escaped = compact
    .replaceAll('/', String.raw`\/`)
    .replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
  for (const [sent, signed] of [
    [compact, escaped],
    [compact, compact],
    [escaped, escaped],
  ] as const) {
    const headers = { 'content-type': 'application/json', 'x-youcan-signature': sign(signed, 'hex') }
    expect(await send({ body: sent, headers })).toMatchObject({ status: 200 })
  }
  expect(await count()).toBe(3)
  const headers = { 'x-youcan-signature': sign(escaped, 'base64') }
  expect(await send({ body: compact, headers })).toMatchObject({ status: 401 })
})

it('takes signed bytes whatever type they claim to be, and reads them later', async () => {
  const { send, count, sign, seller, source } = await openSource('shopify')
  const bodies: [string, string | Buffer][] = [
    ['application/json; charset=utf-8', '{"id":1}'],
    ['text/plain', 'not json'],
    ['application/x-www-form-urlencoded', 'a=b'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/json', Buffer.from([0xff, 0xfe, 0x00, 0x01])],
    ['application/json', `{"id":"\\u0000\\ud800","line_items":[{"name":"\\u0000"}],"note":"\\ud83d"}`],
    ['application/json', '['.repeat(60_000)],
    ['application/json', '{"id":1e999,"line_items":[{"quantity":1e300,"price":"1e5"}]}'],
  ]
  for (const [type, body] of bodies) {
    const headers = {
      'content-type': type,
      'x-shopify-topic': 'orders/create',
      'x-shopify-hmac-sha256': sign(body, 'base64'),
    }
    expect(await send({ body, headers }), type).toMatchObject({ status: 200 })
  }
  expect(await count()).toBe(bodies.length)
  type Page = { items: { verdict: string | null; reason: string | null }[] }
  const inbox = async () => (await seller.get<Page>(`/intake?source=${source.id}&limit=50`)).body.items
  await expect.poll(async () => (await inbox()).every(({ verdict }) => verdict !== null)).toBe(true)
  expect((await inbox()).filter(({ reason }) => reason === 'INTERNAL')).toEqual([])
})

it('refuses what is unsigned, unknown, too large or switched off, each with its code', async () => {
  const { send, count, sign, source, seller } = await openSource('generic')
  const body = '{"id":"A"}'
  const signed = { 'x-waybill-signature': `sha256=${sign(body, 'hex')}` }
  const wrong = { 'x-waybill-signature': `sha256=${'0'.repeat(64)}` }
  expect(await send({})).toMatchObject({ status: 401, code: 'SIGNATURE_WRONG' })
  expect(await send({ body: '' })).toMatchObject({ status: 401, code: 'SIGNATURE_WRONG' })
  expect(await send({ body })).toMatchObject({ status: 401, code: 'SIGNATURE_WRONG' })
  expect(await send({ body, headers: wrong })).toMatchObject({ status: 401, code: 'SIGNATURE_WRONG' })
  expect(await send({ body: `${body} `, headers: signed })).toMatchObject({ status: 401 })
  expect(await send({ body, headers: signed }, `${source.address}x`)).toMatchObject({ status: 404 })
  expect(await send({ body, headers: signed }, `${source.address}?a=1`)).toMatchObject({ status: 400 })
  expect(await send({ body, headers: signed }, '/hooks/')).toMatchObject({ status: 404 })
  expect(await send({ body, headers: signed }, `/hooks/${'x'.repeat(5_000)}`)).toMatchObject({ status: 404 })
  for (const address of ['/hooks/%00', '/hooks/%ff'])
    expect(await send({ body, headers: signed }, address)).toMatchObject({
      status: 400,
      code: 'INVALID_TEXT',
    })
  const large = 'x'.repeat(257 * 1024)
  const largeSigned = { 'x-waybill-signature': `sha256=${sign(large, 'hex')}` }
  expect(await send({ body: large, headers: largeSigned })).toMatchObject({ status: 413 })
  expect((await send({ body, headers: signed, method: 'PUT' })).status).toBeGreaterThanOrEqual(400)
  expect(await count()).toBe(0)
  await seller.put(`/sources/${source.id}`, { body: { isActive: false }, version: source.version })
  expect(await send({ body, headers: signed })).toMatchObject({ status: 410, code: 'SOURCE_OFF' })
  await seller.put('/sources/delete', { body: { ids: [source.id] } })
  expect(await send({ body, headers: signed })).toMatchObject({ status: 404, code: 'NOT_FOUND' })
})
