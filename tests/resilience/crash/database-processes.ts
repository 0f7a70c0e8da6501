import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listProcesses, type RunningProcess } from '../../../server/db/embedded/orphan-processes.ts'

/** The server's own process, as its lock file names it. */
export function serverPid(dataDir: string): number {
  return Number.parseInt(readFileSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10)
}

/** One of the processes that answer a client. */
export function someBackend(dataDir: string): number | undefined {
  const backends = processesOn(dataDir).filter(({ command }) => /: waybill waybill /.test(command))
  return backends[Math.floor(Math.random() * backends.length)]?.pid
}

const names = new Map<string, string>()

/** Every PostgreSQL process on this data folder, also those whose server is gone. */
export function processesOn(dataDir: string): RunningProcess[] {
  const running = listProcesses()
  const server = running.find(({ command }) => command.includes(` -D ${dataDir}/`))
  const name = /cluster_name=(\S+)/.exec(server?.command ?? '')?.[1]
  if (name) names.set(dataDir, name)
  return running.filter(
    ({ command }) =>
      command.includes(` -D ${dataDir}/`) || command.includes(`postgres: ${names.get(dataDir)}: `),
  )
}

/**
 * The servers on this data folder: one while it runs, never two. A fork shows its server's command until it has named
 * itself, which takes it a while on a busy machine: a second one counts where it stays.
 */
export async function countServers(dataDir: string): Promise<number> {
  const servers = () => processesOn(dataDir).filter(({ command }) => command.includes(' -D '))
  let stays = new Set(servers().map(({ pid }) => pid))
  for (let attempt = 0; attempt < 40 && stays.size !== 1; attempt++) {
    await sleep(50)
    stays = new Set(servers().flatMap(({ pid }) => (stays.has(pid) ? [pid] : [])))
  }
  return stays.size
}
