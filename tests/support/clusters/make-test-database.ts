import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { Connection } from '../../../server/db/embedded/cluster.ts'
import { withoutNames } from '../../../server/db/prepared-select.ts'

export interface TestDatabase {
  /** Through PgBouncer, if there is one. */
  pool: pg.Pool
  /** For clients that need the server itself, not PgBouncer: LISTEN, a second pool. */
  connectionConfig: pg.ClientConfig
  /** What DATABASE_URL and DATABASE_DIRECT_URL would be. */
  urls: { databaseUrl: string; directUrl: string | undefined }
  /** The server's major version. */
  version: number
  /** Ends the pool and drops the database. */
  drop(): Promise<void>
}

/** A migrated, empty database of its own for one test file, copied from the cluster's template (about 30 ms). */
export async function makeTestDatabase(): Promise<TestDatabase> {
  const cluster = inject('cluster')
  const name = `test_${randomBytes(6).toString('hex')}`
  await asSuperuser(
    `CREATE DATABASE ${name} TEMPLATE ${cluster.template} OWNER ${cluster.connection.user} STRATEGY FILE_COPY`,
  )
  const connectionConfig = { ...cluster.connection, database: name }
  const pooledConfig = { ...(cluster.pooledConnection ?? cluster.connection), database: name }
  const pool = new pg.Pool({ ...pooledConfig, max: 10, connectionTimeoutMillis: 15_000 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  if (cluster.pooledConnection) pool.on('connect', withoutNames)
  return {
    pool,
    connectionConfig,
    urls: {
      databaseUrl: urlOf(pooledConfig),
      directUrl: cluster.pooledConnection ? urlOf(connectionConfig) : undefined,
    },
    version: cluster.version,
    drop: async () => {
      await pool.end()
      await asSuperuser(`DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client(inject('cluster').superuserConnection)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A server at a Unix socket has the folder of the socket among its parameters, not for its host. */
function urlOf({ host, port, user, password, database }: Connection): string {
  const url = new URL(`postgresql://${user}@localhost/${database}`)
  if (password) url.password = password
  if (host.startsWith('/')) return `${url}?host=${encodeURIComponent(host)}&port=${port}`
  url.host = `${host}:${port}`
  return url.href
}
