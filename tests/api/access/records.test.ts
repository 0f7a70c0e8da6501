import { makeWorld } from '../../support/access/make-world.ts'
import { readSpecAccess } from '../../support/access/read-spec-access.ts'
import { recordCells } from '../../support/access/record-cells.ts'
import { tryCells } from '../../support/access/try-cells.ts'
import { openApi } from '../../support/api/start-api.ts'

const api = await openApi()
const world = await makeWorld(api)

tryCells(
  'calls about one record or many: 5 roles x own, foreign, other country do what the table says',
  readSpecAccess().records.map((call) => ({ call: call.call, cells: recordCells(call) })),
  () => world,
)
