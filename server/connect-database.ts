import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartRefusal } from './core/errors.ts'
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
import { openStandby, type Standby } from './db/standby.ts'

export interface DatabaseOptions {
  /** PostgreSQL server instead of the embedded one; may be PgBouncer in transaction mode. */
  databaseUrl?: string | undefined
  /** The server behind PgBouncer, for LISTEN and migrations. */
  directUrl?: string | undefined
  /** A hot standby of it. */
  readUrl?: string | undefined
  dataDir: string
  log: DatabaseLog
}

export interface OpenDatabase {
  kind: 'embedded' | 'server'
  pool: pg.Pool
  /** For session clients outside the pool: LISTEN, migrations. */
  connectionConfig: ConnectionConfig
  /** Major version, e.g. 18. */
  version: number
  /** Answers reads; only if named. */
  standby?: Standby
  /** Whether its disk has room; only if embedded. */
  hasRoom?: () => Promise<boolean>
  /** Ends the pool and the embedded server. */
  close(): Promise<void>
}

const oldestVersion = 15
/** Milliseconds. */
const longestEnd = 3_000

/** Milliseconds. */
const poolSettings: pg.PoolConfig = {
  max: 20,
  // Without a free connection, a call is answered within 2 s.
  connectionTimeoutMillis: 1_500,
  idleTimeoutMillis: 60_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
  application_name: 'waybill',
}

/** Opens the database at `databaseUrl`, else the embedded one in `dataDir`. @throws StartRefusal if unavailable or too old */
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

async function openServer(url: string, { directUrl, readUrl, log }: DatabaseOptions): Promise<OpenDatabase> {
  const isPooled = directUrl !== undefined
  const connectionConfig = { ...connectionTo(directUrl ?? url), application_name: 'waybill' }
  const poolConfig = { ...connectionTo(url), ...(isPooled ? {} : sessionBounds) }
  // Before any pooled session: they get the role's settings of that time.
  if (isPooled) await withClient(connectionConfig, 'DATABASE_DIRECT_URL', (client) => boundRole(client, log))
  await withClient(poolConfig, 'DATABASE_URL')
  const pool = makePool(poolConfig, log)
  if (isPooled) pool.on('connect', withoutNames)
  const reads = readUrl === undefined ? null : openReads(readUrl, { primary: pool, isPooled, log })
  const close = async () => void (await Promise.all([reads?.close(), endPool(pool)]))
  try {
    const { version, isBounded } = await readServer(pool)
    if (version < oldestVersion) {
      throw new StartRefusal(
        `DATABASE_URL names a PostgreSQL ${version}; Waybill needs PostgreSQL ${oldestVersion} or newer.`,
      )
    }
    if (!isBounded && !isPooled) throw directUrlMissing()
    if (!isBounded) log.warn('Sessions behind DATABASE_URL have no statement_timeout: set it on their role.')
    return {
      kind: 'server',
      pool,
      ...(reads && { standby: reads.standby }),
      connectionConfig,
      version,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Milliseconds: the primary answers in its place. */
const readConnectTimeout = 500

/** Not connected to at the start: a standby that is away must not prevent it. Behind a PgBouncer if `isPooled`, as the primary is. */
function openReads(
  url: string,
  { primary, isPooled, log }: { primary: pg.Pool; isPooled: boolean; log: DatabaseLog },
): { standby: Standby; close: () => Promise<void> } {
  const bounds = isPooled ? {} : sessionBounds
  const config = { ...connectionTo(url), ...bounds, connectionTimeoutMillis: readConnectTimeout }
  // Its losses are logged by the standby, once.
  const pool = makePool(config, { ...log, warn: () => {} })
  if (isPooled) pool.on('connect', withoutNames)
  return { standby: openStandby({ primary, pool, log }), close: () => endPool(pool) }
}

/** Connects a client for one task. @throws StartRefusal that names `variable` if it fails */
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

/** A pooler that refuses or drops settings breaks LISTEN and session locks. */
const directUrlMissing = () =>
  new StartRefusal(
    'DATABASE_URL names a PgBouncer: set DATABASE_DIRECT_URL to the PostgreSQL behind it, for migrations and live events.',
  )

/** Some servers forbid roles to alter themselves; checked again later. */
const boundRole = (client: pg.Client, log: DatabaseLog): Promise<void> =>
  leaveBoundsWithRole(client).catch((error: Error) =>
    log.warn(`The role of DATABASE_DIRECT_URL cannot be given a statement_timeout: ${error.message}.`),
  )

/** Milliseconds. The server ends slow statements; this detects a server that does not answer at all. */
const longestSilence = sessionBounds.statement_timeout + 2_000

function makePool(config: pg.PoolConfig, log: DatabaseLog): pg.Pool {
  const pool = new pg.Pool({ ...poolSettings, ...config })
  // Without a listener, a lost connection would end the process. Its query fails anyway.
  pool.on('error', (error) => {
    // Expected while closing.
    if (!pool.ending) log.warn(`A database connection was lost: ${error.message}`)
  })
  pool.on('connect', (client) => client.on('error', () => {}))
  endSilentConnections(pool, longestSilence)
  sharePool(pool)
  return pool
}

/** Does not wait for connections that are still busy, e.g. waiting for a lock. */
async function endPool(pool: pg.Pool): Promise<void> {
  await Promise.race([pool.end(), sleep(longestEnd, undefined, { ref: false })])
}

async function readServer(pool: pg.Pool): Promise<{ version: number; isBounded: boolean }> {
  const { rows } = await pool.query<{ version: string; bound: string }>(
    "select current_setting('server_version_num') as version, current_setting('statement_timeout') as bound",
  )
  return { version: Math.floor(Number(rows[0]?.version) / 10_000), isBounded: rows[0]?.bound !== '0' }
}
