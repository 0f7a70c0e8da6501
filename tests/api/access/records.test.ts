import { afterAll, beforeAll } from 'vitest'
import { makeWorld, type World } from '../../support/access/make-world.ts'
import { readSpecAccess } from '../../support/access/read-spec-access.ts'
import { recordCells } from '../../support/access/record-cells.ts'
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
  'calls about one record or many: 5 roles x own, foreign, other country do what the table says',
  readSpecAccess().records.map((call) => ({ call: call.call, cells: recordCells(call) })),
  () => world,
)
