import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import type { Change, ChangeBatch } from '../../domain/changes/changes.ts'
import { resourceNames } from '../../domain/resources.ts'
import { hashToken } from '../../server/auth/sessions.ts'
import { registerFileRecords } from '../../server/http/record-files.ts'
import { spreadsheetMedia } from '../../server/openapi/operation.ts'
import { spreadsheetHeaders } from '../../server/spreadsheets/write-workbook.ts'
import { expectRefusal } from '../support/api/caller.ts'
import { testPassword } from '../support/api/insert-user.ts'
import { openShopApi } from '../support/api/shop.ts'
import { download } from '../support/spreadsheets/download.ts'

const { api, shop } = await openShopApi()
const { admin } = shop

const logIn = (email: string, password = testPassword) =>
  api.anybody.post<{ token: string }>('/sessions', { body: { email, password } })

type Page<Item> = { items: Item[]; total: number }

const batchesOf = async (actor: string | null, query = 'kind=change,login,download') =>
  (
    await admin.get<Page<ChangeBatch>>(
      `/changes?${query}&limit=100${actor === null ? '' : `&actor=${actor}`}`,
    )
  ).body
const linesOf = async (user: string, verb: string) => {
  const { rows } = await api.context.db.execute<Pick<Change, 'actor' | 'after'> & { key: string | null }>(sql`
    select line.actor, line.after, batch.key from changes line join change_batches batch on batch.id = line.batch_id
    where line.record_id = ${user} and line.verb = ${verb} order by line.id`)
  return rows
}
const filesOf = async (user: string) => (await linesOf(user, 'user.download')).map(({ after }) => after)

