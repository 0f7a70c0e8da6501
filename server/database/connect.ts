import pg from 'pg'
import type { DatabaseLog } from './database-log.ts'
import { startEmbedded } from './embedded/start-embedded.ts'
import { StartRefusal } from './start-refusal.ts'

export interface DatabaseOptions {
  /** A PostgreSQL server instead of the embedded one; may be a PgBouncer in transaction mode. */
  databaseUrl?: string | undefined
  /** For LISTEN and migrations when `databaseUrl` is a PgBouncer. */
  directUrl?: string | undefined
  dataDir: string
  log: DatabaseLog
}

export interface OpenDatabase {
  kind: 'embedded' | 'server'
  pool: pg.Pool
  /** For a client outside the pool that keeps its session: LISTEN, migrations. */
  connectionConfig: pg.ClientConfig
  /** For instance 18. */
  version: number
  /** Ends the pool and, where it is embedded, the server. */
  close(): Promise<void>
}

const oldestVersion = 15

const poolSettings: pg.PoolConfig = {
  max: 20,
  connectionTimeoutMillis: 2_000,
  idleTimeoutMillis: 60_000,
  keepAlive: true,
  application_name: 'waybill',
}

/** Sent with the start of each session. PgBouncer refuses to pass them on. */
const sessionSettings: pg.PoolConfig = {
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
}

/**
 * Opens the database of this installation: the server that `databaseUrl` names, else the embedded one in `dataDir`.
 * @throws StartRefusal when there is none to be had, or it is too old
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  return options.databaseUrl ? openServer(options.databaseUrl, options) : openEmbedded(options)
}

async function openEmbedded({ dataDir, log }: DatabaseOptions): Promise<OpenDatabase> {
  const embedded = await startEmbedded({ dataDir, log })
  const connectionConfig = { ...embedded.connection, application_name: 'waybill' }
  const pool = makePool({ ...connectionConfig, ...sessionSettings }, log)
  const close = async () => {
    await pool.end()
    await embedded.stop()
  }
  try {
    return { kind: 'embedded', pool, connectionConfig, version: await readVersion(pool), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openServer(url: string, { directUrl, log }: DatabaseOptions): Promise<OpenDatabase> {
  const plain: pg.PoolConfig = { connectionString: url }
  const takesSettings = await acceptsSessionSettings(plain)
  if (!takesSettings) {
    log.warn('The pooler in front of PostgreSQL passes no settings on: set statement_timeout on the role.')
  }
  const pool = makePool(takesSettings ? { ...plain, ...sessionSettings } : plain, log)
  const version = await readVersion(pool)
  if (version < oldestVersion) {
    await pool.end()
    throw new StartRefusal(
      `DATABASE_URL names a PostgreSQL ${version}; Waybill needs PostgreSQL ${oldestVersion} or newer.`,
    )
  }
  const connectionConfig = { connectionString: directUrl ?? url, application_name: 'waybill' }
  return { kind: 'server', pool, connectionConfig, version, close: () => pool.end() }
}

async function acceptsSessionSettings(plain: pg.PoolConfig): Promise<boolean> {
  for (const settings of [sessionSettings, {}]) {
    const client = new pg.Client({ ...plain, ...settings, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return settings === sessionSettings
    } catch (error) {
      const { message, code } = error as Error & { code?: string }
      if (/unsupported startup parameter/.test(message) && settings === sessionSettings) continue
      throw new StartRefusal(`The PostgreSQL that DATABASE_URL names does not let us in: ${message || code}.`)
    }
  }
  return false
}

function makePool(config: pg.PoolConfig, log: DatabaseLog): pg.Pool {
  const pool = new pg.Pool({ ...poolSettings, ...config })
  // Without a listener the end of a connection, idle or in use, would end the process. The query that ran on it is told anyway.
  pool.on('error', (error) => {
    // While it is being closed that is what it is for.
    if (!pool.ending) log.warn(`A database connection was lost: ${error.message}`)
  })
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

async function readVersion(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ server_version_num: string }>('SHOW server_version_num')
  return Math.floor(Number(rows[0]?.server_version_num) / 10_000)
}
