import { afterAll, beforeAll, expect, it } from 'vitest'
import { listCells, makeAll } from '../../support/access/list-cells.ts'
import { makeWorld, relations, type World } from '../../support/access/make-world.ts'
import { readSpecAccess } from '../../support/access/read-spec-access.ts'
import { tryCells } from '../../support/access/try-cells.ts'
import { startApi, type TestApi } from '../../support/api/start-api.ts'

let api: TestApi
let world: World

beforeAll(async () => {
  api = await startApi()
  world = await makeWorld(api)
})
afterAll(() => api.close())

tryCells(
  'lists and spreadsheets: 5 roles see own, foreign, other country as the table says',
  readSpecAccess().records.map((call) => ({ call: call.call, cells: listCells(call, () => api.app) })),
  () => world,
)

it('GET affiliates?store=true shows a seller every offer of their country', async () => {
  const made = await makeAll(world, { resource: 'affiliates' }, 'seller')
  const { body } = await world.callers.seller.get<{ items: { id: string }[] }>(
    '/affiliates?store=true&limit=500',
  )
  const seen = body.items.map(({ id }) => id)
  expect(relations.filter((relation) => seen.includes(made[relation]))).toEqual(['own', 'foreign'])
})
