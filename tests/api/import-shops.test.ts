import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { utils, write } from 'xlsx'
import type { IntakeEvent } from '../../domain/intake/intake.ts'
import type { ImportReport } from '../../domain/orders/import/import-report.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { KnownLine } from '../../domain/shop-files/check-order-file.ts'
import type { ImportMapping } from '../../domain/shop-files/import-mapping.ts'
import type { SourceWithSecret } from '../../domain/sources/source.ts'
import { openApi } from '../support/api/start-api.ts'
import {
  csvOf,
  type ShopifyRow,
  shopifyHeaders,
  shopifyLine,
  shopifyOrder,
  shopifyRows,
} from '../support/shop-files/make-shopify.ts'
import { longWooHeaders, longWooRows } from '../support/shop-files/make-woocommerce.ts'
import { mappingInput } from '../support/shop-files/mapping-input.ts'
import { upload } from '../support/spreadsheets/upload.ts'

const api = await openApi()
const admin = await api.as('admin')

type Page<Item> = { items: Item[]; total: number }

/** A seller with the products of the files. */
const openShop = async () => {
  const seller = await api.as(await api.createUser({ role: 'seller' }))
  const product = async (name: string, price: number) => {
    const body = { country: 'ic', name, price, quantity: 1_000, owner: seller.user.id }
    return (await admin.post<{ id: string; name: string }>('/products', { body })).body
  }
  const products = { watch: await product('Montre Élégance', 15_000), lamp: await product('Lampe', 7_500) }
  const send = (bytes: Buffer | string, dryRun = true, fields: Record<string, string> = {}) =>
    upload<ImportReport>(api.app, seller.token, '/orders/upload-multiple', Buffer.from(bytes), {
      query: { dryRun: dryRun ? '1' : '0' },
      fields,
      name: 'orders_export.csv',
    })
  const orders = async () => (await seller.get<Page<Order>>('/orders?limit=100&sort=number')).body.items
  return { seller, products, send, orders }
}

const shopify = (rows: readonly ShopifyRow[]) => csvOf(shopifyHeaders, rows)

const saidOf = ({ rows, problems }: ImportReport) =>
  rows.map(({ row, status }) => [
    row,
    status,
    ...problems.filter((problem) => problem.row === row).map(({ code }) => code),
  ])

