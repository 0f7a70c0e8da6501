import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Account, type Binaries, chooseAccount, isRoot } from '../../../server/db/embedded/binaries.ts'
import { listProcesses } from '../../../server/db/embedded/orphan-processes.ts'
import { freePort } from '../../../server/db/embedded/transport.ts'
import { endWithUs } from '../clusters/end-with-us.ts'

/** One PostgreSQL of a pair, on loopback. */
export type Node = { port: number; asSuperuser: (statement: string) => Promise<unknown[]> }

/** A primary and a standby that has every write before it is acknowledged. */
export type Pair = {
  primary: Node
  standby: Node
  /** What DATABASE_URL is to be. */
  url: string
  /** kill -9 of the primary and of every process of it. */
  killPrimary: () => Promise<void>
  promote: () => Promise<void>
  /** The old primary comes back, and does not know that it was replaced. */
  reviveOldPrimary: () => Promise<void>
  stop: () => Promise<void>
}

const patience = 60_000

export const startPair = async (binaries: Binaries): Promise<Pair> => {
  // It refuses to run as root.
  const account = isRoot() ? chooseAccount() : null
  const home = mkdtempSync(path.join(os.tmpdir(), 'waybill-pair-'))
  chmodSync(home, 0o711)
  const own = { cwd: '/', stdio: 'ignore', ...account } as const
  const [first, second] = ['first', 'second'].map((name) => ownFolder(path.join(home, name), account)) as [
    string,
    string,
  ]
  const name = path.basename(home)
  const ports = [await freePort(), await freePort()] as const
  const running = new Map<string, ChildProcess>()
  const callOffs: (() => void)[] = []

  const start = async (folder: string, port: number, settings: Record<string, string>): Promise<void> => {
    const all = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      cluster_name: `${name}-${port}`,
      ...settings,
    }
    const given = Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`])
    const child = spawn(binaries.postgres, ['-D', folder, ...given], { ...own, detached: true })
    running.set(folder, child)
    if (child.pid !== undefined) callOffs.push(endWithUs(child.pid, 'QUIT', home))
    await untilAnswering(port)
  }
  const end = async (folder: string, signal: NodeJS.Signals): Promise<void> => {
    const child = running.get(folder)
    running.delete(folder)
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await exited
  }
  const stop = async () => {
    for (const folder of [first, second]) await end(folder, 'SIGQUIT')
    for (const callOff of callOffs) callOff()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }

  try {
    const created = ['-D', first, '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--auth=trust', '--no-sync']
    execFileSync(binaries.initdb, created, own)
    await start(first, ports[0], {})
    const primary = nodeAt(ports[0])
    await primary.asSuperuser('create role waybill login')
    await primary.asSuperuser('create database waybill owner waybill')
    await end(first, 'SIGINT')
    rmSync(second, { recursive: true })
    execFileSync('cp', ['-a', first, second], own)
    writeFileSync(path.join(second, 'standby.signal'), '')
    const conninfo = `host=127.0.0.1 port=${ports[0]} user=postgres application_name=standby`
    appendFileSync(path.join(second, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`)
    await start(first, ports[0], { synchronous_standby_names: '*' })
    await start(second, ports[1], {})
    return {
      primary,
      standby: nodeAt(ports[1]),
      url: `postgresql://waybill@127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}/waybill?target_session_attrs=read-write`,
      killPrimary: async () => {
        const title = ` ${name}-${ports[0]}: `
        await end(first, 'SIGKILL')
        for (const { pid, command } of listProcesses()) if (command.includes(title)) kill(pid)
      },
      promote: async () => void (await nodeAt(ports[1]).asSuperuser('select pg_promote(true, 15)')),
      reviveOldPrimary: async () => {
        rmSync(path.join(first, 'postmaster.pid'), { force: true })
        await start(first, ports[0], {})
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const ownFolder = (folder: string, account: Account | null): string => {
  mkdirSync(folder, { mode: 0o700 })
  if (account) {
    chownSync(folder, account.uid, account.gid)
    // Its sibling is made by that account.
    chownSync(path.dirname(folder), account.uid, account.gid)
  }
  return folder
}

const nodeAt = (port: number): Node => ({
  port,
  asSuperuser: async (statement) => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
    client.on('error', () => {})
    await client.connect()
    return client
      .query(statement)
      .then(
        ({ rows }) => rows,
        (error: unknown) => Promise.reject(error),
      )
      .finally(() => client.end())
  },
})

const untilAnswering = async (port: number): Promise<void> => {
  for (const end = Date.now() + patience; ; await sleep(50)) {
    try {
      await nodeAt(port).asSuperuser('select 1')
      return
    } catch (error) {
      if (Date.now() > end) throw error
    }
  }
}

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended with its server.
  }
}
