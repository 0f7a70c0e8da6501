import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeWorld, type World } from '../builders/access/make-world.ts'
import { readSpecAccess } from '../builders/access/read-spec-access.ts'
import { countStatements } from '../builders/api/count-statements.ts'
import { startApi, type TestApi } from '../builders/api/start-api.ts'

let api: TestApi
let world: World

beforeAll(async () => {
  api = await startApi()
  world = await makeWorld(api)
})
afterAll(() => api.close())

/** The session, the page of ids with the whole count, the records of the page. */
const most = 3

const lists = readSpecAccess().records.filter(({ method, path }) => method === 'GET' && !path.includes('/'))

it.each(lists)(
  '$call asks the database as often for thirty records as for one',
  async ({ path, resource }) => {
    await Promise.all(Array.from({ length: 30 }, () => world.make(resource, 'own', 'admin')))
    const caller = world.callers.admin
    const counted = async (query: string) => {
      const seen = { items: 0 }
      const statements = await countStatements(api.context.pool, async () => {
        const { body } = await caller.get<{ items: unknown[] }>(`/${path}${query}`)
        seen.items = body.items.length
      })
      return { statements, items: seen.items }
    }
    // Views come as a whole: there are never more than a drawer full.
    const isPaged = resource !== 'views'
    const one = await counted(isPaged ? '?limit=1' : '')
    const many = await counted(isPaged ? '?limit=100' : '')
    expect(many.items).toBeGreaterThanOrEqual(30)
    if (isPaged) expect(one.items).toBe(1)
    expect(many.statements).toBe(one.statements)
    expect(many.statements).toBeLessThanOrEqual(most)
  },
)
