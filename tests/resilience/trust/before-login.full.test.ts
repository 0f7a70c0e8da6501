import { connect, type Socket } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import type { Problem } from '../../../domain/changes/changes.ts'
import type { AppOptions } from '../../../server/app.ts'
import { testPassword } from '../../support/api/insert-user.ts'
import { startApi, type TestApi } from '../../support/api/start-api.ts'
import { trackGuarantee } from '../../support/trust/guarantee.ts'
import { sendRaw } from '../../support/trust/raw-socket.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const end of open.splice(0).reverse()) await end()
})

/** A server that listens, and the sockets of its side. */
const listen = async (options: AppOptions = {}) => {
  const api: TestApi = await startApi(options)
  open.push(() => api.close())
  const accepted: Socket[] = []
  api.app.server.on('connection', (socket: Socket) => accepted.push(socket))
  const origin = await api.listen()
  return { api, origin, accepted, stillOpen: () => accepted.filter(({ destroyed }) => !destroyed).length }
}

/** A client that writes this and then neither writes nor closes. */
const stall = (origin: string, text: string) => {
  const { hostname, port } = new URL(origin)
  const client = { socket: connect(Number(port), hostname), answer: '', isClosed: false }
  client.socket.on('data', (bytes) => {
    client.answer += bytes.toString('latin1')
  })
  client.socket.on('error', () => undefined)
  client.socket.on('close', () => {
    client.isClosed = true
  })
  client.socket.write(text, 'latin1')
  open.push(() => client.socket.destroy())
  return client
}

/** Generous timeout for slow machines. */
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 90_000, interval: 50 })

const statusOf = (answer: string): number => Number(answer.split(' ')[1] ?? 0)
const problemOf = (answer: string): Problem => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))

const json = 'host: x\r\ncontent-type: application/json\r\n'
const mega = 2_000_000
const sized = (path: string, more = '') =>
  `POST ${path} HTTP/1.1\r\n${json}${more}content-length: ${mega}\r\n\r\n`
const chunked = (path: string) => `POST ${path} HTTP/1.1\r\n${json}transfer-encoding: chunked\r\n\r\n`
const maxBytes = mega - 1_000

it('takes in no large body before login, however many clients send one and stop', async () => {
  const guarantee = trackGuarantee('250 stalled bodies of 2 MB before login take a bounded number of MB')
  const { origin, accepted } = await listen()
  const chunk = `${maxBytes.toString(16)}\r\n${'x'.repeat(maxBytes)}\r\n`
  const attacks = [
    sized('/api/sessions') + 'x'.repeat(maxBytes),
    chunked('/api/sessions') + chunk,
    sized('/api/users/register') + 'x'.repeat(maxBytes),
    sized('/api/nothing') + 'x'.repeat(maxBytes),
    chunked('/nothing') + chunk,
  ]
  const clients = Array.from({ length: 250 }, (_, at) => stall(origin, attacks[at % attacks.length]!))
  await eventually(() => {
    const received = accepted.reduce((sum, { bytesRead }) => sum + bytesRead, 0)
    const isOver = clients.every(({ isClosed }) => isClosed)
    // Bytes received by a server that reads everything.
    expect(isOver || received > 250 * maxBytes).toBe(true)
  })
  const megabytes = accepted.reduce((sum, { bytesRead }) => sum + bytesRead, 0) / 1e6
  guarantee.tried(clients.length)
  // Bytes in transit when a call is refused are read and dropped.
  if (megabytes > 64) guarantee.broke(`${Math.round(megabytes)} MB were taken in`)
  guarantee.report(`${megabytes.toFixed(1)} MB taken in`)
})

it('refuses a body of more than 16 KB before login with a code and a sentence', async () => {
  const { api } = await listen()
  const send = (path: string, length: number) =>
    api.anybody.post<Problem>(path, {
      body: { email: 'awa@example.com', password: 'x'.repeat(length) },
      headers: { 'accept-language': 'de' },
    })
  for (const path of [
    '/sessions',
    '/users/register',
    '/users/resend-email',
    '/forget-password',
    '/nothing',
  ]) {
    const { status, body } = await send(path, 17 * 1024)
    expect({ path, status, code: body.code }).toEqual({ path, status: 413, code: 'BODY_TOO_LARGE' })
    expect(body.detail).toMatch(/^Die Anforderung ist zu groß/)
  }
  expect((await send('/sessions', 100)).status).toBe(401)
  const admin = await api.as('admin')
  const large = await admin.put<Problem>('/orders/status', { body: { ids: [], pad: 'x'.repeat(500_000) } })
  expect(large.body.code).toBe('VALIDATION_FAILED')
})

it('refuses a call without a session before its body arrives', async () => {
  const { origin } = await listen()
  const paths = ['/api/orders', '/api/orders/upload-multiple', '/api/products']
  const clients = paths.flatMap((path) => [
    stall(origin, sized(path)),
    stall(origin, chunked(path)),
    stall(origin, sized(path, 'authorization: Bearer 0123456789012345678901234567890123456789\r\n')),
  ])
  await eventually(() => {
    expect(new Set(clients.map(({ answer }) => statusOf(answer)))).toEqual(new Set([401]))
  })
})

