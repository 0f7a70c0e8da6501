import { expect, it } from 'vitest'
import type { Problem } from '../../domain/changes/changes.ts'
import type { Job } from '../../domain/jobs/job.ts'
import { buildApp } from '../../server/app.ts'
import { writeWorkbook } from '../../server/spreadsheets/write-workbook.ts'
import { makeCaller } from '../support/api/caller.ts'
import { insertSession, insertUser } from '../support/api/insert-user.ts'
import { openShopApi } from '../support/api/shop.ts'
import { startPooled } from '../support/pool/server-on.ts'
import { upload } from '../support/spreadsheets/upload.ts'

const { api, shop } = await openShopApi()

const path = '/orders/upload-multiple'
const header = ['Produit', 'Nom', 'Téléphone', 'Adresse', 'Qté']

const file = async (rows: number): Promise<Buffer> => {
  const { name } = await shop.product({ name: `Montre ${crypto.randomUUID()}` })
  const row = (at: number) => [name, `Awa ${at}`, '0708091011', 'Cocody', 1]
  const sheet = { name: 'Feuil1', rows: [header, ...Array.from({ length: rows }, (_, at) => row(at))] }
  return writeWorkbook([sheet])
}

const anotherAdmin = async () => api.as(await api.createUser({ role: 'admin' }))

it('reads the file of one user while the many files of another wait', { tags: 'full' }, async () => {
  const [one, other] = [await anotherAdmin(), await anotherAdmin()]
  const [long, short] = [await file(1_000), await file(3)]
  const query = { dryRun: '1' }
  const ended: string[] = []
  const send = async (who: string, token: string, bytes: Buffer) => {
    const { status } = await upload(api.app, token, path, bytes, { query })
    ended.push(`${who} ${status}`)
  }
  const many = Array.from({ length: 7 }, () => send('one', one.token, long))
  await Promise.all([...many, send('other', other.token, short)])
  expect(ended.indexOf('other 200')).toBeLessThan(4)
  expect(new Set(ended)).toEqual(new Set(['one 200', 'other 200']))
})

it('runs the job of one user while another has begun more than can run', { tags: 'full' }, async () => {
  const [one, other] = [await anotherAdmin(), await anotherAdmin()]
  await shop.orders(await shop.product(), 1_001)
  const client = await api.context.pool.connect()
  // Advisory lock of imports in the country.
  await client.query(`begin; select pg_advisory_xact_lock(hashtextextended('import ic', 0))`)
  try {
    for (let count = 0; count < 5; count++) {
      const begun = await upload<Job>(api.app, one.token, path, await file(1_001), {
        prefer: 'respond-async',
      })
      expect(begun.status).toBe(202)
    }
    const headers = { prefer: 'respond-async' }
    const { body } = await other.post<Job>('/orders/download', { headers })
    const status = async () => (await other.get<Job>(`/jobs/${body.id}`)).body.status
    await expect.poll(status).toBe('DONE')
    const running = await one.get<{ items: Job[] }>('/jobs?status=RUNNING')
    expect(running.body.items.length).toBeGreaterThan(0)
  } finally {
    await client.query('commit')
    client.release()
  }
})

it('refuses another job to a user with too many open ones, and not to others', async () => {
  const app = await buildApp({ ...api.context, bounds: { openJobs: 0 } })
  await app.ready()
  const { token } = await anotherAdmin()
  await shop.orders(await shop.product(), 1_001)
  const headers = { prefer: 'respond-async' }
  const refused = await makeCaller(app, token).post<Problem>('/orders/download', { headers })
  expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_CALLS'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  await app.close()
})

it('refuses the calls of a user beyond those of a minute, and not those of another', async () => {
  const app = await buildApp({ ...api.context, bounds: { callsPerMinute: 5 } })
  await app.ready()
  const [one, other] = [await anotherAdmin(), await anotherAdmin()]
  for (let count = 0; count < 5; count++)
    expect((await makeCaller(app, one.token).get('/products')).status).toBe(200)
  const refused = await makeCaller(app, one.token).get<Problem>('/products')
  expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_CALLS'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await makeCaller(app, other.token).get('/products')).status).toBe(200)
  await app.close()
})

it('leaves connections to others while one user’s calls wait for a lock', { tags: 'full' }, async () => {
  const server = await startPooled()
  const other = makeCaller(server.app, await insertSession(server.context, await insertUser(server.context)))
  await server.stranger.query('begin; lock table orders in access exclusive mode')
  const waiting = Array.from({ length: 60 }, () => server.admin.get('/orders'))
  const locked = async () => {
    const { rows } = await server.stranger.query<{ count: string }>(
      'select count(*) from pg_locks where not granted',
    )
    return Number(rows[0]!.count)
  }
  await expect.poll(locked).toBeGreaterThan(3)
  expect((await other.get('/products')).status).toBe(200)
  await server.stranger.query('rollback')
  await Promise.all(waiting)
  await server.close()
})
