import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Problem } from '../../../domain/changes/changes.ts'
import { languages } from '../../../domain/core/languages.ts'
import type { Order } from '../../../domain/orders/order.ts'
import type { Product } from '../../../domain/products/product.ts'
import { buildApp } from '../../../server/app.ts'
import { readConfig } from '../../../server/config/config.ts'
import type { ServerContext } from '../../../server/db/context.ts'
import { superuser } from '../../../server/db/embedded/cluster.ts'
import { openContext } from '../../../server/open-context.ts'
import { type Caller, makeCaller } from '../../support/api/caller.ts'
import { insertSession, insertUser, type TestUser, testPassword } from '../../support/api/insert-user.ts'
import { orderInput, startShop } from '../../support/api/shop.ts'
import { startApi } from '../../support/api/start-api.ts'
import { isFull, rounds } from '../../support/is-full.ts'
import { trackGuarantee } from '../../support/trust/guarantee.ts'

/** A small file system that can be filled. */
type SmallDisk = {
  folder: string
  /** Fills the disk except for this many megabytes, or completely. */
  fill: (left?: number) => void
  freeSpace: () => void
  /** Unmounts it; call it when nothing uses it any more. */
  remove: () => void
}

/** Mounts a tmpfs; null if this machine does not allow it. */
const mountSmallDisk = (megabytes: number): SmallDisk | null => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-disk-'))
  chmodSync(folder, 0o711)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return null
  }
  const ballast = path.join(folder, 'ballast')
  return {
    folder,
    fill: (left = 0) => {
      const file = openSync(ballast, 'a')
      const spare = path.join(folder, 'spare')
      if (left > 0) writeFileSync(spare, Buffer.alloc(left * 1_048_576))
      for (const size of [1_048_576, 4_096, 1]) writeUntilFull(file, Buffer.alloc(size))
      closeSync(file)
      rmSync(spare, { force: true })
    },
    freeSpace: () => rmSync(ballast, { force: true }),
    remove: () => {
      // Lazy unmount: a backend that is still ending must not block the test.
      execFileSync('umount', ['-l', folder], { stdio: 'ignore' })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const writeUntilFull = (file: number, bytes: Buffer): void => {
  try {
    for (;;) if (writeSync(file, bytes) < bytes.length) return
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** The server with the embedded database in a data folder, and an admin. */
type Office = {
  context: ServerContext
  admin: Caller
  user: TestUser
  /** The same without the disk check before each write: only PostgreSQL reports a full disk. */
  unguarded: Caller
  anybody: Caller
  /** Log of the database supervisor. */
  said: string[]
  asSuperuser: (statement: string) => Promise<void>
  close: () => Promise<void>
}

const openOffice = async (dataDir: string): Promise<Office> => {
  const said: string[] = []
  const log = {
    info: (text: string) => void said.push(text),
    warn: (text: string) => void said.push(text),
    error: (text: string) => void said.push(text),
  }
  const { context, close } = await openContext(readConfig({ DATA_DIR: dataDir, DEMO: '0' }), log)
  const { hasRoom: _, ...withoutGuard } = context
  const apps = [await buildApp(context), await buildApp(withoutGuard)] as const
  for (const app of apps) await app.ready()
  const user = await insertUser(context)
  const token = await insertSession(context, user)
  const asSuperuser = async (statement: string) => {
    const host = path.join(dataDir, 'postgres/socket')
    const client = new pg.Client({ host, port: 5432, user: superuser, database: 'postgres' })
    client.on('error', () => {})
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  return {
    context,
    admin: makeCaller(apps[0], token),
    unguarded: makeCaller(apps[1], token),
    anybody: makeCaller(apps[0], null),
    user,
    said,
    asSuperuser,
    close: async () => {
      for (const app of apps) await app.close()
      await close()
    },
  }
}

const languageCodes = Object.keys(languages)
const disk = mountSmallDisk(320)

describe.skipIf(disk === null)('a disk that is full (needs root and tmpfs)', () => {
  const { folder, fill, freeSpace, remove } = disk as SmallDisk
  let office: Office
  let product: Product
  const stored: Order[] = []

  beforeAll(async () => {
    office = await openOffice(folder)
    const body = { country: 'ic', name: 'Montre', price: 15_000, quantity: 1_000_000 }
    product = (await office.admin.post<Product>('/products', { body })).body
  })
  afterAll(async () => {
    freeSpace()
    await office?.close()
    remove()
  })

  const order = async (caller: Caller): Promise<{ status: number; body: Problem }> => {
    const answer = await caller.post<Order & Problem>('/orders', { body: orderInput(product) })
    if (answer.status === 201) stored.push(answer.body)
    return answer
  }

  const untilWriting = async (): Promise<number> => {
    const began = performance.now()
    while ((await order(office.unguarded)).status !== 201) {
      if (performance.now() - began > 60_000) throw new Error(`not back: ${office.said.slice(-5).join('\n')}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return performance.now() - began
  }

  const lost = async (): Promise<string[]> => {
    const { rows } = await office.context.pool.query<{ id: string }>('select id from orders')
    const there = new Set(rows.map(({ id }) => id))
    return stored.flatMap(({ id }) => (there.has(id) ? [] : [`order ${id} was acknowledged and is gone`]))
  }

  it('refuses writes with 507 and a sentence, reads on, and comes back by itself', async () => {
    const guarantee = trackGuarantee(
      'full disk: writes refused with 507, reads go on, back by itself, nothing lost',
    )
    const sentences = new Set<string>()
    let letIn = 0
    for (let round = 0; round < rounds(20, 2); round++) {
      await order(office.admin)
      const megabytesLeft = round % 2 === 0 ? 0 : 40
      fill(megabytesLeft)
      const [{ id }] = stored as [Order]
      const writes = [
        (headers: Record<string, string>) =>
          office.admin.post('/orders', { body: orderInput(product), headers }),
        (headers: Record<string, string>) =>
          office.admin.put(`/orders/status/${id}`, { body: { status: 'NOT_REACHABLE' }, headers }),
        (headers: Record<string, string>) =>
          office.admin.put(`/products/${product.id}`, { body: { price: 16_000 }, headers }),
      ]
      // A disk check is cached for 100 ms.
      await expect.poll(async () => (await order(office.admin)).status).toBe(507)
      for (const language of languageCodes)
        for (const write of writes) {
          guarantee.tried()
          const { status, body } = await write({ 'accept-language': language })
          const { code, detail } = body as unknown as Problem
          sentences.add(detail)
          if (status !== 507 || code !== 'DISK_FULL')
            guarantee.broke(`a write was answered ${status} ${code}`)
        }
      for (const path of ['/orders', '/products', `/orders/${id}`, '/analytics', '/search?q=montre']) {
        guarantee.tried()
        const { status } = await office.admin.get(path)
        if (status >= 500) guarantee.broke(`GET ${path} was answered ${status}`)
      }
      guarantee.tried()
      const login = await office.anybody.post('/sessions', {
        body: { email: office.user.email, password: testPassword },
      })
      // Writes share the remaining disk space: a login succeeds as long as its own row fits.
      if (login.status === 200) letIn++
      else if (login.status !== 507) guarantee.broke(`a login was answered ${login.status}`)
      freeSpace()
      await untilWriting()
      guarantee.tried()
    }
    for (const why of await lost()) guarantee.broke(why)
    if (sentences.size !== languageCodes.length)
      guarantee.broke(`${sentences.size} sentences in all languages`)
    guarantee.report(`${stored.length} orders acknowledged, ${letIn} logins let in`)
  })

  const timesEnded = () => office.said.filter((line) => line.startsWith('PostgreSQL ended')).length

  /**
   * Uses up the space of the WAL until PostgreSQL has ended. It reuses old WAL files, as many as a checkpoint
   * retains, and only needs disk space after the last; a record that is cut off leaves some space, with which it
   * restarts once more. A WAL switch has an effect only after a write.
   */
  const exhaustLog = async (ended: number): Promise<void> => {
    const write = "select pg_logical_emit_message(false, 'full', 'disk'); select pg_switch_wal()"
    const givenUp = performance.now() + 60_000
    while (timesEnded() === ended && performance.now() < givenUp)
      await office.asSuperuser(write).catch(() => new Promise((resolve) => setTimeout(resolve, 20)))
    expect(timesEnded(), 'the ends of PostgreSQL').toBeGreaterThan(ended)
  }

  it('that PostgreSQL cannot write its log on any more takes it down and up again, and loses nothing', async () => {
    const guarantee = trackGuarantee(
      'disk full under the database’s own log: 507 or 503 meanwhile, back by itself',
    )
    const statuses = new Map<number, number>()
    let slowest = 0
    for (let round = 0; round < rounds(5, 1); round++) {
      fill()
      const ended = timesEnded()
      const calls = Array.from({ length: rounds(200, 40) }, () => order(office.unguarded))
      const [answers] = await Promise.all([Promise.all(calls), exhaustLog(ended)])
      for (const { status, body } of answers) {
        guarantee.tried()
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status !== 201 && status !== 507 && status !== 503)
          guarantee.broke(`a write was answered ${status} ${body.code}`)
      }
      freeSpace()
      slowest = Math.max(slowest, await untilWriting())
      for (const why of await lost()) guarantee.broke(why)
    }
    const counts = [...statuses].map(([status, count]) => `${count} x ${status}`).join(', ')
    guarantee.report(`${counts}; writing again after ${Math.round(slowest)} ms at most`)
  })
})

it('a database that says so itself is answered with 507, and leaves nothing of the work', async () => {
  const guarantee = trackGuarantee(
    'full disk reported by the database: 507 in every language, nothing half done',
  )
  const api = await startApi()
  try {
    const shop = await startShop(api)
    const product = await shop.product()
    const { pool } = api.context
    await pool.query(`create function no_room() returns trigger language plpgsql as
      $$ begin raise 'could not extend file' using errcode = '53100'; end $$`)
    for (const table of ['changes', 'events', 'orders']) {
      await pool.query(`create trigger no_room before insert on ${table} execute function no_room()`)
      const before = await pool.query(
        'select (select count(*) from orders) as orders, quantity from products',
      )
      for (const language of languageCodes) {
        guarantee.tried()
        const { status, body } = await shop.admin.post<Problem>('/orders', {
          body: orderInput(product),
          headers: { 'accept-language': language },
          key: `full ${table} ${language}`,
        })
        if (status !== 507 || body.code !== 'DISK_FULL') guarantee.broke(`answered ${status} ${body.code}`)
      }
      const after = await pool.query('select (select count(*) from orders) as orders, quantity from products')
      if (JSON.stringify(before.rows) !== JSON.stringify(after.rows)) guarantee.broke(`half done in ${table}`)
      await pool.query(`drop trigger no_room on ${table}`)
      // The same idempotency key can be used again, since the refused call had no effect.
      const again = await shop.admin.post('/orders', { body: orderInput(product), key: `full ${table} fr` })
      if (again.status !== 201) guarantee.broke(`a second try was answered ${again.status}`)
      guarantee.tried()
    }
    guarantee.report()
  } finally {
    await api.close()
  }
})

it('is tried on a real disk wherever this machine can have one', () => {
  if (disk === null) console.log('[skipped] a full disk: mounting a small one needs root and tmpfs on Linux')
  expect(isFull && process.getuid?.() === 0 && process.platform === 'linux' && disk === null).toBe(false)
})
