import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { Connection } from '../../../server/database/embedded/cluster.ts'
import { startEmbedded } from '../../../server/database/embedded/start-embedded.ts'
import { migrate } from '../../../server/database/migrate.ts'
import { findSystemBinaries } from './system-binaries.ts'

export type ClusterKind = 'embedded' | 'system'

export interface TestCluster {
  kind: ClusterKind
  /** For instance 18. */
  version: number
  /** The role that owns the databases. */
  connection: Connection
  superuserConnection: Connection
  /** A migrated, empty database to copy; nobody may be connected to it. */
  template: string
}

/** Nothing in these clusters has to survive a crash: that is what tests/crash is for. */
const settings = { fsync: 'off', synchronous_commit: 'off', max_connections: '200' }

/** Starts a private cluster in a temporary folder, of npm's PostgreSQL or of the system's, and migrates its template. */
export async function startTestCluster(kind: ClusterKind): Promise<TestCluster & { stop(): Promise<void> }> {
  const binaries = kind === 'system' ? findSystemBinaries() : undefined
  if (binaries === null) throw new Error('This system has no PostgreSQL 15 or newer.')
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'waybill-test-'))
  chmodSync(dataDir, 0o711)
  const database = await startEmbedded({
    dataDir,
    log: { info() {}, warn() {}, error: console.error },
    binaries,
    settings,
  })
  const stop = async () => {
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const { connection, superuserConnection } = database
    const pool = new pg.Pool(connection)
    await migrate(pool)
    const { rows } = await pool.query<{ server_version_num: string }>('SHOW server_version_num')
    await pool.end()
    const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
    return { kind, version, connection, superuserConnection, template: connection.database, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