describe('the history of logins', () => {
  it('has each login, with its way, address and program', async () => {
    const user = await api.createUser({ role: 'seller' })
    const { body } = await logIn(user.email)
    expect(body.token).toBeTypeOf('string')
    const [line] = await linesOf(user.id, 'user.log-in')
    expect(line).toMatchObject({
      actor: user.id,
      after: { way: 'password', network: '127.0.0.1' },
    })
    const { items, total } = await batchesOf(user.id)
    expect(total).toBe(1)
    expect(items[0]).toMatchObject({ verb: 'user.log-in', resource: 'users', country: 'ic', records: 1 })
  })

  it('has no wrong password, and once that failures have locked the account', async () => {
    const user = await api.createUser({ role: 'seller' })
    for (let times = 0; times < 5; times++) await logIn(user.email, 'not this one')
    expect(await linesOf(user.id, 'user.log-in')).toEqual([])
    for (let times = 0; times < 3; times++) await expectRefusal(logIn(user.email), 429, 'TOO_MANY_ATTEMPTS')
    expect(await linesOf(user.id, 'user.lock-login')).toMatchObject([
      { actor: null, after: { network: '127.0.0.1' } },
    ])
    await api.context.db.execute(sql`delete from attempts`)
  })

  it('has each sign-out, once, and each session that is ended from another device', async () => {
    const user = await api.createUser({ role: 'seller' })
    const phone = 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0'
    const [here, there, third] = [await api.as(user), await api.as(user), await api.as(user)]
    await api.context.db.execute(
      sql`update sessions set user_agent = ${phone} where token_hash = ${hashToken(there.token)}`,
    )
    const listed = await here.get<Page<{ id: string; userAgent: string; isCurrent: boolean }>>('/sessions')
    const known = listed.body.items.find(({ userAgent }) => userAgent === phone)!
    expect((await here.delete(`/sessions/${known.id}`)).status).toBe(204)
    await expectRefusal(here.delete(`/sessions/${known.id}`), 404, 'NOT_FOUND')
    expect(await linesOf(user.id, 'user.end-session')).toMatchObject([
      { actor: user.id, after: { ended: phone, network: '127.0.0.1' } },
    ])
    expect((await here.delete('/sessions/others')).status).toBe(204)
    expect((await here.delete('/sessions/others')).status).toBe(204)
    await expectRefusal(third.get('/sessions/current'), 401, 'UNAUTHORIZED')
    expect(await linesOf(user.id, 'user.end-session')).toMatchObject([{}, { after: { sessions: 1 } }])
    expect(await linesOf(user.id, 'user.log-out')).toEqual([])
    expect((await here.delete('/sessions/current')).status).toBe(204)
    await expectRefusal(here.delete('/sessions/current'), 401, 'UNAUTHORIZED')
    expect(await linesOf(user.id, 'user.log-out')).toMatchObject([
      { actor: user.id, after: { network: '127.0.0.1' } },
    ])
    const last = await api.as(user)
    const own = (await last.get<typeof listed.body>('/sessions')).body.items[0]!
    expect(own.isCurrent).toBe(true)
    expect((await last.delete(`/sessions/${own.id}`)).status).toBe(204)
    expect(await linesOf(user.id, 'user.log-out')).toHaveLength(2)
    expect((await batchesOf(user.id, 'kind=login')).total).toBe(4)
    expect((await batchesOf(user.id, '')).total).toBe(0)
  })

  it('has one line of two sign-outs of one session at once', async () => {
    const user = await api.createUser({ role: 'seller' })
    const caller = await api.as(user)
    await Promise.all([1, 2, 3, 4].map(() => caller.delete('/sessions/current')))
    expect(await linesOf(user.id, 'user.log-out')).toHaveLength(1)
  })

  it('has no wrong proof, and once that they have locked a session', async () => {
    const user = await api.createUser({ role: 'admin' })
    const callers = [await api.as(user), await api.as(user)]
    const wrong = { body: { password: 'not this one' } }
    for (const caller of callers) {
      for (let times = 0; times < 5; times++)
        expect((await caller.post('/sessions/proof', wrong)).status).toBe(400)
      expect(await linesOf(user.id, 'user.lock-proof')).toHaveLength(caller === callers[0] ? 0 : 1)
      for (let times = 0; times < 3; times++)
        await expectRefusal(caller.post('/sessions/proof', wrong), 429, 'TOO_MANY_ATTEMPTS')
    }
    expect(await linesOf(user.id, 'user.lock-proof')).toMatchObject([
      { actor: user.id, after: { network: '127.0.0.1' } },
    ])
    expect((await batchesOf(user.id, 'kind=login')).items.map(({ verb }) => verb)).toEqual([
      'user.lock-proof',
    ])
    await api.context.db.execute(sql`delete from attempts`)
  })

  it('takes as long to refuse a locked address without an account', async () => {
    const { email } = await api.createUser({ role: 'seller' })
    const step = 200
    Object.assign(api.context, { answerStep: step })
    for (const address of [email, `no-${email}`]) {
      for (let times = 0; times < 5; times++) await logIn(address, 'not this one')
      const began = performance.now()
      await expectRefusal(logIn(address), 429, 'TOO_MANY_ATTEMPTS')
      expect(performance.now() - began).toBeGreaterThanOrEqual(step - 1)
    }
    Object.assign(api.context, { answerStep: 5 })
    await api.context.db.execute(sql`delete from attempts`)
  })

  it('is left out of what was changed, unless it is asked for', async () => {
    const user = await api.createUser({ role: 'agent' })
    await logIn(user.email)
    expect((await batchesOf(user.id, '')).total).toBe(0)
    expect((await batchesOf(user.id, 'kind=change')).total).toBe(0)
    expect((await batchesOf(user.id, 'kind=download')).total).toBe(0)
    expect((await batchesOf(user.id, 'kind=login')).total).toBe(1)
    expect((await batchesOf(user.id, 'kind=,')).total).toBe(0)
    expect((await batchesOf(user.id, 'verb=user.log-in')).total).toBe(1)
    const history = await admin.get<Page<Change>>(`/users/${user.id}/history`)
    expect(history.body.items.map(({ verb }) => verb)).not.toContain('user.log-in')
  })

  it('is read by administrators alone', async () => {
    const user = await api.createUser({ role: 'seller' })
    await logIn(user.email)
    const seller = await api.as(user)
    const seen = await seller.get<Page<ChangeBatch>>('/changes?kind=login,download')
    expect(seen.body.items).toEqual([])
    const [batch] = (await batchesOf(user.id)).items
    expect((await seller.get(`/changes/${batch!.id}`)).status).toBe(404)
    expect((await admin.get(`/changes/${batch!.id}`)).status).toBe(200)
  })

  it('cannot be undone', async () => {
    const user = await api.createUser({ role: 'seller' })
    await logIn(user.email)
    const [batch] = (await batchesOf(user.id)).items
    const undone = await admin.post<{ counts?: { changed: number } }>(`/changes/${batch!.id}/undo`)
    expect(undone.status).toBeLessThan(500)
    expect(undone.body.counts?.changed ?? 0).toBe(0)
  })
})

