import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { canReach, isRoot, ownerOf, type SystemAccount } from '../../../server/db/account.ts'
import { rootStore } from '../../../server/db/embedded/binaries.ts'
import type { ClusterConnection } from '../../../server/db/embedded/cluster.ts'
import { freePort } from '../../../server/db/embedded/start-embedded.ts'
import { endWithUs } from './end-with-us.ts'
import { findPgbouncer } from './system-binaries.ts'

/** Round robin: consecutive transactions get different connections, so session state does not carry over. */
const defaults: Record<string, string> = {
  pool_mode: 'transaction',
  server_round_robin: '1',
  default_pool_size: '12',
  max_client_conn: '500',
  server_idle_timeout: '10',
}

const START_TIMEOUT_MS = 30_000

/**
 * Starts a private PgBouncer in transaction mode on a free loopback port, for a server at a Unix socket; any database is
 * reachable through `connection`. `settings` override its own.
 */
export async function startPgbouncer(
  server: ClusterConnection,
  settings: Record<string, string> = {},
): Promise<{ connection: ClusterConnection; stop(): Promise<void> }> {
  const program = findPgbouncer()
  if (program === null) throw new Error('This system has no PgBouncer.')
  // It refuses to run as root, and only the server's account may enter the socket's folder.
  const account = isRoot() ? ownerOf(server.host) : null
  const folder = makeFolder(account)
  const password = randomBytes(24).toString('base64url')
  const connection = { ...server, host: '127.0.0.1', port: await freePort(), password }
  const file = writeConfiguration(folder, account, {
    server,
    connection,
    settings: { ...defaults, ...settings },
  })

  const logFile = path.join(folder, 'pgbouncer.log')
  const output = openSync(logFile, 'a', 0o600)
  const child = spawn(program, [file], { cwd: folder, stdio: ['ignore', output, output], ...account })
  closeSync(output)
  const exited = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
  const callOff = child.pid ? endWithUs(child.pid, 'KILL', folder) : () => {}
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
    callOff()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(connection, exited, logFile)
    return { connection, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function makeFolder(account: SystemAccount | null): string {
  const parent = account && !canReach(account, os.tmpdir()) ? rootStore() : os.tmpdir()
  const folder = mkdtempSync(path.join(parent, 'waybill-pgbouncer-'))
  if (account) chownSync(folder, account.uid, account.gid)
  return folder
}

type Configuration = {
  server: ClusterConnection
  connection: ClusterConnection
  settings: Record<string, string>
}

function writeConfiguration(
  folder: string,
  account: SystemAccount | null,
  { server, connection, settings }: Configuration,
): string {
  const users = path.join(folder, 'users.txt')
  const file = path.join(folder, 'pgbouncer.ini')
  const all = {
    listen_addr: connection.host,
    listen_port: String(connection.port),
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
    stats_users: connection.user,
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  const databases = `* = host='${server.host}' port=${server.port}`
  writeOwn(users, account, `"${connection.user}" "${connection.password}"\n`)
  writeOwn(file, account, `[databases]\n${databases}\n[pgbouncer]\n${lines.join('\n')}\n`)
  return file
}

function writeOwn(file: string, account: SystemAccount | null, text: string): void {
  writeFileSync(file, text, { mode: 0o600 })
  if (account) chownSync(file, account.uid, account.gid)
}

/** Queries PgBouncer's own database; others would reach the server. */
async function untilReady(
  connection: ClusterConnection,
  exited: Promise<void>,
  logFile: string,
): Promise<void> {
  let hasEnded = false
  exited.then(() => {
    hasEnded = true
  })
  for (const end = Date.now() + START_TIMEOUT_MS; !hasEnded && Date.now() < end; ) {
    const client = new pg.Client({ ...connection, database: 'pgbouncer', connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await sleep(20)
    }
  }
  throw new Error(`PgBouncer did not start: ${readFileSync(logFile, 'utf8').trimEnd().slice(-600)}`)
}
