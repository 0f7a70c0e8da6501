import { beforeEach, describe, expect, it } from 'vitest'
import { read, utils } from 'xlsx'
import type { Analytics } from '../../domain/analytics/analytics.ts'
import type { Problem } from '../../domain/changes/changes.ts'
import type { EarlierImport, ImportReport } from '../../domain/orders/import/import-report.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { Product } from '../../domain/products/product.ts'
import { writeWorkbook } from '../../server/spreadsheets/write-workbook.ts'
import { forgetOrders } from '../support/api/forget-orders.ts'
import { waitingStatements } from '../support/api/held-row.ts'
import { openShopApi } from '../support/api/shop.ts'
import { fieldSpreadsheet } from '../support/spreadsheets/field-spreadsheet.ts'
import { upload } from '../support/spreadsheets/upload.ts'

const { api, shop } = await openShopApi()
const admin = await api.as('admin')
const seller = await api.as('seller')
const products: Product[] = []
for (const name of ['Montre Élégance', 'Crème de karité', 'Casque Bluetooth', 'Cœur de pommier']) {
  products.push(await shop.product({ name, owner: seller.user.id, price: 5_000 }))
}
beforeEach(async () => {
  await forgetOrders(api.context.pool, ['imports'])
})

const path = '/orders/upload-multiple'
const header = ['Produit', 'Nom', 'Téléphone', 'Adresse', 'Qté', 'Prix', 'Réf']
type Row = (string | number | null)[]

let made = 0
const workbook = (...rows: Row[]): Buffer => {
  // Each file has different bytes, like two exports of the same day.
  made++
  return writeWorkbook([
    { name: 'Feuil1', rows: [header, ...rows, ['', '', '', '', '', '', '', `v${made}`]] },
  ])
}
const good = (reference: string | null = null): Row => [
  'Montre Élégance',
  'Awa',
  708091011,
  'Cocody',
  2,
  '15 000',
  reference,
]
const bad: Row = ['Fantôme', 'Awa', 'demander', 'Cocody', 'deux', null, null]

const send = <Body = ImportReport>(
  bytes: Buffer,
  options: Parameters<typeof upload>[4] = {},
  token = admin.token,
) => upload<Body>(api.app, token, path, bytes, options)
const count = async (table: string) =>
  Number((await api.context.pool.query(`select count(*) from ${table}`)).rows[0].count)
const listed = async (who = admin) =>
  (await who.get<{ items: Order[]; total: number }>('/orders?limit=500')).body

