import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { connectionPatience } from '../../../server/http/connections.ts'
import type { OpenApiDocument } from '../../../server/openapi/openapi.ts'
import { startApi, type TestApi } from '../../support/api/start-api.ts'
import { rounds } from '../../support/is-full.ts'
import { trackGuarantee } from '../../support/trust/guarantee.ts'
import { sendRaw } from '../../support/trust/raw-socket.ts'

const quick = { headers: 1_000, request: 2_000, reading: 1_500, lookEvery: 200 }
const proxy = '10.1.2.3'

let api: TestApi
let origin: string
let token: string
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-page-'))
  writeFileSync(
    path.join(folder, 'index.html'),
    '<!doctype html><html><head><script>1</script></head></html>',
  )
  writeFileSync(path.join(folder, 'sw.js'), '1')
  api = await startApi({ patience: quick, consoleFolder: folder, trustedProxies: [proxy] })
  origin = await api.listen()
  token = (await api.as('admin')).token
})
afterAll(async () => {
  await api.close()
  rmSync(folder, { recursive: true })
})

/** Checks every 250 ms that other clients are served, until it is stopped. */
const watchHealth = () => {
  let isOver = false
  let longest = 0
  let checks = 0
  const watching = (async () => {
    while (!isOver) {
      const began = performance.now()
      const { status } = await fetch(`${origin}/healthz`)
      longest = Math.max(longest, performance.now() - began)
      checks++
      if (status !== 200) longest = Number.POSITIVE_INFINITY
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  })()
  return async () => {
    isOver = true
    await watching
    return { longest, checks }
  }
}

it('disconnects clients that send their requests too slowly', async () => {
  const guarantee = trackGuarantee('slow clients are disconnected in time, and others are served meanwhile')
  const stop = watchHealth()
  const head = `POST /api/sessions HTTP/1.1\r\nhost: x\r\n`
  const body = `${head}content-type: application/json\r\ncontent-length: 5000\r\n\r\n`
  const chunked = `${head}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`
  const dripped = (first: string, drop: string) => [first, ...Array.from({ length: 200 }, () => drop)]
  const attacks: [string, string[]][] = [
    ['a byte of headers at a time', dripped('GET / HTTP/1.1\r\n', 'x')],
    ['a header at a time', dripped(head, 'x-a: b\r\n')],
    ['nothing at all', ['']],
    ['half a first line', ['GET /api/ord']],
    ['headers without their end', [head]],
    ['a byte of the body at a time', dripped(body, ' ')],
    ['a chunk at a time', dripped(chunked, '1\r\n \r\n')],
    ['no body', [body]],
    [
      'an upload that stops',
      [
        `${head.replace('sessions', 'orders/upload-multiple')}authorization: ${token}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 9000\r\n\r\n--b\r\n`,
      ],
    ],
  ]
  const many = rounds(30, 3)
  const sent = attacks.flatMap(([what, pieces]) =>
    Array.from({ length: many }, async () => ({
      what,
      ...(await sendRaw(origin, pieces, { pause: 100, atMost: 15_000 })),
    })),
  )
  guarantee.sum(await Promise.all(sent), ({ what, isClosed, status, milliseconds }) => {
    if (!isClosed) return `${what}: still open after ${Math.round(milliseconds)} ms`
    return [0, 400, 408].includes(status) ? null : `${what}: ${status}`
  })
  const { longest, checks } = await stop()
  guarantee.tried(checks)
  if (longest > rounds(2_000, 6_000)) guarantee.broke(`somebody else waited ${Math.round(longest)} ms`)
  guarantee.report(`others waited ${Math.round(longest)} ms at most`)
})

it('gives honest clients 20 s for headers and 120 s for a body', async () => {
  expect(connectionPatience).toMatchObject({ headers: 20_000, request: 120_000 })
  const usual = await startApi()
  try {
    expect(usual.app.server.headersTimeout).toBe(connectionPatience.headers)
    expect(usual.app.server.requestTimeout).toBe(connectionPatience.request)
  } finally {
    await usual.close()
  }
})

it('disconnects clients that request much and read nothing', async () => {
  const guarantee = trackGuarantee('clients that do not read their answers are disconnected')
  const document = (await api.anybody.get<OpenApiDocument>('/openapi.json')).body
  expect(JSON.stringify(document).length).toBeGreaterThan(100_000)
  const connectionCount = () =>
    new Promise<number>((resolve) => api.app.server.getConnections((_, count) => resolve(count)))
  const many = rounds(20, 3)
  const { hostname, port } = new URL(origin)
  const before = await connectionCount()
  const readers = Array.from({ length: many }, () => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.pause()
    // More than the socket buffers hold.
    socket.write('GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(60))
    return socket
  })
  await vi.waitFor(async () => expect(await connectionCount()).toBeGreaterThanOrEqual(before + many), {
    timeout: 20_000,
  })
  const began = performance.now()
  await vi
    .waitFor(async () => expect(await connectionCount()).toBeLessThanOrEqual(before), {
      timeout: 20_000,
      interval: 100,
    })
    .catch(async () =>
      guarantee.broke(`of ${many} connections ${(await connectionCount()) - before} are still held`),
    )
  guarantee.tried(many)
  for (const socket of readers) socket.destroy()
  guarantee.report(`held for ${Math.round(performance.now() - began)} ms where ${quick.reading} were given`)
})

it('stops without waiting for idle connections', async () => {
  const guarantee = trackGuarantee('idle connections do not keep the server from stopping')
  const stopping = await startApi()
  const { hostname, port } = new URL(await stopping.listen())
  const idle = Array.from({ length: 20 }, () => connect(Number(port), hostname).on('error', () => undefined))
  const connectionCount = () =>
    new Promise<number>((resolve) => stopping.app.server.getConnections((_, n) => resolve(n)))
  await vi.waitFor(async () => expect(await connectionCount()).toBe(idle.length), { timeout: 20_000 })
  const began = performance.now()
  // Otherwise closing would take the 20 s of the header timeout.
  await Promise.race([stopping.app.close(), new Promise((resolve) => setTimeout(resolve, 15_000).unref())])
  const took = Math.round(performance.now() - began)
  guarantee.tried(idle.length)
  if (took > rounds(2_000, 14_000)) guarantee.broke(`it waited ${took} ms`)
  for (const socket of idle) socket.destroy()
  await stopping.close()
  guarantee.report(`stopped in ${took} ms`)
})

const required: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'content-security-policy': /default-src 'none'.*frame-ancestors 'none'/,
  'referrer-policy': /^(same-origin|no-referrer)$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'x-request-id': /^[\w-]{36}$/,
}

