import { beforeEach, describe, expect, it } from 'vitest'
import { read, utils } from 'xlsx'
import type { Problem } from '../../domain/changes/changes.ts'
import type { ImportReport } from '../../domain/orders/import/import-report.ts'
import { expectRefusal } from '../support/api/caller.ts'
import { forgetOrders } from '../support/api/forget-orders.ts'
import { openShopApi } from '../support/api/shop.ts'
import { casesOf } from '../support/is-full.ts'
import { upload } from '../support/spreadsheets/upload.ts'

const { api, shop } = await openShopApi()
const admin = await api.as('admin')
for (const name of ['Crème d’Élégance', 'Robot pétrin 5 L']) await shop.product({ name, price: 5_000 })
beforeEach(() => forgetOrders(api.context.pool, ['imports']))

const path = '/orders/upload-multiple'
const header = ['Produit', 'Nom', 'Téléphone', 'Adresse', 'Qté', 'Commentaire', 'Réf']
const good = [
  'Crème d’Élégance',
  'N’Dri Koné',
  '0708091011',
  'Angré, 7e; "bis"',
  '2',
  '=HYPERLINK("x")',
  '007',
]
const bad = ['Robo petrin 5L', 'Awa', '12', 'Cocody', '1', '', '']

const csv = (delimiter: string, rows: string[][]): string =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)).join('\r\n')
const windows1252 = (text: string) => Buffer.from(text.replaceAll('’', '\u0092'), 'latin1')

const send = <Body = ImportReport>(bytes: Buffer, options: Parameters<typeof upload>[4] = {}) =>
  upload<Body>(api.app, admin.token, path, bytes, { name: 'commandes.csv', ...options })
const stored = async () =>
  (
    await api.context.pool.query(`
      select products.name as product_name, customer_name, customer_phone, customer_address, orders.quantity,
        orders.comment, external_ref
      from orders join products on products.id = orders.product order by orders.number`)
  ).rows

const expected = {
  product_name: 'Crème d’Élégance',
  customer_name: 'N’Dri Koné',
  customer_phone: '+2250708091011',
  customer_address: 'Angré, 7e; "bis"',
  quantity: 2,
  comment: '=HYPERLINK("x")',
  external_ref: '007',
}

describe('a CSV file of orders', () => {
  const encodings: readonly (readonly [name: string, encode: (text: string) => Buffer, delimiter: string])[] =
    [
      ['UTF-8 and commas', (text: string) => Buffer.from(text), ','],
      ['UTF-8 with a byte order mark and semicolons', (text: string) => Buffer.from(`\ufeff${text}`), ';'],
      ['Windows-1252 and semicolons', windows1252, ';'],
      ['Windows-1252 and tabs', windows1252, '\t'],
      ['UTF-16 and tabs', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'), '\t'],
    ]
  it.each([...casesOf(encodings, (_, at) => at === 0 || at === 2)])(
    'in %s is previewed, imported, and its failed rows come back',
    async (_, encode, delimiter) => {
      const bytes = encode(csv(delimiter, [header, good, bad]))
      const preview = await send(bytes, { query: { dryRun: '1' } })
      expect(preview).toMatchObject({ status: 200, body: { total: 2, valid: 1, invalid: 1, created: 0 } })
      expect(preview.body.problems).toEqual([
        { row: 3, column: 'product', code: 'PRODUCT_NOT_FOUND' },
        { row: 3, column: 'customerPhone', code: 'INVALID_PHONE' },
      ])
      expect(await stored()).toEqual([])

      const done = await send(bytes)
      expect(done.body).toMatchObject({ created: 1, invalid: 1 })
      expect(await stored()).toEqual([expected])

      const failed = await upload(api.app, admin.token, `${path}/failed`, bytes, { language: 'fr' })
      const book = read(failed.bytes, { type: 'buffer' })
      const [, row] = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 })
      expect(row?.slice(0, 3)).toEqual(['Robo petrin 5L', 'Awa', '12'])

      const again = await send<Problem>(bytes)
      await expectRefusal(again, 409, 'FILE_ALREADY_IMPORTED')
    },
  )

  it('may be the body itself, as text/csv', async () => {
    const answer = await api.app.inject({
      method: 'POST',
      url: `/api${path}`,
      query: { country: 'ic' },
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'text/csv; charset=windows-1252' },
      payload: windows1252(csv(';', [header, good])),
    })
    expect({ status: answer.statusCode, created: answer.json<ImportReport>().created }).toEqual({
      status: 200,
      created: 1,
    })
    expect(await stored()).toEqual([expected])
  })

  it('is read by its content, not by its name', async () => {
    const { status, body } = await send(Buffer.from(csv(',', [header, good])), { name: 'orders.xlsx' })
    expect({ status, created: body.created }).toEqual({ status: 200, created: 1 })
  })

  it('that is none is refused in the caller’s language', async () => {
    const page = Buffer.from('<html><table><tr><td>Produit</td></tr></table></html>')
    const refused = await send<Problem>(page, { language: 'de' })
    await expectRefusal(refused, 400, 'FILE_NOT_A_SPREADSHEET')
    expect(refused.body.detail).toContain('CSV-Datei')
  })
})

describe('corrections sent with a file', () => {
  const bytes = Buffer.from(csv(',', [header, good, bad]))
  const corrections = [
    { row: 3, column: 'product', value: 'Robot pétrin 5 L' },
    { row: 3, column: 'customerPhone', value: '0708091012' },
  ]

  it('are read instead of those cells, in the dry run, the import and the failed rows', async () => {
    const fields = { corrections: JSON.stringify(corrections) }
    const preview = await send(bytes, { query: { dryRun: '1' }, fields })
    expect(preview.body).toMatchObject({ valid: 2, invalid: 0, problems: [] })
    const done = await send(bytes, { query: { mode: 'all' }, fields })
    expect(done.body).toMatchObject({ created: 2, invalid: 0 })
    expect(
      (await stored()).map(({ product_name, customer_phone }) => [product_name, customer_phone]),
    ).toContainEqual(['Robot pétrin 5 L', '+2250708091012'])
    // Corrections do not change the file's hash.
    expect((await send<Problem>(bytes)).body.code).toBe('FILE_ALREADY_IMPORTED')

    const half = { corrections: JSON.stringify(corrections.slice(0, 1)) }
    const failed = await upload(api.app, admin.token, `${path}/failed`, bytes, { fields: half })
    const book = read(failed.bytes, { type: 'buffer' })
    const [, row] = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 })
    expect(row?.slice(0, 3)).toEqual(['Robot pétrin 5 L', 'Awa', '12'])
  })

  it('are part of what an idempotency key identifies', async () => {
    const key = crypto.randomUUID()
    expect((await send(bytes, { key })).status).toBe(200)
    const other = await send<Problem>(bytes, { key, fields: { corrections: JSON.stringify(corrections) } })
    await expectRefusal(other, 422, 'IDEMPOTENCY_KEY_REUSED')
  })

  it.each([
    ['that are no list', '{"row":3}', 400, 'VALIDATION_FAILED'],
    ['of a row that is not there', '[{"row":9,"column":"product","value":"x"}]', 400, 'VALIDATION_FAILED'],
    ['larger than a field may be', JSON.stringify('x'.repeat(300_000)), 413, 'BODY_TOO_LARGE'],
  ])('%s are refused, and nothing is written', async (_, written, status, code) => {
    const refused = await send<Problem>(bytes, { fields: { corrections: written } })
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status, code })
    expect(await stored()).toEqual([])
  })
})
