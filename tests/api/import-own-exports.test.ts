import { describe, expect, it } from 'vitest'
import { utils, write } from 'xlsx'
import { type CountryCode, countryCodes } from '../../domain/core/countries.ts'
import { type LanguageCode, languageCodes } from '../../domain/core/languages.ts'
import type { ImportReport } from '../../domain/orders/import/import-report.ts'
import { phones } from '../support/api/billing.ts'
import { openShopApi } from '../support/api/shop.ts'
import { casesOf } from '../support/is-full.ts'
import { upload } from '../support/spreadsheets/upload.ts'

const { api, shop } = await openShopApi()
const admin = await api.as('admin')

const prices: Record<CountryCode, number> = {
  ic: 15_050,
  sn: 7_500,
  bf: 999,
  tn: 12.345,
  fr: 1_234.5,
  lib: 0.75,
}

/** A short run tries one country in all languages, the others in one. */
const languageOf: Record<CountryCode, LanguageCode> = {
  ic: 'fr',
  sn: 'en',
  bf: 'de',
  tn: 'it',
  fr: 'es',
  lib: 'ru',
}

const exported = async (resource: 'orders' | 'shippings', country: CountryCode, language: string) => {
  const { statusCode, rawPayload } = await api.app.inject({
    method: 'POST',
    url: `/api/${resource}/download?country=${country}`,
    headers: { authorization: `Bearer ${admin.token}`, 'accept-language': language },
  })
  expect(statusCode).toBe(200)
  return rawPayload
}
const send = (bytes: Buffer, country: CountryCode, dryRun: boolean) =>
  upload<ImportReport>(api.app, admin.token, '/orders/upload-multiple', bytes, {
    query: { country, dryRun: dryRun ? '1' : '0' },
  })

describe('our own spreadsheet of orders', () => {
  it.each(casesOf(countryCodes, (code) => code === 'tn'))(
    'of %s is read back to the same values, and creates nothing',
    async (country) => {
      const product = await shop.product({ name: `Lampe ${country}`, country, price: prices[country] })
      const made = {
        customerName: 'Zoé O’Hara',
        customerPhone: phones[country],
        customerAddress: '12, rue du Port',
        quantity: 3,
        comment: '=1+1',
      }
      const order = await shop.order(product, { ...made, country })
      const languages = casesOf(
        languageCodes,
        (language) => country === 'ic' || language === languageOf[country],
      )
      for (const language of languages) {
        const { body } = await send(await exported('orders', country, language), country, true)
        expect(body, language).toMatchObject({ total: 1, valid: 0, invalid: 0, skipped: 1 })
        expect(body.rows[0], language).toMatchObject({
          status: 'skipped',
          number: order.number,
          values: { ...made, product: product.name, price: prices[country] },
        })
        expect(body.problems).toEqual([{ row: 2, column: null, code: 'ORDER_EXISTS' }])
      }
      const { body } = await send(await exported('orders', country, 'de'), country, false)
      expect(body).toMatchObject({ created: 0, skipped: 1, batchId: null })
    },
  )

  it('says of an order that it is there, whatever is wrong with its row', async () => {
    const product = await shop.product({ name: 'Montre double' })
    const order = await shop.order(product)
    await shop.product({ name: 'Montre double' })
    const { body } = await send(await exported('orders', 'ic', 'fr'), 'ic', true)
    expect(body).toMatchObject({ valid: 0, invalid: 0 })
    expect(body.rows.find(({ number }) => number === order.number)?.status).toBe('skipped')
  })
})

