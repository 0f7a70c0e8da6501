import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartRefusal } from '../start-refusal.ts'
import { type Cluster, superuserConnection } from './cluster.ts'
import { runBinary, spawnOptions } from './run-binary.ts'

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
  rotate(cluster.logFile)
  const output = openSync(cluster.logFile, 'a', 0o600)
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
      throw new StartRefusal(`PostgreSQL did not start (${ended}): ${lastWords(cluster.logFile)}`)
    }
    const client = new pg.Client({ ...superuserConnection(cluster), connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch {
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

function rotate(logFile: string): void {
  try {
    if (statSync(logFile).size > logLimit) renameSync(logFile, `${logFile}.1`)
  } catch {
    // There is no log yet.
  }
}
