import { describe, expect, it } from 'vitest'
import { countryCodes } from '../../domain/core/countries.ts'
import { makeWorld } from '../support/access/make-world.ts'
import { readSpecAccess } from '../support/access/read-spec-access.ts'
import { countStatements } from '../support/api/count-statements.ts'
import { startShop } from '../support/api/shop.ts'
import { openApi } from '../support/api/start-api.ts'
import { isFull } from '../support/is-full.ts'

const api = await openApi()
const world = await makeWorld(api)

/** Session, ids with count, records of the page. */
const MAX_STATEMENTS = 3

const lists = readSpecAccess().records.filter(({ method, path }) => method === 'GET' && !path.includes('/'))

it.each(lists)(
  '$call asks the database as often for thirty records as for one',
  async ({ path, resource }) => {
    // Keys are made by who was at the keyboard lately.
    await api.context.pool.query(`update sessions set proven_at = now() + interval '1 day'`)
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
    // Views are not paged.
    const isPaged = resource !== 'views'
    const one = await counted(isPaged ? '?limit=1' : '')
    // The first call of a minute also updates the session's last use.
    api.clock.advance(61_000)
    const many = await counted(isPaged ? '?limit=100' : '')
    // One a country, and no more can be made.
    expect(many.items).toBeGreaterThanOrEqual(resource === 'call-policies' ? countryCodes.length : 30)
    if (isPaged) expect(one.items).toBe(1)
    expect(many.statements).toBe(one.statements)
    expect(many.statements).toBeLessThanOrEqual(MAX_STATEMENTS)
  },
)

it('asks for a record, a search and a change as often as each of them needs', async () => {
  const shop = await startShop(api)
  const [id = ''] = await shop.orders(await shop.product({ quantity: 10 }), 1)
  const caller = world.callers.admin
  const counted = async (call: () => Promise<{ status: number }>): Promise<number> => {
    const seen = { status: 0 }
    const statements = await countStatements(api.context.pool, async () => {
      seen.status = (await call()).status
    })
    expect(seen.status).toBe(200)
    return statements
  }
  expect({
    // Session and record.
    open: await counted(() => caller.get(`/orders/${id}`)),
    // Session and search.
    search: await counted(() => caller.get('/search?q=10001')),
    move: await counted(() => caller.put(`/orders/status/${id}`, { body: { status: 'NOT_REACHABLE' } })),
    save: await counted(() => caller.put(`/orders/${id}`, { body: { comment: 'Call again' } })),
  }).toEqual({ open: 2, search: 2, move: 12, save: 12 })
})

describe('a bulk change', () => {
  const changes = ['CONFIRMED', 'CANCELLED', 'PENDING', 'NOT_REACHABLE'] as const

  const many = isFull ? 1_000 : 200
  it(`sends as many statements for ${many} orders as for 10, for each status, and for its undo`, async () => {
    const shop = await startShop(api)
    const counted = async (count: number) => {
      const ids = await shop.orders(await shop.product({ quantity: count }), count)
      const statements: number[] = []
      const batches: (string | null)[] = []
      for (const status of changes) {
        const body = { ids, status, ...(status === 'PENDING' && { comment: 'once more' }) }
        const calls = await countStatements(api.context.pool, async () => {
          const report = await shop.bulk(body)
          expect(report.counts.changed).toBe(count)
          batches.push(report.batchId)
        })
        statements.push(calls)
      }
      for (const batch of batches.toReversed()) {
        const calls = await countStatements(api.context.pool, async () => {
          expect((await shop.undo(batch)).counts.changed).toBe(count)
        })
        statements.push(calls)
      }
      return statements
    }
    expect(await counted(many)).toEqual(await counted(10))
  })
})
