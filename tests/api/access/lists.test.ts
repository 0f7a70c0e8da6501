import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { read as readWorkbook, utils } from 'xlsx'
import { makeWorld, type Relation, reaches, relations, type World } from '../../builders/access/make-world.ts'
import {
  readSpecAccess,
  type SpecCall,
  type SpecRole,
  specRoles,
} from '../../builders/access/read-spec-access.ts'
import { startApi, type TestApi } from '../../builders/api/start-api.ts'

let api: TestApi
let world: World

beforeAll(async () => {
  api = await startApi()
  world = await makeWorld(api)
})
afterAll(() => api.close())

const calls = readSpecAccess().records
const lists = calls.filter(({ method, path }) => method === 'GET' && !path.includes('/'))
const downloads = calls.filter(({ path }) => path.endsWith('/download'))

/** Records that belong to nobody are seen whole or not at all; shown views are one's own. */
const isUnowned = ({ resource }: SpecCall): boolean => resource === 'users' || resource === 'packages'

const makeAll = async (call: SpecCall, role: SpecRole): Promise<Record<Relation, string>> =>
  Object.fromEntries(
    await Promise.all(
      relations.map(async (relation) => [relation, await world.make(call.resource, relation, role)] as const),
    ),
  ) as Record<Relation, string>

/** What stands in the first column of a record's row: its number, on invoices their code. */
const namesOf = async (call: SpecCall, made: Record<Relation, string>): Promise<Record<Relation, string>> =>
  Object.fromEntries(
    await Promise.all(
      relations.map(async (relation) => {
        const path = `/${call.resource}/${made[relation]}`
        const { body } = await world.callers.admin.get<{ number: number; code?: string }>(path)
        return [relation, body.code ?? String(body.number)] as const
      }),
    ),
  ) as Record<Relation, string>

const idsSeen = async (call: SpecCall, role: SpecRole, query: string): Promise<string[]> => {
  const { status, body } = await world.callers[role].get<{ items: { id: string }[] }>(`/${call.path}${query}`)
  expect(status).toBe(200)
  return body.items.map(({ id }) => id)
}

describe.each(lists)('$call', (call) => {
  const limited = call.resource === 'views' ? '' : '?limit=500'
  for (const role of specRoles) {
    const reach = call.reach[role]
    if (reach === '-') {
      it(`is refused to ${role}s`, async () => {
        const answer = await world.callers[role].get(`/${call.path}`)
        expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
      })
      continue
    }
    it(`shows ${role}s ${reach} and nothing else`, async () => {
      const made = await makeAll(call, role)
      const seen = await idsSeen(call, role, limited)
      const expected = relations.filter((relation) => reaches(reach, relation))
      expect(relations.filter((relation) => seen.includes(made[relation]))).toEqual(expected)
    })
    if (reach === 'all' || isUnowned(call) || call.resource === 'views' || call.resource === 'jobs') continue
    it(`shows ${role}s no more by naming an owner or a country`, async () => {
      const made = await makeAll(call, role)
      for (const filter of ['country=sn', `owner=${world.ownerOf('foreign').id}`, 'country=ic,sn']) {
        const seen = await idsSeen(call, role, `${limited}&${filter}`)
        const leaked = relations.filter(
          (relation) => !reaches(reach, relation) && seen.includes(made[relation]),
        )
        expect(leaked, filter).toEqual([])
      }
    })
  }
})

describe.each(downloads)('$call', (call) => {
  for (const role of specRoles) {
    const reach = call.reach[role]
    const path = `/api/${call.path}`
    const send = () =>
      api.app.inject({
        method: 'POST',
        url: path,
        headers: { authorization: world.callers[role].token },
      })
    if (reach === '-') {
      it(`is refused to ${role}s`, async () => {
        expect((await send()).statusCode).toBe(403)
      })
      continue
    }
    it(`gives ${role}s ${reach} and nothing else`, async () => {
      const made = await makeAll(call, role)
      const names = await namesOf(call, made)
      const answer = await send()
      expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200)
      const book = readWorkbook(answer.rawPayload)
      const rows = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 })
      const given = new Set(rows.slice(1).map((row) => String(row[0])))
      const expected = relations.filter((relation) => reaches(reach, relation))
      expect(relations.filter((relation) => given.has(names[relation]))).toEqual(expected)
    })
  }
})

it('GET affiliates?store=true shows a seller every offer of their country', async () => {
  const store = { call: 'GET affiliates', resource: 'affiliates' } as SpecCall
  const made = await makeAll(store, 'seller')
  const { body } = await world.callers.seller.get<{ items: { id: string }[] }>(
    '/affiliates?store=true&limit=500',
  )
  const seen = body.items.map(({ id }) => id)
  expect(relations.filter((relation) => seen.includes(made[relation]))).toEqual(['own', 'foreign'])
})
