import { expect, it } from 'vitest'
import type { ChangeReport, Problem } from '../../domain/changes/changes.ts'
import type { Job } from '../../domain/jobs/job.ts'
import type { ImportReport } from '../../domain/orders/import/import-report.ts'
import type { Product } from '../../domain/products/product.ts'
import { buildApp } from '../../server/app.ts'
import { writeWorkbook } from '../../server/spreadsheets/write-workbook.ts'
import { countStatements } from '../support/api/count-statements.ts'
import { readEvents } from '../support/api/event-reader.ts'
import { openShopApi, startShop } from '../support/api/shop.ts'
import { startApi } from '../support/api/start-api.ts'
import { upload } from '../support/spreadsheets/upload.ts'

const { api, shop } = await openShopApi()
const token = (await api.as('admin')).token
const origin = await api.listen()

const path = '/orders/upload-multiple'
const header = ['Produit', 'Nom', 'Téléphone', 'Adresse', 'Qté']

/** A file with valid and invalid rows of its own product. */
const file = async (good: number, bad = 0, at = shop): Promise<{ bytes: Buffer; product: Product }> => {
  const product = await at.product({ name: `Montre ${crypto.randomUUID()}` })
  const row = (index: number) => [
    product.name,
    `Awa ${index}`,
    '0708091011',
    'Cocody',
    index < good ? 1 : 'deux',
  ]
  const rows = Array.from({ length: good + bad }, (_, index) => row(index))
  return { product, bytes: writeWorkbook([{ name: 'Feuil1', rows: [header, ...rows] }]) }
}
const written = async ({ id }: Product, at = api) => {
  const { rows } = await at.context.pool.query(
    `select (select count(*)::int from orders where product = $1) as orders,
      (select count(*)::int from changes join orders on orders.id = record_id where product = $1) as lines,
      (select count(*)::int from search_entries join orders on orders.id = record_id where product = $1) as entries`,
    [id],
  )
  return rows[0]
}
/** Blocks imports of the country at their beginning; returns the release. */
const holdImports = async (at = api) => {
  const client = await at.context.pool.connect()
  await client.query(`begin; select pg_advisory_xact_lock(hashtextextended('import ic', 0))`)
  return async () => {
    await client.query('commit')
    client.release()
  }
}
const runningImport = async (): Promise<Job> => {
  const read = async () => {
    const { body } = await shop.admin.get<{ items: Job[] }>('/jobs?status=RUNNING')
    return body.items.find(({ kind }) => kind === 'order.import')
  }
  await expect.poll(read).toBeDefined()
  return (await read())!
}

it('a file of many rows runs as a job with progress, and ends with the import’s report', async () => {
  const events = await readEvents(origin, { token })
  const { bytes, product } = await file(1_100, 7)
  const begun = await upload<Job>(api.app, token, path, bytes, { prefer: 'respond-async', key: 'import' })
  expect(begun).toMatchObject({ status: 202, body: { kind: 'order.import', done: 0, total: 1_107 } })
  const jobEvents = await events.untilEnded(begun.body.id)
  expect(jobEvents.at(-1)).toEqual({ job: begun.body.id, status: 'DONE', done: 1_107, total: 1_107 })
  expect(jobEvents.some(({ status }) => status === 'RUNNING')).toBe(true)
  events.close()
  const { body: job } = await shop.admin.get<Job & { report: ImportReport }>(`/jobs/${begun.body.id}`)
  expect(job.report).toMatchObject({
    total: 1_107,
    valid: 1_100,
    invalid: 7,
    created: 1_100,
    batchId: job.batchId,
  })
  expect(job.report.rows).toHaveLength(1_107)
  const again = await upload<ImportReport>(api.app, token, path, bytes, { key: 'import' })
  expect([again.status, again.body]).toEqual([200, job.report])
  expect(await written(product)).toEqual({ orders: 1_100, lines: 1_100, entries: 1_100 })
  const { rows } = await api.context.pool.query(
    'select count(*)::int as events from events where batch_id = $1',
    [job.batchId],
  )
  expect(rows[0].events).toBe(1)
  const undone = await shop.admin.post<ChangeReport>(`/changes/${job.batchId}/undo`)
  expect(undone.body.counts).toEqual({ changed: 1_100, refused: 0, refusedBy: {} })
})

