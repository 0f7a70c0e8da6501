import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { ChangeReport, Problem } from '../../domain/changes/changes.ts'
import type { Job, JobSummary } from '../../domain/jobs/job.ts'
import type { Product } from '../../domain/products/product.ts'
import { buildApp } from '../../server/app.ts'
import { type ApiAnswer, expectRefusal, makeCaller } from '../support/api/caller.ts'
import { type EventReader, readEvents } from '../support/api/event-reader.ts'
import { lockOrderRow, waitingStatements } from '../support/api/held-row.ts'
import { openShopApi, startShop } from '../support/api/shop.ts'
import { startApi } from '../support/api/start-api.ts'

const { api, shop } = await openShopApi()
const origin = await api.listen()

const open: EventReader[] = []
afterEach(() => {
  for (const reader of open.splice(0)) reader.close()
})
const listen = async (token: string): Promise<EventReader> => {
  const reader = await readEvents(origin, { token })
  open.push(reader)
  return reader
}

const async = { prefer: 'respond-async' }
/** Creates orders of a new product, sorted by id, and the call that confirms all of them. */
const manyOrders = async (count: number, at = shop) => {
  const product = await at.product({ quantity: 10_000 })
  const ids = await at.orders(product, count)
  return { product, ids: [...ids].sort(), body: { where: { product: product.id }, status: 'CONFIRMED' } }
}
const beginJob = async (body: object, key?: string, at = shop): Promise<Job> => {
  const answer = await at.admin.put<Job>('/orders/status', { body, headers: async, key })
  expect(answer).toMatchObject({ status: 202, headers: { 'preference-applied': 'respond-async' } })
  expect(answer.headers.location).toBe(`/api/jobs/${answer.body.id}`)
  return answer.body
}
const ended = async (
  id: string,
  status: Job['status'],
  at = shop,
): Promise<Job & { report: ChangeReport }> => {
  const read = async () => (await at.admin.get<Job>(`/jobs/${id}`)).body
  await expect.poll(async () => (await read()).status).toBe(status)
  return (await read()) as Job & { report: ChangeReport }
}
const confirmed = async (product: Product, at = api) => {
  const { rows } = await at.context.pool.query(
    `select count(*)::int as orders, (select reserved from products where id = $1) as reserved,
      (select count(*)::int from changes join orders o on o.id = changes.record_id
        where o.product = $1 and changes.verb = 'order.confirm') as lines,
      (select count(distinct batch_id)::int from changes join orders o on o.id = changes.record_id
        where o.product = $1 and changes.verb = 'order.confirm') as batches
     from orders where product = $1 and status = 'CONFIRMED'`,
    [product.id],
  )
  return rows[0] as { orders: number; reserved: number; lines: number; batches: number }
}

describe('a bulk call over many records', () => {
  it('is one batch over all its steps, and one undo takes all of it back', async () => {
    const { product, body } = await manyOrders(1_100)
    const report = await shop.bulk(body)
    expect(report.counts).toEqual({ changed: 1_100, refused: 0, refusedBy: {} })
    expect(report.changed).toHaveLength(1_000)
    expect(await confirmed(product)).toEqual({ orders: 1_100, reserved: 1_100, lines: 1_100, batches: 1 })
    const undone = await shop.undo(report.batchId)
    expect(undone.counts).toEqual({ changed: 1_100, refused: 0, refusedBy: {} })
    expect(await confirmed(product)).toMatchObject({ orders: 0, reserved: 0 })
    const again = await shop.admin.post<Problem>(`/changes/${report.batchId}/undo`)
    expect([again.status, again.body.code]).toEqual([409, 'ALREADY_UNDONE'])
    expect((await shop.undo(undone.batchId)).counts.changed).toBe(1_100)
    expect(await confirmed(product)).toMatchObject({ orders: 1_100, reserved: 1_100 })
  })

  it('names every record where every one was named, those that are not there too', {
    tags: 'full',
  }, async () => {
    const { ids } = await manyOrders(1_100)
    const missing = Array.from({ length: 100 }, () => crypto.randomUUID())
    const report = await shop.bulk({ ids: [...missing, ...ids], status: 'NOT_REACHABLE' })
    expect(report.counts).toEqual({ changed: 1_100, refused: 100, refusedBy: { NOT_FOUND: 100 } })
    expect(report.changed.map(({ id }) => id).sort()).toEqual(ids)
    expect(report.refused.map(({ id }) => id).sort()).toEqual(missing.sort())
  })

  it('begins no job when it only asks about 1,000', async () => {
    const { body } = await manyOrders(1_000)
    const dry = await shop.admin.put<ChangeReport>('/orders/status', {
      body: { ...body, dryRun: true },
      headers: async,
    })
    expect(dry).toMatchObject({ status: 200, body: { batchId: null, counts: { changed: 1_000 } } })
  })

  it('leaves out deselected records, and those created after it began', { tags: 'full' }, async () => {
    const { product, ids, body } = await manyOrders(1_200)
    const stop = await lockOrderRow(api, ids[0]!)
    const job = await beginJob({ ...body, except: ids.slice(-2) })
    await stop.reached()
    const [late] = await shop.orders(product, 1)
    await stop.release()
    expect((await ended(job.id, 'DONE')).report.counts.changed).toBe(1_198)
    for (const id of [late!, ...ids.slice(-2)]) {
      expect((await shop.readOrder({ id })).status).toBe('PENDING')
    }
  })
})

