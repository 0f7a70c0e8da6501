import { beforeAll, describe, expect, it } from 'vitest'
import { permissions } from '../../domain/access/permissions.ts'
import type { HandoverDue } from '../../domain/handovers/handover.ts'
import type { Job } from '../../domain/jobs/job.ts'
import type { Product } from '../../domain/products/product.ts'
import { type ResourceName, resourceNames, resources } from '../../domain/resources.ts'
import type { Source } from '../../domain/sources/source.ts'
import type { Webhook } from '../../domain/webhooks/webhook.ts'
import { exportTexts } from '../../server/modules/exports/write-export.ts'
import { clean } from '../../server/schedules.ts'
import { startBilling } from '../support/api/billing.ts'
import { expectInvalid, expectRefusal } from '../support/api/caller.ts'
import { countStatements } from '../support/api/count-statements.ts'
import { goodsNames, startGoods } from '../support/api/goods.ts'
import { openShopApi } from '../support/api/shop.ts'
import { insertEvent } from '../support/intake/insert-event.ts'
import { isFull } from '../support/is-full.ts'
import { download } from '../support/spreadsheets/download.ts'
import { insertDelivery } from '../support/webhooks/insert-delivery.ts'

const { api, shop } = await openShopApi()
const goods = await startGoods(api)
const billing = await startBilling(api, shop)
const token = (await api.as('admin')).token

const sheetOf = (resource: ResourceName, body?: object, headers?: Record<string, string>) =>
  download(api.app, token, `/${resource}/download`, { body, ...(headers && { headers }) })

