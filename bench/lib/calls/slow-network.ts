import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type SlowNetwork = {
  readonly address: string
  /** Until then it passes everything on at once. */
  readonly slow: () => void
  readonly close: () => void
}

const latency = 400
const bytesPerSecond = 400_000 / 8
const pieceSize = 2_048

/**
 * Passes a site on as a bad network does: 400 ms before each answer, the bytes of all answers at 400 kbit/s. A browser's own
 * throttling leaves out what a service worker asks for.
 */
export const slowNetwork = async (address: string): Promise<SlowNetwork> => {
  const origin = new URL(address)
  let isSlow = false
  let freeAt = 0
  const taken = async (bytes: number) => {
    freeAt = Math.max(freeAt, performance.now()) + (bytes / bytesPerSecond) * 1_000
    await pause(freeAt - performance.now())
  }
  const server = createServer((request, response) => {
    const { origin: _, ...headers } = request.headers
    const passed = ask(
      new URL(request.url ?? '/', origin),
      { method: request.method, headers: { ...headers, host: origin.host } },
      async (answer) => {
        try {
          if (isSlow) await pause(latency)
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          response.flushHeaders()
          for await (const chunk of answer as AsyncIterable<Buffer>) {
            for (let at = 0; at < chunk.length; at += pieceSize) {
              const piece = chunk.subarray(at, at + pieceSize)
              if (isSlow) await taken(piece.length)
              response.write(piece)
            }
          }
        } catch {
          // The page that asked has left.
          response.destroy()
          return
        }
        response.end()
      },
    )
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    request.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}${origin.pathname}`,
    slow: () => {
      isSlow = true
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