describe('a job', () => {
  it('reports its progress to its owner only', async () => {
    const [admin, other] = [await api.as('admin'), await api.as(await api.createUser())]
    const [mine, theirs] = [await listen(admin.token), await listen(other.token)]
    const { ids, body } = await manyOrders(1_200)
    const stop = await lockOrderRow(api, ids[600]!)
    const job = await beginJob(body)
    expect(job).toMatchObject({
      kind: 'order.confirm',
      done: 0,
      total: 1_200,
      report: null,
    })
    await stop.reached()
    const half = await shop.admin.get<Job>(`/jobs/${job.id}`)
    expect(half.body).toMatchObject({ status: 'RUNNING', done: 500, total: 1_200, finishedAt: null })
    expect(half.body.report).toMatchObject({ counts: { changed: 500 } })
    await stop.release()
    const jobEvents = await mine.untilEnded(job.id)
    expect(jobEvents[0]).toEqual({ job: job.id, status: 'QUEUED', done: 0, total: 1_200 })
    expect(jobEvents.at(-1)).toEqual({ job: job.id, status: 'DONE', done: 1_200, total: 1_200 })
    expect(jobEvents.map(({ done }) => done)).toEqual(jobEvents.map(({ done }) => done).sort((a, b) => a - b))
    expect(jobEvents.map(({ status }) => status)).toContain('RUNNING')
    expect(theirs.jobs).toEqual([])
    const done = await ended(job.id, 'DONE')
    expect(done).toMatchObject({ done: 1_200, batchId: done.report.batchId, finishedAt: expect.any(String) })
  })

  it('stops between two steps when cancelled: complete records and a consistent report', {
    tags: 'full',
  }, async () => {
    const { product, ids, body } = await manyOrders(3_200)
    const stop = await lockOrderRow(api, ids[700]!)
    const job = await beginJob(body)
    await stop.reached()
    const cancelled = await shop.admin.post<Job>(`/jobs/${job.id}/cancel`)
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'RUNNING', done: 500 } })
    await stop.release()
    const { report, done, batchId } = await ended(job.id, 'CANCELLED')
    expect(done).toBe(3_000)
    expect(report.counts).toEqual({ changed: 3_000, refused: 200, refusedBy: { CANCELLED: 200 } })
    expect(await confirmed(product)).toEqual({ orders: 3_000, reserved: 3_000, lines: 3_000, batches: 1 })
    const again = await shop.admin.post<Problem>(`/jobs/${job.id}/cancel`)
    expect([again.status, again.body.code]).toEqual([409, 'JOB_ENDED'])
    expect((await shop.undo(batchId)).counts.changed).toBe(3_000)
  })

  it('answers a call that waits for it with what it had done when it was cancelled', async () => {
    const { ids, body } = await manyOrders(1_200)
    const stop = await lockOrderRow(api, ids[0]!)
    const waiting = shop.admin.put<ChangeReport>('/orders/status', { body })
    await stop.reached()
    const { items } = (await shop.admin.get<{ items: JobSummary[] }>('/jobs?status=RUNNING')).body
    await shop.admin.post(`/jobs/${items[0]!.id}/cancel`)
    await stop.release()
    expect(await waiting).toMatchObject({
      status: 200,
      body: { counts: { changed: 500, refused: 700, refusedBy: { CANCELLED: 700 } } },
    })
  })

  it('waits for its turn behind two others, and is cancelled there at once', { tags: 'full' }, async () => {
    const busy = [await manyOrders(1_001), await manyOrders(1_001)]
    const stops = await Promise.all(busy.map(({ ids }) => lockOrderRow(api, ids[0]!)))
    const running = [await beginJob(busy[0]!.body), await beginJob(busy[1]!.body)]
    for (const stop of stops) await stop.reached()
    const { product, body } = await manyOrders(1_001)
    const third = await beginJob(body)
    const cancelled = await shop.admin.post<Job>(`/jobs/${third.id}/cancel`)
    expect(cancelled.body).toMatchObject({
      status: 'CANCELLED',
      done: 0,
      report: { batchId: null, counts: { changed: 0, refused: 1_001, refusedBy: { CANCELLED: 1_001 } } },
    })
    for (const stop of stops) await stop.release()
    for (const { id } of running) expect((await ended(id, 'DONE')).report.counts.changed).toBe(1_001)
    expect(await confirmed(product)).toMatchObject({ orders: 0, lines: 0 })
  })

  it('fails when its owner loses access; what was done remains and can be undone', {
    tags: 'full',
  }, async () => {
    const user = await api.createUser()
    const { product, ids, body } = await manyOrders(10_200)
    const stop = await lockOrderRow(api, ids.at(-2_500)!)
    const waiting = (await api.as(user)).put<Problem>('/orders/status', { body })
    await stop.reached()
    // The deactivation waits for the running step, the third of eleven, and comes before the next one or a few later.
    const shutOut = shop.admin.put(`/users/activate/${user.id}`)
    while ((await waitingStatements(api.context.pool)) < 2) await sleep(5)
    await stop.release()
    expect((await shutOut).status).toBe(200)
    const { status, body: problem } = await waiting
    expect([status, problem.code]).toEqual([403, 'NOT_ACTIVATED'])
    const report = problem.current as ChangeReport
    const { changed } = report.counts
    expect(report.counts).toEqual({ changed, refused: 0, refusedBy: {} })
    expect([changed % 1_000, changed >= 3_000, changed < 10_000]).toEqual([0, true, true])
    expect(await confirmed(product)).toMatchObject({ orders: changed, reserved: changed, lines: changed })
    expect((await shop.undo(report.batchId)).counts.changed).toBe(changed)
  })

  it('beside another one over the same records leaves sound books', { tags: 'full' }, async () => {
    const { product, body } = await manyOrders(1_500)
    const [one, other] = await Promise.all([
      shop.bulk(body),
      shop.bulk({ ...body, status: 'CANCELLED', comment: 'no' }),
    ])
    for (const { counts } of [one, other]) {
      expect(counts.refused).toBe(Object.values(counts.refusedBy).reduce((sum, count) => sum + count, 0))
    }
    const { orders, reserved } = await confirmed(product)
    expect(reserved).toBe(orders)
    const { rows } = await api.context.pool.query(
      `select count(*)::int as count from orders join shippings on shippings."order" = orders.id
       where product = $1 and (orders.status = 'CONFIRMED') <> (shippings.status <> 'CANCELLED')`,
      [product.id],
    )
    expect(rows[0].count).toBe(0)
  })
})

