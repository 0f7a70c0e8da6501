import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** Gives each call to the next server in turn, as a load balancer before several instances does. */
export type Balancer = {
  url: string
  /** One server in the place of another, which may have ended. */
  replace: (at: number, url: string) => void
  close: () => Promise<void>
}

/** Milliseconds for which a server that refused a connection is left out. */
const restFor = 500

/**
 * A call goes to another server only where the first one never got it: a connection refused. Whatever is cut later is
 * cut for the caller too, who knows no more than that no answer came.
 */
export const startBalancer = async (urls: readonly string[]): Promise<Balancer> => {
  const servers = urls.map((url) => ({ url, restsUntil: 0 }))
  const agent = new http.Agent({ keepAlive: true })
  let turn = 0
  const next = () => {
    for (const _ of servers) {
      const server = servers[turn++ % servers.length]!
      if (server.restsUntil < Date.now()) return server
    }
    return servers[turn++ % servers.length]!
  }

  const pass = (
    request: http.IncomingMessage,
    response: http.ServerResponse,
    body: Buffer,
    tries: number,
  ): void => {
    const server = next()
    const call = http.request(server.url + request.url, {
      method: request.method,
      headers: { ...request.headers, 'x-forwarded-for': request.socket.remoteAddress ?? '' },
      agent,
    })
    call.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'x-instance': server.url })
      answer.on('error', () => response.destroy())
      answer.pipe(response)
    })
    call.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code !== 'ECONNREFUSED' || tries === 0) return response.destroy()
      server.restsUntil = Date.now() + restFor
      pass(request, response, body, tries - 1)
    })
    response.on('close', () => call.destroy())
    call.end(body)
  }

  const front = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => pass(request, response, Buffer.concat(parts), servers.length))
    request.on('error', () => response.destroy())
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    replace: (at, url) => {
      servers[at] = { url, restsUntil: 0 }
    },
    close: async () => {
      front.closeAllConnections()
      agent.destroy()
      await new Promise((resolve) => front.close(resolve))
    },
  }
}
