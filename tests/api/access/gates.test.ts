import type { FastifyInstance } from 'fastify'
import { v7 as newId } from 'uuid'
import { describe, expect, it } from 'vitest'
import { buildApp } from '../../../server/app.ts'
import { makeWorld } from '../../support/access/make-world.ts'
import { closedCells, makeClosedCallers, plainCells, sendAny } from '../../support/access/plain-cells.ts'
import { readSpecAccess } from '../../support/access/read-spec-access.ts'
import { tryCells } from '../../support/access/try-cells.ts'
import { openApi } from '../../support/api/start-api.ts'
import { trackGuarantee } from '../../support/trust/guarantee.ts'

/** Files and document of the docs page, no calls. `printRoutes` prints `docs/static/*` as `docs/*`. */
const files = /^\/api\/docs\/(static\/.*|\*|json|yaml)$/

/** Every `METHOD path` under `/api` that an app has a route for, documented or not. */
const routedCalls = async (app: FastifyInstance): Promise<string[]> => {
  await app.ready()
  const calls: string[] = []
  const above: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods = ''] =
      line.match(/^([│ ]*(?:├── |└── )?)(.*?)(?: \(([A-Z, ]+)\))?$/) ?? []
    const depth = indent.length / 4
    above.splice(Math.max(depth - 1, 0))
    above.push(part)
    for (const method of methods.split(', ').filter((name) => name !== '' && name !== 'HEAD'))
      calls.push(`${method} ${above.join('')}`)
  }
  return calls
    .filter((call) => call.includes(' /api/') && !files.test(call.split(' ')[1]!))
    .map((call) => call.replace('/api/', '').replace(/:(\w+)/g, '{$1}'))
}

/** Routes of an app that the access table lacks, and entries of the table without a route. */
const unlistedCalls = async (app: FastifyInstance): Promise<{ unlisted: string[]; gone: string[] }> => {
  const spec = readSpecAccess()
  const named = [...spec.records, ...spec.plain]
    .map(({ call }) => call)
    .concat(spec.ofSession, spec.ofAnybody)
  // The specification's path has a trailing slash.
  const routed = (await routedCalls(app)).map((call) => call.replace(/(.)\/$/, '$1'))
  return {
    unlisted: routed.filter((call) => !named.includes(call)),
    gone: named.filter((call) => !routed.includes(call)),
  }
}

const api = await openApi()
const world = await makeWorld(api)
const closed = await makeClosedCallers(api)
const { body } = await api.anybody.get<{ paths: Record<string, Record<string, unknown>> }>('/openapi.json')
const documented = Object.entries(body.paths)
  .filter(([path]) => path.startsWith('/api/'))
  .flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('/api/', '')}`),
  )

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
  const guarantee = trackGuarantee(
    'every route is in the matrix of access; an unlisted route fails the build',
  )
  guarantee.tried(gated.length)
  const madeUp = {
    'one that says nothing of itself': undefined,
    'one that asks for no session': { access: 'public' } as const,
  }
  for (const [what, config] of Object.entries(madeUp)) {
    const app = await buildApp(api.context)
    app.put('/api/orders/secret/:id', config === undefined ? {} : { config }, async () => 'all of it')
    guarantee.tried()
    const found = await unlistedCalls(app)
    if (found.unlisted.join() !== 'PUT orders/secret/{id}') guarantee.broke(`${what} is let in`)
    await app.close()
  }
  guarantee.report('two made-up routes were found out')
})

tryCells(
  'calls of a session: nobody without one, unverified or inactive; calls about no record: 5 roles and callers as the table says',
  gated.map((call) => ({
    call: call.call,
    cells: [...closedCells(call.call, () => closed), ...(spec.plain.includes(call) ? plainCells(call) : [])],
  })),
  () => world,
)

describe.each(spec.ofSession)('%s', (call) => {
  it('answers any valid session, before any gate', async () => {
    expect((await sendAny(api.anybody, call)).status).toBe(401)
    for (const closed of [{ isEmailVerified: false }, { isActivated: false }]) {
      const caller = await api.as(await api.createUser(closed))
      expect([200, 204]).toContain((await sendAny(caller, call)).status)
    }
  })
})

describe.each(spec.ofAnybody)('%s', (call) => {
  it('need no session', async () => {
    const { body } = await sendAny(api.anybody, call)
    expect(body?.code).not.toBe('UNAUTHORIZED')
  })
})

/** Members that no client may set through a body. */
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
  'POST handovers',
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
