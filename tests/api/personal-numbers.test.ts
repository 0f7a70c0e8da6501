import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Erasure } from '../../domain/customers/personal-data.ts'
import { openShopApi } from '../support/api/shop.ts'

const { api, shop } = await openShopApi()
const { admin } = shop
const { db } = api.context
const product = await shop.product({ name: 'Bouilloire', quantity: 50 })

const erase = async (phone: string, country: string) => {
  const { status, body } = await admin.put<Erasure>('/customers/erase', { body: { phone, country } })
  expect(status).toBe(200)
  return body
}
const commentOf = async ({ id }: { id: string }) =>
  (await admin.get<{ comment: string }>(`/orders/${id}`)).body.comment

describe('the number of an erasure', () => {
  it('is read in the country that is said, whoever asks', async () => {
    const national = '0798765432'
    const here = await shop.order(product, { customerPhone: '+2250798765432', customerName: 'Awa Ici' })
    const block = { country: 'fr', phone: national, reason: 'Refuse' }
    expect((await admin.post('/blocked', { body: block })).status).toBe(201)
    const { found } = await erase(national, 'fr')
    expect([found.orders, found.blocked]).toEqual([0, 1])
    expect((await shop.readOrder(here)).customerName).toBe('Awa Ici')
    expect((await erase('98765433', 'tn')).found.orders).toBe(0)
    const wrong = await admin.put('/customers/erase', { body: { phone: '0708091011', country: 'tn' } })
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ path: 'phone', code: 'INVALID_PHONE' }] } })
  })

  it('is no day, however many digits it has', async () => {
    const phone = '+21620261128'
    await shop.order(product, { customerPhone: phone, customerName: 'Leïla Trabelsi' })
    const other = await shop.order(product, {
      customerPhone: '+2250700000001',
      comment: 'livrer le 2026-11-28 ou 2026/11/28, sinon 20 26 11 28 ou +216 2026-11-28',
    })
    const last = await shop.order(product, {
      customerPhone: '+2250700000002',
      comment: 'né le 28/11/2026, le 28-11-2026, le 28.11.2026',
    })
    await shop.order(product, { customerPhone: '+21628112026', customerName: 'Salma Jaziri' })
    await db.execute(sql`insert into changes (id, batch_id, at, verb, resource, record_id, before, after, version)
      select gen_random_uuid(), batch_id, at, verb, resource, record_id,
        '{"statusAt": "2026-11-28T11:33:57.242Z"}', '{"statusAt": "2026-11-28T11:34:00.000Z"}', 77
      from changes where record_id = ${other.id}::uuid limit 1`)
    await erase(phone, 'tn')
    await erase('28112026', 'tn')
    expect(await commentOf(other)).toBe('livrer le 2026-11-28 ou 2026/11/28, sinon [∅] ou [∅]')
    expect(await commentOf(last)).toBe('né le 28/11/2026, le 28-11-2026, le 28.11.2026')
    const { rows } = await db.execute(sql`select after from changes where version = 77`)
    expect(rows).toEqual([{ after: { statusAt: '2026-11-28T11:34:00.000Z' } }])
    const { rows: hit } = await db.execute(
      sql`select 1 from changes where (before::text || after::text) like '%[∅]T%'`,
    )
    expect(hit).toEqual([])
  })

  it('is no code of an invoice and no part of an identifier', async () => {
    const uuid = '01a221c3-7662-7276-8873-20281199abcd'
    const other = await shop.order(product, {
      customerPhone: '+2250700000004',
      comment: `facture INV-CI-2026-00099, paie PAY-FR-2026-00099, voir ${uuid}, sinon 02 02 60 00 99 ou 76-62-72-76`,
    })
    await erase('0202600099', 'fr')
    await erase('76627276', 'bf')
    await erase('+21672768873', 'tn')
    expect(await commentOf(other)).toBe(
      `facture INV-CI-2026-00099, paie PAY-FR-2026-00099, voir ${uuid}, sinon [∅] ou [∅]`,
    )
  })

  it('of a country that is none of ours is found as it is dialled there and from abroad', async () => {
    const abroad = await shop.order(product, {
      customerPhone: '+2290197123456',
      customerName: 'Codjo Ahouansou',
    })
    const other = await shop.order(product, {
      customerPhone: '+2250700000005',
      comment:
        'appeler le 00229 01 97 12 34 56, +229 0197123456, 002290197123456 ou 01.97.12.34.56, payer 12 34 56',
    })
    await shop.order(product, { customerPhone: '+29022158', customerName: 'Helena Short' })
    const island = await shop.order(product, {
      customerPhone: '+2250700000006',
      comment: 'appeler le 00290 22158, code 22158',
    })
    const { left } = await erase('+2290197123456', 'ic')
    expect(Object.values(left).every((count) => count === 0)).toBe(true)
    expect((await shop.readOrder(abroad)).customerName).toBe('[∅]')
    expect(await commentOf(other)).toBe('appeler le [∅], [∅], [∅] ou [∅], payer 12 34 56')
    await erase('+29022158', 'ic')
    expect(await commentOf(island)).toBe('appeler le [∅], code 22158')
  })

  it('is found in the digits of other scripts', async () => {
    const phone = '+21698777111'
    await shop.order(product, { customerPhone: phone, customerName: 'Mouna Gharbi' })
    const other = await shop.order(product, {
      customerPhone: '+2250700000003',
      comment: 'rappeler le ٩٨٧٧٧١١١, le ۹۸ ۷۷۷ ۱۱۱ ou le ９８７７７１１１',
    })
    const { left } = await erase(phone, 'tn')
    expect(Object.values(left).every((count) => count === 0)).toBe(true)
    expect(await commentOf(other)).toBe('rappeler le [∅], le [∅] ou le [∅]')
  })

  it('is found in the ids of a shop’s orders, which stay one', async () => {
    const { body: source } = await admin.post<{ id: string }>('/sources', {
      body: { country: 'ic', name: 'Tableur', kind: 'generic' },
    })
    const order = await shop.order(product, { customerPhone: '+2250711223377', customerName: 'Yao Bamba' })
    const ids = ['P-0711223377', '0711223377', 'P-1']
    for (const id of ids) {
      await db.execute(sql`insert into shop_orders (source, external_id) values (${source.id}::uuid, ${id})`)
      await db.execute(sql`insert into shop_lines (source, external_id, line, part, "order")
        values (${source.id}::uuid, ${id}, '1', 1, ${order.id}::uuid)`)
      await db.execute(sql`insert into intake (id, country, owner, source, external_id, name, worked_at, verdict, created_at)
        select gen_random_uuid(), 'ic', owner, id, ${id}, ${id}, now(), 'ignored', now() from sources where id = ${source.id}::uuid`)
    }
    const { left } = await erase('0711223377', 'ic')
    expect(Object.values(left).every((count) => count === 0)).toBe(true)
    const { rows } = await db.execute<{ orders: number; lines: number; events: number; number: number }>(sql`
      select count(*)::int as orders, count(line)::int as lines, count(event.id)::int as events,
        count(*) filter (where shop.external_id like '%0711223377%')::int as number
      from shop_orders shop
        left join shop_lines line on (line.source, line.external_id) = (shop.source, shop.external_id)
        left join intake event on (event.source, event.external_id) = (shop.source, shop.external_id)
      where shop.source = ${source.id}::uuid`)
    expect(rows).toEqual([{ orders: 3, lines: 3, events: 3, number: 0 }])
  })
})
