import { describe, expect, it } from 'vitest'
import type { CountryCode } from '../../../domain/core/countries.ts'
import type { CheckedImport, CheckedRow } from '../../../domain/orders/import/check-import.ts'
import { recheckRow } from '../../../domain/orders/import/check-import.ts'
import { headerSet } from '../../../domain/orders/import/column-mapping.ts'
import { type ImportProduct, indexProducts } from '../../../domain/orders/import/find-product.ts'
import { widestImport } from '../../../domain/orders/import/import-columns.ts'
import { readCsv } from '../../../domain/orders/import/read-csv.ts'
import { shopFileKinds, shopLayoutOf } from '../../../domain/orders/import/shop-headers.ts'
import {
  checkChosenFile,
  checkOrderFile,
  type KnownLine,
  mappingFor,
  type OrderFileContext,
} from '../../../domain/shop-files/check-order-file.ts'
import { readShopSheet } from '../../../domain/shop-files/read-shop-sheet.ts'
import {
  csvOf,
  type ShopifyRow,
  shopifyHeaders,
  shopifyLine,
  shopifyOrder,
  shopifyRows,
} from '../../support/shop-files/make-shopify.ts'
import {
  longWooHeaders,
  longWooRows,
  wideWooHeaders,
  wideWooRows,
} from '../../support/shop-files/make-woocommerce.ts'
import { youcanHeaders, youcanRows } from '../../support/shop-files/make-youcan.ts'

const id = (digit: number) => `0198c2f0-0000-7000-8000-00000000000${digit}`
const products: ImportProduct[] = [
  { id: id(1), number: 101, name: 'Montre Élégance', price: 15000, owner: id(8), available: 100 },
  { id: id(2), number: 102, name: 'Lampe', price: 7500, owner: id(8), available: 100 },
  { id: id(3), number: 103, name: 'Sac', price: 9000, owner: id(8), available: 100 },
]

const cellsOf = (bytes: Buffer | string) => {
  const read = readCsv(Buffer.from(bytes), (some, encoding) =>
    new TextDecoder(encoding, { fatal: true }).decode(some),
  )
  if (!read.ok) throw new Error(read.code)
  return read.value
}
const check = (bytes: Buffer | string, context: Partial<OrderFileContext> = {}): CheckedImport => {
  const checked = checkOrderFile(cellsOf(bytes), { country: 'ic', products, ...context })
  if (!checked.ok) throw new Error(`${checked.code} ${JSON.stringify(checked.errors)}`)
  return checked.value
}
const shopify = (rows: readonly ShopifyRow[], context?: Partial<OrderFileContext>) =>
  check(csvOf(shopifyHeaders, rows), context)

/** `#1 valid Montre 1 x 15750 [notes]`. */
const said = ({ row, status, values, problems, notes }: CheckedRow): string =>
  [
    `${row} ${status}`,
    `${values.externalRef}: ${values.quantity} ${values.product} x ${values.price}`,
    ...problems.map(({ column, code }) => `${column} ${code}`),
    ...notes.map(({ code }) => code),
  ].join(' | ')