describe('a list as a spreadsheet', () => {
  it('is read back for each resource as its list has it', async () => {
    const seller = await billing.seller()
    const product = await billing.product(seller, { name: 'Montre', price: 15_000 })
    const { delivery } = await billing.delivered(product)
    await billing.generate()
    const order = await shop.order(product)
    await shop.move(order, 'CONFIRMED')
    const parcel = await shop.shippingOf(order)
    await shop.moveShipping(parcel, 'OUT_FOR_DELIVERY', { delivery: (await shop.courier()).id })
    const due = await shop.admin.get<HandoverDue>(`/handovers/due?country=ic&delivery=${delivery}`)
    const cash = { country: 'ic', delivery, counted: due.body.expected, seen: due.body.seen }
    await shop.admin.post('/handovers', { body: cash })
    const [invoice] = await billing.invoicesOf(seller)
    const lines = [{ invoice: invoice!.id, amount: 500 }]
    const date = api.context.now().toISOString().slice(0, 10)
    const payout = { seller: seller.id, country: 'ic', date, method: 'MOBILE_MONEY', lines }
    expect((await shop.admin.post('/payouts', { body: payout })).status).toBe(201)
    for (const name of goodsNames) if (name !== 'products') await goods.create(name)
    const blocked = { country: 'ic', phone: order.customerPhone, reason: 'Refuse tout' }
    await shop.admin.post('/blocked', { body: blocked })
    const cost = { country: 'ic', product: product.id, day: '2026-01-05', amount: 500 }
    await shop.admin.post('/advertising', { body: cost })
    const { body } = await shop.admin.get<{ items: [Source] }>('/sources')
    await insertEvent(api, body.items[0])
    const { body: hooks } = await shop.admin.get<{ items: [Webhook] }>('/webhooks')
    await insertDelivery(api, hooks.items[0])
    for (const resource of resourceNames) {
      const { status, headers, name, header, rows } = await sheetOf(resource)
      const { items, total } = (
        await shop.admin.get<{ items: { number: number }[]; total: number }>(`/${resource}?limit=500`)
      ).body
      const texts = exportTexts(resource, 'fr')
      expect({ resource, status, name, header }).toEqual({
        resource,
        status: 200,
        name: texts.title,
        header: texts.headers,
      })
      expect(headers['content-disposition']).toBe(`attachment; filename="${resource}.xlsx"`)
      expect(header).toHaveLength(resources[resource].exported.length)
      expect(new Set(header).size).toBe(header.length)
      expect(rows).toHaveLength(total)
      expect(total).toBeGreaterThan(0)
      expect(rows.map((row) => row['N°'])).toEqual(items.map(({ number }) => number))
      const cells = rows.flatMap((row) => Object.values(row))
      const isRaw = (cell: unknown) =>
        /^[0-9a-f-]{36}$|^[A-Z_]{3,}_[A-Z]+$|^(true|false|null|undefined)$/.test(String(cell))
      expect({ resource, raw: cells.filter((cell) => cell !== null && isRaw(cell)) }).toEqual({
        resource,
        raw: [],
      })
    }
  })

  it('formats words, amounts, phones and times as in the record’s country', async () => {
    const product = await shop.product({ country: 'tn', name: 'Casque', price: 12.5 })
    const order = await shop.order(product, {
      customerPhone: '+21620123456',
      customerName: '  Zoé \n & <Cie> ',
      customerAddress: ' Cocody \n & <rue 12> ',
    })
    await shop.move(order, 'CONFIRMED')
    await api.context.pool.query(`update orders set created_at = '2026-11-21T23:30:00Z' where id = $1`, [
      order.id,
    ])
    const french = await sheetOf('orders', { country: 'tn' })
    expect(french.rows).toEqual([
      {
        ...french.rows[0],
        'N°': order.number,
        Statut: 'Confirmée',
        // Names are single lines, addresses keep line breaks.
        Client: 'Zoé   & <Cie>',
        Adresse: 'Cocody \n & <rue 12>',
        Téléphone: '+216 20 123 456',
        Produit: 'Casque',
        'Prix unitaire': 12.5,
        Devise: 'TND',
        'Doublon probable': 'Non',
        'Statut de la livraison': 'En attente',
        Pays: 'Tunisie',
      },
    ])
    const place = (header: string) => `${String.fromCharCode(65 + french.header.indexOf(header))}2`
    const cell = (header: string) => french.sheet[place(header)]
    // 22 November, 0:30 in Tunis.
    expect(cell('Créée')).toMatchObject({ t: 'n', z: 'm/d/yy h:mm', v: 46_348.020833333 })
    expect(cell('Prix unitaire')).toMatchObject({ t: 'n', z: '#,##0.000', w: '12.500' })
    expect(cell('Téléphone').t).toBe('s')
    const english = await sheetOf('orders', { country: 'tn' }, { 'accept-language': 'en' })
    expect([english.name, english.rows[0]!.Status, english.rows[0]!.Country]).toEqual([
      'Orders',
      'Confirmed',
      'Tunisia',
    ])
    const requested = await sheetOf('orders', { country: 'tn', language: 'fr' }, { 'accept-language': 'en' })
    expect(requested.header).toEqual(french.header)
    expect((await sheetOf('orders', { language: 'ru' })).name).toBe('Заказы')
  })

  it('holds no formula, for any typed text', async () => {
    const payloads = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '=cmd|"/c calc"!A1',
      '_x003D_1+1',
      '=HYPERLINK("http://x")',
    ]
    const product = await shop.product({ country: 'sn', name: payloads[0]! })
    for (const name of payloads) {
      await shop.order(product, {
        customerPhone: '+221771234567',
        customerName: name,
        comment: `${name} \u0001`,
      })
    }
    const { rows, sheet } = await sheetOf('orders', { country: 'sn', sort: 'number' })
    expect(rows.map((row) => row.Client)).toEqual(payloads.map((text) => text.trim()))
    const cells = Object.entries(sheet).filter(([place]) => !place.startsWith('!'))
    expect(cells.filter(([, cell]) => cell.f !== undefined || cell.F !== undefined)).toEqual([])
    for (const [place, cell] of cells) if (/^D\d+$/.test(place)) expect(cell.t).toBe('s')
  })

  it('takes the list’s filters and order, in the body or in the query string', async () => {
    const product = await shop.product({ name: 'Filtré' })
    const ids = await shop.orders(product, 3)
    await shop.move({ id: ids[0]! }, 'CANCELLED')
    const where = { product: product.id, status: 'PENDING' }
    const { rows } = await sheetOf('orders', { ...where, sort: 'number' })
    expect(rows).toHaveLength(2)
    const numbers = rows.map((row) => row['N°'])
    expect(numbers).toEqual([...numbers].sort())
    const query = await download(api.app, token, `/orders/download?${new URLSearchParams(where)}`)
    expect(query.rows.map((row) => row['N°'])).toEqual([...numbers].reverse())
    expect((await sheetOf('orders', { ids: ids.slice(1).join(',') })).rows).toHaveLength(2)
    expect((await sheetOf('orders', { keyword: 'nobody has this name' })).rows).toEqual([])
  })

  it('takes a selection: more ids than a URL can have, or everything except a few', async () => {
    const product = await shop.product({ name: 'Choisi' })
    const ids = await shop.orders(product, 3)
    const strangers = Array.from({ length: 600 }, () => crypto.randomUUID())
    const chosen = await sheetOf('orders', { ids: [...strangers, ids[0]].join(',') })
    expect(chosen.rows).toHaveLength(1)
    const left = await sheetOf('orders', { product: product.id, except: ids.slice(0, 2).join(',') })
    expect(left.rows).toHaveLength(1)
    const tooMany = Array.from({ length: 10_001 }, () => ids[0]).join(',')
    await expectInvalid(sheetOf('orders', { except: tooMany }), 'except', 'TOO_MANY_IDS')
  })

  it.each([
    [{ colour: 'red' }, 'colour'],
    [{ except: 'everybody' }, 'except'],
    [{ ids: ['a'] }, 'ids'],
    [{ limit: '10' }, 'limit'],
    [{ sort: 'secret' }, 'sort'],
    [{ status: 'BUSY' }, 'status'],
    [{ language: 'xx' }, 'language'],
    [[], ''],
  ])('%j is refused', async (body, path) => {
    expect(await sheetOf('orders', body)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', errors: [{ path }] },
    })
  })
})

