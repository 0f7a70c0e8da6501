import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../../server/app.ts'
import { makeWorld, type World } from '../../builders/access/make-world.ts'
import { closedCells, plainCells, sendAny } from '../../builders/access/plain-cells.ts'
import { readSpecAccess } from '../../builders/access/read-spec-access.ts'
import { tryCells } from '../../builders/access/try-cells.ts'
import { unlistedCalls } from '../../builders/access/unlisted-calls.ts'
import { startApi, type TestApi } from '../../builders/api/start-api.ts'
import { keeping } from '../../builders/trust/promise.ts'

let api: TestApi
let world: World
let documented: string[]

beforeAll(async () => {
  api = await startApi()
  world = await makeWorld(api)
  const { body } = await api.anybody.get<{ paths: Record<string, Record<string, unknown>> }>('/openapi.json')
  documented = Object.entries(body.paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('/api/', '')}`),
    )
})
afterAll(() => api.close())

const spec = readSpecAccess()
const gated = [...spec.records, ...spec.plain]

it('names every call that the server answers, and no other', async () => {
  const named = [...gated.map(({ call }) => call), ...spec.ofSession, ...spec.ofAnybody]
  expect(new Set(named).size).toBe(named.length)
  expect(documented.filter((call) => !named.includes(call))).toEqual([])
  expect(named.filter((call) => !documented.includes(call))).toEqual([])
  expect(await unlistedCalls(api.app)).toEqual({ unlisted: [], gone: [] })
})

it('finds a route that the table does not name', async () => {
  const promise = keeping('every route is in the matrix of access; an unlisted route fails the build')
  promise.tried(gated.length)
  const madeUp = {
    'one that says nothing of itself': undefined,
    'one that asks for no session': { access: 'public' } as const,
  }
  for (const [what, config] of Object.entries(madeUp)) {
    const app = await buildApp(api.context)
    app.put('/api/orders/secret/:id', config === undefined ? {} : { config }, async () => 'all of it')
    promise.tried()
    const found = await unlistedCalls(app)
    if (found.unlisted.join() !== 'PUT orders/secret/{id}') promise.broke(`${what} is let in`)
    await app.close()
  }
  promise.tell('two made-up routes were found out')
})

tryCells(
  'calls of a session: nobody without one, unverified or inactive; calls about no record: 5 roles as the table says',
  gated.map((call) => ({
    call: call.call,
    cells: [...closedCells(call.call, () => api), ...(spec.plain.includes(call) ? plainCells(call) : [])],
  })),
  () => world,
)

describe.each(spec.ofSession)('%s', (call) => {
  it('answers whoever has a session, before any gate', async () => {
    expect((await sendAny(api.anybody, call)).status).toBe(401)
    for (const closed of [{ isEmailVerified: false }, { isActivated: false }]) {
      const caller = await api.as(await api.createUser(closed))
      expect([200, 204]).toContain((await sendAny(caller, call)).status)
    }
  })
})

describe.each(spec.ofAnybody)('%s', (call) => {
  it('asks nobody for a session', async () => {
    const { body } = await sendAny(api.anybody, call)
    expect(body?.code).not.toBe('UNAUTHORIZED')
  })
})

/** What nobody may set by slipping it into a body. */
const slipped = {
  id: newId(),
  number: 987_654,
  version: 9,
  isDeleted: true,
  deletedAt: null,
  createdAt: '2020-01-01',
}

describe.each([
  ...['users', 'products', 'expeditions', 'requests', 'affiliates', 'packages', 'orders', 'views'].flatMap(
    (resource) => [`POST ${resource}`, `PUT ${resource}/{id}`],
  ),
  'PUT shippings/{id}',
  'PUT invoices/{id}',
])('%s', (call) => {
  it('refuses whatever it does not know, each by its name', async () => {
    const [method, path] = call.split(' ') as [string, string]
    const resource = path.split('/')[0]!
    const id = method === 'PUT' ? await world.make(resource, 'own', 'admin') : ''
    const caller = world.callers.admin
    const answer = await caller[method === 'PUT' ? 'put' : 'post'](`/${path.replace('{id}', id)}`, {
      body: slipped,
    })
    expect(answer.status).toBe(400)
    const unknown = (answer.body.errors as { path: string; code: string }[])
      .filter((problem) => problem.code === 'UNKNOWN_FIELD' || problem.code === 'READ_ONLY')
      .map((problem) => problem.path)
    expect(unknown.sort()).toEqual(Object.keys(slipped).sort())
  })
})
