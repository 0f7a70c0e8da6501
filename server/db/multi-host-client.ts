import pg from 'pg'
import { urlsOf } from '../config/database-urls.ts'

/** How to reach the database, for a pool or for one client; `Client` is the kind to make where it has several hosts. */
export type ConnectionConfig = pg.ClientConfig & { Client?: typeof pg.Client }

/**
 * How to reach the database that a URL names. Of several hosts (`postgresql://me@one:5432,two:5432/waybill`) each new
 * connection is of the one that takes writes at that moment: once a standby is promoted, of that one.
 */
export const connectionTo = (url: string): ConnectionConfig => {
  const urls = urlsOf(url)
  const connectionString = urls[0]!
  return urls.length === 1 ? { connectionString } : { connectionString, Client: clientOfPrimary(urls) }
}

/** A client on its own, not yet connected. */
export const makeClient = ({ Client = pg.Client, ...config }: ConnectionConfig): pg.Client =>
  new Client(config)

type Address = Pick<pg.Client, 'host' | 'port'>
type Connected = (error: Error | null, client?: pg.Client) => void

/** Milliseconds in which a host has to say what it is: less than a call waits for a connection. */
const patience = 1_000

const clientOfPrimary = (urls: readonly string[]): typeof pg.Client => {
  /** Found once for all connections, until one of them finds it otherwise. */
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

/**
 * Asks all hosts at once for the one that takes writes. Where an old primary is back beside the standby that took its
 * place, the later timeline is the one that goes on.
 */
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

/** As PostgreSQL says it of a standby. */
const noPrimary = (): Error =>
  Object.assign(new Error('none of the hosts takes writes at the moment'), { code: '25006' })

/** What no session of ours goes without, in milliseconds. Sent at the start of each; poolers do not pass it on. */
export const sessionBounds = {
  statement_timeout: 30_000,
  // What waits for somebody's lock keeps a connection that others could use. Nothing of ours holds one for so long.
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
}

/** Two that alter one role at once would break each other. */
const roleLock = 760_118_412

/** For a session of its own that may take as long as it takes: a migration, a backup, which reads pictures between statements. */
export const unbound = Object.keys(sessionBounds)
  .map((name) => `set ${name} = 0`)
  .join('; ')
export const boundAgain = Object.keys(sessionBounds)
  .map((name) => `reset ${name}`)
  .join('; ')

/**
 * Leaves the bounds with the role that `client` works as, for its database only: every session that a pooler opens
 * from now on has them. Where the role, the database or the server has a bound already, that one stays.
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
