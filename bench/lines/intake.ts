import { createHmac } from 'node:crypto'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { v7 as newId } from 'uuid'
import type { Product } from '../../domain/products/product.ts'
import type { SourceWithSecret } from '../../domain/sources/source.ts'
import { post } from '../lib/calls/http-client.ts'
import { type BenchServer, benchServer } from '../lib/data/database.ts'
import type { Line } from '../lib/report/bench.ts'
import { costOver, countOf } from '../lib/report/figure.ts'
import { byTurns, median, percentile } from '../lib/report/samples.ts'

const orders = 10_000
/** Events of a turn, one after the other; and at once. */
const inTurn = 200
const atOnce = 200
/** Milliseconds of the answer's p95 beyond that of storing alone. */
const allowance = 50

/**
 * Events of a shop as they are answered, each a new order that the server makes meanwhile; beside one `INSERT` of the same bytes,
 * each in a transaction of its own, over as many connections as the server has. A turn begins once everything is worked on.
 */
export const line: Line = {
  name: 'intake',
  measure: async () => {
    const server = await benchServer({ orders, isCopy: true })
    const pool = new pg.Pool({ ...server.connection, max: 10 })
    const agent = new http.Agent({ keepAlive: true })
    try {
      const source = await openSource(server)
      await pool.query('create table bench_events (id uuid primary key, body bytea not null)')
      await pool.query(`insert into bench_events values ($1, 'first')`, [newId()])
      const send = (body: Buffer) =>
        timed(() =>
          post(
            { url: `${server.url}${source.address}`, agent },
            { body, headers: { 'x-waybill-signature': signatureOf(source.secret, body) } },
          ),
        )
      const store = (body: Buffer) =>
        timed(() => pool.query('insert into bench_events values ($1, $2)', [newId(), body]))
      const oneByOne = (work: typeof send) => async () => {
        await untilWorked(pool)
        const took: number[] = []
        for (let at = 0; at < inTurn; at++) took.push(await work(newEvent()))
        return percentile(took, 95)
      }
      const together = (work: typeof send) => async () => {
        await untilWorked(pool)
        return percentile(await Promise.all(Array.from({ length: atOnce }, () => work(newEvent()))), 95)
      }
      const single = await byTurns({ ours: oneByOne(send), floor: oneByOne(store) })
      const burst = await byTurns({ ours: together(send), floor: together(store) })
      await untilWorked(pool)
      await expectMade(pool)
      const compared = { against: 'one INSERT of the same bytes (pg)', unit: 'ms' }
      const what = 'POST /hooks, one after the other: p95'
      return [
        costOver({
          ...compared,
          what,
          ours: single.ours,
          theirs: single.floor,
          goal: { atMost: 6 },
        }),
        countOf({
          what: `${what} beyond that of the INSERT`,
          unit: 'ms',
          ours: median(single.ours) - median(single.floor),
          goal: { atMost: allowance },
        }),
        // One process answers them all, which makes their orders meanwhile.
        costOver({
          ...compared,
          what: `POST /hooks, ${atOnce} at once: p95`,
          ours: burst.ours,
          theirs: burst.floor,
          goal: { atMost: 10 },
        }),
      ]
    } finally {
      agent.destroy()
      await pool.end()
      await server.close()
    }
  },
}

const openSource = async ({ call }: BenchServer): Promise<SourceWithSecret & { secret: string }> => {
  const asked = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const answer = await call(method, path, body)
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as Body
  }
  const { items } = await asked<{ items: Product[] }>('GET', '/products?country=ic&limit=1')
  const { id: product, owner } = items[0]!
  const input = { country: 'ic', name: 'Bench', kind: 'generic', owner }
  const source = await asked<SourceWithSecret & { secret: string }>('POST', '/sources', input)
  await asked('PUT', '/intake/map', { source: source.id, sku, product })
  return source
}

const sku = 'BENCH-1'
let made = 0

/** As large as a shop's event of two lines: a note fills it up to 4 kB. */
const newEvent = (): Buffer => {
  made++
  return Buffer.from(
    JSON.stringify({
      id: `BENCH-${made}`,
      createdAt: '2026-11-27T08:00:00Z',
      currency: 'XOF',
      customer: { name: 'Awa Koné', phone: `07${10_000_000 + made}` },
      address: { line: 'Cocody, rue 12', city: 'Abidjan' },
      items: [{ sku, name: 'Lampe', quantity: 1, price: 9_000 }],
      outstanding: 10_500,
      meta: 'x'.repeat(3_700),
    }),
  )
}

const signatureOf = (secret: string, body: Buffer): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const untilWorked = async (pool: pg.Pool): Promise<void> => {
  while ((await countOfRows(pool, 'select 1 from intake where worked_at is null limit 1')) > 0)
    await sleep(100)
}

const expectMade = async (pool: pg.Pool): Promise<void> => {
  const sent = await countOfRows(pool, `select 1 from intake where external_id like 'BENCH-%'`)
  const created = await countOfRows(
    pool,
    `select 1 from intake where external_id like 'BENCH-%' and verdict = 'created'`,
  )
  if (created !== sent || sent === 0) throw new Error(`${created} orders of ${sent} events`)
}

const countOfRows = async (pool: pg.Pool, statement: string): Promise<number> =>
  (await pool.query(statement)).rowCount ?? 0
