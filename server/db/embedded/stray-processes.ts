import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseLog } from '../database-log.ts'
import { StartRefusal } from '../start-refusal.ts'
import type { Cluster } from './cluster.ts'
import { listProcesses, type RunningProcess } from './list-processes.ts'

/**
 * Ends every process that an earlier run left on this cluster and removes the lock files that would block
 * a start: an orphaned server is asked to shut down, backends whose server was killed are killed as well.
 * To be called only while the data folder is claimed, with no server of our own on the cluster.
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
    // SIGINT is a fast shutdown. Children of a dead server leave by themselves, but not before their query ends.
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
  // The process ids in them may meanwhile belong to others (or to zombies), which PostgreSQL would respect.
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
      // It ended before the signal came.
    }
  }
}

async function untilGone(cluster: Cluster, patience: number): Promise<void> {
  for (const end = Date.now() + patience; Date.now() < end; await sleep(20)) {
    if (findStrays(cluster).length === 0) return
  }
}