describe('the same idempotency key', () => {
  it('waits for the same job, however often it is called, and is answered the same', async () => {
    const { product, ids, body } = await manyOrders(1_200)
    const stop = await lockOrderRow(api, ids[0]!)
    const job = await beginJob(body, 'once')
    await stop.reached()
    const call = async <Body>(headers?: typeof async): Promise<ApiAnswer<Body>> => {
      const answer = await shop.admin.put<Body & { code?: string }>('/orders/status', {
        body,
        key: 'once',
        ...(headers && { headers }),
      })
      // Of two concurrent calls one gets 409.
      return answer.body.code === 'IDEMPOTENCY_IN_FLIGHT' ? call(headers) : answer
    }
    const calls = [1, 2].map(() => call<ChangeReport>())
    const present = await call<Job>(async)
    expect(present).toMatchObject({ status: 202, body: { id: job.id, status: 'RUNNING' } })
    await stop.release()
    const [first, second] = await Promise.all(calls)
    expect(first).toMatchObject({ status: 200, headers: { 'idempotency-replayed': 'true' } })
    expect(second!.body).toEqual(first!.body)
    expect((await shop.admin.put('/orders/status', { body, key: 'once' })).body).toEqual(first!.body)
    expect(await confirmed(product)).toEqual({ orders: 1_200, reserved: 1_200, lines: 1_200, batches: 1 })
    const other = await shop.admin.put('/orders/status', {
      body: { ...body, status: 'CANCELLED' },
      key: 'once',
    })
    await expectRefusal(other, 422, 'IDEMPOTENCY_KEY_REUSED')
  })
})

