import { describe, expect, it } from 'vitest'
import { type ResourceName, resourceNames } from '../../domain/resources.ts'
import type { JsonSchema } from '../../server/openapi/json-schema.ts'
import type { OpenApiDocument } from '../../server/openapi/openapi.ts'
import { makeWorld } from '../support/access/make-world.ts'
import { openApi } from '../support/api/start-api.ts'
import { casesOf } from '../support/is-full.ts'

type Members = Record<string, unknown>
type Problem = { errors?: { path: string; code: string }[] }

const api = await openApi()
const world = await makeWorld(api)
const document = (await api.anybody.get<OpenApiDocument>('/openapi.json')).body

/** A record of every editable resource; `one` reads it from its list or its own endpoint. */
const isEditable = (name: ResourceName) => document.paths[`/api/${name}/{id}`]?.put !== undefined
const kinds = [...resourceNames.filter(isEditable), 'views'] as const

const made = async (resource: string): Promise<{ path: string; record: Members }> => {
  const id = await world.make(resource, 'own', 'admin')
  return { path: `/${resource}/${id}`, record: await reread(resource, { id }) }
}

const reread = async (resource: string, { id }: Members): Promise<Members> => {
  const { admin } = world.callers
  if (resource !== 'views') return (await admin.get<Members>(`/${resource}/${id}`)).body
  const { body } = await admin.get<{ items: Members[] }>('/views')
  return body.items.find((view) => view.id === id)!
}

/** Members that an update may repeat but not change. */
const readOnlyOf = (resource: string): string[] => {
  const path = resource === 'profile' ? '/api/profile' : `/api/${resource}/{id}`
  const schema = document.paths[path]!.put!.requestBody!.content['application/json']!.schema
  const { properties = {} } = document.components.schemas[schema.$ref!.split('/').at(-1)!] as JsonSchema
  return Object.entries(properties).flatMap(([name, { readOnly }]) => (readOnly ? [name] : []))
}

const historyLength = async (): Promise<number> =>
  Number((await api.context.pool.query('select count(*) from changes')).rows[0].count)

/** Another plausible value of the field. */
const altered = (value: unknown): unknown => {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  return '01890000-0000-7000-8000-00000000000f'
}

describe.each(casesOf(kinds, (_, at) => at % 3 === 0))('a record of %s', (resource) => {
  it('that was read can be sent back completely, which changes nothing', async () => {
    const { path, record } = await made(resource)
    const before = await historyLength()
    const answer = await world.callers.admin.put<Members>(path, { body: record })
    expect(answer).toMatchObject({ status: 200, body: { id: record.id, version: record.version } })
    expect(await reread(resource, record)).toEqual(record)
    expect(await historyLength()).toBe(before)
  })

  it('refuses another value of every field that cannot be changed, by its name', async () => {
    const { path, record } = await made(resource)
    const names = readOnlyOf(resource)
    expect(names).toEqual(expect.arrayContaining(['id', 'version', 'createdAt']))
    for (const name of names) {
      const { status, body } = await world.callers.admin.put<Problem>(path, {
        body: { ...record, [name]: altered(record[name]) },
      })
      expect([name, status, body.errors]).toEqual([name, 400, [{ path: name, code: 'READ_ONLY' }]])
    }
  })
})

describe('one’s own account', () => {
  it('that was read can be sent back completely, which changes nothing', async () => {
    const { admin } = world.callers
    const { body: profile } = await admin.get<Members>('/profile')
    const before = await historyLength()
    expect(await admin.put('/profile', { body: profile })).toMatchObject({ status: 200, body: profile })
    expect(await historyLength()).toBe(before)
    for (const name of readOnlyOf('profile')) {
      const { status, body } = await admin.put<Problem>('/profile', {
        body: { ...profile, [name]: altered(profile[name]) },
      })
      expect([name, status, body.errors]).toEqual([name, 400, [{ path: name, code: 'READ_ONLY' }]])
    }
  })
})

describe('values in another notation', () => {
  it('count as unchanged if they are equal', async () => {
    const { path, record } = await made('orders')
    const createdAt = String(record.createdAt).replace('Z', '+00:00')
    const id = String(record.id).toUpperCase()
    const same = { id, createdAt, status: String(record.status).toLowerCase(), quantity: record.quantity }
    expect(await world.callers.admin.put(path, { body: same })).toMatchObject({ status: 200, body: record })
    const { body } = await world.callers.admin.put<Problem>(path, {
      body: { number: String(record.number), createdAt: 'yesterday' },
    })
    expect(body.errors?.map(({ path: name }) => name).sort()).toEqual(['createdAt', 'number'])
  })

  it('are choices in any case, in bodies, filters, wheres and queries', async () => {
    const { admin } = world.callers
    const { path, record } = await made('expeditions')
    expect(await admin.put(path, { body: { mode: 'air' } })).toMatchObject({
      status: 200,
      body: { ...record, mode: 'AIR', version: expect.anything(), updatedAt: expect.anything() },
    })
    const inUpperCase = await admin.get<{ total: number }>('/expeditions?mode=AIR')
    expect(await admin.get<{ total: number }>('/expeditions?mode=air')).toMatchObject({
      status: 200,
      body: { total: inUpperCase.body.total },
    })
    expect(
      await admin.put('/expeditions/status', {
        body: { where: { mode: 'Air' }, dryRun: true, status: 'confirmed' },
      }),
    ).toMatchObject({ status: 200 })
    const order = await made('orders')
    expect(
      await admin.put(`/orders/status/${order.record.id}`, { body: { status: 'not_reachable' } }),
    ).toMatchObject({ status: 200, body: { status: 'NOT_REACHABLE' } })
    expect(await admin.get('/analytics?country=IC')).toMatchObject({ status: 200 })
    expect(await admin.get('/search?q=lampe&resource=ORDERS&country=Ic')).toMatchObject({ status: 200 })
  })

  it('are a country in any case, whose currency and telephone plan hold', async () => {
    const { admin } = world.callers
    const body = { country: 'TN', name: 'Lampe', price: 45.125, quantity: 1 }
    expect(await admin.post('/products', { body })).toMatchObject({
      status: 201,
      body: { country: 'tn', price: 45.125 },
    })
  })
})