describe('Shopify’s export of orders', () => {
  const checked = shopify(shopifyRows)

  it('becomes an order a line, which together collect what is outstanding', () => {
    expect(checked.format).toBe('shopify')
    expect(checked.rows.map(said)).toEqual([
      '1 valid | Shopify #1001: 1 Montre Élégance x 15750',
      '2 valid | Shopify #1001/2: 2 Lampe x 7875',
      '3 valid | Shopify #1002: 1 Montre Élégance x 16500 | PHONE_REPAIRED',
      '4 valid | Shopify #1003: 1 Montre Élégance x 0 | PAID_IN_SHOP | LIKELY_DUPLICATE_IN_FILE',
      '5 skipped | Shopify #1004: 1 Montre Élégance x 16500 | null ROW_CANCELLED',
      '6 skipped | Shopify #1005: 1 Montre Élégance x 0 | null ROW_REFUNDED',
      '7 skipped | Shopify #1006: 1 Montre Élégance x 16500 | null ROW_FULFILLED',
      '8 invalid | Shopify #1007: 1 Montre Élégance x 15000 | price ROW_OTHER_CURRENCY',
      '9 valid | Shopify #1008: 2 Lampe x 5333 | LIKELY_DUPLICATE_IN_FILE',
      '10 valid | Shopify #1008/2: 1 Lampe x 5334 | LINE_SPLIT | LIKELY_DUPLICATE_IN_FILE',
    ])
    expect(checked.rows[0]!.order).toMatchObject({
      customerName: 'Awa Koné',
      customerPhone: '+2250708091011',
      customerAddress: 'Rue 12, Angré, Abidjan',
      sourceName: 'Shopify',
      product: id(1),
      comment: null,
    })
    expect(checked.rows[2]!.order).toMatchObject({
      customerName: 'Zoé "la grande" N’Guessan',
      customerPhone: '+2250708091012',
      comment: 'Sonner deux fois,\nportail bleu',
    })
  })

  it('says which column it took for what, and which it did not read', () => {
    const uses = new Map(checked.taken.map(({ header, use }) => [header, use]))
    expect([...uses].filter(([header]) => !header.includes('ing '))).toEqual([
      ['Name', 'externalRef'],
      ['Financial Status', 'state'],
      ['Fulfillment Status', 'state'],
      ['Currency', 'currency'],
      ['Total', 'outstanding'],
      ['Lineitem quantity', 'quantity'],
      ['Lineitem name', 'product'],
      ['Lineitem price', 'price'],
      ['Lineitem sku', 'sku'],
      ['Notes', 'comment'],
      ['Cancelled at', 'state'],
      ['Refunded Amount', 'outstanding'],
      ['Id', 'externalRef'],
      ['Lineitem discount', 'price'],
      ['Phone', 'customerPhone'],
    ])
    expect(uses.get('Shipping City')).toBe('customerAddress')
    expect(checked.ignoredColumns).toEqual(expect.arrayContaining(['Email', 'Vendor', 'Tax 1 Name']))
    expect(checked.ignoredColumns).not.toContain('Total')
  })

  it('keeps the shop’s id and name of each order, and its date with an offset', () => {
    expect(checked.rows[1]!.said?.origin).toEqual({
      kind: 'shopify',
      id: '5820982911946155001',
      name: '#1001',
      basket: '5820982911946155001',
    })
    const cells = cellsOf(csvOf(shopifyHeaders, shopifyRows))
    const [first] = readShopSheet(cells, 0, shopLayoutOf(shopifyHeaders)!, 'ic')
    expect(first?.order.createdAt).toBe('2026-08-04T00:24:22.000Z')
  })

  it('finds the first row of an order in a sorted file, and says what a lone further row lacks', () => {
    const [first, second] = [shopifyRows[0]!, shopifyRows[1]!]
    const sorted = shopify([second, shopifyOrder(1009), first, shopifyLine(1010, { 'Lineitem name': 'Sac' })])
    expect(sorted.rows.map(said)).toEqual([
      '1 valid | Shopify #1009: 1 Montre Élégance x 16500',
      '2 valid | Shopify #1001: 1 Montre Élégance x 15750 | LIKELY_DUPLICATE_IN_FILE',
      '3 valid | Shopify #1001/2: 2 Lampe x 7875',
      expect.stringMatching(/^4 invalid \| Shopify #1010: 1 Sac x null \| .*customerPhone REQUIRED/),
    ])
  })

  it('does not double an order that is twice in the file', () => {
    const twice = shopify([...shopifyRows.slice(0, 2), ...shopifyRows.slice(0, 2)])
    expect(twice.rows.map(({ status }) => status)).toEqual(['valid', 'valid', 'skipped', 'skipped'])
  })

  it('reads what is left of an order that was paid in part, or says that the file does not tell', () => {
    const partly = { 'Financial Status': 'partially_paid' }
    const known = shopify([shopifyOrder(1, { ...partly, 'Outstanding Balance': '6500.00' })])
    expect(known.rows[0]!.values.price).toBe(6500)
    const unknown = shopify([shopifyOrder(1, { ...partly, 'Outstanding Balance': '' })])
    expect(said(unknown.rows[0]!)).toBe('1 valid | Shopify #1: 1 Montre Élégance x 15000 | AMOUNT_MISSING')
  })

  it.each<[string, ShopifyRow, string]>([
    ['no phone', { 'Shipping Phone': '' }, 'customerPhone REQUIRED'],
    ['a wrong phone', { 'Shipping Phone': '12' }, 'customerPhone INVALID_PHONE'],
    ['an unknown product', { 'Lineitem name': 'Tapis' }, 'product PRODUCT_NOT_FOUND'],
    ['no product', { 'Lineitem name': '', 'Lineitem sku': '' }, 'product REQUIRED'],
    ['a broken quantity', { 'Lineitem quantity': '1.5' }, 'quantity NOT_AN_INTEGER'],
  ])('reports %s at its cell', (_, row, reason) => {
    const [checked] = shopify([shopifyOrder(1, row)]).rows
    expect(checked!.status).toBe('invalid')
    expect(checked!.problems.map(({ column, code }) => `${column} ${code}`)).toContain(reason)
  })

  it('leaves out a line without a piece, whose amount the others have', () => {
    const { rows } = shopify([
      shopifyOrder(1, { 'Lineitem quantity': '0' }),
      shopifyLine(1, { 'Lineitem name': 'Lampe', 'Lineitem price': '7500' }),
    ])
    expect(rows.map(said)).toEqual([
      '1 skipped | Shopify #1: 0 Montre Élégance x 15000 | null ROW_EMPTY',
      '2 valid | Shopify #1: 1 Lampe x 16500 | PRICE_FAR'.replace(' | PRICE_FAR', ''),
    ])
  })

  it('takes products as the lines of a source of the same kind were mapped', () => {
    const line = { kind: 'shopify', by: 'sku', key: 'mtr-01', product: id(3) } as const
    const named = (knownLines: readonly KnownLine[]) =>
      shopify([shopifyOrder(1)], { knownLines }).rows[0]!.order?.product
    expect(named([line])).toBe(id(3))
    expect(named([{ ...line, kind: 'youcan' }])).toBe(id(1))
    expect(named([line, { ...line, product: id(2) }])).toBe(id(1))
  })

  it('is corrected in its cells; what no cell puts right stays', () => {
    const { rows } = checked
    const again = (row: number, corrections: { column: 'price' | 'customerPhone'; value: string }[]) =>
      recheckRow(checked, row, {
        country: 'ic',
        products: indexProducts(products),
        corrections: corrections.map((one) => ({ row, ...one })),
      })
    expect(again(4, [{ column: 'price', value: '500' }])).toMatchObject({
      status: 'valid',
      order: { price: 500 },
      notes: [{ code: 'PRICE_FAR' }],
    })
    expect(again(8, [{ column: 'price', value: '500' }])?.status).toBe('invalid')
    expect(rows[7]!.status).toBe('invalid')
  })

  it('hides an order with its first row, since a filter on its columns hides the further ones', () => {
    const cells = cellsOf(csvOf(shopifyHeaders, shopifyRows))
    const hiddenRows = (rows: number[]) => {
      const surroundings = { hidden: { rows, columns: [] }, otherSheets: [] }
      const read = checkOrderFile(cells, { country: 'ic', products }, surroundings)
      return read.ok
        ? read.value.rows.flatMap(({ row, problems }) =>
            problems.some(({ code }) => code === 'ROW_HIDDEN') ? row : [],
          )
        : null
    }
    expect(hiddenRows([3])).toEqual([])
    expect(hiddenRows([2, 3])).toEqual([1, 2])
  })
})

describe('files of shops in the encodings of spreadsheets', () => {
  const text = (delimiter: string) => csvOf(shopifyHeaders, shopifyRows, delimiter)
  const windows = (written: string) => Buffer.from(written.replaceAll('’', '\u0092'), 'latin1')
  it.each<[string, Buffer]>([
    ['UTF-8 with commas', Buffer.from(text(','))],
    ['UTF-8 with a byte order mark and semicolons', Buffer.from(`\ufeff${text(';')}`)],
    ['Windows-1252 with semicolons and CRLF', windows(text(';').replaceAll('\n', '\r\n'))],
    ['UTF-16 with tabs', Buffer.from(`\ufeff${text('\t')}`, 'utf16le')],
  ])('%s', (_, bytes) => {
    const { rows, format } = check(bytes)
    expect(format).toBe('shopify')
    expect(rows).toHaveLength(10)
    expect(rows[2]!.order).toMatchObject({
      customerName: 'Zoé "la grande" N’Guessan',
      comment: 'Sonner deux fois,\nportail bleu',
    })
  })
})

describe('WooCommerce’s exports of orders', () => {
  it('with an order a row are read by the lines in their columns', () => {
    const { format, rows } = check(csvOf(wideWooHeaders, wideWooRows))
    expect(format).toBe('woocommerce')
    expect(rows.map(said)).toEqual([
      '1 valid | WooCommerce #501: 1 Montre Élégance x 15750',
      '2 valid | WooCommerce #501/2: 2 Lampe x 7875',
      '3 skipped | WooCommerce #502: 1 Montre Élégance x 16500 | null ROW_CANCELLED',
      '4 valid | WooCommerce #503: 1 Montre Élégance x 0 | PAID_IN_SHOP | LIKELY_DUPLICATE_IN_FILE',
      '5 skipped | WooCommerce #504: 1 Montre Élégance x 0 | null ROW_FULFILLED',
      '6 valid | WooCommerce #505: 2 Lampe x 8250 | LIKELY_DUPLICATE_IN_FILE',
    ])
    expect(rows[0]!.order).toMatchObject({
      customerAddress: 'Rue 12, Angré, Abidjan',
      customerName: 'Awa Koné',
    })
    expect(rows[5]!.order?.comment).toBe('Après 17 h')
    expect(rows[0]!.said?.origin).toMatchObject({ id: '501', name: '#501' })
  })

  it('with a product a row are read as orders of their neighbouring rows', () => {
    const { format, rows } = check(csvOf(longWooHeaders, longWooRows, ';'))
    expect(format).toBe('woocommerce')
    expect(rows.map(said)).toEqual([
      '1 valid | WooCommerce #601: 1 Montre Élégance x 15750 | PHONE_REPAIRED',
      '2 valid | WooCommerce #601/2: 2 Lampe x 7875 | PHONE_REPAIRED',
      '3 skipped | WooCommerce #602: 1 Montre Élégance x 31500 | null ROW_CANCELLED',
    ])
    expect(rows[0]!.said?.origin).toMatchObject({ id: null, name: '#601' })
  })

  it('collect what a method of payment on delivery leaves open, and nothing of a paid one', () => {
    const priceOf = (given: Record<string, string>) => {
      const { paid_date: _, ...order } = wideWooRows[4]!
      const headers = wideWooHeaders.filter((header) => header !== 'paid_date')
      return check(csvOf(headers, [{ ...order, ...given }])).rows[0]!.values.price
    }
    expect(priceOf({ payment_method: 'cod' })).toBe(8250)
    expect(priceOf({ payment_method: 'stripe' })).toBe(0)
    expect(priceOf({ payment_method: 'bacs', status: 'wc-on-hold' })).toBe(8250)
  })
})

describe('YouCan’s orders by the names of its API', () => {
  it('are read as orders of their neighbouring rows', () => {
    const { format, rows } = check(csvOf(youcanHeaders, youcanRows))
    expect(format).toBe('youcan')
    expect(rows.map(said)).toEqual([
      '1 valid | YouCan 1201: 1 Montre Élégance x 15750',
      '2 valid | YouCan 1201/2: 2 Lampe x 7875',
      '3 valid | YouCan 1202: 1 Montre Élégance x 0 | PAID_IN_SHOP | LIKELY_DUPLICATE_IN_FILE',
      '4 skipped | YouCan 1203: 1 Montre Élégance x 31500 | null ROW_CANCELLED',
    ])
    expect(rows[0]!.order?.customerAddress).toBe('Rue 12, Abidjan')
  })
})

describe('which file is whose', () => {
  const sets = { shopify: [...shopifyHeaders], woocommerce: wideWooHeaders, youcan: youcanHeaders }
  it('is told by the headers, in any case and order', () => {
    for (const kind of shopFileKinds) {
      expect(shopLayoutOf(sets[kind].toReversed())?.kind).toBe(kind)
      expect(shopLayoutOf(sets[kind].map((header) => header.toUpperCase()))?.kind).toBe(kind)
    }
  })

  it('is left to a person for headers of two shops, or without those that make it an export', () => {
    expect(shopLayoutOf([...shopifyHeaders, ...wideWooHeaders])).toBeNull()
    expect(shopLayoutOf(shopifyHeaders.filter((header) => header !== 'Financial Status'))).toBeNull()
    expect(shopLayoutOf(['Produit', 'Nom', 'Téléphone', 'Adresse', 'Quantité', 'Prix', 'Statut'])).toBeNull()
  })

  it('is refused with its headers, from which a person can choose, if it is nobody’s', () => {
    const headers = [...shopifyHeaders, ...wideWooHeaders]
    const cells = cellsOf(csvOf(headers, [{ ...shopifyOrder(1), ...wideWooRows[0] }]))
    const { checked, headers: found } = checkChosenFile(cells, { country: 'ic', products }, {})
    expect(checked).toMatchObject({ ok: false, code: 'MISSING_COLUMN' })
    expect(found?.headers).toEqual(headers.slice(0, widestImport))
    expect(found?.keys.slice(0, 3)).toEqual(['name', 'email', 'financialstatus'])
    expect(found?.samples.slice(0, 3)).toEqual(['#1', 'awa@example.com', 'pending'])
  })

  it('never keeps amounts of another country’s writing', () => {
    const priced = (country: CountryCode, currency: string, total: string) =>
      shopify(
        [
          shopifyOrder(1, {
            Currency: currency,
            Total: total,
            'Outstanding Balance': total,
            'Shipping Country': '',
          }),
        ],
        { country },
      ).rows[0]!.values.price
    expect(priced('ic', 'XOF', '16500.00')).toBe(16500)
    expect(priced('ic', 'XOF', '16500,00')).toBe(16500)
    expect(priced('tn', 'TND', '49.900')).toBe(49.9)
    expect(priced('fr', 'EUR', '49.90')).toBe(49.9)
  })
})

describe('columns that a person has chosen', () => {
  const lines = [
    'Kunde Vor;Kunde Nach;Mobil;Wo;Stadt;Was;Wieviel;Nr;Was',
    'Awa;Koné;0708091011;Rue 12;Abidjan;Lampe;2;A-1;x',
  ]
  const mapping = [
    { header: 'kundevor', column: 'customerName' },
    { header: 'kundenach', column: 'customerName' },
    { header: 'mobil', column: 'customerPhone' },
    { header: 'wo', column: 'customerAddress' },
    { header: 'stadt', column: 'customerAddress' },
    { header: 'was', column: 'product' },
    { header: 'wieviel', column: 'quantity' },
    { header: 'nr', column: 'externalRef' },
  ] as const
  const cells = cellsOf(lines.join('\n'))

  it('are read, several of a text joined', () => {
    const { format, rows, taken, ignoredColumns } = check(lines.join('\n'), { mapping })
    expect(format).toBe('mapped')
    expect(rows[0]).toMatchObject({
      row: 2,
      status: 'valid',
      order: {
        customerName: 'Awa Koné',
        customerAddress: 'Rue 12, Abidjan',
        quantity: 2,
        externalRef: 'A-1',
      },
    })
    expect(taken[0]).toEqual({ header: 'Kunde Vor', use: 'customerName' })
    expect(ignoredColumns).toEqual(['Was'])
  })

  it('are remembered for the same headers in any order, and for no others', () => {
    const remembered = [{ headers: headerSet(lines[0]!.split(';')), columns: mapping }]
    const reordered = cells.map((row) => row.toReversed())
    expect(mappingFor(cells, { remembered })).toEqual(mapping)
    expect(mappingFor(reordered, { remembered })).toEqual(mapping)
    expect(
      mappingFor(
        cells.map((row) => row.slice(1)),
        { remembered },
      ),
    ).toBeNull()
    expect(mappingFor(cells, { mapping: 'automatic', remembered })).toBeNull()
  })

  it('take precedence over a shop’s headers, and are refused for a file without them', () => {
    const bytes = csvOf(shopifyHeaders, [shopifyOrder(1)])
    const own = [
      { header: 'lineitemname', column: 'product' },
      { header: 'shippingname', column: 'customerName' },
      { header: 'shippingphone', column: 'customerPhone' },
      { header: 'shippingcity', column: 'customerAddress' },
      { header: 'lineitemquantity', column: 'quantity' },
    ] as const
    expect(check(bytes, { mapping: own })).toMatchObject({ format: 'mapped', rows: [{ status: 'valid' }] })
    expect(checkOrderFile(cells, { country: 'ic', products, mapping: own })).toMatchObject({
      ok: false,
      code: 'FILE_WITHOUT_HEADER',
    })
  })
})

describe('a large export', () => {
  it('of 10,000 rows is read within the time that the server has for it', () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => [
      shopifyOrder(at, { 'Shipping Phone': `07${String(10_000_000 + at)}` }),
      shopifyLine(at, { 'Lineitem name': 'Lampe', 'Lineitem price': '7500' }),
    ]).flat()
    const bytes = Buffer.from(csvOf(shopifyHeaders, rows))
    expect(bytes.length).toBeLessThan(10 * 1024 * 1024)
    const started = process.cpuUsage()
    const { rows: read } = check(bytes)
    expect(read).toHaveLength(10_000)
    expect(read.filter(({ status }) => status === 'valid')).toHaveLength(10_000)
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(8_000)
  })
})