it('ends a body before login that stops, long before it ends one of a session', async () => {
  const { api, origin } = await listen({ patience: { bodyBeforeLogin: 300, request: 120_000 } })
  const { token } = await api.as('admin')
  const small = (path: string, more = '') =>
    `POST ${path} HTTP/1.1\r\n${json}${more}content-length: 500\r\n\r\n{`
  const known = stall(origin, small('/api/orders', `authorization: ${token}\r\n`))
  const strangers = ['/api/sessions', '/api/users/register', '/api/orders', '/nothing'].map((path) => ({
    path,
    ...{ client: stall(origin, small(path)) },
  }))
  await eventually(() =>
    expect(strangers.filter(({ client }) => !client.isClosed).map(({ path }) => path)).toEqual([]),
  )
  const [login] = strangers
  expect(statusOf(login!.client.answer)).toBe(408)
  expect(problemOf(login!.client.answer).detail.length).toBeGreaterThan(10)
  expect({ answer: known.answer, isClosed: known.isClosed }).toEqual({ answer: '', isClosed: false })
})

it('answers /healthz and logs people in beside 2,300 connections that stopped before login', async () => {
  const guarantee = trackGuarantee('2,300 stalled connections before login leave /healthz and logins served')
  const { api, origin, stillOpen } = await listen()
  const user = await api.createUser()
  const attacks = [
    sized('/api/sessions') + 'x'.repeat(10_000),
    chunked('/api/sessions'),
    `POST /api/sessions HTTP/1.1\r\n${json}content-length: 9000\r\n\r\n{`,
    'GET /healthz HTTP/1.1\r\nhost: x\r\n',
    '',
    'GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n',
  ]
  const clients = Array.from({ length: 2_300 }, (_, at) => stall(origin, attacks[at % attacks.length]!))
  const within = () => AbortSignal.timeout(60_000)
  await eventually(async () =>
    expect((await fetch(`${origin}/healthz`, { signal: within() })).status).toBe(200),
  )
  await eventually(() => expect(clients.every(({ socket }) => !socket.connecting)).toBe(true))
  const health = await fetch(`${origin}/healthz`, { signal: within() })
  const login = await fetch(`${origin}/api/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: user.email, password: testPassword }),
    signal: within(),
  })
  guarantee.tried(clients.length)
  if (health.status !== 200) guarantee.broke(`/healthz answered ${health.status}`)
  if (login.status !== 200) guarantee.broke(`a login was answered ${login.status}`)
  if (stillOpen() > 510) guarantee.broke(`${stillOpen()} connections of one address are open`)
  guarantee.report(`${stillOpen()} of ${clients.length} connections open`)
})

it('closes what has waited longest where one address has too many connections, and says so', async () => {
  const connections = { perAddress: 20, inAll: 1_000 }
  const { api, origin, accepted } = await listen({ connections })
  const admin = await api.as('admin')
  const user = await api.createUser()
  // An authenticated connection, and a login whose body is being sent before the others connect.
  const known = stall(origin, `GET /api/profile HTTP/1.1\r\nhost: x\r\nauthorization: ${admin.token}\r\n\r\n`)
  await eventually(() => expect(statusOf(known.answer)).toBe(200))
  const body = JSON.stringify({ email: user.email, password: testPassword })
  const login = sendRaw(origin, [
    `POST /api/sessions HTTP/1.1\r\n${json}connection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  ])
  const half = 'POST /api/sessions HTTP/1.1\r\nhost: x\r\n'
  const first = stall(origin, half)
  // The login may be answered and closed by now.
  await eventually(() => expect(accepted.length).toBeGreaterThanOrEqual(3))
  const others = Array.from({ length: 60 }, () => stall(origin, half))
  await eventually(() => expect(others.filter(({ isClosed }) => isClosed).length).toBeGreaterThanOrEqual(39))
  await eventually(() => expect(first.isClosed).toBe(true))
  expect(statusOf(first.answer)).toBe(503)
  expect(problemOf(first.answer)).toMatchObject({ status: 503, code: 'OVERLOADED' })
  expect(first.answer).toMatch(/retry-after: \d/i)
  expect((await login).status).toBe(200)
  expect(others.at(-1)!.isClosed).toBe(false)
  known.answer = ''
  known.socket.write(`GET /api/profile HTTP/1.1\r\nhost: x\r\nauthorization: ${admin.token}\r\n\r\n`)
  await eventually(() => expect(statusOf(known.answer)).toBe(200))
})

it('bounds the connections of all addresses together, but none of a trusted proxy by its address', async () => {
  const connections = { perAddress: 5, inAll: 30 }
  const behind = await listen({ connections, trustedProxies: ['127.0.0.1'] })
  const half = 'POST /api/sessions HTTP/1.1\r\nhost: x\r\n'
  const clients = Array.from({ length: 60 }, () => stall(behind.origin, half))
  await eventually(() => expect(clients.filter(({ isClosed }) => isClosed).length).toBe(30))
  expect(behind.stillOpen()).toBe(30)
  expect((await fetch(`${behind.origin}/healthz`)).status).toBe(200)
})