describe('rows that a workbook hides', () => {
  const workbook = () => {
    const sheet = utils.aoa_to_sheet([
      ['Produit', 'Nom', 'Téléphone', 'Adresse', 'Qté', 'Réf'],
      ...[1, 2, 3].map((at) => [
        'Lampe cachée',
        `Cachée ${at}`,
        `070809${1100 + at}`,
        'Cocody',
        1,
        `H-${at}`,
      ]),
    ])
    sheet['!rows'] = [{}, {}, { hidden: true }, {}]
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet([['Notes']]), 'Notes')
    utils.book_append_sheet(book, sheet, 'Commandes')
    return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
  }
  const sendHidden = (query: Record<string, string>) =>
    upload<ImportReport>(api.app, admin.token, '/orders/upload-multiple', workbook(), { query })

  it('are left out, said and counted, unless the call asks for them', async () => {
    await shop.product({ name: 'Lampe cachée' })
    const { body } = await sendHidden({ dryRun: '1' })
    expect(body).toMatchObject({ total: 3, valid: 2, skipped: 1, hiddenRows: 1 })
    expect(body.problems).toEqual([{ row: 3, column: null, code: 'ROW_HIDDEN' }])
    const all = await sendHidden({ dryRun: '1', hiddenRows: 'import' })
    expect(all.body).toMatchObject({ valid: 3, skipped: 0, hiddenRows: 1 })
    const wrong = await sendHidden({ hiddenRows: 'ask' })
    expect(wrong.status).toBe(400)
    for (const leftOut of ['2', '[1.5]', '{}'])
      expect((await sendHidden({ leftOut })).body).toMatchObject({ errors: [{ path: 'leftOut' }] })
    const without = await sendHidden({ dryRun: '1', hiddenRows: 'import', leftOut: '[4]' })
    expect(without.body).toMatchObject({ valid: 2, skipped: 1 })
    expect(without.body.problems).toEqual([{ row: 4, column: null, code: 'ROW_LEFT_OUT' }])
    const done = await sendHidden({})
    expect(done.body).toMatchObject({ created: 2, skipped: 1 })
  })
})

describe('what somebody who looks at a workbook does not see in it', () => {
  type Sheet = { name: string; rows: string[][]; hiddenColumns?: number[]; visibility?: 1 | 2 }
  const header = ['Produit', 'Nom', 'Téléphone', 'Adresse', 'Qté', 'Réf', 'Marge']
  const order = (ref: string) => ['Lampe à pied', 'Yao Assi', '0708093344', 'Cocody', '1', ref, '300']
  const told = async (sheets: Sheet[]) => {
    const book = utils.book_new()
    for (const { name, rows, hiddenColumns = [] } of sheets) {
      const sheet = utils.aoa_to_sheet(rows)
      sheet['!cols'] = header.map((_, at) => ({ hidden: hiddenColumns.includes(at) }))
      utils.book_append_sheet(book, sheet, name)
    }
    book.Workbook = { Sheets: sheets.map(({ visibility }) => ({ Hidden: visibility ?? 0 })) }
    const bytes = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
    const query = { dryRun: '1' }
    const { body } = await upload<ImportReport>(api.app, admin.token, '/orders/upload-multiple', bytes, {
      query,
    })
    const { total, hiddenColumns, otherSheets } = body
    return { total, hiddenColumns, otherSheets }
  }

  it('is nothing in a plain one, and in a CSV', async () => {
    const nothing = { total: 1, hiddenColumns: [], otherSheets: [] }
    expect(await told([{ name: 'Novembre', rows: [header, order('A-1')] }])).toEqual(nothing)
    const csv = Buffer.from([header, order('A-2')].map((row) => row.join(';')).join('\n'))
    expect((await send(csv, 'ic', true)).body).toMatchObject(nothing)
  })

  it('are hidden columns, read like the others, and sheets that were not read', async () => {
    expect(
      await told([
        {
          name: 'Octobre',
          rows: [
            ['Produit', 'Nom'],
            ['Lampe à pied', 'Yao'],
          ],
        },
        { name: 'Novembre', rows: [header, order('A-3')], hiddenColumns: [4, 5, 6] },
        { name: 'Vide', rows: [[''], ['', ' ']] },
        { name: 'Décembre', rows: [header, order('A-4')] },
        { name: 'Anciennes', rows: [header, order('A-5')], visibility: 1 },
        { name: 'Listes', rows: [['Cocody'], ['Yopougon']], visibility: 2 },
      ]),
    ).toEqual({
      total: 1,
      hiddenColumns: ['Qté', 'Réf'],
      otherSheets: ['Octobre', 'Décembre', 'Anciennes'],
    })
  })
})
