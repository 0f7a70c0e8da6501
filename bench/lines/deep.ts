import pg from 'pg'
import { benchServer } from '../lib/data/database.ts'
import type { Line } from '../lib/report/bench.ts'
import { costOver } from '../lib/report/figure.ts'
import { byTurns } from '../lib/report/samples.ts'

type Listed = { items: { id: string }[]; total: number }

/** Far down lists of a million: the page that the API gives against the SQL that anybody would write for it. */
const pages = [
  { what: 'row 900,000 of a million', query: 'skip=900000', where: 'true', skip: 900_000, atMost: 0.2 },
  {
    what: 'row 500,000 of a million, oldest first',
    query: 'skip=500000&sort=createdAt',
    where: 'true',
    skip: 500_000,
    atMost: 0.2,
  },
  {
    what: 'row 200,000 of the confirmed of two countries',
    query: 'skip=200000&country=ic,sn&status=CONFIRMED',
    where: `country in ('ic', 'sn') and status = 'CONFIRMED'`,
    skip: 200_000,
    atMost: 0.2,
  },
] as const

export const line: Line = {
  name: 'deep',
  measure: async () => {
    const server = await benchServer({ orders: 1_000_000 })
    const client = new pg.Client(server.connection)
    await client.connect()
    try {
      const figures = []
      for (const { what, query, where, skip, atMost } of pages) {
        const direction = query.includes('sort=createdAt') ? 'asc' : 'desc'
        const statement = `select * from orders where deleted_at is null and ${where}
          order by created_at ${direction}, id ${direction} limit 100 offset ${skip}`
        const seen = { ours: '', floor: '' }
        const { ours, floor } = await byTurns({
          ours: async () => {
            const began = performance.now()
            const { items } = (await (
              await server.call('GET', `/orders?limit=100&${query}`)
            ).json()) as Listed
            const took = performance.now() - began
            seen.ours = items.map(({ id }) => id).join()
            return took
          },
          floor: async () => {
            const began = performance.now()
            const { rows } = await client.query<{ id: string }>(statement)
            const took = performance.now() - began
            seen.floor = rows.map(({ id }) => id).join()
            return took
          },
        })
        if (seen.ours !== seen.floor || seen.ours === '') throw new Error(`${what}: not the same page`)
        figures.push(
          costOver({ what, against: 'raw OFFSET', unit: 'ms', ours, theirs: floor, goal: { atMost } }),
        )
      }
      return figures
    } finally {
      await client.end()
      await server.close()
    }
  },
}
