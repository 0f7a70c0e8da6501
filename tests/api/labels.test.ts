import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import type { DrawnLabel, LabelPrint } from '../../domain/labels/label.ts'
import { type LabelFormatName, labelFormatNames } from '../../domain/labels/label-format-names.ts'
import { labelFormats } from '../../domain/labels/label-layout.ts'
import { MAX_LABELS } from '../../domain/labels/policy.ts'
import { encodeScan } from '../../domain/scans/scan-code.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import { type Caller, expectInvalid, missing } from '../support/api/caller.ts'
import { parcelAt } from '../support/api/parcel-at.ts'
import { openShopApi } from '../support/api/shop.ts'
import { readSymbols } from '../support/labels/read-symbols.ts'
import { hostileMarkup } from '../support/markup/hostile-markup.ts'

const { api, shop } = await openShopApi()
const admin = await api.as('admin')

const svgOf = (token: string, id: string, query = '', language = 'fr') =>
  api.app.inject({
    url: `/api/shippings/${id}/label.svg${query}`,
    headers: { authorization: `Bearer ${token}`, 'accept-language': language },
  })
const labelsOf = async (caller: Caller, body: Record<string, unknown>) => {
  const answer = await caller.post<{ items: DrawnLabel[] }>('/shippings/labels', { body })
  expect(answer.status).toBe(200)
  return answer.body.items
}
const print = (caller: Caller, body: Record<string, unknown>, key?: string) =>
  caller.post<{ items: LabelPrint[] }>('/shippings/labels/prints', { body, key })

const codeOf = ({ number }: Shipping) => encodeScan({ kind: 'shippings', number })

/** What a scanner reads from a drawing, printed at 12 dots a millimetre (300 dpi). */
const scan = async (svg: string, format: LabelFormatName) => {
  const { width, height } = labelFormats[format].label
  const canvas = createCanvas(Math.round(width * 12), Math.round(height * 12))
  canvas.getContext('2d').drawImage(await loadImage(Buffer.from(svg)), 0, 0, canvas.width, canvas.height)
  const symbols = await readSymbols(canvas.toBuffer('image/png'))
  return symbols.map(({ kind, text }) => `${kind} ${text}`).sort()
}

describe('the drawing of one label', () => {
  it.each(labelFormatNames)(
    'as %s is an SVG whose bars and square lead back to the parcel',
    async (format) => {
      const { parcel } = await parcelAt(shop, ['ASSIGNED'])
      const answer = await svgOf(admin.token, parcel.id, `?format=${format}`)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('image/svg+xml; charset=utf-8')
      const { width, height } = labelFormats[format].label
      expect(answer.body).toContain(`width="${width}mm" height="${height}mm"`)
      expect(await scan(answer.body, format)).toEqual([
        `Code128 ${codeOf(parcel)}`,
        `QRCode ${codeOf(parcel)}`,
      ])
    },
  )

  it('is in the language that is asked for, else in the reader’s', async () => {
    const { parcel } = await parcelAt(shop)
    expect((await svgOf(admin.token, parcel.id)).body).toContain('À encaisser')
    expect((await svgOf(admin.token, parcel.id, '', 'ru')).body).toContain('К получению')
    expect((await svgOf(admin.token, parcel.id, '?language=de', 'ru')).body).toContain('Zu kassieren')
  })

  it('refuses a format, a language and a parameter that there are not', async () => {
    const { parcel } = await parcelAt(shop)
    const wrong = [
      ['?format=a3', 'format', 'NOT_A_CHOICE'],
      ['?language=xx', 'language', 'NOT_A_CHOICE'],
      ['?size=a6', 'size', 'UNKNOWN_PARAMETER'],
    ] as const
    for (const [query, path, code] of wrong) {
      await expectInvalid(admin.get(`/shippings/${parcel.id}/label.svg${query}`), path, code)
    }
    expect(await admin.get(`/shippings/${missing}/label.svg`)).toMatchObject({ status: 404 })
    expect(await admin.get('/shippings/x/label.svg')).toMatchObject({ status: 404 })
  })

  it.each(hostileMarkup)('takes %j for a text', { tags: 'full' }, async (text) => {
    const product = await shop.product({ name: text })
    const order = await shop.order(product, {
      customerName: text.slice(0, 120),
      customerAddress: text.repeat(3).slice(0, 300),
    })
    await shop.move(order, 'CONFIRMED')
    const parcel = await shop.shippingOf(order)
    const { body } = await svgOf(admin.token, parcel.id)
    expect([...new Set([...body.matchAll(/<\/?([^\s>/]*)/g)].map(([, tag]) => tag))].sort()).toEqual([
      'g',
      'path',
      'rect',
      'svg',
      'text',
      'title',
    ])
    expect(body).not.toMatch(/<[^>]*\s(on\w+|href|style)=/)
    expect(await scan(body, '100x150')).toContain(`Code128 ${codeOf(parcel)}`)
  })
})

