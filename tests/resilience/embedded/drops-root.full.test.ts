import { execFile, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { chooseAccount, isRoot } from '../../../server/db/account.ts'
import { demoCompany } from '../../../server/seed/demo-company.ts'
import { makeTestDatabase } from '../../support/clusters/make-test-database.ts'
import { makeImage } from '../../support/images/make-images.ts'
import { buildServer } from '../../support/instances/start-instance.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const account = chooseAccount()

let folder: string
const placeOf = (name: string) => path.join(folder, name)
beforeAll(async () => {
  if (!isRoot()) return
  await buildServer()
  folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-drops-'))
  chmodSync(folder, 0o711)
})
afterAll(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
})

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const asRoot = (title: string, test: () => Promise<void>) =>
  it(title, async () => {
    if (isRoot()) await test()
    else console.warn('NOT TRIED: only a server that is started by root can drop root.')
  })

type Settings = { env?: Record<string, string>; as?: { uid: number; gid: number }; checkout?: string }

const environment = (dataDir: string, env: Record<string, string> = {}) => ({
  ...process.env,
  NODE_ENV: 'development',
  DATABASE_URL: '',
  FILES_URL: '',
  SMTP_URL: '',
  HOST: '127.0.0.1',
  PORT: '0',
  DEMO: '1',
  DEMO_ORDERS: '0',
  DATA_DIR: dataDir,
  ...env,
})

/** Resolves once it is ready, or has ended. */
const start = async (dataDir: string, { env, as, checkout = root }: Settings = {}) => {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: checkout,
    env: environment(dataDir, env),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...as,
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  stops.push(stop)
  let said = ''
  const url = await new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        said += text
        const [, found] = /ready: (http\S+)/.exec(said) ?? []
        if (found !== undefined) resolve(found)
      })
    ended.then(() => resolve(''))
  })
  return { url, pid: child.pid!, ended, stop, said: () => said }
}

/** The user and group ids of a process: real, effective, saved, file system; and its other groups. */
const idsOf = (pid: number) => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const field = (name: string) => status.match(new RegExp(`^${name}:(.*)$`, 'm'))![1]!.trim()
  const numbers = (name: string) => field(name).split(/\s+/).filter(Boolean).map(Number)
  return {
    uid: numbers('Uid'),
    gid: numbers('Gid'),
    groups: numbers('Groups'),
    capabilities: field('CapPrm'),
  }
}

const accountIds = {
  uid: Array(4).fill(account.uid),
  gid: Array(4).fill(account.gid),
  groups: [],
  capabilities: '0000000000000000',
}

