import { expect, it } from 'vitest'
import { listCells, makeAll } from '../../support/access/list-cells.ts'
import { makeWorld, relations } from '../../support/access/make-world.ts'
import { readSpecAccess } from '../../support/access/read-spec-access.ts'
import { tryCells } from '../../support/access/try-cells.ts'
import { openApi } from '../../support/api/start-api.ts'

const api = await openApi()
const world = await makeWorld(api)

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
