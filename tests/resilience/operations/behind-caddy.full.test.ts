import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../../server/db/embedded/start-embedded.ts'
import { readEvents } from '../../support/api/event-reader.ts'
import { startApi, type TestApi } from '../../support/api/start-api.ts'
import { makeImage } from '../../support/images/make-images.ts'

const sample = path.resolve(import.meta.dirname, '../../../deploy/Caddyfile')
const hasCaddy = spawnSync('caddy', ['version']).error === undefined

describe.skipIf(!hasCaddy)('the sample for Caddy', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-caddy-'))
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  let api: TestApi
  let caddy: ChildProcess
  let site: string

  beforeAll(async () => {
    api = await startApi()
    const { host } = new URL(await api.listen())
    site = `http://127.0.0.1:${await freePort()}`
    // The sample as it is, without certificate. The second server is down.
    const config = readFileSync(sample, 'utf8')
      .replace('waybill-1:4600', host)
      .replace('waybill-2:4600', `127.0.0.1:${await freePort()}`)
    const file = path.join(folder, 'Caddyfile')
    writeFileSync(file, `{\n\tadmin off\n}\n${config}`)
    caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
      env: { ...env, WAYBILL_HOST: site },
      stdio: 'ignore',
    })
    await vi.waitFor(async () => expect((await fetch(`${site}/readyz`)).status).toBe(200), {
      timeout: 30_000,
      interval: 100,
    })
  }, 120_000)
  afterAll(async () => {
    caddy?.kill('SIGKILL')
    await api?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is valid as it is', () => {
    const { status, stderr } = spawnSync(
      'caddy',
      ['validate', '--adapter', 'caddyfile', '--config', sample],
      { env: { ...env, WAYBILL_HOST: 'localhost' }, encoding: 'utf8' },
    )
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
  })

  it('passes compressed answers and pictures of several megabytes on', async () => {
    const page = await fetch(`${site}/api/openapi.json`, { headers: { 'accept-encoding': 'br' } })
    expect(page.headers.get('content-encoding')).toBe('br')
    expect(Object.keys(((await page.json()) as { paths: object }).paths).length).toBeGreaterThan(50)
    const { token } = await api.as('admin')
    const picture = await makeImage('png', 60, 40)
    // Readers of PNG ignore what follows the end of the picture.
    const large = Buffer.concat([picture, Buffer.alloc(9_000_000)])
    const stored = await fetch(`${site}/api/images`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
      body: new Uint8Array(large),
    })
    expect(stored.status).toBe(201)
  })

  it('passes events on as they happen, and keeps figures for operators inside', async () => {
    const admin = await api.as('admin')
    const stream = await readEvents(site, { token: `Bearer ${admin.token}` })
    expect(stream.status).toBe(200)
    await vi.waitFor(() => expect(stream.from()).not.toBeNull(), { timeout: 10_000 })
    const made = await admin.post('/products', {
      body: { name: 'Lampe', price: 9_000, quantity: 10, country: 'ic' },
    })
    expect(made.status).toBe(201)
    expect((await stream.until(1)).length).toBeGreaterThan(0)
    stream.close()
    expect((await fetch(`${site}/metrics`)).status).toBe(404)
  })
})
