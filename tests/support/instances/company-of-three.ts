import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Product } from '../../../domain/products/product.ts'
import { newBatch } from '../../../server/crud/record-changes.ts'
import type { ServerContext } from '../../../server/db/context.ts'
import { toDrizzle } from '../../../server/db/drizzle.ts'
import { openFolderStore } from '../../../server/files/folder-store.ts'
import { insertOrders } from '../../../server/services/fulfillment/write-orders.ts'
import { insertSession, insertUser, type TestUser } from '../api/insert-user.ts'
import { orderInput } from '../api/shop.ts'
import { makeTestDatabase } from '../clusters/make-test-database.ts'
import { testSecrets } from '../secrets.ts'
import { buildServer, type Instance, startInstance } from './start-instance.ts'

/** A round-robin load balancer. */
type Balancer = {
  url: string
  /** Replaces a server. */
  replace: (at: number, url: string) => void
  close: () => Promise<void>
}

/** Milliseconds for which a server is skipped after refusing a connection. */
const restFor = 500

/** Retries another server only if the connection is refused; a call cut later is cut for the caller too. */
const startBalancer = async (urls: readonly string[]): Promise<Balancer> => {
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

export type Answer<Body = Record<string, unknown>> = { status: number; body: Body; instance: string | null }

/** A company served by three instances on one database, behind a balancer. */
export type CompanyOfThree = {
  balancer: Balancer
  instances: Instance[]
  context: ServerContext
  admin: { user: TestUser; token: string }
  product: Product
  /** Calls through the balancer, or at `origin`; null without an answer. */
  ask: <Body = Record<string, unknown>>(
    method: string,
    path: string,
    options?: {
      token?: string | null
      body?: unknown
      key?: string
      origin?: string
      headers?: Record<string, string>
    },
  ) => Promise<Answer<Body> | null>
  orders: (count: number) => Promise<string[]>
  signIn: () => Promise<{ user: TestUser; token: string }>
  /** kill -9, and later a new instance in its place. */
  kill: (at: number) => Promise<void>
  restart: (at: number) => Promise<void>
  close: () => Promise<void>
}

export const openCompanyOfThree = async (): Promise<CompanyOfThree> => {
  await buildServer()
  const database = await makeTestDatabase()
  const { databaseUrl } = database.urls
  const instances = await Promise.all([1, 2, 3].map(() => startInstance(databaseUrl)))
  const balancer = await startBalancer(instances.map(({ url }) => url))
  const context: ServerContext = {
    db: toDrizzle(database.pool),
    pool: database.pool,
    connectionConfig: database.connectionConfig,
    now: () => new Date(),
    files: openFolderStore('/nowhere'),
    secrets: testSecrets,
  }
  const signIn = async () => {
    const user = await insertUser(context)
    return { user, token: await insertSession(context, user) }
  }
  const admin = await signIn()
  const ask: CompanyOfThree['ask'] = async (
    method,
    path,
    { token = admin.token, body, key, origin, headers } = {},
  ) => {
    const answer = await fetch(`${origin ?? balancer.url}/api${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => null)
    const text = await answer?.text().catch(() => null)
    if (answer === null || text === null || text === undefined) return null
    return {
      status: answer.status,
      body: (text === '' ? null : JSON.parse(text)) as never,
      instance: answer.headers.get('x-instance'),
    }
  }
  const product = await ask<Product>('POST', '/products', {
    body: { country: 'ic', name: 'Montre', price: 15_000, quantity: 1_000_000 },
  })
  return {
    balancer,
    instances,
    context,
    admin,
    product: product!.body,
    ask,
    signIn,
    orders: async (count) => {
      const rows = Array.from({ length: count }, () => orderInput(product!.body))
      const inserted = await context.db.transaction((tx) =>
        insertOrders(tx, admin.user, rows, newBatch(context)),
      )
      return inserted.map(({ id }) => id)
    },
    kill: (at) => instances[at]!.end('SIGKILL'),
    restart: async (at) => {
      instances[at] = await startInstance(databaseUrl)
      balancer.replace(at, instances[at].url)
    },
    close: async () => {
      await balancer.close()
      for (const instance of instances) await instance.end('SIGKILL')
      await database.drop()
    },
  }
}
