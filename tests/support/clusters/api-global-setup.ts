import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import type { ClusterConnection } from '../../../server/db/embedded/cluster.ts'
import { startEmbedded } from '../../../server/db/embedded/start-embedded.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { endWithUs } from './end-with-us.ts'
import { startPgbouncer } from './start-pgbouncer.ts'
import { findSystemBinaries } from './system-binaries.ts'

/** npm's PostgreSQL, the system's, or PgBouncer in front of the system's (npm's if the system has none). */
const clusterKinds = ['embedded', 'system', 'pgbouncer'] as const
type ClusterKind = (typeof clusterKinds)[number]

export interface TestCluster {
  kind: ClusterKind
  /** Major version, e.g. 18. */
  version: number
  /** Owner role of the databases. */
  connection: ClusterConnection
  /** The same role through PgBouncer in transaction mode, if there is one. */
  pooledConnection: ClusterConnection | null
  superuserConnection: ClusterConnection
  /** A migrated, empty template database; must have no connections. */
  template: string
}

/** These clusters need no durability; tests/resilience/crash tests that. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  checkpoint_timeout: '1h',
  max_connections: '200',
}

/** Starts a private cluster in a temporary folder and migrates its template. */
async function startTestCluster(kind: ClusterKind): Promise<TestCluster & { stop(): Promise<void> }> {
  const binaries = kind === 'embedded' ? null : findSystemBinaries()
  if (kind === 'system' && binaries === null) throw new Error('This system has no PostgreSQL 15 or newer.')
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'waybill-test-'))
  chmodSync(dataDir, 0o711)
  const database = await startEmbedded({
    dataDir,
    log: { info() {}, warn() {}, error: console.error },
    binaries: binaries ?? undefined,
    settings,
  })
  const { connection, superuserConnection } = database
  const callOff = endWithUs(database.serverPid(), 'QUIT', dataDir)
  let pgbouncer: Awaited<ReturnType<typeof startPgbouncer>> | null = null
  const stop = async () => {
    await pgbouncer?.stop()
    await database.stop()
    callOff()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const pool = new pg.Pool(connection)
    await migrate(pool)
    const { rows } = await pool.query<{ server_version_num: string }>('SHOW server_version_num')
    await pool.end()
    const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
    if (kind === 'pgbouncer') pgbouncer = await startPgbouncer(connection)
    const pooledConnection = pgbouncer?.connection ?? null
    const template = connection.database
    return { kind, version, connection, pooledConnection, superuserConnection, template, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster
  }
}

/** One cluster per project: `api-system` and `api-pgbouncer` name theirs, others use npm's PostgreSQL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const kind = clusterKinds.find((known) => project.name === `api-${known}`) ?? 'embedded'
  const { stop, ...cluster } = await startTestCluster(kind)
  project.provide('cluster', cluster)
  return stop
}
