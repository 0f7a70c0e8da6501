import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { v7 as newId } from 'uuid'
import type { Job } from '../../domain/jobs/job.ts'
import type { ImportReport } from '../../domain/orders/import/import-report.ts'
import type { Product } from '../../domain/products/product.ts'
import { openCallsBeside } from '../lib/calls/open-calls-beside.ts'
import { copyInto } from '../lib/data/copy-into.ts'
import { type BenchServer, benchServer } from '../lib/data/database.ts'
import { orderFile } from '../lib/data/order-file.ts'
import type { Line } from '../lib/report/bench.ts'
import { costOver, countOf } from '../lib/report/figure.ts'
import { runs } from '../lib/report/samples.ts'

const rows = 20_000
const orders = 100_000

/** A spreadsheet of 20,000 orders, as the console sends it: asked what it would do, then imported; and COPY of what came of it. */
export const line: Line = {
  name: 'import',
  measure: async () => {
    const server = await benchServer({ orders, isCopy: true })
    const client = new pg.Client(server.connection)
    await client.connect()
    const beside = openCallsBeside({ ...server, paths: otherCalls })
    try {
      const products = await soldProducts(server)
      const turns: Turn[] = []
      for (let turn = -1; turn < runs; turn++) {
        const measured = await measureTurn(server, client, products, beside)
        if (turn >= 0) turns.push(measured)
      }
      const of = (read: (turn: Turn) => number) => turns.map(read)
      const what = `import of ${rows.toLocaleString('en')} rows`
      const copied = { unit: 'ms', theirs: of((turn) => turn.copy), goal: { atMost: 10 } } as const
      const meanwhile = (name: string) =>
        costOver({
          what: `GET ${name} meanwhile, p95`,
          against: 'idle',
          unit: 'ms',
          ours: of((turn) => turn.busy[name] ?? Number.NaN),
          theirs: of((turn) => turn.idle[name] ?? Number.NaN),
          goal: { atMost: 2 },
        })
      return [
        costOver({
          what: `${what}: dry run and commit`,
          against: 'COPY of the orders',
          ours: of(({ dryRun, commit }) => dryRun + commit),
          ...copied,
        }),
        countOf({
          what: `${what}: peak memory of the server, whole process`,
          unit: 'MB',
          ours: peakMegabytes(server.pid),
          goal: { atMost: 300 },
        }),
        meanwhile('orders'),
        meanwhile('search'),
      ]
    } finally {
      beside.close()
      await client.end()
      await server.close()
    }
  },
}

type Turn = {
  dryRun: number
  commit: number
  copy: number
  idle: Record<string, number>
  busy: Record<string, number>
}

let seed = 1

const measureTurn = async (
  server: BenchServer,
  client: pg.Client,
  products: Product[],
  { during }: ReturnType<typeof openCallsBeside>,
): Promise<Turn> => {
  const file = orderFile(products, rows, seed++)
  const idle = await during(() => sleep(2_500))
  const busy = await during(async () => {
    const dryRun = await timed(() => tryOut(server, file))
    return { dryRun, ...(await importAll(server, file)) }
  })
  const { dryRun, report, took: commit } = busy.result
  await expectWritten(client, report)
  const { columns, text } = await finishedRows(client, report.batchId)
  const copy = await timed(() => copyInto(client, `copy orders (${columns}) from stdin`, text))
  return { dryRun, commit, copy, idle: idle.took, busy: busy.took }
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const words = ['kone', 'awa', 'cocody', 'yopougon', '0708', 'traore', 'montre']

/** What others do meanwhile. */
const otherCalls = {
  orders: ['/orders?country=ic&limit=100'],
  search: words.map((word) => `/search?q=${word}`),
}

const send = (server: BenchServer, file: Buffer, query: string, headers: Record<string, string> = {}) => {
  const body = new FormData()
  body.append('file', new File([new Uint8Array(file)], 'orders.xlsx'))
  const authorization = `Bearer ${server.token}`
  return fetch(`${server.url}/api/orders/upload-multiple?country=ic${query}`, {
    method: 'POST',
    headers: { authorization, ...headers },
    body,
  })
}

const tryOut = async (server: BenchServer, file: Buffer): Promise<void> => {
  const report = (await (await send(server, file, '&dryRun=1')).json()) as ImportReport
  if (report.valid !== rows || report.rows.length !== rows)
    throw new Error(JSON.stringify(report).slice(0, 500))
}

const importAll = async (server: BenchServer, file: Buffer) => {
  const began = performance.now()
  const headers = { prefer: 'respond-async', 'idempotency-key': newId() }
  const { id } = (await (await send(server, file, '', headers)).json()) as Job
  for (;;) {
    const job = (await (await server.call('GET', `/jobs/${id}`)).json()) as Job
    const report = job.report as ImportReport
    if (job.status === 'DONE') return { report, took: performance.now() - began }
    if (job.status === 'FAILED') throw new Error(`The import failed: ${job.code}`)
    await sleep(100)
  }
}

const expectWritten = async (client: pg.Client, { batchId, created }: ImportReport): Promise<void> => {
  const { rows: found } = await client.query(
    `select count(*)::int as lines, count(orders.id)::int as orders, count(entry.record_id)::int as entries
     from changes left join orders on orders.id = record_id
     left join search_entries entry on entry.resource = 'orders' and entry.record_id = orders.id
     where batch_id = $1`,
    [batchId],
  )
  const { lines, orders: written, entries } = found[0]
  if ([created, lines, written, entries].some((count) => count !== rows)) {
    throw new Error(`Not all is written: ${JSON.stringify({ created, ...found[0] })}`)
  }
}

/** The orders of a batch as COPY takes them, as other ones: under new ids, numbers and references. */
const finishedRows = async (client: pg.Client, batchId: string | null) => {
  const { rows: finished } = await client.query<Record<string, unknown>>(
    'select orders.* from changes join orders on orders.id = record_id where batch_id = $1 order by number',
    [batchId],
  )
  const columns = Object.keys(finished[0] ?? {}).filter((name) => name !== 'number')
  const lines = finished.map((order) => {
    const other = { ...order, id: newId(), external_ref: `copy of ${order.external_ref}` }
    return columns.map((name) => copyText(other[name as keyof typeof other])).join('\t')
  })
  return { columns: columns.join(), text: Buffer.from(`${lines.join('\n')}\n`) }
}

const copyText = (value: unknown): string => {
  if (value === null) return '\\N'
  return value instanceof Date ? value.toISOString() : String(value).replace(/[\\\t\n\r]/g, '\\$&')
}

/** Products that a file can name by their names alone. */
const soldProducts = async ({ call }: BenchServer): Promise<Product[]> => {
  const answer = await call('GET', '/products?country=ic&limit=500&sort=number')
  const { items } = (await answer.json()) as { items: Product[] }
  const name = (product: Product) => product.name.toLowerCase()
  return items.filter((product) => items.filter((other) => name(other) === name(product)).length === 1)
}

/** All threads of the process; since it was started. */
const peakMegabytes = (pid: number): number => {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}
