import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { ClusterConnection } from '../../../server/db/embedded/cluster.ts'
import { demoCompany } from '../../../server/seed/demo-company.ts'
import { type BenchCluster, type BenchPostgres, openBenchCluster } from './bench-cluster.ts'

export type BenchServer = {
  /** `http://127.0.0.1:port`, where the console and the API are. */
  readonly url: string
  /** An admin's bearer token. */
  readonly token: string
  /** A call under `/api` as the admin: `call('GET', '/orders?limit=100')`. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<Response>
  /** For the floor: the same database by `pg`, as the role that the server works as. */
  readonly connection: ClusterConnection
  readonly pid: number
  readonly close: () => Promise<void>
}

type Options = {
  /** 10_000, 100_000 and 1_000_000 are what the lines share. */
  orders: number
  /** For lines that write: a copy of the database, gone at `close`. Seconds at a million. */
  isCopy?: boolean
  postgres?: BenchPostgres
  env?: Record<string, string>
}

/**
 * The server as `npm start` runs it, in a separate process, over the demo company with so many orders and its real
 * settings of durability. The clusters are kept in `data-<orders>-<hash>` of the folder that the environment names as
 * BENCH_DATA (`.cache/bench` when it does not): seeded once, by whichever line asks first, and again when the demo's
 * generator changes. One process has a cluster at a time; worktrees on one machine share them by one BENCH_DATA.
 */
export const benchServer = async (options: Options): Promise<BenchServer> => {
  const cluster = await openBenchCluster(options.orders, options.postgres ?? 'embedded')
  const database = options.isCopy ? await copyDatabase(cluster) : null
  const connection = { ...cluster.connection, ...(database && { database }) }
  const release = async () => {
    if (database) await asSuperuser(cluster, `drop database ${database} with (force)`)
    await cluster.release()
  }
  try {
    const server = await benchInstance(connection, options.env ?? {})
    return {
      ...server,
      close: async () => {
        await server.close()
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}

/** A database for several servers, with the roles that `startServer` and measurements of its cluster need; gone at `close`. */
export const benchCopy = async (
  orders: number,
): Promise<{
  connection: ClusterConnection
  superuser: ClusterConnection
  /** In the titles of its processes. */
  name: string
  close: () => Promise<void>
}> => {
  const cluster = await openBenchCluster(orders, 'embedded')
  const database = await copyDatabase(cluster)
  const client = new pg.Client(cluster.superuserConnection)
  await client.connect()
  const { rows } = await client
    .query<{ cluster_name: string }>('show cluster_name')
    .finally(() => client.end())
  return {
    connection: { ...cluster.connection, database },
    superuser: cluster.superuserConnection,
    name: rows[0]!.cluster_name,
    close: async () => {
      await asSuperuser(cluster, `drop database ${database} with (force)`)
      await cluster.release()
    },
  }
}

/** A further server on a database. */
export const benchInstance = async (
  connection: ClusterConnection,
  env: Record<string, string>,
): Promise<BenchServer> => {
  const { child, url } = await startServer(connection, env)
  const token = await logIn(url)
  return {
    url,
    token,
    connection,
    pid: child.pid ?? 0,
    call: (method, path, body) => callAs(token, url, method, path, body),
    close: () => end(child),
  }
}

const copyDatabase = async (cluster: BenchCluster): Promise<string> => {
  const name = `copy_${randomBytes(6).toString('hex')}`
  const { database, user } = cluster.connection
  await asSuperuser(cluster, `create database ${name} template ${database} owner ${user} strategy file_copy`)
  return name
}

const asSuperuser = async (cluster: BenchCluster, statement: string): Promise<void> => {
  const client = new pg.Client(cluster.superuserConnection)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

const startServer = async (
  connection: ClusterConnection,
  env: Record<string, string>,
): Promise<{ child: ChildProcess; url: string }> => {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: fileURLToPath(new URL('../../../', import.meta.url)),
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DATABASE_URL: urlOf(connection),
      DATABASE_DIRECT_URL: undefined,
      HOST: '127.0.0.1',
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (text) => {
      output += text
      const [, found] = /ready: (http\S+)/.exec(output) ?? []
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(`The server ended before it was ready:\n${output}`)))
  })
  return { child, url }
}

const end = async (child: ChildProcess): Promise<void> => {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await exited
}

const logIn = async (url: string): Promise<string> => {
  const [admin] = demoCompany.logins
  const body = { email: admin?.email, password: demoCompany.password }
  const answer = await callAs(null, url, 'POST', '/sessions', body)
  return ((await answer.json()) as { token: string }).token
}

const callAs = (token: string | null, url: string, method: string, path: string, body?: unknown) =>
  fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

/** A server at a Unix socket has the folder of the socket among its parameters, not for its host. */
export const urlOf = ({ host, port, user, password, database }: ClusterConnection): string => {
  const url = new URL(`postgresql://${user}@localhost/${database}`)
  if (password) url.password = password
  if (host.startsWith('/')) return `${url}?host=${encodeURIComponent(host)}&port=${port}`
  url.host = `${host}:${port}`
  return url.href
}
