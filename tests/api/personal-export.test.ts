import { sql } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import { describe, expect, it } from 'vitest'
import { openShopApi } from '../support/api/shop.ts'
import { downloadSheets } from '../support/spreadsheets/download.ts'

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

describe('the export of a person', () => {
  const phone = '+2250788020201'
  const neighbour = {
    customerName: 'Barnabé Essoh',
    customerPhone: '+2250788020299',
    customerAddress: 'Rue des Manguiers 5, Dabou',
  }
  type Row = { table: string; own: boolean; [column: string]: unknown }
  type Export = Record<'orders' | 'history' | 'notes' | 'intake', Row[]> & { cut: string[] }
  const read = async () => (await admin.get<Export>(`/customers/${phone}/export`)).body
  const sheetsOf = async (language: string) =>
    downloadSheets(api.app, (await api.as(admin.user)).token, `/customers/${phone}/export/file`, {
      'accept-language': language,
    })

  it('has of the rows of others what names the person alone', async () => {
    const own = await shop.order(product, { customerPhone: phone, customerName: 'Colette Akré' })
    const comment = 'Voisine de Colette : 07 88 02 02 01'
    const other = await shop.order(product, { ...neighbour, comment })
    const source = newId()
    await db.execute(
      sql`insert into sources (id, country, owner, name, kind) values (${source}, 'ic', ${admin.user.id}, 'Shop', 'shopify')`,
    )
    const event = newId()
    await db.execute(sql`insert into intake (id, country, owner, source, name, customer_name, customer_phone, understood, worked_at, verdict)
      values (${event}, 'ic', ${admin.user.id}, ${source}, '#7', ${neighbour.customerName}, ${neighbour.customerPhone},
        ${JSON.stringify({ customer: { name: neighbour.customerName }, note: comment, gift: 2250788020201 })}::jsonb, now(), 'ignored')`)
    await db.execute(sql`insert into intake_bodies (event, headers, body)
      values (${event}, '{}', convert_to(${JSON.stringify({ name: neighbour.customerName, note: comment })}, 'UTF8'))`)
    await db.execute(sql`insert into user_desks ("user", version, updated_at, document) values (${admin.user.id}, 1, now(),
      ${JSON.stringify({ secret: 'Liste du patron', macros: [{ text: 'keyword:0788020201' }] })}::jsonb)
      on conflict ("user") do update set document = excluded.document`)
    const body = await read()
    expect(JSON.stringify(body)).not.toMatch(/Barnab|Essoh|020299|Manguiers|patron/)
    expect(body.orders.map(({ own }) => own)).toEqual([true, false])
    expect(body.orders[0]).toMatchObject({ id: own.id, customer_name: 'Colette Akré', customer_phone: phone })
    expect(body.orders[1]).toEqual({
      table: 'orders',
      own: false,
      id: other.id,
      number: other.number,
      comment,
    })
    expect(body.notes).toEqual([
      { table: 'user_desks', own: false, user: admin.user.id, document: ['keyword:0788020201'] },
    ])
    expect(body.intake).toEqual([
      { table: 'intake_bodies', own: false, event, body: ['07 88 02 02 01'] },
      expect.objectContaining({ table: 'intake', id: event, understood: [2250788020201, comment] }),
    ])
    expect(body.history.filter(({ own }) => !own)).toEqual([
      expect.objectContaining({ record_id: other.id, after: [comment] }),
    ])
    expect(body.cut).toEqual([])
  })

  it('says in the spreadsheet whose row it is, in the language of the caller', async () => {
    const sheets = await sheetsOf('fr')
    expect(sheets.Commandes!.map((row) => row['Sa propre ligne'])).toEqual(['oui', 'non, extrait seulement'])
    expect(JSON.stringify(sheets)).not.toMatch(/Barnab|Essoh|020299|Manguiers|patron/)
    const english = await sheetsOf('en')
    // Excel refuses a sheet of the name "History".
    expect(Object.keys(english)).toContain('History_')
    expect(english.Orders!.map((row) => row['Their own row'])).toEqual(['yes', 'no, excerpt only'])
  })

  it('says what is cut: rows of a table, and long cells', async () => {
    const { id } = (await read()).orders[0]!
    await db.execute(sql`insert into changes (id, batch_id, at, verb, resource, record_id, before, after, version)
      select gen_random_uuid(), batch_id, at, verb, resource, record_id, '{}',
        jsonb_build_object('comment', case when step = 1 then repeat('long', 9000) else 'x' end), 77
      from (select * from changes where record_id = ${id}::uuid limit 1) line, generate_series(1, 20000) step`)
    const body = await read()
    expect(body.cut).toEqual(['changes'])
    const lines = body.history.filter(({ table }) => table === 'changes')
    expect([lines.length, lines.every(({ own }) => own)]).toEqual([20_000, true])
    const { Historique_: rows = [] } = await sheetsOf('fr')
    expect(rows.at(-1)).toMatchObject({ table: 'changes: seules les 20\u202f000 premières lignes sont ici.' })
    const long = rows.map(({ after }) => String(after)).find((text) => text.length > 20_000)
    expect(long).toMatch(/long … \[texte coupé\]$/)
  })
})