describe('the labels of many parcels', () => {
  it('leave out what is cancelled or lost', async () => {
    const { parcel } = await parcelAt(shop)
    const { parcel: lost } = await parcelAt(shop, ['ASSIGNED', 'OUT_FOR_DELIVERY', 'LOST'])
    const { parcel: cancelled } = await parcelAt(shop)
    await shop.move({ id: cancelled.order }, 'CANCELLED')
    const labels = await labelsOf(admin, { ids: [parcel.id, lost.id, cancelled.id], svg: false })
    expect(labels.map(({ id }) => id)).toEqual([parcel.id])
    expect((await svgOf(admin.token, cancelled.id)).statusCode).toBe(404)
  })

  it('are their data and drawings, by number, whether named or filtered', async () => {
    const product = await shop.product({ quantity: 20 })
    const parcels: Shipping[] = []
    for (const quantity of [1, 2, 3]) {
      const order = await shop.order(product, { quantity })
      await shop.move(order, 'CONFIRMED')
      parcels.push(await shop.shippingOf(order))
    }
    const ids = parcels.map(({ id }) => id)
    const named = await labelsOf(admin, { ids: [...ids].reverse(), format: 'a6' })
    expect(named.map(({ id }) => id)).toEqual(ids)
    expect(named[1]).toMatchObject({
      number: parcels[1]!.number,
      code: codeOf(parcels[1]!),
      productName: product.name,
      quantity: 2,
      collection: 'due',
      amount: 30_000,
      currency: 'XOF',
      deliveryName: null,
      prints: 0,
    })
    expect(named[1]!.svg).toBe((await svgOf(admin.token, ids[1]!, '?format=a6')).body)
    const filtered = await labelsOf(admin, { where: { product: product.id }, except: [ids[0]], svg: false })
    expect(filtered.map(({ id, svg }) => [id, svg])).toEqual([
      [ids[1], null],
      [ids[2], null],
    ])
    expect(await labelsOf(admin, { where: { product: missing } })).toEqual([])
  })

  it('ask for nothing where the parcel is paid or goes to nobody', async () => {
    const delivered = await parcelAt(shop, ['ASSIGNED', 'OUT_FOR_DELIVERY', 'DELIVERED'])
    const returned = await parcelAt(shop, ['ASSIGNED', 'OUT_FOR_DELIVERY', 'REFUSED', 'RETURNED'])
    const labels = await labelsOf(admin, { ids: [delivered.parcel.id, returned.parcel.id], svg: false })
    expect(labels.map(({ collection, amount }) => [collection, amount])).toEqual([
      ['paid', 0],
      ['void', 0],
    ])
  })

  it('are 500 at most, named or filtered', async () => {
    const many = Array.from({ length: MAX_LABELS + 1 }, (_, index) =>
      missing.replace(/0{4}$/, String(1000 + index)),
    )
    const tooMany = { status: 400, body: { code: 'TOO_MANY_LABELS' } }
    for (const path of ['/shippings/labels', '/shippings/labels/prints']) {
      expect(await admin.post(path, { body: { ids: many } })).toMatchObject(tooMany)
      expect(await admin.post(path, { body: { ids: many.slice(1) } })).toMatchObject({ status: 404 })
    }
    const product = await shop.product({ quantity: 1_000 })
    const orders = await shop.orders(product, MAX_LABELS + 1)
    await shop.bulk({ ids: orders, status: 'CONFIRMED' })
    const where = { product: product.id }
    expect(await admin.post('/shippings/labels', { body: { where, svg: false } })).toMatchObject(tooMany)
    expect(await admin.post('/shippings/labels/prints', { body: { where } })).toMatchObject(tooMany)
    const [first] = (await admin.get<{ items: Shipping[] }>(`/shippings?product=${product.id}&limit=1`)).body
      .items
    const rest = await labelsOf(admin, { where, except: [first!.id], svg: false })
    expect(rest).toHaveLength(MAX_LABELS)
  })

  it.each([
    [{}, 'ids', 'REQUIRED'],
    [{ ids: [] }, 'ids', 'REQUIRED'],
    [{ ids: [missing], where: {} }, 'where', 'UNKNOWN_FIELD'],
    [{ ids: ['x'] }, 'ids', 'NOT_AN_ID'],
    [{ ids: [missing], format: 'letter' }, 'format', 'NOT_A_CHOICE'],
    [{ ids: [missing], svg: 'yes' }, 'svg', 'NOT_A_FLAG'],
    [{ ids: [missing], dryRun: true }, 'dryRun', 'UNKNOWN_FIELD'],
    [{ where: { colour: 'red' } }, 'where.colour', 'UNKNOWN_PARAMETER'],
  ])('refuse %o', async (body, path, code) => {
    await expectInvalid(admin.post('/shippings/labels', { body }), path, code)
  })
})

