import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../../builders/access/make-world.ts'
import { readSpecAccess, specRoles } from '../../builders/access/read-spec-access.ts'
import { type Caller, makeCaller } from '../../builders/api/caller.ts'
import { keptInput } from '../../builders/api/goods.ts'
import { startApi, type TestApi } from '../../builders/api/start-api.ts'
import { orderInput } from '../../builders/api/trade.ts'

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

it('names every call that the server answers, and no other', () => {
  const named = [...gated.map(({ call }) => call), ...spec.ofSession, ...spec.ofAnybody]
  expect(new Set(named).size).toBe(named.length)
  expect(documented.filter((call) => !named.includes(call))).toEqual([])
  expect(named.filter((call) => !documented.includes(call))).toEqual([])
})

const send = (caller: Caller, call: string) => {
  const [method, path] = call.split(' ') as [string, string]
  const url = `/${path.replace(/\{\w+\}/g, newId())}`
  return caller[method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'](url)
}

describe.each(gated)('$call', ({ call }) => {
  it('is nobody’s without a session that lives', async () => {
    const { token } = await api.as(await api.createUser())
    await makeCaller(api.app, token).delete('/sessions/current')
    for (const caller of [api.anybody, makeCaller(api.app, 'x'.repeat(43)), makeCaller(api.app, token)]) {
      expect(await send(caller, call)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
    }
  })

  it('is closed to who is not verified, and to who is not activated', async () => {
    const unverified = await api.as(await api.createUser({ isEmailVerified: false }))
    const inactive = await api.as(await api.createUser({ isActivated: false }))
    expect(await send(unverified, call)).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } })
    expect(await send(inactive, call)).toMatchObject({ status: 403, body: { code: 'NOT_ACTIVATED' } })
  })
})

describe.each(spec.ofSession)('%s', (call) => {
  it('answers whoever has a session, before any gate', async () => {
    expect((await send(api.anybody, call)).status).toBe(401)
    for (const closed of [{ isEmailVerified: false }, { isActivated: false }]) {
      const caller = await api.as(await api.createUser(closed))
      expect([200, 204]).toContain((await send(caller, call)).status)
    }
  })
})

describe.each(spec.ofAnybody)('%s', (call) => {
  it('asks nobody for a session', async () => {
    const { body } = await send(api.anybody, call)
    expect(body?.code).not.toBe('UNAUTHORIZED')
  })
})

/** What each call about no record says, where it says anything. */
const bodies: Record<string, (product: { id: string; country: 'ic' }) => object> = {
  'POST users': () => ({
    country: 'ic',
    name: 'Awa Diop',
    role: 'agent',
    email: `${newId()}@test.example`,
    phone: '+2250701020304',
    password: 'un mot de passe',
  }),
  'POST products': keptInput.products,
  'POST expeditions': keptInput.expeditions,
  'POST requests': keptInput.requests,
  'POST affiliates': keptInput.affiliates,
  'POST packages': keptInput.packages,
  'POST orders': (product) => orderInput({ ...product } as Parameters<typeof orderInput>[0]),
  'POST views': () => ({ resource: 'orders', name: 'Vue' }),
}

/** Sent without their file or their list, these are refused for it: by then the door was open. */
const openedBy: Record<string, string> = {
  'POST orders/upload-multiple': 'UNSUPPORTED_MEDIA_TYPE',
  'POST orders/upload-multiple/failed': 'UNSUPPORTED_MEDIA_TYPE',
  'GET search': 'VALIDATION_FAILED',
}

/** The stream of events never ends: its own tests read it. */
const ending = spec.plain.filter(({ call }) => call !== 'GET events')

describe.each(ending)('$call', ({ call, method, path, reach }) => {
  it.each(specRoles.map((role) => [role, reach[role]] as const))('%s: %s', async (role, mayCall) => {
    const product = await world.make('products', 'own', role)
    const resource = call === 'POST views' ? { resource: listOf[role] } : {}
    const made = bodies[call]?.({ id: product, country: 'ic' })
    const body = made === undefined ? {} : { body: { ...made, ...resource } }
    const answer = await world.callers[role][method.toLowerCase() as 'get' | 'post' | 'delete'](
      `/${path}`,
      body,
    )
    if (mayCall === '-') expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    else if (openedBy[call] === undefined) {
      expect([200, 201, 204], JSON.stringify(answer.body)).toContain(answer.status)
    } else expect(answer.body).toMatchObject({ code: openedBy[call] })
  })
})

const listOf = {
  admin: 'orders',
  seller: 'orders',
  agent: 'shippings',
  moderator: 'invoices',
  delivery: 'shippings',
} as const

/** What nobody may set by slipping it into a body. */
const slipped = {
  id: newId(),
  number: 1,
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
      .filter((problem) => problem.code === 'UNKNOWN_FIELD')
      .map((problem) => problem.path)
    expect(unknown.sort()).toEqual(Object.keys(slipped).sort())
  })
})
