import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, chownSync, closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { SystemAccount } from '../../../server/db/account.ts'
import type { ClusterConnection } from '../../../server/db/embedded/cluster.ts'
import { listProcesses } from '../../../server/db/embedded/orphan-processes.ts'
import { endWithUs } from './end-with-us.ts'

/** A running cluster that can be copied: `wal_level = replica`. */
export interface StandbySource {
  /** Its data directory. */
  folder: string
  /** The program `postgres`. */
  program: string
  account: SystemAccount | null
  superuser: ClusterConnection
  /** Settings that a standby must share. */
  settings: Record<string, string>
}

export interface TestStandby {
  superuser: ClusterConnection
  /** kill -9 of its server and, with it, of its processes. */
  kill(): Promise<void>
  /** After `kill`. */
  start(): Promise<void>
  stop(): Promise<void>
}

const START_TIMEOUT_MS = 60_000

/** Starts a hot standby by streaming replication, from a backup of the running cluster; `port` also names its folder. */
export async function startStandby(
  source: StandbySource,
  port: number,
  settings: Record<string, string> = {},
): Promise<TestStandby> {
  const folder = `${source.folder}-standby-${port}`
  const slot = `standby_${port}`
  const superuser = { ...source.superuser, port }
  await copyCluster(source, folder, slot)
  const all = { ...source.settings, ...settings, port: String(port), cluster_name: slot }
  const server = [
    '-D',
    folder,
    ...Object.entries({
      ...all,
      listen_addresses: '',
      unix_socket_directories: source.superuser.host,
      unix_socket_permissions: '0700',
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const logFile = `${folder}.log`
  let running: { child: ChildProcess; exited: Promise<void>; callOff: () => void } | null = null

  const start = async (): Promise<void> => {
    const output = openSync(logFile, 'a', 0o600)
    const child = spawn(source.program, server, {
      cwd: path.dirname(source.folder),
      stdio: ['ignore', output, output],
      detached: true,
      ...source.account,
    })
    closeSync(output)
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    running = { child, exited, callOff: endWithUs(child.pid!, 'QUIT', folder) }
    await untilAnswering(superuser, () => child.exitCode !== null)
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (running === null) return
    const { child, exited, callOff } = running
    running = null
    child.kill(signal)
    await exited
    callOff()
  }
  const stop = async (): Promise<void> => {
    await end('SIGQUIT')
    await ask(source.superuser, `select pg_drop_replication_slot('${slot}')`).catch(() => undefined)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    rmSync(logFile, { force: true })
  }
  try {
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    superuser,
    start,
    stop,
    kill: async () => {
      await end('SIGKILL')
      rmSync(path.join(folder, 'postmaster.pid'), { force: true })
      // Its processes end by themselves, and release the shared memory that the next server needs.
      for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await sleep(50))
        if (!listProcesses().some(({ command }) => command.includes(`postgres: ${slot}: `))) return
    },
  }
}

/** A base backup by the functions of PostgreSQL: npm's has no pg_basebackup. */
async function copyCluster(
  { folder, account, superuser }: StandbySource,
  target: string,
  slot: string,
): Promise<void> {
  const client = new pg.Client(superuser)
  await client.connect()
  try {
    await client.query('select pg_create_physical_replication_slot($1, true)', [slot])
    await client.query(`select pg_backup_start('standby', true)`)
    // Files that vanish meanwhile are restored from the log.
    spawnSync('cp', ['-a', folder, target])
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    for (const left of ['postmaster.pid', 'postmaster.opts', 'pg_replslot'])
      rmSync(path.join(target, left), { recursive: true, force: true })
    const own = (name: string, text: string) => {
      writeFileSync(path.join(target, name), text, { mode: 0o600 })
      if (account) chownSync(path.join(target, name), account.uid, account.gid)
    }
    own('backup_label', rows[0]!.labelfile)
    own('standby.signal', '')
    const made = spawnSync('mkdir', ['-m', '700', path.join(target, 'pg_replslot')], { ...account })
    if (made.status !== 0) throw new Error(`No folder in ${target}: ${made.stderr}`)
    appendFileSync(
      path.join(target, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=${superuser.host} port=${superuser.port} user=${superuser.user}'\nprimary_slot_name = '${slot}'\n`,
    )
  } finally {
    await client.end()
  }
}

/** One statement on a connection of its own. */
export async function ask<Row extends pg.QueryResultRow>(
  connection: ClusterConnection,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function untilAnswering(connection: ClusterConnection, hasEnded: () => boolean): Promise<void> {
  for (const end = Date.now() + START_TIMEOUT_MS; ; await sleep(50)) {
    try {
      await ask(connection, 'select 1')
      return
    } catch (error) {
      if (Date.now() > end || hasEnded()) throw error
    }
  }
}