describe('who prints labels', () => {
  it('an admin, and an agent those of their country', async () => {
    const here = (await parcelAt(shop)).parcel
    const product = await shop.product({ country: 'sn' })
    const order = await shop.order(product, { customerPhone: '+221771234567' })
    await shop.move(order, 'CONFIRMED')
    const there = await shop.shippingOf(order)
    const agent = await api.as('agent')
    expect((await svgOf(agent.token, here.id)).statusCode).toBe(200)
    expect(await labelsOf(admin, { ids: [here.id, there.id], svg: false })).toHaveLength(2)
    expect((await labelsOf(agent, { ids: [here.id, there.id], svg: false })).map(({ id }) => id)).toEqual([
      here.id,
    ])
    expect(await labelsOf(agent, { where: { country: 'sn' } })).toEqual([])
    expect((await print(agent, { ids: [here.id, there.id] })).body.items).toEqual([
      { id: here.id, prints: 1 },
    ])
    expect((await labelsOf(admin, { ids: [there.id], svg: false }))[0]).toMatchObject({ prints: 0 })
  })
})

describe('prints', () => {
  it('are counted when they are reported, once for each key, and never by reading', async () => {
    const { parcel } = await parcelAt(shop)
    const target = { ids: [parcel.id] }
    await labelsOf(admin, target)
    await svgOf(admin.token, parcel.id)
    expect((await labelsOf(admin, target))[0]).toMatchObject({ prints: 0 })
    expect((await print(admin, target, 'one')).body.items).toEqual([{ id: parcel.id, prints: 1 }])
    expect((await print(admin, target, 'one')).body.items).toEqual([{ id: parcel.id, prints: 1 }])
    expect((await print(await api.as('agent'), target, 'two')).body.items).toEqual([
      { id: parcel.id, prints: 2 },
    ])
    const [label] = await labelsOf(admin, target)
    expect(label!.prints).toBe(2)
    expect(label!.svg).toContain('Réimpression n° 2')
  })

  it('change neither the parcel’s version nor its history', async () => {
    const { parcel } = await parcelAt(shop)
    const historyOf = async () =>
      (await admin.get<{ total: number }>(`/shippings/${parcel.id}/history`)).body.total
    const before = await historyOf()
    await print(admin, { ids: [parcel.id] })
    expect(await shop.readShipping(parcel)).toEqual(parcel)
    expect(await historyOf()).toBe(before)
  })

  it('of the same labels at the same time are all counted', async () => {
    const ids = [(await parcelAt(shop)).parcel.id, (await parcelAt(shop)).parcel.id]
    const answers = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((turn) => print(admin, { ids: turn % 2 ? ids : [...ids].reverse() })),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    for (const label of await labelsOf(admin, { ids, svg: false })) expect(label.prints).toBe(6)
  })

  it('refuse what is more than a target', async () => {
    const { parcel } = await parcelAt(shop)
    await expectInvalid(print(admin, { ids: [parcel.id], format: 'a6' }), 'format', 'UNKNOWN_FIELD')
  })
})
