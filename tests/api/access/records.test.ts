import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../../builders/access/make-world.ts'
import { readSpecAccess } from '../../builders/access/read-spec-access.ts'
import { recordCells } from '../../builders/access/record-cells.ts'
import { startApi, type TestApi } from '../../builders/api/start-api.ts'

let api: TestApi
let world: World

beforeAll(async () => {
  api = await startApi()
  world = await makeWorld(api)
})
afterAll(() => api.close())

const tried = readSpecAccess()
  .records.map((call) => ({ call: call.call, cells: recordCells(call) }))
  .filter(({ cells }) => cells.length > 0)

describe.each(tried)('$call', ({ cells }) => {
  it.each(cells)('$name', async ({ whyNot }) => {
    expect(await whyNot(world)).toBeNull()
  })
})