describe('the history of files', () => {
  it('has each list that was downloaded: the filter, the rows, and by which key', async () => {
    const user = await api.createUser({ role: 'seller' })
    const seller = await api.as(user)
    const product = await shop.product({ owner: user.id })
    await shop.order(product, { customerName: 'Aya Bamba' })
    await download(api.app, seller.token, '/orders/download?status=PENDING', { body: { keyword: 'aya' } })
    expect(await filesOf(user.id)).toMatchObject([
      { list: 'orders', filter: 'status=PENDING&keyword=aya', rows: 1, network: '127.0.0.1' },
    ])
    const made = await seller.post<{ key: string; id: string }>('/keys', {
      body: { name: 'Accounts', verbs: ['orders.read', 'orders.export'], country: 'ic' },
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    await download(api.app, made.body.key, '/orders/download')
    const lines = await linesOf(user.id, 'user.download')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatchObject({ key: made.body.id, after: { filter: null, rows: 1 } })
  })

  it('has no refused download, and no file that was made of what the caller sent', async () => {
    const user = await api.createUser({ role: 'seller' })
    const seller = await api.as(user)
    await download(api.app, seller.token, '/users/download')
    await download(api.app, seller.token, '/orders/download?status=NOWHERE')
    const template = await download(api.app, seller.token, '/orders/download-multiple-template')
    expect(template.status).toBe(200)
    expect(await filesOf(user.id)).toEqual([])
  })

  it('has statements and figures of callers', async () => {
    const user = await api.createUser({ role: 'admin' })
    const caller = await api.as(user)
    const seller = await api.createUser({ role: 'seller' })
    const path = `/sellers/${seller.id}/statement/file?country=ic`
    expect((await download(api.app, caller.token, path, { method: 'GET' })).status).toBe(200)
    const figures = '/callers/download?country=ic&from=2026-11-01T00:00:00Z&to=2026-11-08T00:00:00Z'
    expect((await download(api.app, caller.token, figures)).status).toBe(200)
    expect(await filesOf(user.id)).toMatchObject([
      { list: 'statement', filter: `seller=${seller.id}&country=ic` },
      { list: 'callers', rows: 0 },
    ])
  })

  it('loses the number of a customer in a filter with their erasure', async () => {
    const user = await api.createUser({ role: 'admin' })
    const reader = await api.as(user)
    const product = await shop.product()
    await shop.order(product, { customerPhone: '+2250788776655', customerName: 'Zénobie Quarshie' })
    await download(api.app, reader.token, '/orders/download', { body: { keyword: '07 88 77 66 55' } })
    expect(JSON.stringify(await filesOf(user.id))).toContain('07 88 77 66 55')
    const erased = await admin.put<{ left: Record<string, number> }>('/customers/erase', {
      body: { phone: '+2250788776655', country: 'ic' },
    })
    expect(Object.values(erased.body.left).every((count) => count === 0)).toBe(true)
    expect(JSON.stringify(await filesOf(user.id))).not.toContain('77 66 55')
  })
})

/** Every call that answers a file: one that is new belongs into a test of this file, too. */
const filed = {
  recorded: ['downloadCallers', 'downloadCustomer', 'downloadJobFile', 'downloadStatement'],
  /** Without records of ours. */
  passed: ['downloadFailedRows', 'downloadOrdersTemplate'],
}

describe('each call that answers a file', () => {
  it('is known here', () => {
    const ofLists = resourceNames.map((resource) => `/api/${resource}/download`)
    const named = api.app.describedCalls
      .filter(
        ({ url, operation }) =>
          !ofLists.includes(url) && JSON.stringify(operation.answers).includes(spreadsheetMedia),
      )
      .map(({ operation }) => operation.id)
    expect(named.toSorted()).toEqual([...filed.recorded, ...filed.passed].toSorted())
  })

  it('fails if it records nothing', async () => {
    const app = Fastify()
    registerFileRecords(app)
    app.get('/file', async (_, reply) => reply.headers(spreadsheetHeaders('x.xlsx')).send(Buffer.from('x')))
    app.get('/json', async () => ({}))
    expect((await app.inject('/file')).statusCode).toBe(500)
    expect((await app.inject('/json')).statusCode).toBe(200)
    await app.close()
  })
})