const logIn = async (url: string) => {
  const body = JSON.stringify({ email: demoCompany.logins[0]!.email, password: demoCompany.password })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/sessions`, { method: 'POST', headers, body })
  return { status: answer.status, ...((await answer.json()) as { token?: string }) }
}

/** Uploads a picture and asks for a mail; both are written into the data folder. */
const write = async (url: string, dataDir: string) => {
  const { token } = await logIn(url)
  const picture = await fetch(`${url}/api/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
    body: new Uint8Array(await makeImage('png', 61, 47)),
  })
  expect(picture.status).toBe(201)
  const asked = await fetch(`${url}/api/forget-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: demoCompany.logins[0]!.email }),
  })
  expect(asked.ok).toBe(true)
  const mails = () => readdirSync(path.join(dataDir, 'mail')).filter((name) => name.endsWith('.eml'))
  await expect.poll(mails, { timeout: 60_000 }).not.toEqual([])
}

const ownersIn = (dataDir: string, name: string) =>
  new Set(
    readdirSync(path.join(dataDir, name)).map((entry) => {
      const { uid, gid } = lstatSync(path.join(dataDir, name, entry))
      return `${uid}:${gid}`
    }),
  )

const ofAccount = new Set([`${account.uid}:${account.gid}`])

const expectWrittenByAccount = async (url: string, dataDir: string) => {
  await write(url, dataDir)
  for (const name of ['files', 'mail']) expect(ownersIn(dataDir, name)).toEqual(ofAccount)
}

const command = async (name: string, dataDir: string, ...args: string[]) => {
  const env = environment(dataDir, { ADMIN_PASSWORD: 'quarante-deux-chameaux' })
  const { stdout } = await promisify(execFile)(process.execPath, [`dist/server/${name}.js`, ...args], {
    cwd: root,
    env,
  })
  return stdout.trim()
}

asRoot(
  'a server that root starts is the account of PostgreSQL, and what it writes is of that account',
  async () => {
    const dataDir = placeOf('new')
    const first = await start(dataDir)
    expect(idsOf(first.pid)).toEqual(accountIds)
    expect(first.said()).not.toContain('WARNING')
    expect((await logIn(first.url)).status).toBe(200)
    await expectWrittenByAccount(first.url, dataDir)
    expect(statSync(dataDir)).toMatchObject({ uid: 0, gid: 0 })
    expect(await first.stop()).toBe(0)

    const again = await start(dataDir)
    expect(idsOf(again.pid)).toEqual(accountIds)
    expect((await logIn(again.url)).status).toBe(200)
    expect(await again.stop()).toBe(0)

    const asAccount = await start(dataDir, { as: account })
    expect((await logIn(asAccount.url)).status).toBe(200)
    expect(await asAccount.stop()).toBe(0)

    const stranger = await start(dataDir, { as: { uid: 4_711, gid: 4_711 } })
    expect(await stranger.ended).toBe(1)
    expect(stranger.said()).toMatch(/^[^\n]* belongs to another user \(id 0\)[^\n]*\n$/)
  },
)

asRoot('takes what root wrote before and follows no link to what is not its own', async () => {
  const dataDir = placeOf('older')
  const secret = placeOf('secret')
  writeFileSync(secret, 'of root', { mode: 0o600 })
  const hash = 'ab'.repeat(32)
  for (const name of ['', 'files', 'mail', 'claims']) mkdirSync(path.join(dataDir, name), { mode: 0o700 })
  writeFileSync(path.join(dataDir, 'files', `${hash}-64.webp`), 'picture', { mode: 0o600 })
  writeFileSync(path.join(dataDir, 'mail/letter.eml'), 'letter', { mode: 0o600 })
  symlinkSync(secret, path.join(dataDir, 'files', `${hash}-256.webp`))
  linkSync(secret, path.join(dataDir, 'files', `${hash}-1024.webp`))
  const { url, pid } = await start(dataDir)
  expect(idsOf(pid)).toEqual(accountIds)
  expect(statSync(secret)).toMatchObject({ uid: 0, gid: 0, mode: 0o100600 })
  expect(statSync(path.join(dataDir, 'mail/letter.eml')).uid).toBe(account.uid)
  const read = await fetch(`${url}/files/${hash}-64.webp`)
  expect([read.status, await read.text()]).toEqual([200, 'picture'])
  for (const size of [256, 1024])
    expect(await (await fetch(`${url}/files/${hash}-${size}.webp`)).text()).not.toContain('of root')
})

asRoot('drops root with DATABASE_URL, too', async () => {
  const database = await makeTestDatabase()
  stops.push(() => database.drop())
  const dataDir = placeOf('beside')
  const { url, pid, stop } = await start(dataDir, { env: { DATABASE_URL: database.urls.databaseUrl } })
  expect(idsOf(pid)).toEqual(accountIds)
  await expectWrittenByAccount(url, dataDir)
  expect(await stop()).toBe(0)
})

asRoot('opens a port that only root may open, and refuses a busy one', async () => {
  const port = await freePrivilegedPort()
  const env = { HOST: 'localhost', PORT: String(port) }
  const first = await start(placeOf('port'), { env })
  expect(first.url).toBe(`http://localhost:${port}`)
  expect(idsOf(first.pid)).toEqual(accountIds)
  expect((await logIn(first.url)).status).toBe(200)
  const second = await start(placeOf('other'), { env })
  expect(await second.ended).toBe(1)
  expect(second.said()).toMatch(new RegExp(`^Port ${port} is in use`))
  expect(await first.stop()).toBe(0)
})

/** Below 1024. */
const freePrivilegedPort = async (): Promise<number> => {
  for (let port = 1_023; ; port--) {
    const probe = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => resolve(true))
    })
    await new Promise((resolve) => probe.close(resolve))
    if (isFree) return port
  }
}