describe('an import', () => {
  it('of a realistic file creates its valid rows and reports every problem of the others', async () => {
    const { bytes, expected } = fieldSpreadsheet({ rows: 800, seed: 1, products })
    const preview = await send(bytes, { query: { dryRun: '1' } })
    expect(preview.status).toBe(200)
    expect(preview.body).toMatchObject({
      total: 800,
      valid: expected.valid,
      invalid: expected.invalid,
      skipped: expected.skipped,
      created: 0,
      batchId: null,
      problems: expected.problems,
      ignoredColumns: expected.ignoredColumns,
    })
    expect(await count('orders')).toBe(0)

    const { status, body } = await send(bytes)
    expect({ status, created: body.created, problems: body.problems }).toEqual({
      status: 200,
      created: expected.valid,
      problems: expected.problems,
    })
    const numbers = new Map(
      body.rows.flatMap(({ row, number }) => (number === undefined ? [] : [[number, row]])),
    )
    const { rows: stored } = await api.context.pool.query(
      `select number::int, product, customer_name as "customerName", customer_phone as "customerPhone",
        customer_address as "customerAddress", quantity, price::float, external_ref as "externalRef", status, owner
       from orders`,
    )
    expect(stored.length).toBe(expected.valid)
    for (const { number, ...order } of stored) {
      expect(order).toEqual({
        ...expected.orders.get(numbers.get(number)!),
        status: 'PENDING',
        owner: seller.user.id,
      })
    }
    expect(
      await count(`search_entries where resource = 'orders' and record_id in (select id from orders)`),
    ).toBe(expected.valid)
    expect(await count(`changes where verb = 'order.import' and batch_id = '${body.batchId}'`)).toBe(
      expected.valid,
    )
    expect(await count(`events where verb = 'order.import' and batch_id = '${body.batchId}'`)).toBe(1)
  })

  it('is one batch that can be undone, and the file sent again afterwards', async () => {
    const bytes = workbook(good('A-1'), good('A-2'))
    const first = await send(bytes)
    expect(first.body.created).toBe(2)
    const undone = await shop.undo(first.body.batchId)
    expect(undone.counts.changed).toBe(2)
    expect((await listed()).total).toBe(0)
    expect((await send(bytes)).body.created).toBe(2)
  })

  it('takes what its dry run has read, once: a second time its orders are other ones', async () => {
    const bytes = workbook(good('K-1'), good('K-2'))
    expect((await send(bytes, { query: { dryRun: '1' } })).body).toMatchObject({ valid: 2, created: 0 })
    const first = await send(bytes)
    expect(first.body.rows.map(({ status }) => status)).toEqual(['created', 'created'])
    await shop.undo(first.body.batchId)
    expect((await send(bytes, { query: { dryRun: '1' } })).body).toMatchObject({ valid: 2, created: 0 })
    expect((await send(bytes)).body.created).toBe(2)
    expect(await count('orders')).toBe(4)
  })

  it('of a product renamed since the sheet was read has its own orders found by the new name, and touches no other', async () => {
    const product = await shop.product({ name: 'Lampe torche', owner: seller.user.id })
    const other = await shop.order(product, { customerName: 'Moussa' })
    const { pool } = api.context
    const [gate, hands] = [await pool.connect(), await pool.connect()]
    try {
      await gate.query("begin; select pg_advisory_xact_lock(hashtextextended('import ic', 0))")
      const importing = send(workbook(['Lampe torche', 'Zoé', 708091011, 'Cocody', 1, '5 000', null]))
      await expect.poll(() => waitingStatements(pool)).toBe(1)
      await admin.put(`/products/${product.id}`, { body: { name: 'Kwizopha' } })
      // The other order is locked by a concurrent edit: an import that wrote its search entry would wait and overwrite it.
      await hands.query('begin')
      await hands.query("update search_entries set text = 'moved' where record_id = $1", [other.id])
      await gate.query('commit')
      expect((await importing).body).toMatchObject({ created: 1 })
      await hands.query('rollback')
    } finally {
      gate.release()
      hands.release()
    }
    const { body } = await admin.get<{ items: { resource: string; title: string }[] }>('/search?q=kwizopha')
    const found = body.items.filter(({ resource }) => resource === 'orders').map(({ title }) => title)
    expect(found.toSorted()).toEqual(['Moussa', 'Zoé'])
  })

  it('creates nothing where one row is wrong and all were wanted', async () => {
    const { body } = await send(workbook(good(), bad), { query: { mode: 'all' } })
    expect(body).toMatchObject({ total: 2, valid: 1, invalid: 1, created: 0, batchId: null })
    expect(await count('orders')).toBe(0)
    expect(await count('imports')).toBe(0)
  })

  it('creates all where all were wanted and the others are already there', async () => {
    await send(workbook(good('B-1')))
    const { body } = await send(workbook(good('B-1'), good('B-2'), good('B-2')), { fields: { mode: 'all' } })
    expect(body).toMatchObject({ total: 3, valid: 1, invalid: 0, skipped: 2, created: 1 })
    expect(body.problems).toEqual([
      { row: 2, column: 'externalRef', code: 'ALREADY_IMPORTED' },
      { row: 4, column: null, code: 'DUPLICATE_IN_FILE' },
    ])
    expect(body.rows.map(({ status }) => status)).toEqual(['skipped', 'created', 'skipped'])
  })

  it('lists in its dry run the rows with an order of the last 72 hours, and imports them anyway', {
    tags: 'full',
  }, async () => {
    await send(workbook(good('D-1')))
    const [before] = (await listed()).items
    const dryRun = { query: { dryRun: '1' } }
    const remarks = async (rows: Row[], token?: string) =>
      (await send(workbook(...rows), dryRun, token)).body.notes.filter(
        ({ code }) => code === 'LIKELY_DUPLICATE',
      )
    const other = ['Crème de karité', ...good().slice(1)]
    const stranger = [good()[0]!, 'Awa', 708091012, ...good().slice(3)]
    const found = [{ row: 4, column: 'customerPhone', code: 'LIKELY_DUPLICATE' }]
    expect(await remarks([other, stranger, good()])).toEqual(found)
    expect(await remarks([other, stranger, good()], seller.token)).toEqual(found)
    // A skipped row creates no order.
    expect(await remarks([good('D-1')])).toEqual([])

    const { body } = await send(workbook(good('D-2')))
    expect(body.created).toBe(1)
    await api.context.pool.query(`update orders set created_at = created_at - interval '73 hours'`)
    expect(await remarks([good()])).toEqual([])
    await api.context.pool.query(`update orders set created_at = now(), status = 'CANCELLED'`)
    expect(await remarks([good()])).toEqual([])
    await api.context.pool.query(`update orders set status = 'PENDING', country = 'sn'`)
    expect(await remarks([good()])).toEqual([])
    await api.context.pool.query(`update orders set country = 'ic' where id = $1`, [before!.id])
    expect(await remarks([good()])).toHaveLength(1)
  })

  it('is what its seller sees of it later: how many orders, and what became of them', async () => {
    const caller = await api.as('seller')
    const { user } = caller
    const own = await shop.product({ owner: user.id, name: 'Radio solaire' })
    const rows = [1, 2, 3, 4].map((n) => [
      'Radio solaire',
      `Client ${n}`,
      708091020 + n,
      'Cocody',
      1,
      null,
      null,
    ])
    const { body } = await send(workbook(...rows, bad), {}, caller.token)
    expect(body).toMatchObject({ created: 4 })
    const { items } = await listed(caller)
    await shop.move(items[0]!, 'CONFIRMED')
    await shop.deliver(items[1]!)
    await shop.move(items[2]!, 'NOT_REACHABLE')
    const { body: found } = await caller.get<Analytics>(`/analytics?country=${own.country}`)
    expect(found.seller?.lastImport).toMatchObject({
      at: expect.any(String),
      rows: 5,
      orders: 4,
      pending: 1,
      notReachable: 1,
      confirmed: 2,
      delivered: 1,
      cancelled: 0,
    })

    // A later one that was undone is no import.
    const later = await send(workbook(rows[0]!.with(1, 'Client 9')), {}, caller.token)
    expect(later.body).toMatchObject({ created: 1 })
    await caller.post(`/changes/${later.body.batchId}/undo`)
    const { body: after } = await caller.get<Analytics>(`/analytics?country=${own.country}`)
    expect(after.seller?.lastImport).toEqual(found.seller?.lastImport)
  })

  it('of the same file twice creates nothing twice and refers to the first import', async () => {
    const bytes = workbook(good(), bad)
    const first = await send(bytes)
    for (const dryRun of ['0', '1']) {
      const { status, body } = await send<Problem>(bytes, { query: { dryRun } })
      expect({ status, code: body.code, current: body.current }).toEqual({
        status: 409,
        code: 'FILE_ALREADY_IMPORTED',
        current: {
          batchId: first.body.batchId!,
          created: 1,
          createdAt: expect.any(String),
        } satisfies EarlierImport,
      })
    }
    expect(await count('orders')).toBe(1)
  })

  it('of one file by two at once creates its orders once', async () => {
    const bytes = workbook(good('C-1'), good('C-2'))
    const answers = await Promise.all([send(bytes), send(bytes), send(bytes, {}, seller.token)])
    // If the seller's own copy is first, both of the admin's find every row already imported and create nothing.
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    const created = answers.map(({ status, body }) => (status === 200 ? body.created : 0))
    expect(created.sort()).toEqual([0, 0, 2])
    expect(await count('orders')).toBe(2)
  })

  it('under an idempotency key is done once and answered twice', { tags: 'full' }, async () => {
    const bytes = workbook(good())
    const [first, again] = [await send(bytes, { key: 'k1' }), await send(bytes, { key: 'k1' })]
    expect(again.body).toEqual(first.body)
    expect(again.headers['idempotency-replayed']).toBe('true')
    const other = await send<Problem>(workbook(good()), { key: 'k1' })
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect(await count('orders')).toBe(1)
  })

  it('reports every problem of a row', async () => {
    const { body } = await send(workbook(bad))
    expect(body).toMatchObject({ total: 1, valid: 0, invalid: 1, created: 0, batchId: null })
    expect(body.problems.map(({ column, code }) => `${column} ${code}`)).toEqual([
      'product PRODUCT_NOT_FOUND',
      'customerPhone INVALID_PHONE',
      'quantity NOT_A_NUMBER',
    ])
  })

  it('names the columns that are missing', async () => {
    const bytes = writeWorkbook([
      {
        name: 'x',
        rows: [
          ['Produit', 'Nom', 'Tel'],
          ['Montre', 'Awa', '0708091011'],
        ],
      },
    ])
    const { status, body } = await send<Problem>(bytes)
    expect([status, body.code, body.errors]).toEqual([
      400,
      'MISSING_COLUMN',
      [
        { path: 'customerAddress', code: 'MISSING_COLUMN' },
        { path: 'quantity', code: 'MISSING_COLUMN' },
      ],
    ])
  })
})