describe('an export of Shopify', () => {
  it('is recognised, imported once, and undone', async () => {
    const { seller, send, orders } = await openShop()
    const file = shopify(shopifyRows)
    const { body: expected } = await send(file)
    expect(expected).toMatchObject({ format: 'shopify', total: 10, valid: 6, invalid: 1, skipped: 3 })
    expect(expected.taken).toContainEqual({ header: 'Lineitem name', use: 'product' })
    expect(expected.ignoredColumns).toContain('Vendor')
    expect(saidOf(expected).filter(([, status]) => status !== 'valid')).toEqual([
      [5, 'skipped', 'ROW_CANCELLED'],
      [6, 'skipped', 'ROW_REFUNDED'],
      [7, 'skipped', 'ROW_FULFILLED'],
      [8, 'invalid', 'ROW_OTHER_CURRENCY'],
    ])
    const { body: report } = await send(file, false)
    expect(report).toMatchObject({ created: 6, format: 'shopify' })
    const made = await orders()
    expect(made.map(({ externalRef, totalPrice }) => [externalRef, totalPrice])).toEqual([
      ['Shopify #1001', 15_750],
      ['Shopify #1001/2', 15_750],
      ['Shopify #1002', 16_500],
      ['Shopify #1003', 0],
      ['Shopify #1008', 10_666],
      ['Shopify #1008/2', 5_334],
    ])
    expect(made.map(({ basketPart }) => basketPart)).toEqual(['1/2', '2/2', null, null, '1/2', '2/2'])
    expect(made[2]).toMatchObject({
      customerPhone: '+2250708091012',
      comment: 'Sonner deux fois,\nportail bleu',
      sourceName: 'Shopify',
    })
    // The next export has these orders again, and new ones.
    const { body: next } = await send(shopify([...shopifyRows.slice(0, 2), shopifyOrder(1010)]), false)
    expect(saidOf(next)).toEqual([
      [1, 'skipped', 'ALREADY_IMPORTED'],
      [2, 'skipped', 'ALREADY_IMPORTED'],
      [3, 'created'],
    ])
    await seller.post(`/changes/${report.batchId}/undo`)
    expect((await orders()).map(({ externalRef }) => externalRef)).toEqual(['Shopify #1010'])
    expect((await send(file)).body.valid).toBe(6)
  })

  it('is read from a workbook, where a hidden first row hides its order', async () => {
    const { send } = await openShop()
    const cells = [shopifyHeaders, ...shopifyRows.map((row) => shopifyHeaders.map((name) => row[name] ?? ''))]
    const sheet = utils.aoa_to_sheet(cells.map((row) => [...row]))
    sheet['!rows'] = [{}, { hidden: true }]
    const bytes = write(
      { SheetNames: ['orders'], Sheets: { orders: sheet } },
      { type: 'buffer', bookType: 'xlsx' },
    )
    const { body } = await send(bytes)
    expect(body).toMatchObject({ format: 'shopify', total: 10, valid: 4, hiddenRows: 2 })
    expect(saidOf(body).slice(0, 2)).toEqual([
      [1, 'skipped', 'ROW_HIDDEN'],
      [2, 'skipped', 'ROW_HIDDEN'],
    ])
  })

  it('gives its failed rows back as a sheet of orders, which can be corrected and sent', async () => {
    const { seller, send } = await openShop()
    const file = shopify([shopifyOrder(1), shopifyOrder(2, { 'Shipping Phone': '12' })])
    expect((await send(file, false)).body).toMatchObject({ created: 1, invalid: 1 })
    const failed = await upload(api.app, seller.token, '/orders/upload-multiple/failed', Buffer.from(file), {
      language: 'fr',
    })
    const { body } = await send(failed.bytes)
    expect(body).toMatchObject({ format: 'sheet', total: 1, invalid: 1 })
    expect(body.problems).toMatchObject([{ row: 2, column: 'customerPhone', code: 'INVALID_PHONE' }])
    const corrections = JSON.stringify([{ row: 2, column: 'customerPhone', value: '0708091012' }])
    expect((await send(failed.bytes, false, { corrections })).body.created).toBe(1)
  })

  it('of 10,000 rows is imported within the bounds of any import', async () => {
    const { send } = await openShop()
    const rows = Array.from({ length: 5_000 }, (_, at) => [
      shopifyOrder(at, { 'Shipping Phone': `07${String(10_000_000 + at)}` }),
      shopifyLine(at, { 'Lineitem name': 'Lampe', 'Lineitem price': '7500' }),
    ]).flat()
    const { status, body } = await send(shopify(rows))
    expect(status).toBe(200)
    expect(body).toMatchObject({ total: 10_000, valid: 10_000 })
  })
})

