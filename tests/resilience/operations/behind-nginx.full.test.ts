import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { Agent, request } from 'node:https'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Product } from '../../../domain/products/product.ts'
import { freePort } from '../../../server/db/embedded/start-embedded.ts'
import { orderInput } from '../../support/api/shop.ts'
import { makeTestDatabase, type TestDatabase } from '../../support/clusters/make-test-database.ts'
import { canMakeRoot, type DebianRoot, makeDebianRoot } from './debian-root.ts'

const run = promisify(execFile)
const repository = path.resolve(import.meta.dirname, '../../..')
const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-nginx-'))
const data = path.join(folder, 'data')

type Answer = { status: number; body: Record<string, unknown> }
/** Of a site: the port of TLS, that of plain calls, and those of its two servers. */
type Ports = { site: number; plain: number; one: number; other: number }
type Call = { method: string; began: number; ended: number; status: number; id?: string }

describe.skipIf(!canMakeRoot)('two instances behind nginx, each as the image runs it', () => {
  let database: TestDatabase
  let root: DebianRoot
  let ports: Ports
  const running: ChildProcess[] = []
  /** Those of `running` that are nginx, whose workers survive a SIGKILL of it. */
  const sites: ChildProcess[] = []
  let token = ''
  const agent = new Agent({ rejectUnauthorized: false, keepAlive: true, maxSockets: 64 })

  const begin = (program: string, args: string[], env: NodeJS.ProcessEnv = {}) => {
    const [command, given] = root.command(program, ...args)
    const child = spawn(command, given, {
      env: { PATH: '/usr/bin:/bin', ...env },
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.push(child)
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
    return { child, said: () => said }
  }
  const settings = (port: number): NodeJS.ProcessEnv => ({
    NODE_ENV: 'production',
    DATABASE_URL: database.urls.databaseUrl.replace(
      encodeURIComponent(database.connectionConfig.host!),
      encodeURIComponent('/socket'),
    ),
    DATA_DIR: `/data/${port}`,
    HOST: '127.0.0.1',
    PORT: String(port),
    TRUSTED_PROXIES: '127.0.0.1',
    SECRETS_KEY: 'k'.repeat(40),
    PUBLIC_URL: `https://127.0.0.1:${ports.site}`,
  })
  const instance = async (port: number): Promise<ChildProcess> => {
    const { child, said } = begin('/usr/bin/node', ['/app/dist/server/main.js'], settings(port))
    await vi.waitFor(() => expect(said()).toMatch(/Waybill is ready/), { timeout: 60_000, interval: 100 })
    return child
  }
  const ask = (method: string, address: string, body?: unknown, port = ports.site): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const headers = {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      const sent = request(
        { host: '127.0.0.1', port, path: `/api/${address}`, method, headers, agent },
        (answer) => {
          let text = ''
          answer.on('data', (part) => (text += part))
          answer.on('error', reject)
          answer.on('end', () => {
            const isJson = answer.headers['content-type']?.includes('json')
            resolve({ status: answer.statusCode ?? 0, body: isJson ? JSON.parse(text) : {} })
          })
        },
      )
      sent.on('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })

  const freePorts = async (): Promise<Ports> => ({
    site: await freePort(),
    plain: await freePort(),
    one: await freePort(),
    other: await freePort(),
  })
  /** The sample as it is, but for ports, certificate and log, in a folder of `/data`; `change` is for what would take minutes. */
  const writeSite = (name: string, at: Ports, change = (text: string) => text) => {
    const site = readFileSync(path.join(repository, 'deploy/nginx.conf'), 'utf8')
      .replace('listen 443', `listen 127.0.0.1:${at.site}`)
      .replace('listen 80', `listen 127.0.0.1:${at.plain}`)
      .replaceAll('127.0.0.1:4600', `127.0.0.1:${at.one}`)
      .replaceAll('127.0.0.1:4601', `127.0.0.1:${at.other}`)
      .replaceAll('/etc/letsencrypt/live/waybill.example/', `/data/${name}/`)
      .replaceAll('/var/log/nginx/', `/data/${name}/`)
    const place = path.join(data, name)
    mkdirSync(place)
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1'],
        ...['-keyout', path.join(place, 'privkey.pem'), '-out', path.join(place, 'fullchain.pem')],
      ],
      { stdio: 'ignore' },
    )
    writeFileSync(path.join(place, 'site.conf'), change(site))
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path /data/${name}/${kind};`,
    )
    writeFileSync(
      path.join(place, 'nginx.conf'),
      `daemon off; pid /data/${name}/pid; error_log stderr warn; events {}
      http { access_log off; ${temporary.join(' ')} include /data/${name}/site.conf; }`,
    )
    execFileSync('chown', ['-R', '1001:1001', place])
  }
  const beginNginx = (name: string) => {
    const { child, said } = begin('/usr/sbin/nginx', ['-c', `/data/${name}/nginx.conf`, '-e', 'stderr'])
    sites.push(child)
    return { said }
  }

  beforeAll(async () => {
    const image = path.join(folder, 'app')
    await run(process.execPath, ['scripts/image.mjs', image], {
      cwd: repository,
      maxBuffer: 64 * 1024 * 1024,
    })
    database = await makeTestDatabase()
    const { host, port } = database.connectionConfig
    root = await makeDebianRoot(path.join(folder, 'root'), {
      image,
      data,
      socket: { host: host!, port: port! },
      packages: ['nginx'],
    })
    ports = await freePorts()
    writeSite('nginx', ports)
    for (const at of [ports.one, ports.other]) mkdirSync(path.join(data, String(at)))
    execFileSync('chown', ['-R', '1001:1001', data])
    const [program, args] = root.command(
      '/usr/bin/node',
      '/app/dist/server/admin.js',
      'create',
      '--name',
      'Awa',
      '--email',
      'awa@example.com',
      '--phone',
      '0700000001',
    )
    await run(program, args, {
      env: { PATH: '/usr/bin', ...settings(ports.one), ADMIN_PASSWORD: 'plenty-of-rain' },
      cwd: '/',
    })
    const [mounted] = await Promise.all([instance(ports.one), instance(ports.other)])
    expect(mounted.pid).toBeGreaterThan(0)
    beginNginx('nginx')
    await vi.waitFor(() => ask('GET', 'health'), { timeout: 20_000, interval: 100 })
    const entered = await ask('POST', 'sessions', { email: 'awa@example.com', password: 'plenty-of-rain' })
    expect(entered.status).toBeLessThan(300)
    token = entered.body.token as string
  }, 900_000)
  afterAll(async () => {
    agent.destroy()
    for (const child of sites) child.kill('SIGTERM')
    for (const child of running) if (!sites.includes(child)) child.kill('SIGKILL')
    root?.close()
    await database?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('lose no call but those in flight when one is killed, and nothing that was answered', async () => {
    const product = await ask('POST', 'products', {
      name: 'Lampe',
      price: 9_000,
      quantity: 100_000,
      country: 'ic',
    })
    expect(product.status).toBe(201)
    const calls: Call[] = []
    let isOver = false
    const worker = async (at: number) => {
      for (let turn = 0; !isOver; turn++) {
        const isWrite = (turn + at) % 4 === 0
        const began = performance.now()
        const answer = await (isWrite
          ? ask('POST', 'orders', orderInput(product.body as unknown as Product))
          : ask('GET', 'orders?limit=20')
        ).catch(() => ({ status: 0, body: {} as Record<string, unknown> }))
        calls.push({
          method: isWrite ? 'POST' : 'GET',
          began,
          ended: performance.now(),
          status: answer.status,
          ...(isWrite && answer.status === 201 && { id: answer.body.id as string }),
        })
      }
    }
    const workers = Array.from({ length: 20 }, (_, at) => worker(at))
    await sleep(4_000)
    const killed = performance.now()
    running[1]!.kill('SIGKILL')
    await sleep(6_000)
    await instance(ports.other)
    await sleep(4_000)
    isOver = true
    await Promise.all(workers)

    const failed = calls.filter(({ status }) => status === 0 || status >= 500)
    const inFlight = calls.filter(({ began, ended }) => began <= killed + 50 && ended >= killed)
    const after = calls.filter(({ began }) => began > killed + 50)
    console.log(
      `${calls.length} calls, ${failed.length} failed of ${inFlight.length} in flight; ${after.length} began after the kill`,
    )
    expect(failed.filter((call) => !inFlight.includes(call))).toEqual([])
    expect(after.length).toBeGreaterThan(200)
    expect(calls.filter(({ status }) => status >= 400 && status < 500)).toEqual([])
    const made = calls.flatMap(({ id }) => id ?? [])
    expect(made.length).toBeGreaterThan(50)
    for (let from = 0; from < made.length; from += 100) {
      const asked = made.slice(from, from + 100)
      const { body } = await ask('GET', `orders?limit=1&ids=${asked.join(',')}`)
      expect(body.total).toBe(asked.length)
    }
  }, 120_000)

  it('get no write twice, and each that the other one refused', async () => {
    const at = await freePorts()
    /** Methods that one of the two servers has read to the end. */
    let received: string[] = []
    let fault: 'none' | 'breaks' | 'hangs' = 'none'
    const listen = (port: number): Promise<Server> =>
      new Promise((resolve) => {
        // Idle connections stay for longer than those of nginx, as Waybill's.
        const server = createServer({ keepAliveTimeout: 72_000 }, (call, answer) => {
          call.resume().on('end', () => {
            received.push(call.method!)
            const isFirst = received.length === 1
            if (isFirst && fault === 'breaks') call.socket.destroy()
            else if (!isFirst || fault !== 'hangs') answer.end()
          })
        }).listen(port, '127.0.0.1', () => resolve(server))
      })
    const servers = [await listen(at.one), await listen(at.other)]
    writeSite('fakes', at, (site) =>
      site
        .replaceAll('fail_timeout=5s', 'fail_timeout=1s')
        // What it tried is read from its errors.
        .replace(/error_log .* crit/, 'error_log stderr error')
        .replace('proxy_read_timeout 120s', 'proxy_read_timeout 1s'),
    )
    const { said } = beginNginx('fakes')
    const send = async (method: string) =>
      (await ask(method, 'orders', method === 'GET' ? undefined : 'x'.repeat(200_000), at.site)).status
    /** Until nginx tries a server again that has failed. */
    const recover = () => sleep(2_500)
    await vi.waitFor(() => send('GET'), { timeout: 20_000, interval: 100 })

    for (fault of ['breaks', 'hangs'] as const)
      for (const method of ['PUT', 'DELETE', 'POST', 'PATCH', 'GET']) {
        received = []
        const status = await send(method)
        expect({ fault, status, received }).toEqual(
          method === 'GET'
            ? { fault, status: 200, received: ['GET', 'GET'] }
            : { fault, status: 502, received: [method] },
        )
        await recover()
      }

    fault = 'none'
    servers[1]!.closeAllConnections()
    servers[1]!.close()
    for (const method of ['PUT', 'DELETE', 'POST', 'GET']) {
      await recover()
      received = []
      expect(await Promise.all([send(method), send(method)]), said()).toEqual([200, 200])
      expect(received).toEqual([method, method])
      expect(said()).toMatch(new RegExp(`Connection refused\\).*request: "${method} `))
    }
    servers[0]!.closeAllConnections()
    servers[0]!.close()
  }, 120_000)

  it('keep figures for operators inside, and send plain calls to the encrypted site', async () => {
    const answer = await fetch(`http://127.0.0.1:${ports.plain}/orders`, { redirect: 'manual' })
    expect({ status: answer.status, to: answer.headers.get('location') }).toEqual({
      status: 301,
      to: 'https://127.0.0.1/orders',
    })
  })
})
