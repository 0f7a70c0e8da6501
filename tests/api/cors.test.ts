import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type TestApi } from '../support/api/start-api.ts'

const shop = 'https://shop.example'
const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-embed-'))

let api: TestApi
let closed: TestApi
let url: string
beforeAll(async () => {
  writeFileSync(path.join(folder, 'waybill-palette.js'), 'export {}')
  writeFileSync(path.join(folder, 'example.html'), '<!doctype html><title>Example</title>')
  api = await startApi({ corsOrigins: [shop, 'http://localhost:3000'], embedFolder: folder })
  closed = await startApi()
  url = await api.listen()
})
afterAll(async () => {
  await api.close()
  await closed.close()
  rmSync(folder, { recursive: true })
})

const corsOf = (headers: Headers): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))

const preflight = (origin: string, to = url) =>
  fetch(`${to}/api/orders/status`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  })

describe('a page of another origin', () => {
  it('answers a preflight without a session', async () => {
    for (const origin of [shop, 'http://localhost:3000']) {
      const answer = await preflight(origin)
      expect(answer.status).toBe(204)
      expect(corsOf(answer.headers)).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, POST, PUT, DELETE',
        'access-control-allow-headers': expect.stringMatching(
          /Authorization.*If-Match.*Idempotency-Key.*Prefer/,
        ),
        'access-control-max-age': '600',
      })
      expect(answer.headers.get('vary')).toContain('Origin')
    }
  })

  it('may read answers, refusals among them, and never by cookie', async () => {
    const { token } = await api.as('seller')
    for (const [authorization, status] of [
      [token, 200],
      ['', 401],
    ] as const) {
      const answer = await fetch(`${url}/api/profile`, { headers: { origin: shop, authorization } })
      expect(answer.status).toBe(status)
      expect(corsOf(answer.headers)).toEqual({
        'access-control-allow-origin': shop,
        'access-control-expose-headers': expect.stringContaining('Retry-After'),
      })
    }
  })

  it('may not where its origin is not named, however alike', async () => {
    const { token } = await api.as('seller')
    for (const origin of ['https://evil.example', `${shop}.evil.example`, 'http://shop.example', 'null']) {
      expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull()
      const answer = await fetch(`${url}/api/profile`, { headers: { origin, authorization: token } })
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it('may not at all where no origin is named', async () => {
    const answer = await preflight(shop, await closed.listen())
    expect(answer.status).toBe(404)
    expect(corsOf(answer.headers)).toEqual({})
  })
})

describe('the palette for other pages', () => {
  it('is loaded by any page, with an example under a strict policy', async () => {
    const script = await fetch(`${url}/embed/waybill-palette.js`, {
      headers: { origin: 'https://any.example' },
    })
    expect(script.headers.get('content-type')).toContain('javascript')
    expect(Object.fromEntries(script.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-cache',
    })
    for (const page of ['/embed/', '/embed/example.html', '/embed']) {
      const answer = await fetch(url + page)
      expect(await answer.text()).toContain('Example')
      expect(answer.headers.get('content-security-policy')).not.toContain('unsafe')
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it('has no other files, and none where it was not built', async () => {
    expect((await fetch(`${url}/embed/gone.js`)).status).toBe(404)
    expect((await closed.app.inject('/embed/waybill-palette.js')).statusCode).toBe(404)
  })
})