describe('when an instance goes away', () => {
  it('another continues after the last complete step, and nothing is done twice', async () => {
    const { product, ids, body } = await manyOrders(1_700)
    const stop = await lockOrderRow(api, ids[700]!)
    const job = await beginJob(body)
    await stop.reached()
    // The connection dies within the second step, so the job cannot be marked as failed.
    await stop.cutOff()
    await stop.release()
    expect((await shop.admin.get(`/jobs/${job.id}`)).body).toMatchObject({ status: 'RUNNING', done: 500 })
    await api.context.pool.query(`update jobs set held_until = now() - interval '1 second' where id = $1`, [
      job.id,
    ])
    const other = await buildApp(api.context)
    await other.ready()
    other.jobs.wake()
    expect((await ended(job.id, 'DONE')).report.counts).toEqual({ changed: 1_700, refused: 0, refusedBy: {} })
    expect(await confirmed(product)).toEqual({ orders: 1_700, reserved: 1_700, lines: 1_700, batches: 1 })
    await other.close()
  })

  it('by a normal stop, it releases its jobs and asks waiting callers to retry', {
    tags: 'full',
  }, async () => {
    const own = await startApi()
    const ownShop = await startShop(own)
    const { product, ids, body } = await manyOrders(1_200, ownShop)
    const stop = await lockOrderRow(own, ids[0]!)
    const waiting = ownShop.admin.put<Problem>('/orders/status', { body, key: 'back' })
    await stop.reached()
    const closing = own.app.close()
    await stop.release()
    await closing
    const { status, body: problem } = await waiting
    expect([status, problem.code]).toEqual([503, 'INTERRUPTED'])
    const next = await buildApp(own.context)
    await next.ready()
    const back = makeCaller(next, (await own.as('admin')).token)
    const answer = await back.put<ChangeReport>('/orders/status', { body, key: 'back' })
    expect(answer).toMatchObject({ status: 200, body: { counts: { changed: 1_200, refused: 0 } } })
    expect(await confirmed(product, own)).toEqual({
      orders: 1_200,
      reserved: 1_200,
      lines: 1_200,
      batches: 1,
    })
    await next.close()
    await own.close()
  })

  it('and returns late, only the other writes the pending step', { tags: 'full' }, async () => {
    const { product, ids, body } = await manyOrders(1_200)
    const stop = await lockOrderRow(api, ids[600]!)
    const job = await beginJob(body)
    await stop.reached()
    const hold = (until: string) =>
      api.context.pool.query(
        `update jobs set held_by = 'another', held_until = now() + interval '${until}' where id = $1`,
        [job.id],
      )
    await hold('1 minute')
    await stop.release()
    // The step ends, finds that another runner holds the job, and rolls back.
    const unlocked = 'select from orders where id = any($1::uuid[]) for update'
    await api.context.pool.query(unlocked, [ids])
    expect(await confirmed(product)).toMatchObject({ orders: 500, reserved: 500, lines: 500 })
    expect((await shop.admin.get(`/jobs/${job.id}`)).body).toMatchObject({ status: 'RUNNING', done: 500 })
    await hold('-1 second')
    api.app.jobs.wake()
    expect((await ended(job.id, 'DONE')).report.counts).toEqual({ changed: 1_200, refused: 0, refusedBy: {} })
    expect(await confirmed(product)).toEqual({ orders: 1_200, reserved: 1_200, lines: 1_200, batches: 1 })
  })
})

describe('access to a job', () => {
  it('is its owner, and an admin', async () => {
    const user = await api.createUser({ role: 'seller' })
    const [seller, other] = [await api.as(user), await api.as('seller')]
    const { rows } = await api.context.pool.query(
      `insert into jobs (id, kind, work, actor, input, status, total, done, batch_id, finished_at)
       select gen_random_uuid(), 'order.export', 'records.export', $1, '{}', 'DONE', 5, 5, gen_random_uuid(), now()
       from generate_series(1, 3) returning id`,
      [user.id],
    )
    const { id } = rows[0]
    expect((await seller.get<{ total: number }>('/jobs')).body.total).toBe(3)
    const page = await seller.get<{ items: JobSummary[] }>('/jobs?limit=1&skip=1&status=DONE,FAILED')
    expect(page.body.items).toHaveLength(1)
    expect((await seller.get<Job>(`/jobs/${id}`)).body).toMatchObject({ id, kind: 'order.export' })
    expect((await other.get<{ total: number }>('/jobs')).body.total).toBe(0)
    for (const call of [
      other.get(`/jobs/${id}`),
      other.post(`/jobs/${id}/cancel`),
      other.get(`/jobs/${id}/file`),
    ]) {
      await expectRefusal(call, 404, 'NOT_FOUND')
    }
    expect((await shop.admin.get(`/jobs/${id}`)).status).toBe(200)
    expect((await shop.admin.get<{ total: number }>('/jobs')).body.total).toBeGreaterThan(3)
    expect(await api.anybody.get('/jobs')).toMatchObject({ status: 401 })
  })

  it.each([
    ['/jobs?keyword=x', 400],
    ['/jobs?status=BUSY', 400],
    ['/jobs?limit=0', 400],
    ['/jobs/nobody', 404],
    [`/jobs/${crypto.randomUUID()}`, 404],
  ])('%s is refused', async (path, status) => {
    expect((await shop.admin.get(path)).status).toBe(status)
  })
})