asRoot(
  'root creates admins, backs up and restores what the server left, and the server goes on',
  async () => {
    const dataDir = placeOf('operated')
    const first = await start(dataDir)
    await write(first.url, dataDir)
    const closed = placeOf('closed')
    mkdirSync(closed, { mode: 0o700 })
    const file = path.join(closed, 'running.backup')
    expect(await command('backup', dataDir, file)).toContain(file)
    expect(statSync(file)).toMatchObject({ uid: 0, mode: 0o100600 })
    expect(await first.stop()).toBe(0)
    expect(await command('backup', dataDir)).toMatch(/backups/)
    const details = ['--name', 'Zélie Ouattara', '--email', 'zelie@operated.example', '--phone', '0709080706']
    expect(await command('admin', dataDir, 'create', ...details, '--country', 'ic')).toMatch(/can log in/)
    const again = await start(dataDir)
    expect((await logIn(again.url)).status).toBe(200)
    await expectWrittenByAccount(again.url, dataDir)
    expect(ownersIn(dataDir, 'backups')).toEqual(ofAccount)
    expect(await again.stop()).toBe(0)

    const restored = placeOf('restored')
    expect(await command('restore', restored, file)).toMatch(/rows are back/)
    expect(await command('restore', restored, file, '--replace')).toMatch(/rows are back/)
    const third = await start(restored)
    expect((await logIn(third.url)).status).toBe(200)
    expect(ownersIn(restored, 'files')).toEqual(ofAccount)
    expect(await third.stop()).toBe(0)
  },
)

asRoot('stays root in a checkout that only root can read, and says in one line what to do', async () => {
  const checkout = placeOf('checkout')
  mkdirSync(checkout, { mode: 0o700 })
  for (const part of ['dist', 'server', 'package.json'])
    cpSync(path.join(root, part), path.join(checkout, part), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(checkout, 'node_modules'))
  const { url, pid, said, stop } = await start(placeOf('as root'), { checkout })
  expect(idsOf(pid).uid).toEqual([0, 0, 0, 0])
  const warnings = said()
    .split('\n')
    .filter((line) => line.includes('WARNING'))
  expect(warnings).toEqual([
    expect.stringMatching(/runs as root.*cannot read .*checkout.*move .* to a place/),
  ])
  expect((await logIn(url)).status).toBe(200)
  await write(url, placeOf('as root'))
  expect(await stop()).toBe(0)
})

asRoot('keeps the account of a database that another one has', async () => {
  const dataDir = placeOf('of nobody')
  for (const name of ['', 'postgres', 'files']) mkdirSync(path.join(dataDir, name), { mode: 0o711 })
  for (const name of ['postgres', 'files']) chownSync(path.join(dataDir, name), 65_534, 65_534)
  chmodSync(path.join(dataDir, 'postgres'), 0o700)
  const { pid, url } = await start(dataDir)
  expect(idsOf(pid).uid).toEqual(Array(4).fill(65_534))
  expect((await logIn(url)).status).toBe(200)
})

asRoot('finds the database outside of its data folder once that can be entered', async () => {
  const closed = placeOf('closed at first')
  mkdirSync(closed, { mode: 0o700 })
  const dataDir = path.join(closed, 'data')
  const first = await start(dataDir)
  const home = readFileSync(path.join(dataDir, 'postgres.path'), 'utf8').trim()
  stops.push(async () => rmSync(home, { recursive: true, force: true }))
  expect(idsOf(first.pid).uid).toEqual([0, 0, 0, 0])
  expect(first.said()).toMatch(/WARNING: .* cannot enter .*closed at first: set DATA_DIR to a folder/)
  await write(first.url, dataDir)
  expect(await first.stop()).toBe(0)

  chmodSync(closed, 0o711)
  chmodSync(path.join(dataDir, 'postgres.path'), 0o600)
  const again = await start(dataDir)
  expect(idsOf(again.pid)).toEqual(accountIds)
  expect(again.said()).not.toContain('Demo company loaded')
  expect((await logIn(again.url)).status).toBe(200)
  for (const name of ['files', 'mail']) expect(ownersIn(dataDir, name)).toEqual(ofAccount)
  expect(statSync(path.join(dataDir, 'postgres.path')).uid).toBe(0)
  expect(await again.stop()).toBe(0)
})
