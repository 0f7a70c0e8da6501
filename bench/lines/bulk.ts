import pg from 'pg'
import { type BenchServer, benchServer } from '../lib/data/database.ts'
import type { Line } from '../lib/report/bench.ts'
import { costOver, leadOver } from '../lib/report/figure.ts'
import { byTurns, runs } from '../lib/report/samples.ts'

const records = 10_000
const putsMeasured = 200
/** One more turn is thrown away; each side confirms other orders in each, since an order is confirmed once. */
const sets = 2 * (runs + 1)

/**
 * Confirming, since it writes most: the status, a parcel with its search entry, stock, two lines of history an order.
 * The same orders are cancelled after. The call answers once the job is done and all of it is committed.
 */
export const line: Line = {
  name: 'bulk',
  measure: async ({ say }) => {
    const server = await benchServer({ orders: 1_000_000, isCopy: true })
    const client = new pg.Client(server.connection)
    await client.connect()
    try {
      say('  preparing the orders...')
      const ids = await prepare(client)
      const take = (): string[] => ids.splice(0, records)
      const cancelled: number[] = []
      const confirm = async (): Promise<number> => {
        const chosen = take()
        const time = await move(server, chosen, 'CONFIRMED')
        cancelled.push(await move(server, chosen, 'CANCELLED'))
        return time
      }
      const samples = await byTurns({ ours: confirm, floor: () => update(client, take()) })
      const puts = await putOneByOne(server, ids.splice(0, putsMeasured))
      const [what, floor] = ['bulk status of 10,000 orders by one call', 'one UPDATE of them (pg)']
      const shared = { unit: 'ms', theirs: samples.floor, against: floor }
      return [
        costOver({ ...shared, what: `${what}: confirmed`, ours: samples.ours, goal: { atMost: 6 } }),
        costOver({ ...shared, what: `${what}: cancelled`, ours: cancelled.slice(1), goal: { atMost: 6 } }),
        leadOver({
          what: `${what}: confirmed`,
          against: `10,000 PUTs (${putsMeasured} measured)`,
          unit: 'ms',
          ours: samples.ours,
          theirs: (puts / putsMeasured) * records,
          goal: { atLeast: 50 },
        }),
      ]
    } finally {
      await client.end()
      await server.close()
    }
  },
}

/** The newest orders without a parcel that can be confirmed, cancelled ones where those are too few; enough stock for each. */
const prepare = async (client: pg.Client): Promise<string[]> => {
  await client.query('set statement_timeout = 0')
  await client.query('update products set quantity = quantity + 1000000')
  const { rows } = await client.query<{ id: string; status: string }>(
    `select id, status from orders where deleted_at is null
       and not exists (select 1 from shippings where shippings."order" = orders.id)
     order by status = 'CANCELLED', created_at desc, id desc limit $1`,
    [sets * records + putsMeasured],
  )
  const cancelled = rows.filter(({ status }) => status === 'CANCELLED').map(({ id }) => id)
  await client.query(`update orders set status = 'PENDING' where id = any($1::uuid[])`, [cancelled])
  await client.query('analyze orders')
  return rows.map(({ id }) => id).toSorted()
}

const move = async (server: BenchServer, ids: readonly string[], status: string): Promise<number> => {
  const started = performance.now()
  const answer = await server.call('PUT', '/orders/status', { ids, status })
  const report = (await answer.json()) as { counts?: { changed: number } }
  const time = performance.now() - started
  if (report.counts?.changed !== ids.length) {
    throw new Error(`not all became ${status}: ${JSON.stringify(report.counts ?? report)}`)
  }
  return time
}

const update = async (client: pg.Client, ids: readonly string[]): Promise<number> => {
  const started = performance.now()
  await client.query(
    `update orders set status = 'CONFIRMED', version = version + 1, updated_at = now() where id = any($1::uuid[])`,
    [ids],
  )
  return performance.now() - started
}

const putOneByOne = async (server: BenchServer, ids: readonly string[]): Promise<number> => {
  const started = performance.now()
  for (const id of ids) {
    const answer = await server.call('PUT', `/orders/status/${id}`, { status: 'CONFIRMED' })
    if (!answer.ok) throw new Error(await answer.text())
    await answer.arrayBuffer()
  }
  return performance.now() - started
}
