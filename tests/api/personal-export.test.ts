import { sql } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import { describe, expect, it } from 'vitest'
import { openShopApi } from '../support/api/shop.ts'

const { api, shop } = await openShopApi()
const { admin } = shop
const { db } = api.context
const product = await shop.product({ name: 'Bouilloire', quantity: 50 })

const block = async (phone: string) =>
  expect((await admin.post('/blocked', { body: { country: 'ic', phone, reason: 'Refuse' } })).status).toBe(
    201,
  )

describe('the history of who read or erased a person without orders', () => {
  const source = newId()
  const linesOf = async (user: string) => {
    const { rows } = await db.execute<{ verb: string; after: object }>(sql`
      select verb, after from changes where record_id = ${user} and verb in ('user.download', 'user.erase-customer') order by id`)
    return rows
  }

  it('has a line of the reader, without the number', async () => {
    const user = await api.createUser({ role: 'admin' })
    const reader = await api.as(user)
    await db.execute(
      sql`insert into sources (id, country, owner, name, kind) values (${source}, 'ic', ${user.id}, 'Shop', 'shopify')`,
    )
    await block('+2250788010101')
    await db.execute(sql`insert into intake (id, country, owner, source, name, customer_name, customer_phone, worked_at, verdict)
      values (gen_random_uuid(), 'ic', ${user.id}, ${source}, '#9', 'Panier Seul', '+2250788010102', now(), 'ignored')`)
    await shop.order(product, { comment: 'Voisine : 07 88 01 01 03' })
    const paths = [
      '0788010101/export',
      '0788010102/export/file',
      '0788010103/export',
      '0788010103/export/file',
    ]
    for (const path of paths) expect((await reader.get(`/customers/${path}`)).status).toBe(200)
    expect(await linesOf(user.id)).toMatchObject(
      paths.map(() => ({
        verb: 'user.download',
        after: { list: 'customer', filter: null, network: '127.0.0.1' },
      })),
    )
    expect(JSON.stringify(await linesOf(user.id))).not.toMatch(/0?7[ -]?88/)
    const { body } = await admin.get<{ total: number }>(`/changes?kind=download&actor=${user.id}`)
    expect(body.total).toBe(paths.length)
  })

  it('has no line of the reader where orders have one, nor for nobody', async () => {
    const user = await api.createUser({ role: 'admin' })
    const reader = await api.as(user)
    await shop.order(product, { customerPhone: '+2250788010104' })
    expect((await reader.get('/customers/0788010104/export')).status).toBe(200)
    expect((await reader.get('/customers/0788010999/export')).status).toBe(404)
    expect(await linesOf(user.id)).toEqual([])
  })

  it('has a line of who erased them', async () => {
    const user = await api.createUser({ role: 'admin' })
    const eraser = await api.as(user)
    await block('+2250788010105')
    const erase = (dryRun: boolean) =>
      eraser.put('/customers/erase', { body: { phone: '0788010105', country: 'ic', dryRun } })
    expect((await erase(true)).status).toBe(200)
    expect(await linesOf(user.id)).toEqual([])
    for (let times = 0; times < 2; times++) expect((await erase(false)).status).toBe(200)
    expect(await linesOf(user.id)).toEqual([{ verb: 'user.erase-customer', after: {} }])
    const { body } = await admin.get<{ items: { verb: string; resource: string }[] }>(
      `/changes?verb=user.erase-customer&actor=${user.id}`,
    )
    expect(body.items).toMatchObject([{ verb: 'user.erase-customer', resource: 'users' }])
  })
})
