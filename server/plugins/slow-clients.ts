import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Milliseconds that a client may take: to say what it wants, to send all of it, and between two pieces that it reads. */
export type Patience = { headers: number; request: number; reading: number; lookEvery: number }

/** Enough for the largest call over a bad mobile network. */
export const patience: Patience = { headers: 20_000, request: 120_000, reading: 120_000, lookEvery: 5_000 }

/** Lets go of whoever asks for much and does not read it, since what is written waits in memory; and of silence at the end. */
export const registerSlowClients = (app: FastifyInstance, { reading }: Patience): void => {
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
}