describe('roles that may import', () => {
  it('is an admin in any country, or a seller their own products in their own', {
    tags: 'full',
  }, async () => {
    const foreign = await shop.product({ name: 'Lampe d’un autre' })
    const row = good()
    const own = await send(workbook(row), {}, seller.token)
    expect(own.body).toMatchObject({ created: 1 })
    const others = await send(workbook([foreign.name, ...row.slice(1)]), {}, seller.token)
    expect(others.body.problems).toEqual([{ row: 2, column: 'product', code: 'PRODUCT_NOT_FOUND' }])
    const abroad = await send<Problem>(workbook(row), { query: { country: 'fr' } }, seller.token)
    expect([abroad.status, abroad.body.code]).toEqual([403, 'FORBIDDEN'])
    const french = await shop.product({ name: 'Montre Élégance', country: 'fr', price: 19.9 })
    const inFrance = await send(workbook(['Montre Élégance', 'Zoé', 612345678, 'Paris', 1, null, null]), {
      query: { country: 'fr' },
    })
    expect(inFrance.body.created).toBe(1)
    const { items } = await listed()
    expect(items.find(({ country }) => country === 'fr')).toMatchObject({
      product: french.id,
      customerPhone: '+33612345678',
      price: 19.9,
    })
  })
})

describe('a spreadsheet that is given back', () => {
  const cellsOf = (bytes: Buffer) => {
    const book = read(bytes, { type: 'buffer' })
    return book.SheetNames.map((name) => ({
      name,
      rows: utils.sheet_to_json<unknown[]>(book.Sheets[name]!, { header: 1, defval: null }),
      sheet: book.Sheets[name]!,
    }))
  }

  it('holds the rows to correct as they were sent, with the reasons in the user’s language', {
    tags: 'full',
  }, async () => {
    const formula: Row = ['=cmd()', '+Awa', '@home', '-Cocody', 1, null, null]
    const bytes = workbook(good(), bad, good(), formula)
    const failed = await upload(api.app, admin.token, `${path}/failed`, bytes, { language: 'fr' })
    expect(failed.status).toBe(200)
    expect(failed.headers['content-disposition']).toBe('attachment; filename="orders-failed.xlsx"')
    const [sheet] = cellsOf(failed.bytes)
    expect(sheet!.rows[0]).toEqual([...header, 'À corriger'])
    expect(sheet!.rows.slice(1).map((row) => row.slice(0, 7))).toEqual([bad, formula])
    expect(String(sheet!.rows[1]!.at(-1))).toMatch(/^Produit : Aucun produit.*\nTéléphone : .*\nQté : /)
    expect(Object.values(sheet!.sheet).filter((cell) => cell?.f !== undefined)).toEqual([])
    const english = await upload(api.app, admin.token, `${path}/failed`, bytes, { language: 'en' })
    expect(cellsOf(english.bytes)[0]!.rows[0]!.at(-1)).toBe('To correct')
  })

  it('is a file that can be corrected and imported, the good rows of the first import being there already', {
    tags: 'full',
  }, async () => {
    const bytes = workbook(good('D-1'), ['Fantôme', ...good('D-2').slice(1)])
    await send(bytes)
    const failed = await upload(api.app, admin.token, `${path}/failed`, bytes)
    await shop.product({ name: 'Fantôme', owner: seller.user.id })
    expect((await send(failed.bytes)).body).toMatchObject({ total: 1, created: 1 })
    expect(await count('orders')).toBe(2)
  })

  it('is a template in the user’s language with the products of the country, whose example is no order', {
    tags: 'full',
  }, async () => {
    const template = await admin.post(`/orders/download-multiple-template?country=ic`, {
      headers: { 'accept-language': 'fr' },
    })
    expect(template.headers['content-disposition']).toBe('attachment; filename="orders.xlsx"')
    const raw = await api.app.inject({
      method: 'POST',
      url: '/api/orders/download-multiple-template',
      headers: { authorization: seller.token, 'accept-language': 'fr' },
    })
    const [orders, sold] = cellsOf(raw.rawPayload)
    expect(orders!.rows[0]!.slice(0, 7)).toEqual([
      'Produit *',
      'Nom du client *',
      'Téléphone *',
      'Adresse de livraison *',
      'Ville',
      'Quantité *',
      'Prix unitaire',
    ])
    expect(sold!.rows.slice(0, 2)).toEqual([
      ['N° du produit', 'Produit', 'Prix'],
      [products[0]!.number, 'Montre Élégance', 5_000],
    ])
    const sent = await send<Problem>(raw.rawPayload)
    expect([sent.status, sent.body.code]).toEqual([400, 'FILE_EMPTY'])
    const filled = utils.sheet_to_json<Row>(orders!.sheet, { header: 1, defval: null })
    const bytes = writeWorkbook([
      { name: 'Commandes', rows: [...filled, ['Montre Élégance', 'Awa', '0708091011', 'Cocody', null, 1]] },
    ])
    expect((await send(bytes)).body).toMatchObject({ total: 1, created: 1 })
  })
})
