import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../../server/seed/row-writer.ts'

export type RawCall = {
  method: string
  path: string
  body?: unknown
  file?: { type: string; bytes: Buffer }
}

/** Where a call is cut: while it is sent, after that, or by a proxy once it is answered. */
export const cuts = ['while sending', 'at some moment', 'at the answer', 'by a proxy'] as const
export type Cut = (typeof cuts)[number]

type Target = { port: number; token: string; key: string }

/** Sends a call and cuts it before its answer arrives. */
export const cutCall = async (random: Random, target: Target, call: RawCall, cut: Cut): Promise<void> => {
  const bytes = written(target, call)
  if (cut === 'by a proxy') {
    await behindProxy(target.port, (port) => sendAndWait(port, bytes))
    return
  }
  const socket = await opened(target.port)
  if (cut === 'while sending') {
    socket.write(bytes.subarray(0, random.between(0, bytes.length - 1)))
    await sleep(random.between(0, 3))
  } else {
    socket.write(bytes)
    await (cut === 'at the answer' ? firstBytes(socket) : sleep(random.between(0, 30)))
  }
  socket.destroy()
}

const written = ({ token, key }: Target, { method, path, body, file }: RawCall): Buffer => {
  const payload = file?.bytes ?? Buffer.from(body === undefined ? '' : JSON.stringify(body))
  const type = file?.type ?? (body === undefined ? null : 'application/json')
  const lines = [
    `${method} /api${path} HTTP/1.1`,
    'host: localhost',
    `authorization: Bearer ${token}`,
    `idempotency-key: ${key}`,
    ...(type === null ? [] : [`content-type: ${type}`, `content-length: ${payload.length}`]),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), payload])
}

const opened = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
    socket.on('error', () => {})
  })

const firstBytes = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.once('data', () => resolve())
    socket.once('close', () => resolve())
  })

/** Runs a client behind a proxy that forwards no response bytes. */
const sendAndWait = async (port: number, bytes: Buffer): Promise<void> => {
  const socket = await opened(port)
  socket.write(bytes)
  await firstBytes(socket)
  socket.destroy()
}

/** Forwards requests and discards the responses. */
const behindProxy = async (port: number, work: (port: number) => Promise<void>): Promise<void> => {
  const proxy = createServer((client) => {
    const server = connect(port, '127.0.0.1')
    client.on('error', () => {})
    server.on('error', () => client.destroy())
    client.pipe(server)
    server.once('data', () => {
      client.destroy()
      server.destroy()
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  await work(typeof address === 'object' && address !== null ? address.port : 0)
  await new Promise((resolve) => proxy.close(resolve))
}
