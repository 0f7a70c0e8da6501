import { describe, expect, it } from 'vitest'
import type { Problem } from '../../domain/changes/changes.ts'
import type { Job } from '../../domain/jobs/job.ts'
import { buildApp } from '../../server/app.ts'
import { usualBounds } from '../../server/core/bounds.ts'
import { writeWorkbook } from '../../server/spreadsheets/write-workbook.ts'
import { makeCaller } from '../support/api/caller.ts'
import { lockOrderRow } from '../support/api/held-row.ts'
import { insertSession, insertUser } from '../support/api/insert-user.ts'
import { openShopApi } from '../support/api/shop.ts'
import { startPooled } from '../support/pool/server-on.ts'
import { upload } from '../support/spreadsheets/upload.ts'

const { api, shop } = await openShopApi()

const beyond = 5
const anotherAdmin = async () => api.as(await api.createUser({ role: 'admin' }))

type Answered = { status: number; body: unknown; headers: Record<string, unknown> }

const expectTooMany = ({ status, body, headers }: Answered): void => {
  expect([status, (body as Problem).code]).toEqual([429, 'TOO_MANY_CALLS'])
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
}

/** Pending and answered calls. */
const watch = (calls: readonly Promise<Answered>[]) => {
  const answers: Answered[] = []
  for (const call of calls) call.then((answer) => answers.push(answer))
  // On a slow machine some calls time out in the queue: 503.
  return { answers, refused: () => answers.filter(({ status }) => status !== 200 && status !== 503) }
}

describe('a user who overfills a queue is refused, and another one is served, where what is waited for is', () => {
  it('a database connection', async () => {
    const server = await startPooled()
    const other = makeCaller(
      server.app,
      await insertSession(server.context, await insertUser(server.context)),
    )
    const share = Math.floor(server.context.pool.options.max * 0.6)
    await server.stranger.query('begin; lock table orders in access exclusive mode')
    const calls = Array.from({ length: share + usualBounds.waitingConnections + beyond }, () =>
      server.admin.get('/orders'),
    )
    try {
      const { refused } = watch(calls)
      await expect.poll(() => refused().length, { timeout: 20_000 }).toBeGreaterThan(0)
      expect((await other.get('/products')).status).toBe(200)
      for (const answer of refused()) expectTooMany(answer)
      expect(refused().length).toBeLessThanOrEqual(beyond)
    } finally {
      await server.stranger.query('rollback')
      await Promise.all(calls)
      await server.close()
    }
  })

  it('a thread that reads spreadsheets', async () => {
    const [one, other] = [await anotherAdmin(), await anotherAdmin()]
    const { name } = await shop.product({ name: `Montre ${crypto.randomUUID()}` })
    const file = (rows: number): Buffer =>
      writeWorkbook([
        {
          name: 'Feuil1',
          rows: [
            ['Produit', 'Nom', 'Téléphone', 'Adresse', 'Qté'],
            ...Array.from({ length: rows }, (_, at) => [name, `Awa ${at}`, '0708091011', 'Cocody', 1]),
          ],
        },
      ])
    const send = (token: string, bytes: Buffer): Promise<Answered> =>
      upload(api.app, token, '/orders/upload-multiple', bytes, {
        query: { dryRun: '1' },
        language: 'de',
      })
    const long = file(200)
    const calls = Array.from({ length: usualBounds.waitingSpreadsheets + 1 + beyond }, () =>
      send(one.token, long),
    )
    const { answers, refused } = watch(calls)
    await expect.poll(() => refused().length, { timeout: 20_000 }).toBeGreaterThan(0)
    expect((await send(other.token, file(3))).status).toBe(200)
    expect(answers.length).toBeLessThan(calls.length)
    await Promise.all(calls)
    expect(refused().length).toBeLessThanOrEqual(beyond)
    for (const answer of refused()) {
      expectTooMany(answer)
      expect((answer.body as Problem).detail).toContain('Nichts ist verloren')
    }
  })

  it('the end of jobs', async () => {
    const app = await buildApp({ ...api.context, bounds: { openJobs: 2 } })
    await app.ready()
    const ids = await shop.orders(await shop.product(), 1_001)
    const stop = await lockOrderRow(api, [...ids].sort()[0]!)
    try {
      const [one, other] = (await Promise.all([anotherAdmin(), anotherAdmin()])).map(({ token }) =>
        makeCaller(app, token),
      )
      const headers = { prefer: 'respond-async' }
      const begin = (more = {}) =>
        one!.put<Job>('/orders/status', { body: { ids, status: 'NOT_REACHABLE', ...more }, headers })
      const begun = [await begin(), await begin()]
      expect(begun.map(({ status }) => status)).toEqual([202, 202])
      expectTooMany(await begin())
      expectTooMany(await begin({ dryRun: true }))
      const { body, status } = await other!.post<Job>('/orders/download', { headers })
      expect(status).toBe(202)
      await expect
        .poll(async () => (await other!.get<Job>(`/jobs/${body.id}`)).body.status, { timeout: 20_000 })
        .toBe('DONE')
      expect((await one!.get<Job>(`/jobs/${begun[0]!.body.id}`)).body.status).toBe('RUNNING')
    } finally {
      await stop.release()
      await app.close()
    }
  })
})
