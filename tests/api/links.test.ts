import { describe, expect, it } from 'vitest'
import type { ImportReport } from '../../domain/orders/import/import-report.ts'
import { goodsInputs, openGoodsApi } from '../support/api/goods.ts'
import { orderInput, startShop } from '../support/api/shop.ts'
import { upload } from '../support/spreadsheets/upload.ts'

const { api, goods } = await openGoodsApi()
const shop = await startShop(api)
const product = await shop.product({ name: 'Lampe aux liens' })

const places = [
  { path: '/orders', field: 'sourceLink', input: () => orderInput(product) },
  { path: '/products', field: 'sourceLink', input: goodsInputs.products },
  { path: '/products', field: 'productImage', input: goodsInputs.products },
  { path: '/expeditions', field: 'productImage', input: goodsInputs.expeditions },
  { path: '/requests', field: 'productImage', input: goodsInputs.requests },
  { path: '/affiliates', field: 'productImage', input: goodsInputs.affiliates },
]

const unsafe = [
  'https://shop.example/\u202egpj.exe',
  'https://shop.example/\u2066a\u2069b',
  'https://sh\u200bop.example/a',
  'https://user:pass@evil.example',
  'https://shop.example@evil.example',
  'https://a.b\\@evil.example',
  'https:\\\\evil.example',
  'https://shop.example/\ta',
  'https://p\u0430ypal.example',
]

const honest = [
  'https://www.tiktok.com/@awa.shop/video/7301234567890123456?is_from_webapp=1',
  'https://fr.aliexpress.com/item/1005006123456789.html?pdp_npi=4%40dis%21XOF%216%2C543%21#nav',
  'https://xn--80aaahafq1am7b.xn--p1ai/%D1%87%D0%B0%D1%81%D1%8B',
  'http://[2001:db8::1]:8080/p?q=1',
]

describe.each(places)('$field of $path', ({ path, field, input }) => {
  it('takes no link that hides where it leads, when it is made or changed', async () => {
    const made = await goods.admin.post<{ id: string; version: number }>(path, { body: input() })
    expect(made.status).toBe(201)
    for (const link of unsafe) {
      const refused = { status: 400, body: { errors: [{ path: field, code: 'LINK_UNSAFE' }] } }
      expect(await goods.admin.post(path, { body: { ...input(), [field]: link } }), link).toMatchObject(
        refused,
      )
      expect(
        await goods.admin.put(`${path}/${made.body.id}`, { body: { [field]: link } }),
        link,
      ).toMatchObject(refused)
    }
    expect(await goods.admin.get(`${path}/${made.body.id}`)).toMatchObject({
      body: { version: made.body.version, [field]: null },
    })
  })

  it('keeps honest links as they were written, without marks around them', async () => {
    for (const link of honest) {
      const body = { ...input(), [field]: `\ufeff\u202a${link}\u202c\u00a0` }
      expect(await goods.admin.post(path, { body })).toMatchObject({ status: 201, body: { [field]: link } })
    }
  })
})

it('may be written in any script', async () => {
  const { token } = await api.as('admin')
  const sourceLink = 'https://магазин.рф/часы–2'
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/orders',
    headers: { authorization: token },
    payload: orderInput(product, { sourceLink }),
  })
  expect([answer.statusCode, answer.json().sourceLink]).toEqual([201, sourceLink])
})

it('are read by the import as by a form', async () => {
  const { token } = await api.as('admin')
  const lines = [...unsafe, ...honest.map((link) => `\u202a${link}\u202c`)].map((link, at) =>
    ['Lampe aux liens', `Cliente ${at}`, `07080910${10 + at}`, 'Cocody', '1', link]
      .map((cell) => `"${cell}"`)
      .join(','),
  )
  const bytes = Buffer.from(['Produit,Nom,Téléphone,Adresse,Qté,Lien', ...lines].join('\n'))
  const { status, body } = await upload<ImportReport>(api.app, token, '/orders/upload-multiple', bytes, {
    name: 'liens.csv',
    query: { dryRun: '1' },
  })
  expect({ status, valid: body.valid }).toEqual({ status: 200, valid: honest.length })
  expect(body.problems).toEqual(
    unsafe.map((_, at) => ({ row: at + 2, column: 'sourceLink', code: 'LINK_UNSAFE' })),
  )
})
