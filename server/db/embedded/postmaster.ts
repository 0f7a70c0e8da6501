import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process'
import { closeSync, constants, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { StartRefusal } from '../../core/start-refusal.ts'
import { type Cluster, restoreStep, superuserConnection } from './cluster.ts'

const passedOn = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'windir']

/**
 * How PostgreSQL's programs are spawned: under the cluster's account, from a folder which that account
 * may enter, and without our environment (its PG* variables would change what they do, its secrets are not theirs).
 */
export function spawnOptions({ account, home }: Cluster): SpawnOptions {
  const env = Object.fromEntries(
    passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )
  return { cwd: home, env: { ...env, LC_ALL: 'C' }, ...(account ?? {}), windowsHide: true }
}

/** Runs one of PostgreSQL's programs to its end; an error carries what it printed. */
export async function runBinary(cluster: Cluster, file: string, args: string[]): Promise<void> {
  const { cwd, env, uid, gid, windowsHide } = spawnOptions(cluster)
  await promisify(execFile)(file, args, { cwd, env, uid, gid, windowsHide })
}

/** One run of the server. */
export interface Postmaster {
  pid: number
  /** Settles when the process has ended, with the words for it. */
  exited: Promise<string>
  stop(): Promise<void>
}

const logLimit = 5 * 1024 * 1024

/** Spawns the server and waits until it answers, which includes replaying what a crash left in its log. */
export async function startPostmaster(cluster: Cluster): Promise<Postmaster> {
  rotateLog(cluster.logFile)
  const output = openLog(cluster.logFile)
  // Detached: Ctrl+C in the terminal is for us, and the server stops after its last client.
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
  // A process.exit() without stop() must not leave it behind.
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
      // It runs, and will never let anybody in.
      if (severity === 'FATAL' && !/^(57|53)/.test(code)) {
        throw new StartRefusal(`PostgreSQL lets nobody into ${cluster.folder} (${message}). ${restoreStep}`)
      }
      await sleep(20)
    }
  }
}

/** Fast shutdown; harder when the server does not get there. */
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

/** What the server said last, without its time stamps. */
function lastWords(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-20)
  const fatal = lines.filter((line) => /FATAL|PANIC|error|HINT/.test(line))
  return (fatal.length > 0 ? fatal : lines.slice(-3)).join(' ').slice(-600)
}

/** To append to it. */
export function openLog(logFile: string): number {
  const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW = 0 } = constants
  return openSync(logFile, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600)
}

/** Begins a new log where it is long. */
export function rotateLog(logFile: string): void {
  try {
    if (statSync(logFile).size > logLimit) renameSync(logFile, `${logFile}.1`)
  } catch {
    // There is no log yet, or the folder is root's, who rotates at its next start.
  }
}

/** Settings of the embedded server, passed on every start so that they always match this file: 2 cores, little memory. */
export const serverSettings: Record<string, string> = {
  // An acknowledged write survives kill -9 and a power cut.
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
  // Bounds what a start after kill -9 has to replay.
  max_wal_size: '512MB',
  // One call for the file system instead of one for each file: a start after kill -9 is several times faster.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
  // A crash ends the server, and ours is the hand that starts it again: getting up by itself it can hang for good,
  // as where it finds its disk full.
  restart_after_crash: 'off',

  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
  // Statements carry names and phones: they stay out of the log.
  log_min_error_statement: 'panic',
}
