import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openBenchCluster } from '../data/bench-cluster.ts'
import type { BenchServer } from '../data/database.ts'
import { installPackages } from '../report/install-packages.ts'

export type Directus = { readonly url: string; readonly token: string; readonly close: () => Promise<void> }

const folder = fileURLToPath(new URL('../../peers/directus/', import.meta.url))
const token = 'static-token-of-the-bench'

/**
 * Directus in production mode, without its rate limit, over a separate database in the cluster of our server. Its
 * `orders` are one flat table of what our list answers, joined and computed beforehand: it has less to do for the same
 * rows than we have.
 */
export const openDirectus = async (orders: number, ours: BenchServer): Promise<Directus> => {
  install()
  const cluster = await openBenchCluster(orders, 'embedded')
  const superuser = cluster.superuserConnection
  const database = `directus_${randomBytes(6).toString('hex')}`
  const release = async () => {
    await query(superuser, `drop database if exists ${database} with (force)`)
    await cluster.release()
  }
  try {
    await query(superuser, `create database ${database}`)
    await fill({ ...superuser, database }, ours)
    const port = await freePort()
    const env = environment({ ...superuser, database }, port)
    const url = `http://127.0.0.1:${port}`
    const bootstrap = spawnSync(process.execPath, [cli, 'bootstrap'], { cwd: folder, env, encoding: 'utf8' })
    if (bootstrap.status !== 0) throw new Error(`Directus could not be set up: ${bootstrap.stderr}`)
    const child = spawn(process.execPath, [cli, 'start'], { cwd: folder, env, stdio: 'ignore' })
    try {
      await answers(url)
    } catch (error) {
      await end(child)
      throw error
    }
    const close = async () => {
      await end(child)
      await release()
    }
    return { url, token, close }
  } catch (error) {
    await release()
    throw error
  }
}

const cli = path.join(folder, 'node_modules/directus/cli.js')

/** Its sandbox for extensions is native, and the only package whose install script it needs. */
const install = (): void => {
  installPackages(folder)
  if (existsSync(path.join(folder, 'node_modules/isolated-vm/out/isolated_vm.node'))) return
  const { status } = spawnSync('npm', ['rebuild', 'isolated-vm', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('isolated-vm, which Directus needs, could not be built.')
}

const environment = (connection: pg.ClientConfig, port: number): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  SECRET: randomBytes(32).toString('hex'),
  DB_CLIENT: 'pg',
  DB_HOST: connection.host,
  DB_PORT: String(connection.port),
  DB_DATABASE: connection.database,
  DB_USER: connection.user,
  ...(typeof connection.password === 'string' && { DB_PASSWORD: connection.password }),
  DB_POOL__MAX: '20',
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD: 'password-of-the-bench',
  ADMIN_TOKEN: token,
  LOG_LEVEL: 'warn',
  TELEMETRY: 'false',
  RATE_LIMITER_ENABLED: 'false',
  CACHE_ENABLED: 'false',
})

/** The columns are named as our answer names them, so that both answers have the same keys. */
const table = `create table orders (
  id uuid primary key, number bigint, version int, country text, owner uuid, "ownerName" text, product uuid,
  "productName" text, "productAvailable" int, "customerName" text, "customerPhone" text, "customerAddress" text,
  quantity int, price float8, "totalPrice" float8, "sourceLink" text, "sourceName" text, "externalRef" text,
  status text, comment text, delivery uuid, "deliveryName" text, attempts int, "callbackAt" timestamptz,
  "claimedBy" uuid, "isDuplicate" boolean, shipping uuid, "shippingStatus" text, "createdAt" timestamptz,
  "updatedAt" timestamptz)`

const fill = async (connection: pg.ClientConfig, ours: BenchServer): Promise<void> => {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(table)
    for (let skip = 0, total = 1; skip < total; skip += 500) {
      const answer = await ours.call('GET', `/orders?limit=500&skip=${skip}`)
      const page = (await answer.json()) as { items: unknown[]; total: number }
      total = page.total
      await client.query(
        'insert into orders select * from jsonb_populate_recordset(null::orders, $1::jsonb)',
        [JSON.stringify(page.items)],
      )
    }
    await client.query('create index on orders ("createdAt" desc, id desc)')
    await client.query('vacuum analyze orders')
  } finally {
    await client.end()
  }
}

const answers = async (url: string): Promise<void> => {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(`${url}/server/ping`).catch(() => null)
    if (answer?.ok) return
    await sleep(200)
  }
  throw new Error('Directus did not start within a minute.')
}

const query = async (connection: pg.ClientConfig, statement: string): Promise<void> => {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exited
}
