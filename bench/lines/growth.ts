import pg from 'pg'
import { type BenchServer, benchServer } from '../lib/data/database.ts'
import type { Line } from '../lib/report/bench.ts'
import { besideOf, costOver, type Figure } from '../lib/report/figure.ts'
import { byTurns, median } from '../lib/report/samples.ts'

const sizes = { small: 10_000, middle: 100_000, large: 1_000_000 } as const
type Size = keyof typeof sizes

/** What every size is asked for: the same number of rows, wherever an operation's cost is the rows that it answers. */
type Asked = {
  orders: number
  newestThousand: string
  firstDay: string
  outSince: string
  /** The last 30 days that have ended. */
  lastDays: { from: string; to: string }
}
type Operation = {
  what: string
  run: (server: BenchServer, asked: Asked) => Promise<void>
  /** It has to grow with the orders, as `docs/performance.md` says why: shown, with no limit of its own. */
  isExplained?: true
}

/** A hundred times the orders: what grows with their number costs 100, what grows with its logarithm 1.5. */
const atMost = 3

const get = (path: (asked: Asked) => string) => async (server: BenchServer, asked: Asked) => {
  const answer = await server.call('GET', path(asked))
  if (answer.status !== 200) throw new Error(`${path(asked)}: ${answer.status}`)
  await answer.arrayBuffer()
}

const operations: readonly Operation[] = [
  { what: 'list, 100 rows and the whole count', run: get(() => '/orders?limit=100') },
  {
    what: 'list of a country and status, with its count',
    run: get(() => '/orders?limit=100&country=ic&status=CONFIRMED'),
  },
  { what: 'list of the parcels, with its count', run: get(() => '/shippings?limit=100') },
  { what: 'nine tenths down the list', run: get(({ orders }) => `/orders?limit=100&skip=${orders * 0.9}`) },
  {
    what: 'half down the confirmed of a country',
    run: get(({ orders }) => `/orders?limit=100&country=ic&status=CONFIRMED&skip=${Math.floor(orders / 8)}`),
  },
  {
    what: 'list of the newest 1,000, with their count',
    run: get(({ newestThousand }) => `/orders?limit=100&from=${newestThousand}`),
  },
  {
    what: 'parcels longest out for delivery in a country, with their count',
    run: get(
      ({ outSince }) =>
        `/shippings?limit=100&country=ic&status=OUT_FOR_DELIVERY&since=..${outSince}&sort=statusAt`,
    ),
  },
  { what: 'search by a name', run: get(() => '/search?q=kouassi') },
  { what: 'search by a number', run: get(() => '/search?q=15000') },
  {
    what: 'dry run of a change of the newest 1,000',
    run: async (server, { newestThousand }) => {
      const body = { where: { from: newestThousand }, status: 'NOT_REACHABLE', dryRun: true }
      const answer = await server.call('PUT', '/orders/status', body)
      if (answer.status !== 200) throw new Error(await answer.text())
      await answer.arrayBuffer()
    },
  },
  {
    what: 'dashboard of the last 30 days',
    run: get(() => '/analytics?country=ic'),
    isExplained: true,
  },
  {
    what: 'dashboard of everything',
    run: get(({ firstDay }) => `/analytics?country=ic&startDate=${firstDay}`),
    isExplained: true,
  },
  {
    what: 'next call of a country',
    run: async (server) => {
      const answer = await server.call('POST', '/orders/claim', { where: { country: 'ic' } })
      if (answer.status !== 200) throw new Error(await answer.text())
      if (((await answer.json()) as { order: unknown }).order === null) throw new Error('No order waits.')
    },
  },
  {
    what: 'figures of callers, 30 days',
    run: get(({ lastDays: { from, to } }) => `/callers?country=ic&from=${from}&to=${to}`),
  },
  { what: 'journal, 100 batches', run: get(() => '/changes?limit=100') },
  { what: 'jobs, 100 of them', run: get(() => '/jobs?limit=100') },
  {
    what: 'export of the newest 1,000',
    run: async (server, { newestThousand }) => {
      const answer = await server.call('POST', `/orders/download?from=${newestThousand}`)
      if (answer.status !== 200) throw new Error(await answer.text())
      await answer.arrayBuffer()
    },
  },
]

/** What the same call costs over a hundred times the orders. `BENCH_POSTGRES=system` asks the system's PostgreSQL. */
export const line: Line = {
  name: 'growth',
  measure: async ({ say }) => {
    const postgres = process.env.BENCH_POSTGRES === 'system' ? 'system' : 'embedded'
    const servers = new Map<Size, BenchServer>()
    try {
      for (const size of Object.keys(sizes) as Size[]) {
        servers.set(size, await benchServer({ orders: sizes[size], postgres }))
      }
      const asked = new Map<Size, Asked>()
      for (const [size, server] of servers) asked.set(size, await askedOf(server, sizes[size]))
      const figures: Figure[] = []
      for (const { what, run, isExplained } of operations) {
        const timed = (size: Size) => async () => {
          const [server, of] = [servers.get(size), asked.get(size)]
          if (server === undefined || of === undefined) throw new Error(size)
          const began = performance.now()
          await run(server, of)
          return performance.now() - began
        }
        const samples = await byTurns(
          { small: timed('small'), middle: timed('middle'), large: timed('large') },
          9,
        )
        const [small, middle, large] = [samples.small, samples.middle, samples.large].map(median)
        say(`${what}: ${[small, middle, large].map((each) => each?.toFixed(1)).join(' -> ')} ms`)
        const compared = {
          what: `${what}: of 1,000,000`,
          against: 'of 10,000 orders',
          unit: 'ms',
          ours: samples.large,
          theirs: samples.small,
        }
        figures.push(isExplained ? besideOf(compared) : costOver({ ...compared, goal: { atMost } }))
      }
      return figures
    } finally {
      for (const server of servers.values()) await server.close()
    }
  },
}

const askedOf = async (server: BenchServer, orders: number): Promise<Asked> => {
  const client = new pg.Client(server.connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ at: Date }>(
      'select created_at as at from orders where deleted_at is null order by created_at desc, id desc offset 999 limit 1',
    )
    const first = await client.query<{ day: string }>(
      "select to_char(min(created_at), 'YYYY-MM-DD') as day from orders",
    )
    // As many at every size: the cost of a count is what it counts.
    const out = await client.query<{ at: Date }>(
      `select status_at as at from shippings where country = 'ic' and status = 'OUT_FOR_DELIVERY' and deleted_at is null
      order by status_at, id offset 9 limit 1`,
    )
    const last = await client.query<{ from: string; to: string }>(
      `select to_char(max(created_at) - interval '31 days', 'YYYY-MM-DD') as from, to_char(max(created_at) - interval '1 day', 'YYYY-MM-DD') as to
      from orders`,
    )
    return {
      orders,
      lastDays: last.rows[0] ?? { from: '', to: '' },
      newestThousand: (rows[0]?.at ?? new Date()).toISOString(),
      firstDay: first.rows[0]?.day ?? '',
      outSince: (out.rows[0]?.at ?? new Date()).toISOString(),
    }
  } finally {
    await client.end()
  }
}
