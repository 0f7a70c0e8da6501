import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type TestApi } from '../support/api/start-api.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-console-'))
const rest = Array.from({ length: 300 }, (_, at) => createHash('sha256').update(`${at}`).digest('hex')).join(
  ' ',
)
const page = `<!doctype html><html><head><script>0</script><title>Waybill</title></head><body>${rest} the end</body></html>`

const large = 'export const numbers = [1, 2, 3]\n'.repeat(200)

let api: TestApi
beforeAll(async () => {
  mkdirSync(path.join(folder, 'assets'))
  writeFileSync(path.join(folder, 'index.html'), page)
  writeFileSync(path.join(folder, 'favicon.svg'), '<svg/>')
  writeFileSync(path.join(folder, 'sw.js'), 'self')
  writeFileSync(path.join(folder, '.secret'), 'no')
  writeFileSync(path.join(folder, 'assets', 'main-a1b2c3d4.js'), 'export {}')
  writeFileSync(path.join(folder, 'assets', 'large-a1b2c3d4.js'), large)
  writeFileSync(path.join(folder, 'assets', 'large-a1b2c3d4.js.br'), brotliCompressSync(large))
  writeFileSync(path.join(folder, 'assets', 'large-a1b2c3d4.js.gz'), gzipSync(large))
  api = await startApi({ consoleFolder: folder })
})
afterAll(async () => {
  await api.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, accept = 'text/html') => api.app.inject({ url, headers: { accept } })

describe('the console', () => {
  it('is the answer to every screen’s path, fresh each time', async () => {
    for (const url of ['/', '/orders/list', '/orders/edit/12?x=1', '/auth/login', '/index.html']) {
      const { statusCode, body, headers } = await get(url)
      expect([url, statusCode]).toEqual([url, 200])
      expect(body).toContain('<title>Waybill</title>')
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'private, no-cache',
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
      })
    }
  })

  it('may run nothing inline but what carries a nonce that is never the same twice', async () => {
    const answers = [await get('/'), await get('/')]
    const nonces = answers.map(({ body }) => /nonce="([^"]+)"/.exec(body)?.[1])
    expect(new Set(nonces).size).toBe(2)
    for (const [index, { headers }] of answers.entries()) {
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain(`style-src 'self' 'nonce-${nonces[index]}'`)
      expect(policy).toContain(`script-src 'self' 'nonce-${nonces[index]}'`)
      expect(answers[index]?.body).toContain(`<script nonce="${nonces[index]}">`)
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
    }
  })

  it('may use the camera, by which labels are read, and no other device', async () => {
    const { headers } = await get('/')
    expect(headers['permissions-policy']).toBe('camera=(self), microphone=(), geolocation=()')
  })

  it('caches files with a hash in their name for ever, others until they change', async () => {
    const script = await get('/assets/main-a1b2c3d4.js', '*/*')
    expect([script.statusCode, script.headers['cache-control']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
    expect(script.headers['content-type']).toContain('javascript')
    const icon = await get('/favicon.svg', '*/*')
    expect([icon.statusCode, icon.headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(icon.headers.etag).toBeDefined()
  })

  it('answers 304 to a browser that has the page, which keeps the policy of that page', async () => {
    const { headers } = await get('/')
    const again = await api.app.inject({
      url: '/orders/list',
      headers: { accept: 'text/html', 'if-none-match': String(headers.etag) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(again.headers['content-security-policy']).toBeUndefined()
    const other = await api.app.inject({ url: '/', headers: { accept: 'text/html', 'if-none-match': '"x"' } })
    expect(other.statusCode).toBe(200)
  })

  it('sends what the build compressed, in the encoding that is asked for', async () => {
    const url = '/assets/large-a1b2c3d4.js'
    const fetched = async (encoding: string) => {
      const { rawPayload, headers } = await api.app.inject({ url, headers: { 'accept-encoding': encoding } })
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': expect.stringContaining('javascript'),
      })
      return { rawPayload, encoding: headers['content-encoding'], vary: headers.vary }
    }
    const brotli = await fetched('gzip, deflate, br')
    expect([brotli.encoding, brotliDecompressSync(brotli.rawPayload).toString()]).toEqual(['br', large])
    expect(String(brotli.vary).toLowerCase()).toContain('accept-encoding')
    const gzip = await fetched('gzip')
    expect([gzip.encoding, gunzipSync(gzip.rawPayload).toString()]).toEqual(['gzip', large])
    const plain = await fetched('identity')
    expect([plain.encoding, plain.rawPayload.toString()]).toEqual([undefined, large])
  })

  it('compresses its page, at every path of a screen', async () => {
    for (const url of ['/', '/orders/list']) {
      const headers = { accept: 'text/html', 'accept-encoding': 'br, gzip' }
      const answer = await api.app.inject({ url, headers })
      expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
      expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('<title>Waybill</title>')
    }
  })

  it('sends its first script so that it runs even if the rest of the page never arrives', async () => {
    const decoders = {
      br: (part: Buffer) => brotliDecompressSync(part, { finishFlush: constants.BROTLI_OPERATION_FLUSH }),
      gzip: (part: Buffer) => gunzipSync(part, { finishFlush: constants.Z_SYNC_FLUSH }),
    }
    for (const [encoding, decode] of Object.entries(decoders)) {
      const headers = { accept: 'text/html', 'accept-encoding': encoding }
      const { rawPayload } = await api.app.inject({ url: '/', headers })
      const arrived = decode(rawPayload.subarray(0, 150)).toString()
      expect(arrived).toMatch(/<script nonce="[^"]+">0<\/script>/)
      expect(arrived).not.toContain('the end')
      expect(decode(rawPayload).toString()).toContain('the end')
    }
  })

  it('lets its service worker fetch from this origin only, and revalidates it each time', async () => {
    const { statusCode, headers } = await get('/sw.js', '*/*')
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringContaining("connect-src 'self'"),
      'content-type': expect.stringContaining('javascript'),
    })
  })

  it('answers 404 to files that are not there, dot files, and paths that climb', async () => {
    for (const url of [
      '/assets/gone-00000000.js',
      '/.secret',
      '/../package.json',
      '/..%2fpackage.json',
      '/%2e%2e/etc/passwd',
    ]) {
      const { statusCode, body } = await get(url, '*/*')
      expect([url, statusCode === 200 && !body.includes('<title>')]).toEqual([url, false])
      expect(statusCode).toBeLessThan(500)
    }
    expect((await get('/assets/gone-00000000.js')).statusCode).toBe(404)
  })

  it('is never the answer to a call of the API or to a write', async () => {
    for (const url of ['/api', '/api/', '/api/nothing', '/api/orders/x/y/z']) {
      const { statusCode, headers } = await get(url)
      expect([url, statusCode]).toEqual([url, 404])
      expect(headers['content-type']).toContain('application/problem+json')
    }
    expect((await api.app.inject({ method: 'POST', url: '/orders/list' })).statusCode).toBe(404)
  })
})

describe('an answer of the API', () => {
  const docs = (encoding: string) =>
    api.app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': encoding } })

  it('is compressed for clients that accept it, and identical for the others', async () => {
    const plain = await docs('identity')
    expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined])
    const brotli = await docs('br, gzip')
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      vary: expect.stringMatching(/encoding/i),
    })
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
    const gzip = await docs('br;q=0, gzip')
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
    expect(gzip.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
    expect((await docs('deflate')).headers['content-encoding']).toBeUndefined()
  })

  it('is not compressed where it is about sessions, however long it is', async () => {
    const user = await api.createUser({ role: 'admin' })
    const { token } = await api.as(user)
    for (let more = 0; more < 20; more++) await api.as(user)
    const headers = { authorization: token, 'accept-encoding': 'br, gzip' }
    const sessions = await api.app.inject({ url: '/api/sessions', headers })
    expect([sessions.statusCode, sessions.headers['content-encoding']]).toEqual([200, undefined])
    expect(sessions.rawPayload.length).toBeGreaterThan(2_048)
  })

  it('does not come from a compressed body: that is read as it is', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const body = gzipSync(JSON.stringify({ email: 'nobody@waybill.test', password: 'x' }))
    const { statusCode, json } = await api.app.inject({ method: 'POST', url: '/api/sessions', headers, body })
    expect([statusCode, json().code]).toEqual([400, 'BAD_JSON'])
  })
})

describe('the demo’s logins', () => {
  it('are shown where the demo company is loaded, and nowhere else', async () => {
    expect((await api.anybody.get('/sessions/demo')).status).toBe(404)
    const demo = {
      password: 'waybill-demo',
      logins: [{ email: 'admin@waybill.test', role: 'admin' as const, gate: 'open' as const }],
    }
    const own = await startApi({ demo })
    expect(await own.anybody.get('/sessions/demo')).toMatchObject({ status: 200, body: demo })
    await own.close()
  })
})
