import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listCells, makeAll } from '../../builders/access/list-cells.ts'
import { makeWorld, relations, type World } from '../../builders/access/make-world.ts'
import { readSpecAccess } from '../../builders/access/read-spec-access.ts'
import { startApi, type TestApi } from '../../builders/api/start-api.ts'

let api: TestApi
let world: World

beforeAll(async () => {
  api = await startApi()
  world = await makeWorld(api)
})
afterAll(() => api.close())

const tried = readSpecAccess()
  .records.map((call) => ({ call: call.call, cells: listCells(call, () => api.app) }))
  .filter(({ cells }) => cells.length > 0)

describe.each(tried)('$call', ({ cells }) => {
  it.each(cells)('$name', async ({ whyNot }) => {
    expect(await whyNot(world)).toBeNull()
  })
})

it('GET affiliates?store=true shows a seller every offer of their country', async () => {
  const made = await makeAll(world, { resource: 'affiliates' }, 'seller')
  const { body } = await world.callers.seller.get<{ items: { id: string }[] }>(
    '/affiliates?store=true&limit=500',
  )
  const seen = body.items.map(({ id }) => id)
  expect(relations.filter((relation) => seen.includes(made[relation]))).toEqual(['own', 'foreign'])
})
