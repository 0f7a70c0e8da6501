import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listProcesses, type RunningProcess } from '../../../server/db/embedded/orphan-processes.ts'

/** The server's own process, as its lock file names it. */
export function serverPid(dataDir: string): number {
  return Number.parseInt(readFileSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10)
}

/** A backend process. */
export function someBackend(dataDir: string): number | undefined {
  const backends = processesOn(dataDir).filter(({ command }) => /: waybill waybill /.test(command))
  return backends[Math.floor(Math.random() * backends.length)]?.pid
}

const names = new Map<string, string>()

/** All PostgreSQL processes of this data folder, including orphans. */
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
 * The postmasters of this data folder: at most one. A fork shows the postmaster's command line until it has set its
 * own title, so a second one counts only if it persists.
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
