import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { networkOf } from '../client-address.ts'
import { answerSocket } from './client-error.ts'
import { hasBody } from './has-body.ts'

/** How many connections without a session may be open: of one client address, and of all. */
export type ConnectionBounds = { perAddress: number; inAll: number }

/** A whole shop behind one router signs in at once; browsers open six each, and lose nothing when an idle one closes. */
export const usualConnectionBounds: ConnectionBounds = { perAddress: 500, inAll: 2_000 }

/** Milliseconds in which a call that has arrived whole is answered without being closed to make room. */
const ANSWERING_MS = 10_000

/** `since`: when it last began to wait for its client or to answer it. */
type Connection = { address: string | null; isAnswering: boolean; since: number }

/**
 * Bounds the connections on which no session has been presented yet. Beyond the bound the one that has waited longest
 * for its client is closed, not the new one refused: stalled clients never keep others out.
 */
export const registerConnectionBounds = (
  app: FastifyInstance,
  { perAddress, inAll }: ConnectionBounds,
  trustedProxies: readonly string[],
): void => {
  // In the order of `since`.
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
  /** Moves it to the end of the order. */
  const mark = (socket: Socket, isAnswering: boolean): void => {
    const connection = connections.get(socket)
    if (connection === undefined) return
    connections.delete(socket)
    connections.set(socket, { ...connection, isAnswering, since: performance.now() })
  }
  /** The one that waits longest, of one address or of all; where each is being answered, the newest: that is refused. */
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
    // Everybody behind a proxy comes from its address: it bounds its own clients.
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
  // After every `onRequest`: the session is known, and of the body nothing has been read.
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
