import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { Invoice } from '../../../domain/invoices/invoice.ts'
import type { Product } from '../../../domain/products/product.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import { openBillingApi } from '../../support/api/billing.ts'
import type { ApiAnswer } from '../../support/api/caller.ts'
import { expectSoundBooks } from '../../support/api/sound-books.ts'
import { expectSoundHistory } from '../../support/api/sound-history.ts'

const { api, shop, billing } = await openBillingApi()

describe('the database itself refuses', () => {
  let product: Product
  let billed: Shipping
  let waiting: Shipping
  let invoice: Invoice
  beforeAll(async () => {
    const seller = await billing.seller()
    product = await billing.product(seller, { quantity: 10 })
    billed = await billing.delivered(product, { quantity: 2 })
    const [id] = await shop.orders(product, 1, { externalRef: 'R-1' })
    await shop.move({ id: id! }, 'CONFIRMED')
    waiting = await shop.shippingOf({ id: id! })
    await billing.generate({ seller: seller.id })
    invoice = (await billing.invoicesOf(seller))[0]!
  })

  /** The violating statement, the constraint that must refuse it, and the record it is tried on. */
  const breaches: [what: string, constraint: string, statement: string, id: () => string][] = [
    [
      'a second parcel for an order',
      'shippings_order_key',
      `insert into shippings (id, country, owner, "order") select gen_random_uuid(), country, owner, "order"
       from shippings where id = $1`,
      () => waiting.id,
    ],
    [
      'a parcel on a second line of an invoice',
      'invoice_lines_shipping_key',
      `insert into invoice_lines select (jsonb_populate_record(line, jsonb_build_object('id', gen_random_uuid()))).*
       from invoice_lines line where shipping = $1`,
      () => billed.id,
    ],
    ...[
      ['more pieces reserved than there are', 'reserved = quantity + 1'],
      ['fewer pieces reserved than none', 'reserved = -1'],
      ['fewer pieces than none', 'quantity = -1, reserved = -1'],
      ['fewer pieces than are reserved', 'quantity = reserved - 1'],
    ].map(([what, change]): (typeof breaches)[number] => [
      what!,
      'products_stock_check',
      `update products set ${change} where id = $1`,
      () => product.id,
    ]),
    [
      'a parcel delivered without its cash',
      'shippings_collected_check',
      'update shippings set collected = null where id = $1',
      () => billed.id,
    ],
    [
      'cash of a parcel that was not delivered',
      'shippings_collected_check',
      'update shippings set collected = 1 where id = $1',
      () => waiting.id,
    ],
    [
      'a status that no parcel has',
      'shippings_status_check',
      `update shippings set status = 'STOLEN' where id = $1`,
      () => waiting.id,
    ],
    [
      'an invoice that does not add up',
      'invoices_total_check',
      'update invoices set total_with_fees = total_with_fees + 1 where id = $1',
      () => invoice.id,
    ],
    [
      'an invoice paid at no time',
      'invoices_paid_check',
      `update invoices set status = 'PAID' where id = $1`,
      () => invoice.id,
    ],
    [
      'a second invoice of a seller’s week',
      'invoices_week_key',
      `insert into invoices (id, country, owner, code, week, week_start, due_at, terms)
       select gen_random_uuid(), country, owner, 'TWICE', week, week_start, due_at, terms from invoices where id = $1`,
      () => invoice.id,
    ],
    [
      'an order of no pieces',
      'orders_quantity_check',
      'update orders set quantity = 0 where id = $1',
      () => waiting.order,
    ],
    [
      'a reference of two orders of a seller',
      'orders_external_ref_key',
      `update orders set external_ref = 'R-1' where id <> $1 and product = (select product from orders where id = $1)`,
      () => waiting.order,
    ],
    [
      'a line of history undone twice',
      'changes_undoes_key',
      `insert into changes (id, batch_id, verb, resource, record_id, version, undoes)
       select gen_random_uuid(), gen_random_uuid(), 'order.update', 'orders', record_id, 90 + n, id
       from changes, generate_series(1, 2) n where record_id = $1`,
      () => waiting.order,
    ],
  ]

  it.each(breaches)('%s (%s)', async (_, constraint, statement, id) => {
    await expect(api.context.pool.query(statement, [id()])).rejects.toMatchObject({ constraint })
  })
})

