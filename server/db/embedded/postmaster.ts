import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process'
import { closeSync, constants, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { StartRefusal } from '../../core/errors.ts'
import { type Cluster, restoreStep, superuserConnection } from './cluster.ts'

const passedOn = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'windir']

/**
 * Spawn options of PostgreSQL's programs: the cluster's account, a folder it can enter, and no inherited environment (PG*
 * variables, secrets).
 */
export function spawnOptions({ account, home }: Cluster): SpawnOptions {
  const env = Object.fromEntries(
    passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )
  return { cwd: home, env: { ...env, LC_ALL: 'C' }, ...(account ?? {}), windowsHide: true }
}

/** Runs a program to its end; errors include its output. */
export async function runBinary(cluster: Cluster, file: string, args: string[]): Promise<void> {
  const { cwd, env, uid, gid, windowsHide } = spawnOptions(cluster)
  await promisify(execFile)(file, args, { cwd, env, uid, gid, windowsHide })
}

/** A running server. */
export interface Postmaster {
  pid: number
  /** Resolves with a description when the process has ended. */
  exited: Promise<string>
  stop(): Promise<void>
}

const logLimit = 5 * 1024 * 1024

/** Starts the server and waits until it accepts connections, including crash recovery. */
export async function startPostmaster(cluster: Cluster): Promise<Postmaster> {
  rotateLog(cluster.logFile)
  const output = openLog(cluster.logFile)
  // Detached: Ctrl+C is for our process; the server stops last.
  const child = spawn(cluster.binaries.postgres, serverArguments(cluster), {
    ...spawnOptions(cluster),
    detached: process.platform !== 'win32',
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ? `killed by ${signal}` : `exit code ${code}`))
  })
  // process.exit() without stop() must not leave it running.
  const abandon = () => child.kill('SIGINT')
  process.once('exit', abandon)
  exited.then(() => process.off('exit', abandon))

  await untilReady(cluster, exited)
  return { pid: child.pid!, exited, stop: () => stop(cluster, child, exited) }
}

function serverArguments(cluster: Cluster): string[] {
  const settings = {
    ...cluster.settings,
    cluster_name: cluster.name,
    port: String(cluster.port),
    listen_addresses: cluster.socket ? '' : '127.0.0.1',
    ...(process.platform === 'win32'
      ? {}
      : { unix_socket_directories: cluster.socket ?? '', unix_socket_permissions: '0700' }),
  }
  return [
    '-D',
    cluster.folder,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

async function untilReady(cluster: Cluster, exited: Promise<string>): Promise<void> {
  let ended: string | null = null
  exited.then((how) => {
    ended = how
  })
  for (;;) {
    if (ended !== null) {
      throw new StartRefusal(
        `PostgreSQL did not start (${ended}): ${lastWords(cluster.logFile)} More is in ${cluster.logFile}. If its files are damaged: ${restoreStep}`,
      )
    }
    const client = new pg.Client({ ...superuserConnection(cluster), connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      await client.end().catch(() => undefined)
      const { message, severity, code = '' } = error as Error & { severity?: string; code?: string }
      // Running, but will never accept connections.
      if (severity === 'FATAL' && !/^(57|53)/.test(code)) {
        throw new StartRefusal(`PostgreSQL lets nobody into ${cluster.folder} (${message}). ${restoreStep}`)
      }
      await sleep(20)
    }
  }
}

/** Fast shutdown, then harder signals. */
async function stop(cluster: Cluster, child: ChildProcess, exited: Promise<string>): Promise<void> {
  if (process.platform === 'win32') {
    await runBinary(cluster, cluster.binaries.pgCtl, ['stop', '-D', cluster.folder, '-m', 'fast']).catch(() =>
      child.kill(),
    )
    await exited
    return
  }
  for (const [signal, patience] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 6_000],
    ['SIGKILL', 6_000],
  ] as const) {
    child.kill(signal)
    const timer = new AbortController()
    const late = sleep(patience, 'late' as const, { signal: timer.signal }).catch(() => 'late' as const)
    const outcome = await Promise.race([exited, late])
    timer.abort()
    if (outcome !== 'late') return
  }
}

/** Last log line without timestamp. */
function lastWords(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-20)
  const fatal = lines.filter((line) => /FATAL|PANIC|error|HINT/.test(line))
  return (fatal.length > 0 ? fatal : lines.slice(-3)).join(' ').slice(-600)
}

/** For appending. */
export function openLog(logFile: string): number {
  const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW = 0 } = constants
  return openSync(logFile, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600)
}

/** Starts a new log if it is long. */
export function rotateLog(logFile: string): void {
  try {
    if (statSync(logFile).size > logLimit) renameSync(logFile, `${logFile}.1`)
  } catch {
    // No log yet, or root's, rotated at root's next start.
  }
}

/** Settings of the embedded server, passed on every start: for 2 cores and little memory. */
export const serverSettings: Record<string, string> = {
  // Acknowledged writes survive kill -9 and power cuts.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',

  max_connections: '60',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  jit: 'off',
  max_parallel_workers_per_gather: '1',
  max_logical_replication_workers: '0',
  // Bounds crash recovery.
  max_wal_size: '512MB',
  // One syncfs instead of an fsync per file: recovery is several times faster.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
  // The supervisor restarts it: PostgreSQL's own restart can hang, e.g. with a full disk.
  restart_after_crash: 'off',

  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
  // Statements contain names and phones: not logged.
  log_min_error_statement: 'panic',
}
