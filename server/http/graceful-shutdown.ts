import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Refused } from '../core/errors.ts'

/**
 * Once the server closes, calls that still come are refused as any other is, with the words that they are to come
 * again. Register it before what closing waits for.
 */
export const refuseWhileClosing = (app: FastifyInstance): void => {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', async () => {
    if (isClosing) throw new Refused('INTERRUPTED')
  })
}

/**
 * Ends, once all else has ended, the connections on which no call has ever come: browsers and proxies open some ahead,
 * and Node counts them as busy until their headers are overdue. Register it last.
 */
export const endUnusedConnections = (app: FastifyInstance): void => {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    // What has arrived meanwhile is read first.
    await setImmediate()
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy()
  })
}
