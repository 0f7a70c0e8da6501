import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { chooseAccount, isRoot, type SystemAccount } from '../../../server/db/account.ts'
import { toDrizzle } from '../../../server/db/drizzle.ts'
import { type Binaries, embeddedBinaries } from '../../../server/db/embedded/binaries.ts'
import { listProcesses } from '../../../server/db/embedded/orphan-processes.ts'
import { freePort } from '../../../server/db/embedded/start-embedded.ts'
import { openFolderStore } from '../../../server/files/folder-store.ts'
import { readEvents } from '../../support/api/event-reader.ts'
import { insertSession, insertUser } from '../../support/api/insert-user.ts'
import { endWithUs } from '../../support/clusters/end-with-us.ts'
import { findSystemBinaries } from '../../support/clusters/system-binaries.ts'
import { buildServer, startInstance } from '../../support/instances/start-instance.ts'
import { isFull, rounds } from '../../support/is-full.ts'
import { untilMore } from '../../support/loss/gate.ts'
import { testSecrets } from '../../support/secrets.ts'
import { type Guarantee, trackGuarantee } from '../../support/trust/guarantee.ts'
import { call, makeOrderWriter, type WriterTarget } from './order-writer.ts'

/** One PostgreSQL of a pair, on loopback. */
type Node = { port: number; asSuperuser: (statement: string) => Promise<unknown[]> }

/** A primary and a standby that has every write before it is acknowledged. */
type Pair = {
  primary: Node
  standby: Node
  /** The DATABASE_URL with both hosts. */
  url: string
  /** kill -9 of the primary and of every process of it. */
  killPrimary: () => Promise<void>
  promote: () => Promise<void>
  /** Restarts the old primary, which does not know that it was replaced. */
  reviveOldPrimary: () => Promise<void>
  stop: () => Promise<void>
}

const TIMEOUT_MS = 60_000

const startPair = async (binaries: Binaries): Promise<Pair> => {
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

const ownFolder = (folder: string, account: SystemAccount | null): string => {
  mkdirSync(folder, { mode: 0o700 })
  if (account) {
    chownSync(folder, account.uid, account.gid)
    // The standby is created by that account.
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
  for (const end = Date.now() + TIMEOUT_MS; ; await sleep(50)) {
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
    // It has ended with its server.
  }
}

/** npm's PostgreSQL supports replication too. */
const anyBinaries = () =>
  findSystemBinaries() ?? embeddedBinaries(os.tmpdir(), isRoot() ? chooseAccount() : null)
/** Time to recover, promotion included; beside other tests a generous bound. */
const MAX_RECOVERY_MS = rounds(10_000, 60_000)

const found = async ({ port }: Node, url: string): Promise<WriterTarget> => {
  const connectionConfig = { host: '127.0.0.1', port, user: 'waybill', database: 'waybill' }
  const pool = new pg.Pool(connectionConfig)
  const context = {
    db: toDrizzle(pool),
    pool,
    connectionConfig,
    now: () => new Date(),
    files: openFolderStore('/nowhere'),
    secrets: testSecrets,
  }
  const token = await insertSession(context, await insertUser(context))
  await pool.end()
  const body = { country: 'ic', name: 'Montre', price: 15_000, quantity: 1_000_000 }
  const product = await call<{ id: string }>({ url, token }, 'POST', '/products', body)
  return { url, token, product: product.id }
}

describe.skipIf(process.platform === 'win32')('a standby that takes over', () => {
  beforeAll(buildServer)

  it('after kill -9 of the primary: served on within seconds, nothing acknowledged lost', async () => {
    const guarantee = trackGuarantee(
      'standby promoted after kill -9 of the primary: nothing acknowledged lost',
    )
    const took: number[] = []
    const failures = new Map<string, number>()
    let acknowledged = 0
    for (let round = 0; round < rounds(5, 1); round++) {
      const pair = await startPair(anyBinaries())
      const server = await startInstance(pair.url).catch(async (error: unknown) => {
        await pair.stop()
        throw error
      })
      try {
        const target = await found(pair.primary, server.url)
        const events = await readEvents(server.url, { token: target.token })
        const writer = makeOrderWriter()
        const stop = writer.write(target)
        await untilMore(writer.count, MAX_RECOVERY_MS)
        await sleep(rounds(1_500, 0) + Math.random() * 500)
        await pair.killPrimary()
        const began = performance.now()
        await sleep(Math.random() * 200)
        await pair.promote()
        const isBack = await untilMore(writer.count, MAX_RECOVERY_MS)
        took.push(performance.now() - began)
        if (!isBack) guarantee.broke(`no write in ${MAX_RECOVERY_MS} ms`)
        await untilMore(writer.count, MAX_RECOVERY_MS)
        await stop()
        guarantee.tried(writer.count())
        for (const why of await writer.missing(target)) guarantee.broke(why)

        // Event streams continue with the writes since.
        const messageCount = events.messages.length
        const { id } = await writeOne(target)
        await expect
          .poll(() => events.messages.slice(messageCount).some(({ data }) => data.ids?.includes(id)))
          .toBe(true)
          .catch(() => guarantee.broke('an open stream heard nothing after'))
        guarantee.tried()
        events.close()

        if (isFull) await tryOldPrimary(guarantee, pair, writer, target)
        acknowledged += writer.count()
        for (const [why, times] of writer.failures) failures.set(why, (failures.get(why) ?? 0) + times)
      } finally {
        await server.end('SIGTERM')
        await pair.stop()
      }
    }
    for (const why of failures.keys()) if (why !== '503') guarantee.broke(`a call was answered ${why}`)
    guarantee.report(
      `${acknowledged} orders; writing again ${Math.round(Math.max(...took))} ms at most after the kill`,
    )
  })
})

const writeOne = ({ url, token, product }: WriterTarget) =>
  call<{ id: string }>({ url, token }, 'POST', '/orders', {
    country: 'ic',
    product,
    customerName: 'Aya',
    customerPhone: '+2250701020304',
    customerAddress: 'Cocody, Abidjan',
    quantity: 1,
  })

/** The server must not connect to an old primary that was replaced. */
const tryOldPrimary = async (
  guarantee: Guarantee,
  pair: Pair,
  writer: ReturnType<typeof makeOrderWriter>,
  target: WriterTarget,
): Promise<void> => {
  await pair.reviveOldPrimary()
  await pair.standby.asSuperuser(
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'waybill'",
  )
  const since = writer.count()
  const stop = writer.write(target)
  await untilMore(writer.count, MAX_RECOVERY_MS)
  await sleep(600)
  await stop()
  guarantee.tried(writer.count() - since)
  if (writer.count() === since) guarantee.broke('nothing was written beside the old primary')
  const [{ count }] = (await pair.primary.asSuperuser(
    "select count(*)::int from pg_stat_activity where usename = 'waybill'",
  )) as [{ count: number }]
  if (count > 0) guarantee.broke(`${count} connections to the old primary`)
  for (const why of await writer.missing(target)) guarantee.broke(why)
}
