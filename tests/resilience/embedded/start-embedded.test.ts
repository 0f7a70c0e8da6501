import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { StartRefusal } from '../../../server/core/errors.ts'
import { listProcesses } from '../../../server/db/embedded/orphan-processes.ts'
import { type EmbeddedDatabase, startEmbedded } from '../../../server/db/embedded/start-embedded.ts'

const log = { info() {}, warn() {}, error() {} }

let folder: string
let running: EmbeddedDatabase | null = null
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-embedded-'))
  chmodSync(folder, 0o711)
})
afterEach(async () => {
  await running?.stop()
  running = null
  rmSync(folder, { recursive: true, force: true })
})

const start = async (dataDir = folder) => {
  running = await startEmbedded({ dataDir, log })
  return running
}

const ask = async <Row extends pg.QueryResultRow>(question: string): Promise<Row | undefined> => {
  const client = new pg.Client(running!.connection)
  await client.connect()
  const { rows } = await client.query<Row>(question)
  await client.end()
  return rows[0]
}

it('creates the database once, stores writes, and leaves no process when stopped', async () => {
  expect((await start()).isNew).toBe(true)
  await ask('CREATE TABLE kept AS SELECT 42 AS answer')
  await running!.stop()
  expect(listProcesses().filter(({ command }) => command.includes(` -D ${folder}`))).toEqual([])
  expect((await start()).isNew).toBe(false)
  expect(await ask('SELECT answer FROM kept')).toEqual({ answer: 42 })
})

it('writes through to the disk, has no network listener, and its user is no superuser', async () => {
  await start()
  expect(
    await ask(`SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
      current_setting('synchronous_commit') AS synchronous_commit, current_setting('listen_addresses') AS listen_addresses,
      (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser`),
  ).toEqual({
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    listen_addresses: '',
    superuser: false,
  })
})

it('has TLS off and listens on no TCP port, so that its OpenSSL is unreachable', async () => {
  await start()
  expect(await ask(`SELECT current_setting('ssl') AS ssl`)).toEqual({ ssl: 'off' })
  const processes = listProcesses().filter(({ command }) => command.includes(` -D ${folder}`))
  expect(processes.length).toBeGreaterThan(0)
  const own = new Set(processes.flatMap(({ pid }) => socketsOf(pid)))
  expect(listeningTcpSockets().filter((inode) => own.has(inode))).toEqual([])
})

/** The sockets that a process has open, by their inodes; none where the system has no /proc. */
const socketsOf = (pid: number): string[] => {
  const descriptors = `/proc/${pid}/fd`
  if (!existsSync(descriptors)) return []
  return readdirSync(descriptors).flatMap((name) => {
    const target = readlinkSync(path.join(descriptors, name), { encoding: 'utf8' })
    return /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []
  })
}

/** TCP sockets in state LISTEN (0A), of both families. */
const listeningTcpSockets = (): string[] =>
  ['/proc/net/tcp', '/proc/net/tcp6'].filter(existsSync).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((columns) => columns[3] === '0A')
      .map((columns) => columns[9]!),
  )

it('knows the letters of every language that customers write in', { tags: 'full' }, async () => {
  await start()
  await ask('CREATE EXTENSION pg_trgm')
  expect(
    await ask(`SELECT lower('ÉLÉA ЖУК') AS lower, similarity('привет', 'привет!') AS similarity`),
  ).toEqual({ lower: 'éléa жук', similarity: 1 })
})

it('keeps its socket elsewhere where the path of the data folder is too long for one', {
  tags: 'full',
}, async () => {
  const deep = path.join(folder, ...Array(4).fill('quite-a-long-name-for-a-folder'))
  const { connection } = await start(deep)
  expect(Buffer.byteLength(connection.host)).toBeLessThan(90)
  expect(connection.host.startsWith(deep)).toBe(false)
  expect(await ask('SELECT 1 AS one')).toEqual({ one: 1 })
  await running!.stop()
  running = null
  rmSync(connection.host, { recursive: true })
})

it('starts over if an earlier start was killed before the database was complete', {
  tags: 'full',
}, async () => {
  await start()
  await running!.stop()
  rmSync(path.join(folder, 'postgres', 'cluster'), { recursive: true })
  const half = path.join(folder, 'postgres', 'cluster.new-1234')
  mkdirSync(half)
  writeFileSync(path.join(half, 'PG_VERSION'), '18\n')
  expect((await start()).isNew).toBe(true)
  expect(existsSync(half)).toBe(false)
})

it('does not stumble over the lock files of a server that was killed with its machine', {
  tags: 'full',
}, async () => {
  await start()
  await running!.stop()
  const { ppid } = process
  writeFileSync(path.join(folder, 'postgres/cluster/postmaster.pid'), `${ppid}\n${folder}\n1\n5432\n`)
  writeFileSync(path.join(folder, 'postgres/socket/.s.PGSQL.5432.lock'), `${ppid}\n`)
  await start()
  expect(await ask('SELECT 1 AS one')).toEqual({ one: 1 })
})

it('refuses a database of another major version in a sentence', { tags: 'full' }, async () => {
  await start()
  await running!.stop()
  running = null
  writeFileSync(path.join(folder, 'postgres/cluster/PG_VERSION'), '12\n')
  const refusal = startEmbedded({ dataDir: folder, log })
  await expect(refusal).rejects.toThrow(StartRefusal)
  await expect(refusal).rejects.toThrow('was made by PostgreSQL 12')
  expect(readdirSync(path.join(folder, 'claims'))).toEqual([])
})
