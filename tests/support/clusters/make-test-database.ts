import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import type { ClusterConnection } from '../../../server/db/embedded/cluster.ts'
import { withoutNames } from '../../../server/db/prepared-select.ts'
import { openStandby, type Standby } from '../../../server/db/standby.ts'
import { isCounted } from '../api/count-statements.ts'
import { ask } from './start-standby.ts'

export interface TestDatabase {
  /** Through PgBouncer, if there is one. */
  pool: pg.Pool
  /** Direct connection, for LISTEN and second pools. */
  connectionConfig: pg.ClientConfig
  /** Answers reads, in `api-standby`. */
  standby: Standby | null
  /** Values of DATABASE_URL, DATABASE_DIRECT_URL and DATABASE_READ_URL. */
  urls: { databaseUrl: string; directUrl: string | undefined; readUrl: string | undefined }
  /** The server's major version. */
  version: number
  /** Ends the pool and drops the database. */
  drop(): Promise<void>
}

/** A migrated, empty database for one test file, copied from the template (about 30 ms). */
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
  const readConfig = cluster.standby && { ...cluster.standby.connection, database: name }
  const reads = readConfig && (await openReads(pool, readConfig))
  return {
    pool,
    connectionConfig,
    standby: reads?.standby ?? null,
    urls: {
      databaseUrl: urlOf(pooledConfig),
      directUrl: cluster.pooledConnection ? urlOf(connectionConfig) : undefined,
      readUrl: readConfig ? urlOf(readConfig) : undefined,
    },
    version: cluster.version,
    drop: async () => {
      await reads?.pool.end()
      await pool.end()
      await asSuperuser(`DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

/** Milliseconds: the machine is busy, and a read that fell back to the primary would test nothing. */
const patience = 10_000

async function openReads(
  primary: pg.Pool,
  config: ClusterConnection,
): Promise<{ standby: Standby; pool: pg.Pool }> {
  // The new database must have been replayed before it is connected to.
  for (const end = Date.now() + patience; ; await sleep(20)) {
    const isThere = await ask(config, 'select 1').then(
      () => true,
      () => false,
    )
    if (isThere || Date.now() > end) break
  }
  const pool = new pg.Pool({ ...config, max: 10, connectionTimeoutMillis: 15_000 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const standby = openStandby({ primary, pool, log: console, patience })
  const read: Standby['read'] = async (work) => (isCounted() ? null : standby.read(work))
  return { pool, standby: { ...standby, read } }
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

/** With a Unix socket, its folder is a parameter instead of the host. */
function urlOf({ host, port, user, password, database }: ClusterConnection): string {
  const url = new URL(`postgresql://${user}@localhost/${database}`)
  if (password) url.password = password
  if (host.startsWith('/')) return `${url}?host=${encodeURIComponent(host)}&port=${port}`
  url.host = `${host}:${port}`
  return url.href
}