describe('orders that came by a source', () => {
  const openSource = async (kind: 'shopify' | 'woocommerce') => {
    const shop = await openShop()
    const { body: source } = await shop.seller.post<SourceWithSecret & { secret: string }>('/sources', {
      body: { country: 'ic', name: 'Ma boutique', kind },
    })
    const event = async (body: object, topic: string) => {
      const payload = JSON.stringify(body)
      const signature = createHmac('sha256', source.secret).update(payload).digest('base64')
      const headers = {
        shopify: { 'x-shopify-topic': topic, 'x-shopify-hmac-sha256': signature },
        woocommerce: { 'x-wc-webhook-topic': topic, 'x-wc-webhook-signature': signature },
      }[kind]
      const { statusCode } = await api.app.inject({
        method: 'POST',
        url: source.address,
        payload,
        headers: { 'content-type': 'application/json', ...headers },
      })
      expect(statusCode).toBe(200)
      const inbox = async () =>
        (await shop.seller.get<Page<IntakeEvent>>(`/intake?source=${source.id}`)).body.items
      await expect.poll(async () => (await inbox()).every(({ verdict }) => verdict !== null)).toBe(true)
      return (await inbox())[0]!
    }
    return { ...shop, source, event }
  }

  it('are duplicates by the shop’s id, and their products are known', async () => {
    const { seller, source, products, send, orders, event } = await openSource('shopify')
    const { Id: id } = shopifyOrder(1001)
    const order = {
      id: Number(id),
      admin_graphql_api_id: `gid://shopify/Order/${id}`,
      name: '#1001',
      created_at: '2026-08-04T05:24:22+05:00',
      currency: 'XOF',
      total_outstanding: '16500.00',
      financial_status: 'pending',
      shipping_address: { name: 'Awa Koné', phone: '0708091011', address1: 'Rue 12', city: 'Abidjan' },
      line_items: [{ id: 1, name: 'Montre de luxe', sku: 'MTR-01', quantity: 1, price: '15000.00' }],
    }
    await event(order, 'orders/create')
    const file = shopify([
      shopifyOrder(1001, { 'Lineitem name': 'Montre de luxe' }),
      shopifyOrder(1002, { 'Lineitem name': 'Montre de luxe' }),
    ])
    expect(saidOf((await send(file)).body)).toEqual([
      [1, 'skipped', 'WAITS_IN_INBOX'],
      [2, 'invalid', 'PRODUCT_NOT_FOUND'],
    ])
    await seller.put('/intake/map', {
      body: { source: source.id, sku: 'MTR-01', product: products.watch.id },
    })
    await expect.poll(async () => (await orders()).length).toBe(1)
    const { body: lines } = await seller.get<Page<KnownLine>>('/import-lines')
    expect(lines.items).toEqual([{ kind: 'shopify', by: 'sku', key: 'mtr-01', product: products.watch.id }])
    const { body } = await send(file, false)
    expect(saidOf(body)).toEqual([
      [1, 'skipped', 'CAME_BY_SOURCE'],
      [2, 'created'],
    ])
    expect(body.rows[0]!.number).toBe((await orders())[0]!.number)
    expect((await orders()).map(({ productName }) => productName)).toEqual([
      'Montre Élégance',
      'Montre Élégance',
    ])
  })

  it('come once, whether the file or the event is first', async () => {
    const { send, orders, event } = await openSource('shopify')
    const { body: report } = await send(
      shopify([
        shopifyOrder(1003),
        shopifyLine(1003, { 'Lineitem name': 'Lampe', 'Lineitem price': '7500' }),
      ]),
      false,
    )
    expect(report.created).toBe(2)
    const order = (phone: string) => ({
      id: 5_820_982_911,
      name: '#1003',
      currency: 'XOF',
      total_outstanding: '16500.00',
      shipping_address: { name: 'Awa Koné', phone, address1: 'Rue 12', city: 'Abidjan' },
      line_items: [{ id: 1, name: 'Lampe', quantity: 1, price: '15000.00' }],
    })
    const came = await event(order('0708091011'), 'orders/updated')
    expect(came).toMatchObject({ verdict: 'duplicate', reason: 'CAME_BY_FILE', isOpen: false })
    expect(came.orders.map(({ number }) => number)).toEqual((await orders()).map(({ number }) => number))
    // The same number of another customer is another shop's.
    expect((await event(order('0708091055'), 'orders/updated')).verdict).toBe('created')
    expect(await orders()).toHaveLength(3)
  })

  it('are duplicates by name and phone, if the file has no id', async () => {
    const { send, event } = await openSource('woocommerce')
    const order = {
      id: 77,
      number: '601',
      status: 'on-hold',
      currency: 'XOF',
      total: '31500',
      payment_method: 'cod',
      date_paid: null,
      billing: {
        first_name: 'Awa',
        last_name: 'Koné',
        phone: '0708091011',
        address_1: 'Rue 12',
        city: 'Abidjan',
      },
      line_items: [{ id: 1, name: 'Lampe', sku: '', quantity: 1, price: 7500, total: '7500' }],
    }
    expect((await event(order, 'order.created')).verdict).toBe('created')
    expect(saidOf((await send(csvOf(longWooHeaders, longWooRows))).body)).toEqual([
      [1, 'skipped', 'CAME_BY_SOURCE'],
      [2, 'skipped', 'CAME_BY_SOURCE'],
      [3, 'skipped', 'ROW_CANCELLED'],
    ])
    const others = longWooRows.map((row) => ({ ...row, 'Phone (Billing)': '0708091099' }))
    expect((await send(csvOf(longWooHeaders, others))).body).toMatchObject({ valid: 2, skipped: 1 })
  })
})

