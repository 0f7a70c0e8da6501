import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export type Received = { path: string; headers: IncomingHttpHeaders; body: string; at: number }

type Answer = (response: ServerResponse, received: Received) => void

/** A receiver of webhooks that answers as a test says, by path; 204 otherwise. Closed after the file's tests. */
export const startReceiver = async () => {
  const all: Received[] = []
  const answers = new Map<string, Answer>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { url: path = '', headers } = request
      const received = { path, headers, body: Buffer.concat(parts).toString('utf8'), at: Date.now() }
      all.push(received)
      const answer = answers.get(path)
      if (answer === undefined) response.writeHead(204).end()
      else answer(response, received)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  afterAll(stop)
  let paths = 0
  return {
    /** An address of its own, with how it answers. */
    address: (answer?: Answer) => {
      paths += 1
      const path = `/hook/${paths}`
      if (answer !== undefined) answers.set(path, answer)
      return {
        url: `${origin}${path}`,
        received: () => all.filter((one) => one.path === path),
        answer: (other: Answer) => answers.set(path, other),
      }
    },
  }
}

/** The body of a message. */
export const messageOf = ({ body }: Received) =>
  JSON.parse(body) as { type: string; timestamp: string; data: Record<string, unknown> }
