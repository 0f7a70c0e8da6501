import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { read, utils } from 'xlsx'
import { sourcePlace } from '../../../server/core/describe-bug.ts'
import { demoCompany } from '../../../server/seed/demo-company.ts'
import buildAll from '../../support/console/build-console.ts'
import { type RunningServer, startServer } from '../../support/console/running-server.ts'

let server: RunningServer
let token: string
beforeAll(async () => {
  buildAll()
  server = await startServer(200)
  const [admin] = demoCompany.logins
  const answer = await call('POST', '/sessions', { email: admin?.email, password: demoCompany.password })
  token = ((await answer.json()) as { token: string }).token
})
afterAll(() => server?.stop())

const call = (method: string, place: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api${place}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

const firstCell = async (answer: Response): Promise<string> => {
  const book = read(Buffer.from(await answer.arrayBuffer()))
  return utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 })[0]![0]!
}

it('finds every file that it needs: migrations, texts, pages, the console', async () => {
  expect((await call('GET', '/orders?limit=1')).status).toBe(200)
  expect(await (await call('GET', '/docs/static/theme/docs.js')).text()).toBe(
    readFileSync('server/openapi/page/docs.js', 'utf8'),
  )
  const words = JSON.parse(readFileSync('locales/it/orders.json', 'utf8'))
  const exported = await call('POST', '/orders/download?language=it', {})
  expect(await firstCell(exported)).toBe(words.fields.number)
  expect(await (await fetch(server.url)).text()).toContain('<title>Waybill</title>')
})

it('loads nothing that builds', () => {
  const compiled = readdirSync('dist/server').filter((file) => file.endsWith('.js'))
  expect(compiled.length).toBeGreaterThan(3)
  const builders = compiled.filter((file) =>
    /from "esbuild"/.test(readFileSync(`dist/server/${file}`, 'utf8')),
  )
  expect(builders).toEqual([])
})

it('reads and writes spreadsheets in a thread that was built with it', async () => {
  const template = await call('POST', '/orders/download-multiple-template?country=ic')
  const bytes = await template.arrayBuffer()
  const body = new FormData()
  body.append('file', new File([bytes], 'orders.xlsx'))
  const answer = await fetch(`${server.url}/api/orders/upload-multiple?country=ic&dryRun=1`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  })
  expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code: 'FILE_EMPTY' })])
})

it('names the place in the sources where a bug is', () => {
  const built = readFileSync('dist/server/main.js', 'utf8').split('\n')
  const row = built.findIndex((line) => line.includes('throw') && line.includes('new StartRefusal('))
  const column = built[row]!.indexOf('new StartRefusal')
  const place = `${pathToFileURL(path.resolve('dist/server/main.js')).href}:${row + 1}:${column + 1}`
  const [, file, line] = /^at start \((\S+\.ts):(\d+):\d+\)$/.exec(sourcePlace(`at start (${place})`)) ?? []
  expect(readFileSync(file!, 'utf8').split('\n')[Number(line) - 1]).toContain('new StartRefusal')
  expect(sourcePlace('at call (node:internal/main:1:1)')).toBe('at call (node:internal/main:1:1)')
})