it('sends every kind of answer with the headers that keep it from being misused', async () => {
  const guarantee = trackGuarantee(
    'every kind of answer has a strict CSP, no framing, no sniffing; the API’s are not kept',
  )
  const requestHead = (line: string, headers = '', body = '') =>
    sendRaw(origin, [`${line} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n${body}`])
  // Some of the calls end their own session.
  const session = 'authorization: @\r\n'
  const json = (text: string) =>
    `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`
  const document = (await api.anybody.get<OpenApiDocument>('/openapi.json')).body
  const described = Object.entries(document.paths).flatMap(([place, methods]) =>
    Object.keys(methods)
      .filter((method) => `${method} ${place}` !== 'get /api/events')
      .map((method) => ({ line: `${method.toUpperCase()} ${place.replaceAll(/\{\w+\}/g, 'x')}` })),
  )
  const kinds: { line: string; headers?: string; body?: string; status?: number }[] = [
    ...described,
    ...described.map(({ line }) => ({ line, headers: session })),
    { line: 'GET /', status: 200 },
    { line: 'HEAD /', status: 200 },
    { line: 'GET /orders', headers: 'accept: text/html\r\n', status: 200 },
    { line: 'GET /sw.js', status: 200 },
    { line: 'GET /nothing.js', status: 404 },
    { line: 'GET /api/nothing', status: 404 },
    { line: 'GET /%', status: 400 },
    { line: 'GET /api/orders/%ff', status: 400 },
    { line: 'GET /%2e%2e/%2e%2e/etc/passwd' },
    { line: `GET /api/${'x'.repeat(3_000)}`, status: 404 },
    { line: `GET /${'x'.repeat(40_000)}`, status: 431 },
    { line: 'TRACE /api/orders' },
    { line: 'OPTIONS /api/orders' },
    { line: 'PATCH /api/orders' },
    { line: 'BREW /coffee', status: 400 },
    { line: 'nonsense', status: 400 },
    { line: 'GET /healthz', headers: 'content-length: x\r\n', status: 400 },
    { line: 'POST /api/sessions', headers: json('{'), body: '{', status: 400 },
    {
      line: 'POST /api/sessions',
      headers: 'content-length: 99999999\r\ncontent-type: application/json\r\n',
      status: 413,
    },
    {
      line: 'POST /api/sessions',
      headers: 'content-type: text/plain\r\ncontent-length: 1\r\n',
      body: 'x',
      status: 415,
    },
    { line: 'POST /api/orders/download', headers: session, status: 200 },
    { line: 'GET /api/docs', status: 200 },
    { line: 'GET /api/openapi.json', headers: 'if-none-match: *\r\n', status: 304 },
    { line: 'GET /readyz', status: 200 },
  ]
  for (const { line, headers = '', body = '', status } of kinds) {
    const given = headers === session ? session.replace('@', (await api.as('admin')).token) : headers
    const answer = await requestHead(line, given, body)
    const what = `${line.slice(0, 60)} (${answer.status})`
    guarantee.tried()
    if (status !== undefined && answer.status !== status) guarantee.broke(`${what} is not ${status}`)
    for (const [name, pattern] of Object.entries(required)) {
      if (!pattern.test(answer.headers[name] ?? ''))
        guarantee.broke(`${what}: ${name} is ${answer.headers[name]}`)
    }
    const policy = answer.headers['content-security-policy'] ?? ''
    if (/unsafe|\*|http:/.test(policy)) guarantee.broke(`${what}: ${policy}`)
    const cacheControl = answer.headers['cache-control'] ?? ''
    // The two API documentation pages are public and revalidated at each request.
    const isData = line.includes(' /api/') && !/\/api\/(docs|openapi)/.test(line)
    if (isData ? cacheControl !== 'no-store' : !/no-store|no-cache/.test(cacheControl))
      guarantee.broke(`${what}: ${cacheControl}`)
    if (answer.headers['strict-transport-security']) guarantee.broke(`${what}: HSTS without TLS`)
    for (const name of ['server', 'x-powered-by', 'set-cookie'])
      if (answer.headers[name] !== undefined) guarantee.broke(`${what}: ${name}`)
  }
  guarantee.report()
})

it('sends HSTS where a trusted proxy says that the browser used TLS', async () => {
  const guarantee = trackGuarantee('HSTS behind TLS, and only there')
  const send = async (remoteAddress: string, headers: Record<string, string>) => {
    const answers = await Promise.all(
      ['/', '/api/orders', '/healthz', '/nothing'].map((url) =>
        api.app.inject({ url, remoteAddress, headers }),
      ),
    )
    return answers.map((answer) => answer.headers['strict-transport-security'])
  }
  guarantee.sum(await send(proxy, { 'x-forwarded-proto': 'https' }), (header) =>
    /^max-age=31536000/.test(String(header)) ? null : `behind TLS: ${header}`,
  )
  guarantee.sum(await send(proxy, { 'x-forwarded-proto': 'http' }), (header) => header?.toString() ?? null)
  guarantee.sum(
    await send('203.0.113.1', { 'x-forwarded-proto': 'https' }),
    (header) => header?.toString() ?? null,
  )
  guarantee.report()
})
