import pg from 'pg'
import { urlsOf } from '../config/database-urls.ts'

/** Connection settings; `Client`: class to use with several hosts. */
export type ConnectionConfig = pg.ClientConfig & { Client?: typeof pg.Client }

/**
 * Connection settings from a URL. With several hosts (`postgresql://me@one:5432,two:5432/waybill`) each new connection goes to
 * the current primary, also after a failover.
 */
export const connectionTo = (url: string): ConnectionConfig => {
  const urls = urlsOf(url)
  const connectionString = urls[0]!
  return urls.length === 1 ? { connectionString } : { connectionString, Client: clientOfPrimary(urls) }
}

/** A client, not yet connected. */
export const makeClient = ({ Client = pg.Client, ...config }: ConnectionConfig): pg.Client =>
  new Client(config)

type Address = Pick<pg.Client, 'host' | 'port'>
type Connected = (error: Error | null, client?: pg.Client) => void

/** Timeout in milliseconds of a host's answer: shorter than that of the pool. */
const patience = 1_000

const clientOfPrimary = (urls: readonly string[]): typeof pg.Client => {
  /** Cached for all connections until one fails. */
  let known: Promise<Address> | null = null
  const connectTo = async (client: pg.Client, connect: () => Promise<unknown>): Promise<pg.Client> => {
    known ??= findPrimary(urls)
    const present = known
    try {
      Object.assign(client, await present)
      await connect()
      if (!(await takesWrites(client))) throw noPrimary()
      return client
    } catch (error) {
      if (known === present) known = null
      client.end().catch(() => undefined)
      throw error
    }
  }
  class ClientOfPrimary extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: Connected): void
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      const connecting = connectTo(this, () => super.connect())
      if (callback === undefined) return connecting
      connecting.then((client) => callback(null, client), callback)
      return undefined
    }
  }
  return ClientOfPrimary
}

/** Asks all hosts for the primary. If an old primary returns beside the promoted standby, the later timeline wins. */
const findPrimary = async (urls: readonly string[]): Promise<Address> => {
  const answers = await Promise.allSettled(urls.map(ask))
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? (answer.value ?? []) : []))
  const [primary] = found.toSorted((one, other) => other.timeline - one.timeline)
  if (primary !== undefined) return primary.address
  const failed = answers.find((answer) => answer.status === 'rejected')
  throw failed === undefined ? noPrimary() : failed.reason
}

const ask = async (connectionString: string): Promise<{ address: Address; timeline: number } | null> => {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    application_name: 'waybill looks for the primary',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    if (!(await takesWrites(client))) return null
    const { rows } = await client.query<{ segment: string }>(
      'select pg_walfile_name(pg_current_wal_lsn()) as segment',
    )
    const { host, port } = client
    return { address: { host, port }, timeline: Number.parseInt(rows[0]!.segment.slice(0, 8), 16) }
  } finally {
    client.end().catch(() => undefined)
  }
}

const takesWrites = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
  return rows[0]?.transaction_read_only === 'off'
}

/** Same wording as PostgreSQL's. */
const noPrimary = (): Error =>
  Object.assign(new Error('none of the hosts takes writes at the moment'), { code: '25006' })

/** Timeouts of all sessions in milliseconds. Sent at session start; poolers do not pass them on. */
export const sessionBounds = {
  statement_timeout: 30_000,
  // Waiting for a lock occupies a connection. Our own locks are shorter.
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
}

/** Concurrent ALTER ROLE of the same role fails. */
const roleLock = 760_118_412

/** Disables timeouts of a session: migration, backup. */
export const unbound = Object.keys(sessionBounds)
  .map((name) => `set ${name} = 0`)
  .join('; ')
export const boundAgain = Object.keys(sessionBounds)
  .map((name) => `reset ${name}`)
  .join('; ')

/**
 * Sets the timeouts on the role of `client` in this database, for new sessions of a pooler. Existing settings of role, database
 * or server are kept.
 */
export const leaveBoundsWithRole = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ name: keyof typeof sessionBounds; database: string }>(
    "select name, current_database() as database from pg_settings where name = any($1) and setting = '0'",
    [Object.keys(sessionBounds)],
  )
  if (rows.length === 0) return
  await client.query('select pg_advisory_lock($1)', [roleLock])
  for (const { name, database } of rows) {
    await client.query(
      `alter role current_user in database ${pg.escapeIdentifier(database)} set ${name} = ${sessionBounds[name]}`,
    )
  }
  await client.query('select pg_advisory_unlock($1)', [roleLock])
}
