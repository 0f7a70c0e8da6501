import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../server/config/config.ts'
import { isAllowedUrl, isPublicAddress, strictRules } from '../../server/outbound/address-rules.ts'
import { type GuardedCall, guardedFetch } from '../../server/outbound/guarded-fetch.ts'

const open = { isHttpsOnly: false, allowsPrivate: true }
const publicHttp = { isHttpsOnly: false, allowsPrivate: false }

let server: Server
let reset: ReturnType<typeof createTcpServer>
let origin: string
let resetOrigin: string
const called: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    called.push(`${request.method} ${request.url}`)
    if (request.url === '/redirect')
      return response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end()
    if (request.url === '/slow') return
    if (request.url === '/drip') return void response.writeHead(200).write('a')
    if (request.url === '/headers') return response.writeHead(200, { x: 'x'.repeat(20_000) }).end()
    if (request.url === '/large') {
      const pump = (): void => {
        while (response.write(Buffer.alloc(65_536)));
        response.once('drain', pump)
      }
      return pump()
    }
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => response.writeHead(200, { 'x-length': body.length }).end(`got ${body}`))
  })
  reset = createTcpServer((socket) => socket.once('data', () => socket.resetAndDestroy()))
  origin = await listenOn(server)
  resetOrigin = await listenOn(reset)
})

const listenOn = async (listener: Server | typeof reset): Promise<string> => {
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
}

afterAll(() => {
  server.closeAllConnections()
  server.close()
  reset.close()
})

const call = (path: string, more: Partial<GuardedCall> = {}) =>
  guardedFetch(open, { url: `${origin}${path}`, timeoutMs: 2_000, maxBytes: 1_000, ...more })

describe('a call to an address that a user gave', () => {
  it('sends the body and answers status, headers and text', async () => {
    const answer = await call('/', {
      method: 'POST',
      body: 'Côte',
      headers: { 'content-type': 'text/plain' },
    })
    expect(answer).toMatchObject({ ok: true, status: 200, isCut: false, headers: { 'x-length': '4' } })
    expect(answer.ok && answer.body.toString()).toBe('got Côte')
  })

  it('answers a redirect and does not follow it', async () => {
    expect(await call('/redirect')).toMatchObject({ ok: true, status: 302 })
  })

  it('reads no more than the bytes it may', async () => {
    const answer = await call('/large')
    expect(answer).toMatchObject({ ok: true, status: 200, isCut: true })
    expect(answer.ok && answer.body.length).toBe(1_000)
  })

  it.each(['/slow', '/drip'])('gives up after its time on %s', async (path) => {
    expect(await call(path, { timeoutMs: 200 })).toEqual({ ok: false, reason: 'TIMED_OUT' })
  })

  it('says why there is no answer', async () => {
    const url = (value: string) => call('', { url: value })
    expect(await url(resetOrigin)).toEqual({ ok: false, reason: 'CONNECTION_FAILED' })
    expect(await url(`${origin}/headers`)).toEqual({ ok: false, reason: 'ANSWER_INVALID' })
    expect(await url('not a url')).toEqual({ ok: false, reason: 'ADDRESS_FORBIDDEN' })
    expect(await call('/', { url: origin.replace('http', 'https') })).toMatchObject({ ok: false })
    expect(await call('/', { url: 'http://shop.example', resolve: async () => [] })).toEqual({
      ok: false,
      reason: 'NAME_NOT_FOUND',
    })
    const signal = AbortSignal.abort()
    expect(await call('/', { signal })).toEqual({ ok: false, reason: 'ABORTED' })
  })

  it('never connects to this machine or its network', async () => {
    const before = called.length
    const { port } = new URL(origin)
    const refused = { ok: false, reason: 'ADDRESS_FORBIDDEN' }
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '0'])
      expect([host, await guardedFetch(publicHttp, callTo(`http://${host}:${port}/`))]).toEqual([
        host,
        refused,
      ])
    for (const addresses of [['127.0.0.1'], ['93.184.215.14', '10.0.0.1'], ['169.254.169.254'], ['::1']]) {
      const resolve = async () => addresses
      const named = { ...callTo(`http://shop.example:${port}/`), resolve }
      expect(await guardedFetch(publicHttp, named)).toEqual(refused)
    }
    expect(called.length).toBe(before)
  })

  it('connects with the addresses that were checked', async () => {
    let asked = 0
    const resolve = async () => {
      asked += 1
      return ['127.0.0.1']
    }
    const { port } = new URL(origin)
    expect(await call('/', { url: `http://shop.example:${port}/`, resolve })).toMatchObject({ status: 200 })
    expect(asked).toBe(1)
  })
})

const callTo = (url: string): GuardedCall => ({ url, timeoutMs: 2_000, maxBytes: 1_000 })

describe('the rules of addresses', () => {
  it('know the networks that are not public', () => {
    for (const address of [
      '0.0.0.0',
      '10.1.2.3',
      '100.100.100.200',
      '127.1.2.3',
      '169.254.169.254',
      '168.63.129.16',
      '172.31.0.1',
      '192.168.0.1',
      '198.19.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      '::ffff:8.8.8.8',
      '64:ff9b::7f00:1',
      'fd00:ec2::254',
      'fe80::1',
      'ff02::1',
      '2001:db8::1',
      '2002:7f00:1::',
      'shop.example',
    ])
      expect([address, isPublicAddress(address)]).toEqual([address, false])
    for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'])
      expect([address, isPublicAddress(address)]).toEqual([address, true])
  })

  it('take https alone where others can reach the server, private addresses where the operator says so', () => {
    const allowed = (url: string, rules = strictRules) => isAllowedUrl(new URL(url), rules)
    expect(allowed('https://shop.example/hook')).toBe(true)
    expect(allowed('http://shop.example/hook')).toBe(false)
    expect(allowed('http://shop.example/hook', publicHttp)).toBe(true)
    expect(allowed('https://user:word@shop.example/')).toBe(false)
    expect(allowed('ftp://shop.example/', open)).toBe(false)
    expect(allowed('https://10.0.0.1/')).toBe(false)
    expect(allowed('http://10.0.0.1/', open)).toBe(true)
    expect(readConfig({ NODE_ENV: 'production' }).outbound).toEqual(strictRules)
    expect(readConfig({ WEBHOOK_PRIVATE: '1' }).outbound).toEqual(open)
    expect(() => readConfig({ WEBHOOK_PRIVATE: 'yes' })).toThrow(/WEBHOOK_PRIVATE/)
  })
})
