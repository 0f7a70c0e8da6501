import { createHash, randomBytes } from 'node:crypto'
import { chownSync, existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { StartRefusal } from '../../core/errors.ts'
import { isRoot } from '../account.ts'
import type { DatabaseLog } from '../connection-errors.ts'
import { claimDataFolder } from '../data-folder.ts'
import { openOwnFolder } from '../own-folder.ts'
import { type Binaries, embeddedBinaries } from './binaries.ts'
import {
  applicationConnection,
  applicationRole,
  type Cluster,
  type ClusterConnection,
  databaseName,
  superuserConnection,
} from './cluster.ts'
import { type ClusterHome, createCluster, findClusterHome } from './create-cluster.ts'
import { endStrays } from './orphan-processes.ts'
import { serverSettings } from './postmaster.ts'
import { supervise, watchRoom } from './supervisor.ts'

interface EmbeddedOptions {
  dataDir: string
  log: DatabaseLog
  /** Other binaries than npm's: tests use the system's. */
  binaries?: Binaries
  /** Overrides `serverSettings`. */
  settings?: Record<string, string>
}

export interface EmbeddedDatabase {
  /** Connection as the owner role; valid across restarts. */
  connection: ClusterConnection
  /** Superuser connection, for test databases. */
  superuserConnection: ClusterConnection
  /** Whether this start created the cluster. */
  isNew: boolean
  /** Called when the server dies; it restarts, and pools reconnect. */
  onExit(callback: (how: string) => void): void
  /** Whether its disk has room. */
  hasRoom: () => Promise<boolean>
  /** Current process id. */
  serverPid(): number
  /** Stops the server and releases the data folder. */
  stop(): Promise<void>
}

/**
 * Runs the npm package's PostgreSQL as a child process on `dataDir`, created on first start. Claims the folder, ends orphans,
 * and supervises the server. @throws StartRefusal: folder in use, unsupported system, or creation failed
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const dataDir = openDataFolder(options.dataDir)
  const claim = await claimDataFolder(dataDir)
  try {
    const cluster = await describeCluster(dataDir, options)
    await endStrays(cluster, options.log)
    const isNew = await createCluster(cluster)
    const supervisor = await supervise(cluster, options.log)
    const stop = async () => {
      await supervisor.stop()
      claim.release()
    }
    await ensureDatabase(superuserConnection(cluster), cluster.password).catch(async (error) => {
      await stop()
      throw error
    })
    return {
      connection: applicationConnection(cluster),
      superuserConnection: superuserConnection(cluster),
      isNew,
      hasRoom: watchRoom(cluster.folder),
      onExit: supervisor.onExit,
      serverPid: () => supervisor.postmaster.pid,
      stop,
    }
  } catch (error) {
    claim.release()
    throw error
  }
}

/** Root runs PostgreSQL under another account, which must traverse the folder. */
const openDataFolder = (dataDir: string): string => openOwnFolder(dataDir, isRoot() ? 0o711 : 0o700)

async function describeCluster(dataDir: string, options: EmbeddedOptions): Promise<Cluster> {
  const home = findClusterHome(dataDir)
  const folder = path.join(home.folder, 'cluster')
  return {
    binaries: options.binaries ?? embeddedBinaries(dataDir, home.account),
    account: home.account,
    home: home.folder,
    folder,
    name: `waybill-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`,
    ...(await chooseTransport(dataDir, home)),
    logFile: path.join(dataDir, 'postgres.log'),
    settings: { ...serverSettings, ...options.settings },
  }
}

/** Separate from creating the cluster, to complete an interrupted start. */
async function ensureDatabase(connection: ClusterConnection, password: string | null): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const roles = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [applicationRole])
    if (roles.rowCount === 0) {
      const secret = password ? ` PASSWORD ${client.escapeLiteral(password)}` : ''
      await client.query(`CREATE ROLE ${applicationRole} LOGIN${secret}`)
    }
    const databases = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName])
    if (databases.rowCount === 0)
      await client.query(`CREATE DATABASE ${databaseName} OWNER ${applicationRole}`)
  } finally {
    await client.end()
  }
}

type Transport = Pick<Cluster, 'socket' | 'port' | 'password'>

/** `sun_path` has 108 bytes on Linux and 104 elsewhere, including the NUL. */
const longestPath = process.platform === 'linux' ? 107 : 103
const socketPort = 5432

/** A Unix socket accessible to the cluster's account only; without socket support, loopback with a random password. */
async function chooseTransport(dataDir: string, home: ClusterHome): Promise<Transport> {
  if (process.platform === 'win32') return loopback(dataDir)
  return { socket: socketFolder(home), port: socketPort, password: null }
}

async function loopback(dataDir: string): Promise<Transport> {
  const file = path.join(dataDir, 'postgres.password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return { socket: null, port: await freePort(), password: readFileSync(file, 'utf8') }
}

function socketFolder({ folder, account }: ClusterHome): string {
  const inside = path.join(folder, 'socket')
  const fits = Buffer.byteLength(path.join(inside, `.s.PGSQL.${socketPort}`)) <= longestPath
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  const chosen = fits ? inside : path.join(os.tmpdir(), `waybill-${hash}`)
  try {
    mkdirSync(chosen, { mode: 0o700 })
    if (account) chownSync(chosen, account.uid, account.gid)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  requireOwn(chosen, account?.uid ?? process.getuid?.())
  return chosen
}

/** In a shared temporary folder, others may own the name. */
function requireOwn(folder: string, uid: number | undefined): void {
  const stat = lstatSync(folder)
  if (stat.isDirectory() && stat.uid === uid && (stat.mode & 0o077) === 0) return
  throw new StartRefusal(
    `The folder ${folder}, meant for the database's socket, belongs to somebody else or is open to others: remove it and start again.`,
  )
}

/** A free loopback port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
