import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { countStatements } from '../support/api/count-statements.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi()

const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers })

const unpack = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes: Buffer) => bytes,
} as const

/** Long answers available without a session: the document, and the page with its files. */
const shared = [
  '/api/openapi.json',
  '/api/docs/json',
  '/api/docs/yaml',
  '/api/docs/static/swagger-ui-bundle.js',
  '/api/docs/static/swagger-ui.css',
] as const

describe.each(shared)('%s', (url) => {
  it('is compressed once and sent with its length, in each encoding', async () => {
    const plain = await get(url, { 'accept-encoding': 'identity' })
    expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined])
    expect(plain.rawPayload.length).toBeGreaterThan(2_048)
    for (const encoding of ['br', 'gzip', 'identity'] as const) {
      const answers = [
        await get(url, { 'accept-encoding': encoding }),
        await get(url, { 'accept-encoding': encoding }),
      ]
      for (const { statusCode, headers, rawPayload } of answers) {
        expect(statusCode).toBe(200)
        expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding)
        expect(headers['content-length']).toBe(String(rawPayload.length))
        expect(String(headers.vary)).toContain('accept-encoding')
        expect(headers['content-type']).toBe(plain.headers['content-type'])
        expect(unpack[encoding](rawPayload).equals(plain.rawPayload)).toBe(true)
      }
    }
  })

  it('is 304 to a client that has it, whatever encoding that came in', async () => {
    const tags = new Set<string>()
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { headers } = await get(url, { 'accept-encoding': encoding })
      tags.add(String(headers.etag))
      for (const known of [String(headers.etag), `"other", W/${headers.etag}`]) {
        const again = await get(url, { 'accept-encoding': 'br', 'if-none-match': known })
        expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
      }
    }
    // One per encoding.
    expect(tags.size).toBe(3)
    expect((await get(url, { 'if-none-match': '"AAAAAAAAAAAAAAAAAAAAAA"' })).statusCode).toBe(200)
  })
})

it.each([
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['*', 'br'],
  ['deflate', undefined],
  ['identity', undefined],
  ['x-gzip', 'gzip'],
  ['br;q=0, gzip;q=0', undefined],
])('%s is answered in %s', async (accepted, encoding) => {
  const { headers } = await get('/api/openapi.json', { 'accept-encoding': accepted })
  expect(headers['content-encoding']).toBe(encoding)
})

it('refuses a query of the page and its files, also once they are known', async () => {
  for (const url of ['/api/docs', '/api/docs/json', '/api/docs/static/swagger-ui.css']) {
    expect((await get(url)).statusCode).toBe(200)
    expect((await get(`${url}?x=1`)).json()).toMatchObject({ code: 'VALIDATION_FAILED' })
  }
})

it('asks the database once for all who ask at the same time whether it is there', async () => {
  const seen = { statuses: [] as number[] }
  const statements = await countStatements(api.context.pool, async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => get('/readyz')))
    seen.statuses = answers.map(({ statusCode }) => statusCode)
  })
  expect(new Set(seen.statuses)).toEqual(new Set([200]))
  expect(statements).toBeLessThan(30)
})
