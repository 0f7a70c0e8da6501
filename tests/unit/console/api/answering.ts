import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Call = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

/** A stub server on loopback that gives preset answers and records its requests. */
export async function answering(answer: (call: Call, response: ServerResponse) => void) {
  const calls: Call[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('latin1')
    request.on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      const call = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
      calls.push(call)
      answer(call, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    calls,
    baseUrl: `http://127.0.0.1:${port}/api`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export const json = (response: ServerResponse, status: number, body: unknown, type = 'application/json') => {
  response.writeHead(status, { 'content-type': type })
  response.end(JSON.stringify(body))
}

export const problem = (response: ServerResponse, status: number, code: string, more = {}) =>
  json(
    response,
    status,
    { type: 'about:blank', title: code, status, code, detail: `detail of ${code}`, requestId: 'r1', ...more },
    'application/problem+json',
  )
