import { existsSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { longLag } from '../../../domain/status/server-status.ts'
import { findRunning } from '../../backup/installation.ts'
import { knownMigrations } from '../../backup/restore-backup.ts'
import type { Config } from '../../config/config.ts'
import { knownHome } from '../../db/embedded/create-cluster.ts'
import { type ConnectionConfig, connectionTo, makeClient } from '../../db/multi-host-client.ts'
import { inspectStandby, type StandbyLag } from '../../db/standby.ts'
import { demoLogins } from '../../seed/demo-company.ts'
import { type Finding, ok, problem, unknown, warning } from './finding.ts'

const oldestVersion = 15
/** Connections that one server keeps at most, with those that listen and migrate. */
const connectionsNeeded = 23
/** Milliseconds: clocks of servers may differ by less. */
const smallSkew = 2_000
const largeSkew = 10_000
/** Mails and webhooks wait no longer while their server answers, in minutes. */
const longWait = 30

/** Reaches the database and looks at its version, encoding, schema, clock, people and queues. Starts and migrates nothing. */
export const checkDatabase = async (config: Config): Promise<Finding[]> => {
  const reached = await reach(config)
  if ('level' in reached) return [reached]
  const { client } = reached
  try {
    const server = await checkServer(client)
    const schema = await checkSchema(client, config)
    return [...server, ...schema]
  } finally {
    await client.end()
  }
}

const reach = async (config: Config): Promise<{ client: pg.Client } | Finding> => {
  if (config.databaseUrl === undefined) return reachEmbedded(config)
  // The pooler is looked at first: what is behind it says nothing of it.
  if (config.directUrl !== undefined) {
    const pooler = await connect(connectionTo(config.databaseUrl), 'DATABASE_URL')
    if ('level' in pooler) return pooler
    await pooler.client.end()
  }
  const variable = config.directUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  return connect(connectionTo(config.directUrl ?? config.databaseUrl), variable)
}

const reachEmbedded = async ({ dataDir }: Config): Promise<{ client: pg.Client } | Finding> => {
  if (!existsSync(path.join(knownHome(dataDir), 'cluster')))
    return ok('database', `None yet in ${dataDir}: the first npm start makes it.`)
  const running = await findRunning(dataDir)
  if (running !== null) return connect(running, 'DATA_DIR')
  return unknown(
    'database',
    `The embedded database of ${dataDir} is not running, so nothing in it was looked at: start Waybill and run this again.`,
  )
}

/** The standby of `DATABASE_READ_URL` is one of this database, and how far behind. */
export const checkStandby = async (config: Config): Promise<Finding[]> => {
  const { readUrl } = config
  if (readUrl === undefined) return []
  const primary = await reach(config)
  // `checkDatabase` says why.
  if ('level' in primary) return []
  try {
    const reached = await connect(connectionTo(readUrl), 'DATABASE_READ_URL', 'standby')
    if ('level' in reached) return [{ ...reached, level: 'warning' }]
    const { state, lag } = await inspectStandby(primary.client, reached.client).finally(() =>
      reached.client.end(),
    )
    return [standbyFindings[state](lag)]
  } finally {
    await primary.client.end()
  }
}

const standbyFindings: Record<
  Awaited<ReturnType<typeof inspectStandby>>['state'],
  (lag: StandbyLag) => Finding
> = {
  following: ({ bytes, seconds }) =>
    seconds > longLag
      ? warning(
          'standby',
          `It is ${Math.round(seconds)} s (${bytes} bytes of log) behind: the primary answers its reads.`,
          'Look at pg_stat_wal_receiver there, and at pg_stat_replication on the primary.',
        )
      : ok('standby', `It follows the primary, ${bytes} bytes of log behind.`),
  promoted: () =>
    warning(
      'standby',
      'DATABASE_READ_URL names a server that takes writes: it has been promoted, or is the primary. Nothing is read there.',
      'Name a standby, or remove DATABASE_READ_URL.',
    ),
  foreign: () =>
    problem(
      'standby',
      'DATABASE_READ_URL names no standby of the database of DATABASE_URL. Nothing is read there.',
      'Correct host and database in DATABASE_READ_URL: a standby has the system identifier of its primary (pg_basebackup).',
    ),
}

const connect = async (
  config: ConnectionConfig,
  variable: string,
  subject = 'database',
): Promise<{ client: pg.Client } | Finding> => {
  const client = makeClient({
    ...config,
    application_name: 'waybill doctor',
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return { client }
  } catch (error) {
    await client.end().catch(() => undefined)
    const { code = '', message } = error as Error & { code?: string }
    const known = connectSteps.find(({ codes }) => codes.test(code))
    return problem(
      subject,
      `The PostgreSQL that ${variable} names does not let us in: ${message || code}.`,
      known?.step(variable) ??
        `Try it by hand from this machine: psql with the same URL. Correct ${variable} until that works.`,
    )
  }
}

const connectSteps: readonly { codes: RegExp; step: (variable: string) => string }[] = [
  {
    codes: /^ECONNREFUSED$|^ENOENT$/,
    step: (variable) => `Start PostgreSQL, or correct host and port in ${variable}.`,
  },
  {
    codes: /^ENOTFOUND$|^EAI_AGAIN$/,
    step: (variable) => `No host has that name: correct it in ${variable}, or this machine's DNS.`,
  },
  {
    codes: /^28/,
    step: (variable) => `Correct user and password in ${variable}, or pg_hba.conf of the server.`,
  },
  { codes: /^3D000$/, step: () => `Create it: createdb --encoding UTF8 --template template0 NAME.` },
  {
    codes: /^53300$/,
    step: () => `Raise max_connections of the server, or put a PgBouncer before it (docs/scaling.md).`,
  },
  { codes: /^25006$/, step: () => 'Promote a standby, or name the primary.' },
]

type Server = {
  version: number
  encoding: string
  size: string
  connections: number
  has_trigrams: boolean
  has_icu: boolean
  may_create: boolean
  is_standby: boolean
  at: number
}

const checkServer = async (client: pg.Client): Promise<Finding[]> => {
  const asked = Date.now()
  const { rows } = await client.query<Server>(
    `select current_setting('server_version_num')::int / 10000 as version,
      current_setting('server_encoding') as encoding,
      pg_size_pretty(pg_database_size(current_database())) as size,
      current_setting('max_connections')::int as connections,
      exists (select 1 from pg_available_extensions where name = 'pg_trgm') as has_trigrams,
      exists (select 1 from pg_collation where collprovider = 'i') as has_icu,
      has_database_privilege(current_database(), 'CREATE') as may_create,
      pg_is_in_recovery() as is_standby,
      extract(epoch from clock_timestamp())::float8 * 1000 as at`,
  )
  const answered = Date.now()
  const server = rows[0]!
  const found: Finding[] = []
  const refuse = (is: boolean, says: string, step: string) => {
    if (is) found.push(problem('database', says, step))
  }
  refuse(
    server.version < oldestVersion,
    `It is PostgreSQL ${server.version}; Waybill needs ${oldestVersion} or newer.`,
    'Upgrade the server (pg_upgrade), or name another one.',
  )
  refuse(
    server.encoding !== 'UTF8',
    `The database is encoded in ${server.encoding}: names would be refused or spoilt.`,
    'Create one in UTF-8 (createdb --encoding UTF8 --template template0 NAME) and name it.',
  )
  refuse(
    !server.has_trigrams,
    'The extension pg_trgm cannot be had there.',
    'Install the contrib modules of that PostgreSQL (Debian: part of postgresql-NN; others: postgresql-contrib).',
  )
  refuse(
    !server.has_icu,
    'It is built without ICU, which sorts names.',
    'Use a build of PostgreSQL with ICU; those of PostgreSQL and Debian are.',
  )
  refuse(server.is_standby, 'It is a standby, which takes no writes.', 'Name the primary, or all hosts.')
  refuse(
    !server.may_create && !server.is_standby,
    'Its role may not create in the database, as migrations do.',
    'ALTER DATABASE name OWNER TO role, or GRANT CREATE ON DATABASE name TO role.',
  )
  if (found.length === 0) found.push(ok('database', `PostgreSQL ${server.version}, ${server.size}.`))
  if (server.connections < connectionsNeeded) {
    found.push(
      warning(
        'database',
        `It takes ${server.connections} connections; one Waybill uses up to ${connectionsNeeded}.`,
        'Raise max_connections, or put a PgBouncer before it (docs/scaling.md).',
      ),
    )
  }
  return [...found, clock(server.at, asked, answered)]
}

/** The database read its clock between `asked` and `answered`. */
const clock = (at: number, asked: number, answered: number): Finding => {
  const skew = at < asked ? at - asked : at > answered ? at - answered : 0
  const seconds = `${Math.abs(skew / 1000).toFixed(1)} s`
  if (Math.abs(skew) < smallSkew) return ok('clock', 'This machine and the database agree.')
  const says = `The clock of the database is ${seconds} ${skew > 0 ? 'ahead of' : 'behind'} this machine's.`
  const step = 'Set both by NTP (timedatectl set-ntp true).'
  return Math.abs(skew) < largeSkew ? warning('clock', says, step) : problem('clock', says, step)
}

const checkSchema = async (client: pg.Client, config: Config): Promise<Finding[]> => {
  const { rows } = await client.query<{ is_there: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as is_there",
  )
  if (!rows[0]?.is_there) return [ok('schema', 'Empty: the first start makes it.')]
  const { rows: counts } = await client.query<{ count: number }>(
    'select count(*)::int as count from drizzle.__drizzle_migrations',
  )
  const { count } = counts[0]!
  const known = knownMigrations()
  if (count > known) {
    return [
      problem(
        'schema',
        `It was migrated ${count} times, and this Waybill knows ${known} migrations: a newer one has been here.`,
        'Start the newer Waybill, or restore a backup taken before the upgrade (docs/operations.md, Rollback).',
      ),
    ]
  }
  const schema =
    count === known
      ? ok('schema', `All ${known} migrations are there.`)
      : warning(
          'schema',
          `${count} of ${known} migrations are there.`,
          'Take a backup (npm run backup), then start: that runs the others.',
        )
  return count === known ? [schema, ...(await checkContent(client, config))] : [schema]
}

type Content = { admins: number; people: number; demo: number; mails: number; deliveries: number }

const checkContent = async (client: pg.Client, { exposure }: Config): Promise<Finding[]> => {
  const { rows } = await client.query<Content>(
    `select
      (select count(*)::int from users where deleted_at is null) as people,
      (select count(*)::int from users
        where role = 'admin' and is_activated and is_email_verified and deleted_at is null) as admins,
      (select count(*)::int from users where email = any($1) and deleted_at is null) as demo,
      (select count(*)::int from mails where sent_at is null and failed_at is null
        and created_at < now() - make_interval(mins => $2)) as mails,
      (select count(*)::int from deliveries where status = 'waiting'
        and created_at < now() - make_interval(mins => $2)) as deliveries`,
    [demoLogins.map(({ email }) => email), longWait],
  )
  const { admins, people, demo, mails, deliveries } = rows[0]!
  const found: Finding[] = []
  if (admins > 0) found.push(ok('people', `${people} accounts, ${admins} of them active administrators.`))
  else {
    found.push(
      problem(
        'people',
        people === 0 ? 'Nobody has an account.' : 'No administrator is active.',
        people === 0
          ? 'npm run admin -- create makes the first administrator.'
          : 'npm run admin -- list shows the accounts; npm run admin -- activate EMAIL, or create.',
      ),
    )
  }
  if (demo > 0 && exposure !== null) {
    found.push(
      problem(
        'people',
        `The demo company is here, whose passwords are public, but ${exposure}: the start is refused.`,
        'Set DATA_DIR or DATABASE_URL to another, empty one.',
      ),
    )
  }
  if (mails > 0) {
    found.push(
      warning(
        'mail',
        `Mails that have waited for more than ${longWait} minutes: ${mails}.`,
        'Correct SMTP_URL or the mail server; they are sent by themselves then.',
      ),
    )
  }
  if (deliveries > 0) {
    found.push(
      warning(
        'webhooks',
        `Deliveries that have waited for more than ${longWait} minutes: ${deliveries}.`,
        'Their receivers do not answer: look at them in the console (g q).',
      ),
    )
  }
  return found
}