describe('a role', () => {
  it('gets what is theirs and nothing else', async () => {
    const [one, other] = [await api.createUser({ role: 'seller' }), await api.createUser({ role: 'seller' })]
    const mine = await shop.product({ owner: one.id, name: 'À moi' })
    const theirs = await shop.product({ owner: other.id, name: 'À autrui' })
    await shop.orders(mine, 2)
    await shop.orders(theirs, 3)
    const { token: own } = await api.as(one)
    for (const body of [undefined, { owner: other.id }, { product: theirs.id }, { country: 'ic' }]) {
      const { rows } = await download(api.app, own, '/orders/download', { body })
      const expected = body === undefined || 'country' in body ? ['À moi', 'À moi'] : []
      expect(rows.map((row) => row.Produit)).toEqual(expected)
    }
    const products = await download(api.app, own, '/products/download')
    expect(products.rows.map((row) => row.Nom)).toEqual(['À moi'])
    const courier = await shop.courier()
    await shop.ship(await shop.order(mine), courier)
    const shippings = await download(api.app, (await api.as(courier)).token, '/shippings/download')
    expect(shippings.rows.map((row) => row.Livreur)).toEqual([courier.name])
  })
})

describe('a spreadsheet of many rows', () => {
  const many = isFull ? 3_000 : 1_200
  let product: Product
  beforeAll(async () => {
    product = await shop.product({ name: 'Beaucoup', quantity: 10_000 })
    await shop.orders(product, many)
  })

  it('is waited for, and asks a few statements for every five hundred of them', {
    tags: 'full',
  }, async () => {
    let file: Awaited<ReturnType<typeof sheetOf>> | null = null
    const download = async () => {
      file = await sheetOf('orders', { product: product.id })
    }
    const statements = await countStatements(api.context.pool, download, { jobs: true })
    expect(file!.status).toBe(200)
    expect(file!.rows).toHaveLength(many)
    const numbers = file!.rows.map((row) => Number(row['N°']))
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a))
    expect(new Set(numbers).size).toBe(many)
    expect(Number(file!.headers['content-length'])).toBeGreaterThan(50_000)
    // Two for the rows, one for progress, the rest for session, job and file; independent of the number of rows.
    expect(statements).toBeLessThan(150)
  })

  it('runs as a job for a client that does not wait, with a file for a day', async () => {
    const headers = { prefer: 'respond-async', 'idempotency-key': 'later' }
    const begun = await sheetOf('orders', { product: product.id }, headers)
    expect(begun).toMatchObject({
      status: 202,
      body: { kind: 'order.export', total: many },
    })
    const { id } = begun.body as { id: string }
    const read = async () => (await shop.admin.get<Job>(`/jobs/${id}`)).body
    await expect.poll(async () => (await read()).status).toBe('DONE')
    expect(await read()).toMatchObject({ done: many, total: many, fileName: 'orders.xlsx', batchId: null })
    const file = await download(api.app, token, `/jobs/${id}/file`, { method: 'GET' })
    expect([file.status, file.headers['content-disposition']]).toEqual([
      200,
      'attachment; filename="orders.xlsx"',
    ])
    expect(file.rows).toHaveLength(many)
    const { prefer: _, ...key } = headers
    expect((await sheetOf('orders', { product: product.id }, key)).rows).toHaveLength(many)
    const { token: foreign } = await api.as('seller')
    expect((await download(api.app, foreign, `/jobs/${id}/file`, { method: 'GET' })).status).toBe(404)
    await clean(api.context)
    expect((await download(api.app, token, `/jobs/${id}/file`, { method: 'GET' })).status).toBe(200)
    await api.context.pool.query(`update jobs set finished_at = now() - interval '25 hours' where id = $1`, [
      id,
    ])
    await clean(api.context)
    const gone = await download(api.app, token, `/jobs/${id}/file`, { method: 'GET' })
    expect([gone.status, gone.body?.code]).toEqual([404, 'FILE_GONE'])
    await api.context.pool.query(`update jobs set finished_at = now() - interval '31 days' where id = $1`, [
      id,
    ])
    await clean(api.context)
    expect((await shop.admin.get(`/jobs/${id}`)).status).toBe(404)
  })

  it('starts over when the instance that wrote it has died, and is complete', { tags: 'full' }, async () => {
    const { rows } = await api.context.pool.query(
      `insert into jobs (id, kind, work, actor, input, status, total, done, batch_id, held_by, held_until)
       values (gen_random_uuid(), 'order.export', 'records.export', $1, $2, 'RUNNING', ${many}, 500, gen_random_uuid(),
         'gone', now() - interval '1 minute') returning id`,
      [shop.admin.user.id, { resource: 'orders', parameters: { product: product.id }, language: 'en' }],
    )
    const { id } = rows[0]
    await api.context.pool.query('insert into job_files (job, part, bytes) values ($1, 0, $2)', [
      id,
      Buffer.from('half'),
    ])
    api.app.jobs.wake()
    await expect.poll(async () => (await shop.admin.get<Job>(`/jobs/${id}`)).body.status).toBe('DONE')
    const file = await download(api.app, token, `/jobs/${id}/file`, { method: 'GET' })
    expect([file.name, file.rows.length]).toEqual(['Orders', many])
  })

  it('leaves nothing behind when it is cancelled, and answers the waiting client with that', async () => {
    // It stays queued while two other jobs are blocked.
    const stop = await api.context.pool.connect()
    await stop.query('begin; lock table job_files in access exclusive mode')
    const waiting = sheetOf('orders', { product: product.id })
    const running = async () =>
      (await shop.admin.get<{ items: Job[] }>('/jobs?status=RUNNING')).body.items.find(
        ({ kind }) => kind === 'order.export',
      )
    await expect.poll(running).toBeDefined()
    const { id } = (await running())!
    const cancelling = shop.admin.post<Job>(`/jobs/${id}/cancel`)
    await stop.query('commit')
    stop.release()
    expect((await cancelling).status).toBe(200)
    await expectRefusal(waiting, 409, 'CANCELLED')
    expect((await shop.admin.get<Job>(`/jobs/${id}`)).body).toMatchObject({
      status: 'CANCELLED',
      report: null,
    })
    const { rows } = await api.context.pool.query(
      'select count(*)::int as parts from job_files where job = $1',
      [id],
    )
    expect(rows[0].parts).toBe(0)
    const file = await download(api.app, token, `/jobs/${id}/file`, { method: 'GET' })
    expect([file.status, file.body?.code]).toEqual([404, 'NOT_FOUND'])
  })
})

it('every export permission belongs to a list', () => {
  // Customers have no list of their own: what is stored about one is exported whole.
  const verbs = Object.keys(permissions).filter(
    (verb) => verb.endsWith('.export') && verb !== 'customer.export',
  )
  expect(verbs.sort()).toEqual(resourceNames.map((name) => resources[name].verbs.export as string).sort())
})
