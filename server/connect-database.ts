import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartRefusal } from './core/start-refusal.ts'
import { type DatabaseLog, endSilentConnections } from './db/connection-errors.ts'
import { startEmbedded } from './db/embedded/start-embedded.ts'
import {
  type ConnectionConfig,
  connectionTo,
  leaveBoundsWithRole,
  makeClient,
  sessionBounds,
} from './db/multi-host-client.ts'
import { withoutNames } from './db/prepared-select.ts'
import { sharePool } from './db/share-pool.ts'

export interface DatabaseOptions {
  /** A PostgreSQL server instead of the embedded one; may be a PgBouncer in transaction mode. */
  databaseUrl?: string | undefined
  /** The server behind it, when `databaseUrl` is a PgBouncer: for LISTEN and migrations. */
  directUrl?: string | undefined
  dataDir: string
  log: DatabaseLog
}

export interface OpenDatabase {
  kind: 'embedded' | 'server'
  pool: pg.Pool
  /** For a client outside the pool that keeps its session: LISTEN, migrations. */
  connectionConfig: ConnectionConfig
  /** For instance 18. */
  version: number
  /** Whether there is room left on its disk, where it is ours. */
  hasRoom?: () => Promise<boolean>
  /** Ends the pool and, where it is embedded, the server. */
  close(): Promise<void>
}

const oldestVersion = 15
/** Milliseconds. */
const longestEnd = 3_000

/** Milliseconds. */
const poolSettings: pg.PoolConfig = {
  max: 20,
  // A call that finds no connection free is answered within 2 s.
  connectionTimeoutMillis: 1_500,
  idleTimeoutMillis: 60_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
  application_name: 'waybill',
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
  const pool = makePool({ ...connectionConfig, ...sessionBounds }, log)
  const close = async () => {
    await endPool(pool)
    await embedded.stop()
  }
  try {
    const { version } = await readServer(pool)
    return { kind: 'embedded', pool, connectionConfig, version, hasRoom: embedded.hasRoom, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openServer(url: string, { directUrl, log }: DatabaseOptions): Promise<OpenDatabase> {
  const isPooled = directUrl !== undefined
  const connectionConfig = { ...connectionTo(directUrl ?? url), application_name: 'waybill' }
  const poolConfig = { ...connectionTo(url), ...(isPooled ? {} : sessionBounds) }
  // Before anything goes through the pooler: the sessions that it opens have what their role had then.
  if (isPooled) await withClient(connectionConfig, 'DATABASE_DIRECT_URL', (client) => boundRole(client, log))
  await withClient(poolConfig, 'DATABASE_URL')
  const pool = makePool(poolConfig, log)
  if (isPooled) pool.on('connect', withoutNames)
  const close = () => endPool(pool)
  try {
    const { version, isBounded } = await readServer(pool)
    if (version < oldestVersion) {
      throw new StartRefusal(
        `DATABASE_URL names a PostgreSQL ${version}; Waybill needs PostgreSQL ${oldestVersion} or newer.`,
      )
    }
    if (!isBounded && !isPooled) throw directUrlMissing()
    if (!isBounded) log.warn('Sessions behind DATABASE_URL have no statement_timeout: set it on their role.')
    return { kind: 'server', pool, connectionConfig, version, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** A client for once. @throws StartRefusal where `variable` names a server that does not let it in */
async function withClient(
  config: ConnectionConfig,
  variable: string,
  work: (client: pg.Client) => Promise<void> = async () => {},
): Promise<void> {
  const client = makeClient({ ...config, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    if (/unsupported startup parameter/.test(message)) throw directUrlMissing()
    throw new StartRefusal(`The PostgreSQL that ${variable} names does not let us in: ${message || code}.`)
  }
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** A pooler that refuses settings, or swallows them, would also swallow LISTEN and a session's locks. */
const directUrlMissing = () =>
  new StartRefusal(
    'DATABASE_URL names a PgBouncer: set DATABASE_DIRECT_URL to the PostgreSQL behind it, for migrations and live events.',
  )

/** Some servers let no role alter itself; whether its sessions are bounded all the same is looked at later. */
const boundRole = (client: pg.Client, log: DatabaseLog): Promise<void> =>
  leaveBoundsWithRole(client).catch((error: Error) =>
    log.warn(`The role of DATABASE_DIRECT_URL cannot be given a statement_timeout: ${error.message}.`),
  )

/** Milliseconds. The server ends what takes too long; where it has itself fallen silent, nobody else would. */
const longestSilence = sessionBounds.statement_timeout + 2_000

function makePool(config: ConnectionConfig, log: DatabaseLog): pg.Pool {
  const pool = new pg.Pool({ ...poolSettings, ...config })
  // Without a listener the end of a connection, idle or in use, would end the process. The query that ran on it fails anyway.
  pool.on('error', (error) => {
    // While it is being closed that is what it is for.
    if (!pool.ending) log.warn(`A database connection was lost: ${error.message}`)
  })
  pool.on('connect', (client) => client.on('error', () => {}))
  endSilentConnections(pool, longestSilence)
  sharePool(pool)
  return pool
}

/** A connection that is still at work, waiting for somebody's lock, does not hold up the end. */
async function endPool(pool: pg.Pool): Promise<void> {
  await Promise.race([pool.end(), sleep(longestEnd, undefined, { ref: false })])
}

async function readServer(pool: pg.Pool): Promise<{ version: number; isBounded: boolean }> {
  const { rows } = await pool.query<{ version: string; bound: string }>(
    "select current_setting('server_version_num') as version, current_setting('statement_timeout') as bound",
  )
  return { version: Math.floor(Number(rows[0]?.version) / 10_000), isBounded: rows[0]?.bound !== '0' }
}