describe('columns that a person has chosen', () => {
  const lines = ['Wer;Mobil;Wo;Was;Wieviel', 'Awa Koné;0708091011;Rue 12;Lampe;2']
  const file = lines.join('\n')

  it('are read, and refused where they are wrong', async () => {
    const { send } = await openShop()
    expect((await send(file)).body).toMatchObject({ code: 'FILE_WITHOUT_HEADER' })
    const { columns } = mappingInput()
    const { body } = await send(file, false, { mapping: JSON.stringify(columns) })
    expect(body).toMatchObject({ format: 'mapped', created: 1, rows: [{ status: 'created' }] })
    const codesOf = async (mapping: unknown) => {
      const answer = await send(file, true, { mapping: JSON.stringify(mapping) })
      const { errors = [], code } = answer.body as unknown as { errors?: { code: string }[]; code: string }
      return [answer.status, code, ...errors.map((error) => error.code)]
    }
    expect(await codesOf({})).toEqual([400, 'VALIDATION_FAILED', 'NOT_A_LIST'])
    expect(await codesOf([{ header: 'wer', column: 'owner' }])).toEqual([
      400,
      'VALIDATION_FAILED',
      'NOT_A_CHOICE',
    ])
    expect(await codesOf([...columns, { header: 'was', column: 'comment' }])).toEqual([
      400,
      'VALIDATION_FAILED',
      'NAMED_TWICE',
    ])
    expect(await codesOf([{ header: 'woanders', column: 'product' }])).toEqual([400, 'FILE_WITHOUT_HEADER'])
    expect(await codesOf(columns.slice(1))).toEqual([400, 'MISSING_COLUMN', 'MISSING_COLUMN'])
  })

  it('are remembered for each person and set of headers, and forgotten', async () => {
    const [one, other] = [await openShop(), await openShop()]
    const list = async ({ seller }: typeof one) =>
      (await seller.get<Page<ImportMapping>>('/import-mappings')).body.items
    const input = mappingInput()
    const { body: stored } = await one.seller.put<ImportMapping>('/import-mappings', { body: input })
    expect(stored).toMatchObject({ columns: input.columns, headers: [...input.headers].sort() })
    const again = { headers: input.headers.toReversed(), columns: input.columns.slice(1) }
    const { body: replaced } = await one.seller.put<ImportMapping>('/import-mappings', { body: again })
    expect(replaced.id).toBe(stored.id)
    expect(await list(one)).toMatchObject([{ id: stored.id, columns: again.columns }])
    expect(await list(other)).toEqual([])
    expect((await other.seller.delete(`/import-mappings/${stored.id}`)).status).toBe(404)
    expect((await one.seller.delete(`/import-mappings/${stored.id}`)).status).toBe(204)
    expect(await list(one)).toEqual([])
  })

  it('are refused in another shape, and beyond a hundred', async () => {
    const { seller } = await openShop()
    const input = mappingInput()
    const refusal = async (body: object) => {
      const answer = await seller.put<{ errors?: { path: string; code: string }[]; code: string }>(
        '/import-mappings',
        { body },
      )
      return [answer.status, ...(answer.body.errors ?? []).map(({ path, code }) => `${path} ${code}`)]
    }
    expect(await refusal({})).toEqual([400, 'headers REQUIRED', 'columns REQUIRED'])
    expect(await refusal({ ...input, headers: ['Wer bist du'] })).toEqual([400, 'headers NOT_A_LIST'])
    expect(await refusal({ ...input, columns: [] })).toEqual([400, 'columns NOT_A_CHOICE'])
    expect(await refusal({ ...input, headers: ['wer'] })).toEqual([400, 'columns NOT_A_CHOICE'])
    expect(await refusal({ ...input, owner: seller.user.id })).toEqual([400, 'owner UNKNOWN_FIELD'])
    for (let made = 0; made < 100; made++) await seller.put('/import-mappings', { body: mappingInput() })
    expect((await seller.put<{ code: string }>('/import-mappings', { body: mappingInput() })).body.code).toBe(
      'TOO_MANY_MAPPINGS',
    )
  })
})