describe('many at once', () => {
  afterEach(async () => {
    await expectSoundBooks(api)
    await expectSoundHistory(api)
  })

  const ten = Array.from({ length: 10 }, (_, at) => at)
  const put = (path: string, body: object) => shop.admin.put<{ code?: string }>(path, { body })
  const tally = (answers: readonly ApiAnswer<{ code?: string }>[]): Record<string, number> => {
    const outcomes = answers.map(({ status, body }) => (status === 200 ? 'done' : (body.code ?? `${status}`)))
    return Object.fromEntries(outcomes.map((one) => [one, outcomes.filter((other) => other === one).length]))
  }

  it('confirm an order once: it has one parcel', async () => {
    const product = await shop.product({ quantity: 100 })
    const { id } = await shop.order(product, { quantity: 3 })
    const answers = await Promise.all(ten.map(() => put(`/orders/status/${id}`, { status: 'CONFIRMED' })))
    expect(tally(answers)).toEqual({ done: 1, ALREADY_THERE: 9 })
    const { rows } = await api.context.pool.query('select count(*)::int from shippings where "order" = $1', [
      id,
    ])
    expect(rows).toEqual([{ count: 1 }])
    expect(await shop.readProduct(product)).toMatchObject({ quantity: 100, reserved: 3 })
  })

  it('confirm orders of the last pieces: as many as there are pieces for', async () => {
    const product = await shop.product({ quantity: 7 })
    const ids = await shop.orders(product, 10, { quantity: 2 })
    const answers = await Promise.all(ids.map((id) => put(`/orders/status/${id}`, { status: 'CONFIRMED' })))
    expect(tally(answers)).toEqual({ done: 3, OUT_OF_STOCK: 7 })
    expect(await shop.readProduct(product)).toMatchObject({ quantity: 7, reserved: 6, available: 1 })
  })

  it('deliver a parcel once, and take its cash once', async () => {
    const product = await shop.product({ quantity: 5 })
    const { id } = await shop.ship(await shop.order(product, { quantity: 2 }))
    const answers = await Promise.all(
      ten.map((at) =>
        put(`/shippings/status/${id}`, { status: 'DELIVERED', collected: 1_000 + at, reason: 'Convenu' }),
      ),
    )
    expect(tally(answers)).toEqual({ done: 1, ALREADY_THERE: 9 })
    const collected = 1_000 + answers.findIndex(({ status }) => status === 200)
    expect(await shop.readShipping({ id })).toMatchObject({ status: 'DELIVERED', collected })
    expect(await shop.readProduct(product)).toMatchObject({ quantity: 3, reserved: 0 })
  })

  it('bill a parcel once', async () => {
    const seller = await billing.seller()
    const parcel = await billing.delivered(await billing.product(seller), { quantity: 3 })
    const reports = await Promise.all(ten.map(() => billing.generate({ seller: seller.id })))
    expect(reports.map(({ counts }) => counts.changed).sort()).toEqual([...Array(9).fill(0), 1])
    const [invoice, ...others] = await billing.invoicesOf(seller)
    expect(others).toEqual([])
    expect(invoice).toMatchObject({ totalShipments: 1, totalWithoutFees: parcel.collected })
    expect((await billing.read(invoice!)).lines.map(({ shipping }) => shipping)).toEqual([parcel.id])
  })

  it('want the same pieces: for an order, back to the transporter, off the shelf', async () => {
    const product = await shop.product({ quantity: 0 })
    const goods = { country: 'ic', name: 'Lot', price: 0, quantity: 4, product: product.id, mode: 'AIR' }
    const { body: expedition } = await shop.admin.post<{ id: string }>('/expeditions', { body: goods })
    await put(`/expeditions/status/${expedition.id}`, { status: 'CONFIRMED' })
    const [order] = await shop.orders(product, 1, { quantity: 4 })
    const answers = await Promise.all([
      put(`/orders/status/${order}`, { status: 'CONFIRMED' }),
      put(`/expeditions/status/${expedition.id}`, { status: 'PENDING' }),
      put(`/products/${product.id}`, { quantity: 0 }),
    ])
    const outcomes = answers.map(({ status, body }) => (status === 200 ? 'done' : body.code))
    expect([
      ['done', 'STOCK_USED', 'STOCK_RESERVED'],
      ['OUT_OF_STOCK', 'done', 'done'],
      ['OUT_OF_STOCK', 'STOCK_USED', 'done'],
    ]).toContainEqual(outcomes)
    const pieces = outcomes[0] === 'done' ? 4 : 0
    expect(await shop.readProduct(product)).toMatchObject({ quantity: pieces, reserved: pieces })
  })

  it('take one batch back: once, record by record', async () => {
    const product = await shop.product({ quantity: 20 })
    const ids = await shop.orders(product, 5)
    const { batchId } = await shop.bulk({ ids, status: 'CONFIRMED' })
    const undone = await Promise.all(ten.map(() => shop.admin.post<ChangeReport>(`/changes/${batchId}/undo`)))
    expect(undone.filter(({ status }) => status === 200).map(({ body }) => body.counts.changed)).toEqual([5])
    expect(await shop.readProduct(product)).toMatchObject({ quantity: 20, reserved: 0 })
  })
})
