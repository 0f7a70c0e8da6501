import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../server/app.ts'
import type { Cell } from '../builders/access/cell.ts'
import { listCells } from '../builders/access/list-cells.ts'
import { makeWorld, type World } from '../builders/access/make-world.ts'
import { closedCells, plainCells } from '../builders/access/plain-cells.ts'
import { readSpecAccess } from '../builders/access/read-spec-access.ts'
import { recordCells } from '../builders/access/record-cells.ts'
import { unlistedCalls } from '../builders/access/unlisted-calls.ts'
import { startApi, type TestApi } from '../builders/api/start-api.ts'
import { isWhole } from '../builders/trust/count-tries.ts'
import { keeping } from '../builders/trust/promise.ts'

let api: TestApi
let world: World
beforeAll(async () => {
  api = await startApi()
  world = await makeWorld(api)
})
afterAll(() => api.close())

const spec = readSpecAccess()
const gated = [...spec.records, ...spec.plain]
const cellsOf: Record<string, Cell[]> = Object.fromEntries(
  gated.map((call) => [
    call.call,
    [
      ...closedCells(call.call, () => api),
      ...('resource' in call && spec.records.includes(call)
        ? [...recordCells(call), ...listCells(call, () => api.app)]
        : plainCells(call)),
    ],
  ]),
)
/** In the pass inside `npm test`, where tests/api/access tries all of them one by one, every so many. */
const every = isWhole ? 1 : 25

it('lets each role do to each record what the table says, and nobody anything', async () => {
  const promise = keeping(
    'every call, writes too: 5 roles and nobody x own, foreign, other country do what the table says',
  )
  const cells = Object.entries(cellsOf).flatMap(([call, ofCall]) => ofCall.map((cell) => ({ call, ...cell })))
  expect(cells.length).toBeGreaterThan(900)
  for (const { call, name, whyNot } of cells.filter((_, at) => at % every === 0)) {
    promise.tried()
    const why = await whyNot(world).catch(String)
    if (why !== null) promise.broke(`${call}, ${name}: ${why}`)
  }
  const writes = gated.filter(({ method }) => method !== 'GET').length
  promise.tell(`${gated.length} calls, ${writes} of them writes`)
})

it('has no route that the table does not name: one more would fail the build', async () => {
  const promise = keeping('every route is in the matrix of access; an unlisted route fails the build')
  const { unlisted, gone } = await unlistedCalls(api.app)
  promise.sum(gated, ({ call }) => (gone.includes(call) ? `no route: ${call}` : null))
  for (const call of unlisted) promise.broke(`not in the matrix: ${call}`)
  const madeUp = {
    'one that says nothing of itself': undefined,
    'one that hides from the document': { access: 'public', operation: null } as const,
  }
  for (const [what, config] of Object.entries(madeUp)) {
    const app = await buildApp(api.context)
    app.put('/api/orders/secret/:id', config === undefined ? {} : { config }, async () => 'all of it')
    promise.tried()
    const found = await unlistedCalls(app)
    if (found.unlisted.join() !== 'PUT orders/secret/{id}') promise.broke(`${what} is let in`)
    await app.close()
  }
  promise.tell('two made-up routes were found out')
})