it('asks the database as often for a thousand rows as for ten, tried out or written', async () => {
  const counted = async (rows: number, query: Record<string, string>) => {
    const { bytes } = await file(rows)
    const seen = { valid: 0 }
    const statements = await countStatements(api.context.pool, async () => {
      seen.valid = (await upload<ImportReport>(api.app, token, path, bytes, { query })).body.valid
    })
    return { statements, ...seen }
  }
  for (const query of [{ dryRun: '1' }, { dryRun: '0' }]) {
    const ten = await counted(10, query)
    expect(await counted(1_000, query)).toEqual({ statements: ten.statements, valid: 1_000 })
    // Two lock and read the zones of the country, one reads the products of sources’ lines.
    expect(ten.statements).toBeLessThanOrEqual(27)
  }
})

it('what cannot be read is refused at once, not by a job', async () => {
  const bytes = writeWorkbook([{ name: 'x', rows: Array.from({ length: 1_500 }, () => ['no', 'header']) }])
  const answer = await upload<Problem>(api.app, token, path, bytes, { prefer: 'respond-async' })
  expect([answer.status, answer.body.code]).toEqual([400, 'FILE_WITHOUT_HEADER'])
})

it('a cancelled import leaves nothing, and the file may be sent again', async () => {
  const { bytes, product } = await file(1_010)
  const release = await holdImports()
  const waiting = upload<Problem>(api.app, token, path, bytes)
  const { id } = await runningImport()
  expect((await shop.admin.post(`/jobs/${id}/cancel`)).status).toBe(200)
  await release()
  const answer = await waiting
  expect([answer.status, answer.body.code]).toEqual([409, 'CANCELLED'])
  expect((await shop.admin.get(`/jobs/${id}`)).body).toMatchObject({
    status: 'CANCELLED',
    done: 0,
    report: null,
  })
  expect(await written(product)).toEqual({ orders: 0, lines: 0, entries: 0 })
  expect((await upload<ImportReport>(api.app, token, path, bytes)).body.created).toBe(1_010)
})

it('one file sent twice at once creates its orders once, and the other call gets that result', {
  tags: 'full',
}, async () => {
  const { bytes, product } = await file(1_010)
  const release = await holdImports()
  const uploads = [upload<Problem>(api.app, token, path, bytes), upload<Problem>(api.app, token, path, bytes)]
  const running = async () =>
    (await shop.admin.get<{ items: Job[] }>('/jobs?status=RUNNING')).body.items.length
  await expect.poll(running).toBe(2)
  await release()
  const [refused] = (await Promise.all(uploads)).filter(({ status }) => status !== 200)
  expect([refused!.status, refused!.body.code]).toEqual([409, 'FILE_ALREADY_IMPORTED'])
  expect(refused!.body.current).toMatchObject({ created: 1_010, batchId: expect.any(String) })
  expect(await written(product)).toMatchObject({ orders: 1_010 })
})

it('stopped with its server it writes nothing, and the same call does it on the next one', {
  tags: 'full',
}, async () => {
  const own = await startApi()
  const ownShop = await startShop(own)
  const { bytes, product } = await file(1_010, 0, ownShop)
  const { token: ownToken } = await own.as('admin')
  const release = await holdImports(own)
  const waiting = upload<Problem>(own.app, ownToken, path, bytes, { key: 'stopped' })
  const status = async () =>
    (await own.context.pool.query(`select status from jobs where work = 'orders.import'`)).rows[0]?.status
  await expect.poll(status).toBe('RUNNING')
  const closing = own.app.close()
  await release()
  await closing
  const answer = await waiting
  expect([answer.status, answer.body.code]).toEqual([503, 'INTERRUPTED'])
  expect(await written(product, own)).toEqual({ orders: 0, lines: 0, entries: 0 })
  const next = await buildApp(own.context)
  await next.ready()
  const again = await upload<ImportReport>(next, ownToken, path, bytes, { key: 'stopped' })
  expect([again.status, again.body.created]).toEqual([200, 1_010])
  await next.close()
  await own.close()
})

it('no instance resumes an import whose instance has died', async () => {
  const { rows } = await api.context.pool.query(
    `insert into jobs (id, kind, work, actor, input, status, total, batch_id, held_by, held_until)
     values (gen_random_uuid(), 'order.import', 'orders.import', $1, '{}', 'RUNNING', 5000, gen_random_uuid(), 'gone',
       now() - interval '1 second') returning id`,
    [shop.admin.user.id],
  )
  api.app.jobs.wake()
  const read = async () => (await shop.admin.get<Job>(`/jobs/${rows[0].id}`)).body
  await expect.poll(async () => (await read()).status).toBe('FAILED')
  expect(await read()).toMatchObject({ code: 'INTERRUPTED', done: 0, batchId: null, report: null })
})
