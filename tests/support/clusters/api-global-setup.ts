import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { isRoot, ownerOf } from '../../../server/db/account.ts'
import { embeddedBinaries } from '../../../server/db/embedded/binaries.ts'
import type { ClusterConnection } from '../../../server/db/embedded/cluster.ts'
import { knownHome } from '../../../server/db/embedded/create-cluster.ts'
import { startEmbedded } from '../../../server/db/embedded/start-embedded.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { endWithUs } from './end-with-us.ts'
import { startPgbouncer } from './start-pgbouncer.ts'
import { type StandbySource, startStandby, type TestStandby } from './start-standby.ts'
import { findSystemBinaries } from './system-binaries.ts'

/**
 * npm's PostgreSQL, the system's, PgBouncer in front of the system's (npm's if the system has none), or npm's with a hot standby that
 * answers reads.
 */
const clusterKinds = ['embedded', 'system', 'pgbouncer', 'standby'] as const
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
  /** Owner role on the standby, if there is one, and what further ones are copied from. */
  standby: { connection: ClusterConnection; source: StandbySource } | null
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

/** Streams its log; commits wait for it to be written, as they do in production. */
const replicated = { wal_level: 'replica', max_wal_senders: '10', synchronous_commit: 'on' }

/** Starts a private cluster in a temporary folder and migrates its template. */
async function startTestCluster(kind: ClusterKind): Promise<TestCluster & { stop(): Promise<void> }> {
  const binaries = kind === 'embedded' || kind === 'standby' ? null : findSystemBinaries()
  if (kind === 'system' && binaries === null) throw new Error('This system has no PostgreSQL 15 or newer.')
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'waybill-test-'))
  chmodSync(dataDir, 0o711)
  const database = await startEmbedded({
    dataDir,
    log: { info() {}, warn() {}, error: console.error },
    binaries: binaries ?? undefined,
    settings: kind === 'standby' ? { ...settings, ...replicated } : settings,
  })
  const { connection, superuserConnection } = database
  const callOff = endWithUs(database.serverPid(), 'QUIT', dataDir)
  let pgbouncer: Awaited<ReturnType<typeof startPgbouncer>> | null = null
  let standby: { running: TestStandby; source: StandbySource } | null = null
  const stop = async () => {
    await pgbouncer?.stop()
    await standby?.running.stop()
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
    if (kind === 'standby') {
      const folder = path.join(knownHome(dataDir), 'cluster')
      const account = isRoot() ? ownerOf(folder) : null
      const source = {
        folder,
        program: embeddedBinaries(dataDir, account).postgres,
        account,
        superuser: superuserConnection,
        settings: { ...settings, ...replicated, hot_standby_feedback: 'on' },
      }
      standby = { running: await startStandby(source, superuserConnection.port + 1), source }
    }
    const pooledConnection = pgbouncer?.connection ?? null
    const template = connection.database
    return {
      kind,
      version,
      connection,
      pooledConnection,
      superuserConnection,
      standby: standby && {
        connection: { ...connection, port: standby.running.superuser.port },
        source: standby.source,
      },
      template,
      stop,
    }
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

/** One cluster per project: `api-system`, `api-pgbouncer` and `api-standby` name theirs, others use npm's PostgreSQL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const kind = clusterKinds.find((known) => project.name === `api-${known}`) ?? 'embedded'
  const { stop, ...cluster } = await startTestCluster(kind)
  project.provide('cluster', cluster)
  return stop
}
