import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { v7 as uuid } from 'uuid'
import type { Problem } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import { networkOf } from '../core/client-address.ts'
import { Refused } from '../core/errors.ts'
import { detailOf, problemType, retryAfter, statusOf } from '../problems/problem.ts'
import { hasBody } from './json-body.ts'
import { securityHeaders } from './security-headers.ts'

/** Answers malformed or too slow requests, for which no call exists. */
export const answerClientError = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  answerSocket(socket, 'BAD_JSON', statuses[error.code ?? ''])
}

/** Answers and closes a connection without a call. */
export const answerSocket = (socket: Socket, code: Code, status = statusOf[code]): void => {
  if (!socket.writable) return void socket.destroy()
  const title = STATUS_CODES[status] ?? 'Error'
  const requestId = uuid()
  const { language, text } = detailOf(code, undefined)
  const problem: Problem = {
    type: problemType(code),
    title,
    status,
    code,
    detail: text,
    requestId,
  }
  const body = JSON.stringify(problem)
  const headers = {
    ...securityHeaders,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-language': language,
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    ...(retryAfter[code] === undefined ? {} : { 'retry-after': retryAfter[code] }),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${title}\r\n${lines.join('')}\r\n${body}`)
  // Disconnects a client that does not read the answer.
  socket.setTimeout(5_000, () => socket.destroy())
}

const statuses: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Maximum connections without a session: per client address, and in all. */
export type ConnectionBounds = { perAddress: number; inAll: number }

/** A shop behind one router logs in at once; browsers open six connections, and tolerate closed idle ones. */
export const usualConnectionBounds: ConnectionBounds = { perAddress: 500, inAll: 2_000 }

/** Milliseconds for which a complete call is protected from being closed. */
const ANSWERING_MS = 10_000

/** `since`: when it last began to wait for the client or to be answered. */
type Connection = { address: string | null; isAnswering: boolean; since: number }

/**
 * Limits connections that have not presented a session. Beyond it, the one waiting longest for its client is closed instead of
 * refusing the new one, so that stalled clients cannot lock others out.
 */
export const registerConnectionBounds = (
  app: FastifyInstance,
  { perAddress, inAll }: ConnectionBounds,
  trustedProxies: readonly string[],
): void => {
  // Ordered by `since`.
  const connections = new Map<Socket, Connection>()
  const counts = new Map<string, number>()
  const isProxy = proxyTest(trustedProxies)

  const count = (address: string | null, by: 1 | -1): void => {
    if (address === null) return
    const next = (counts.get(address) ?? 0) + by
    if (next > 0) counts.set(address, next)
    else counts.delete(address)
  }
  const remove = (socket: Socket): void => {
    const connection = connections.get(socket)
    if (connection === undefined) return
    connections.delete(socket)
    count(connection.address, -1)
  }
  /** Moves it to the end. */
  const mark = (socket: Socket, isAnswering: boolean): void => {
    const connection = connections.get(socket)
    if (connection === undefined) return
    connections.delete(socket)
    connections.set(socket, { ...connection, isAnswering, since: performance.now() })
  }
  /** The longest waiting one, of an address or of all; if all are being answered, the newest. */
  const chooseToClose = (address: string | null): Socket | undefined => {
    const now = performance.now()
    let newest: Socket | undefined
    for (const [socket, connection] of connections) {
      if (address !== null && connection.address !== address) continue
      if (!connection.isAnswering || now - connection.since > ANSWERING_MS) return socket
      newest = socket
    }
    return newest
  }
  const close = (socket: Socket | undefined): void => {
    if (socket === undefined) return
    remove(socket)
    answerSocket(socket, 'OVERLOADED')
  }

  const server = app.server as Server
  server.on('connection', (socket: Socket) => {
    const remote = socket.remoteAddress ?? ''
    // A proxy limits its own clients.
    const address = isProxy(remote) ? null : (networkOf(remote) ?? 'unknown')
    connections.set(socket, { address, isAnswering: false, since: performance.now() })
    count(address, 1)
    socket.once('close', () => remove(socket))
    if (address !== null && (counts.get(address) ?? 0) > perAddress) close(chooseToClose(address))
    else if (connections.size > inAll) close(chooseToClose(null))
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    if (!connections.has(socket)) return
    if (hasBody(request)) request.once('end', () => mark(socket, true))
    else mark(socket, true)
    response.once('close', () => mark(socket, false))
  })
  // After all `onRequest` hooks: session known, body not yet read.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.session !== null) remove(request.raw.socket)
    done(null, payload)
  })
}

const proxyTest = (subnets: readonly string[]): ((address: string) => boolean) => {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [address = '', bits] = subnet.split('/')
    const family = familyOf(address)
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => address !== '' && list.check(address, familyOf(address))
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** Timeouts in milliseconds: for headers, the request, a body before login, and between reads of the answer. */
export type Patience = {
  headers: number
  request: number
  bodyBeforeLogin: number
  reading: number
  lookEvery: number
}

/** Sufficient for the largest call on a bad mobile network; bodies before login are small. */
export const connectionPatience: Patience = {
  headers: 20_000,
  request: 120_000,
  bodyBeforeLogin: 15_000,
  reading: 120_000,
  lookEvery: 5_000,
}

/** Maximum body size in bytes, before and after login. */
export const bodyLimits = { beforeLogin: 16 * 1024, withSession: 2 * 1024 * 1024 }

/**
 * Disconnects clients that do not read their answers, which would accumulate in memory; and unused connections on shutdown.
 */
export const registerSlowClients = (app: FastifyInstance, { reading, bodyBeforeLogin }: Patience): void => {
  // Browsers keep unused connections, for which a shutdown would wait.
  const silent = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }) => silent.delete(socket))
  app.addHook('preClose', async () => {
    for (const socket of silent) if (socket.bytesRead === 0) socket.destroy()
  })
  app.addHook('onSend', async (request, _reply, payload) => {
    request.raw.socket?.setTimeout?.(reading)
    return payload
  })
  boundBodiesBeforeLogin(app, bodyBeforeLogin)
}

/** Ends connections whose body without a session is too slow, also after a refusal. */
const boundBodiesBeforeLogin = (app: FastifyInstance, milliseconds: number): void => {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  const clear = (request: FastifyRequest): void => clearTimeout(timers.get(request))
  app.addHook('onRequest', (request, reply, done) => {
    if (!hasBody(request.raw)) return done()
    timers.set(request, setTimeout(() => endBody(request, reply.raw.headersSent), milliseconds).unref())
    request.raw.once('close', () => clear(request))
    if (request.routeOptions.bodyLimit > bodyLimits.beforeLogin) return done()
    const length = Number(request.headers['content-length'] ?? Number.NaN)
    if (length <= bodyLimits.beforeLogin) return done()
    // The rest of the body is not read.
    reply.header('connection', 'close')
    done(Number.isNaN(length) ? undefined : new Refused('BODY_TOO_LARGE'))
  })
  // After all `onRequest` hooks: session known, body not yet read.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.session !== null) clear(request)
    done(null, payload)
  })
}

const endBody = ({ raw }: FastifyRequest, isAnswered: boolean): void => {
  // Injected calls have no connection.
  if (raw.complete !== false) return
  if (isAnswered) raw.socket.destroy()
  else answerClientError(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket)
}
