import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefusal } from '../../core/errors.ts'
import type { DatabaseLog } from '../connection-errors.ts'
import type { Cluster } from './cluster.ts'

export interface RunningProcess {
  pid: number
  uid: number
  /** Command line, space-separated; empty for a zombie. */
  command: string
}

/** Visible processes; Unix only. */
export function listProcesses(): RunningProcess[] {
  return process.platform === 'linux' ? fromProc() : fromPs()
}

/** Small images lack `ps`. */
function fromProc(): RunningProcess[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      try {
        const { uid } = statSync(`/proc/${entry}`)
        const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return [{ pid: Number(entry), uid, command }]
      } catch {
        return [] // // Ended meanwhile.
      }
    })
}

function fromPs(): RunningProcess[] {
  const lines = execFileSync('ps', ['-axww', '-o', 'pid=,uid=,command='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [, pid, uid, command] = /^\s*(\d+)\s+(\d+)\s+(\S[\s\S]*)$/.exec(line) ?? []
    return command ? [{ pid: Number(pid), uid: Number(uid), command }] : []
  })
}

/**
 * Ends processes left on this cluster by an earlier run and removes its lock files. Orphaned servers are asked to shut down,
 * their backends killed. Call only while the data folder is claimed and no server runs.
 */
export async function endStrays(cluster: Cluster, log: DatabaseLog): Promise<void> {
  if (process.platform === 'win32') return
  const strays = findStrays(cluster)
  if (strays.length > 0) {
    const servers = strays.filter((stray) => stray.command.includes(` -D ${cluster.folder}`))
    log.info(
      servers.length > 0
        ? `Stopping a database left running by an earlier start (process ${servers[0]!.pid}).`
        : `Ending ${strays.length} database processes whose server was killed.`,
    )
    // SIGINT: fast shutdown. Backends of a dead server exit by themselves after their query.
    signalAll(servers, 'SIGINT')
    await untilGone(cluster, servers.length > 0 ? 8_000 : 300)
    signalAll(findStrays(cluster), 'SIGKILL')
    await untilGone(cluster, 5_000)
    const unkillable = findStrays(cluster)
    if (unkillable.length > 0) {
      throw new StartRefusal(
        `The database process ${unkillable[0]!.pid}, left by an earlier start, cannot be ended: end it, or restart the machine.`,
      )
    }
  }
  // Process ids may have been reused, which PostgreSQL would respect.
  rmSync(path.join(cluster.folder, 'postmaster.pid'), { force: true })
  if (cluster.socket) rmSync(path.join(cluster.socket, '.s.PGSQL.5432.lock'), { force: true })
}

function findStrays({ name, home, account }: Cluster): RunningProcess[] {
  const uid = account?.uid ?? process.getuid?.()
  const marks = [` -D ${home}${path.sep}cluster`, `postgres: ${name}: `]
  return listProcesses().filter(
    (running) =>
      running.uid === uid &&
      running.pid !== process.pid &&
      marks.some((mark) => running.command.includes(mark)),
  )
}

function signalAll(strays: RunningProcess[], signal: NodeJS.Signals): void {
  for (const { pid } of strays) {
    try {
      process.kill(pid, signal)
    } catch {
      // Ended before the signal.
    }
  }
}

async function untilGone(cluster: Cluster, patience: number): Promise<void> {
  for (const end = Date.now() + patience; Date.now() < end; await sleep(20)) {
    if (findStrays(cluster).length === 0) return
  }
}
