import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refused } from '../refused.ts'
import { answerClientError } from './client-error.ts'
import { hasBody } from './has-body.ts'

/**
 * Milliseconds that a client may take: to say what it wants, to send all of it, to send a body without a session, and
 * between two pieces that it reads.
 */
export type Patience = {
  headers: number
  request: number
  bodyBeforeLogin: number
  reading: number
  lookEvery: number
}

/** Enough for the largest call over a bad mobile network; what is sent before login is small. */
export const patience: Patience = {
  headers: 20_000,
  request: 120_000,
  bodyBeforeLogin: 15_000,
  reading: 120_000,
  lookEvery: 5_000,
}

/** Bounds the size of a body in bytes: anybody may send the one, a call with a session the other. */
export const bodyLimits = { beforeLogin: 16 * 1024, withSession: 2 * 1024 * 1024 }

/** Lets go of whoever asks for much and does not read it, since what is written waits in memory; and of silence at the end. */
export const registerSlowClients = (app: FastifyInstance, { reading, bodyBeforeLogin }: Patience): void => {
  // Browsers keep connections in hand that have asked nothing: a server that stops would wait for them.
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

/** Ends a connection whose call has no session and whose body does not end, also where it was refused before. */
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
    // Whatever the answer is, the rest of the body is not read.
    reply.header('connection', 'close')
    done(Number.isNaN(length) ? undefined : new Refused('BODY_TOO_LARGE'))
  })
  // After every `onRequest`: the session is known, and of the body nothing has been read.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.session !== null) clear(request)
    done(null, payload)
  })
}

const endBody = ({ raw }: FastifyRequest, isAnswered: boolean): void => {
  // Injected calls come by no connection, and do not say.
  if (raw.complete !== false) return
  if (isAnswered) raw.socket.destroy()
  else answerClientError(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket)
}
