import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shippingStatuses, shippingStock } from '../../../domain/fulfillment/shipping-status.ts'
import { fitText, isRightToLeft, labelText } from '../../../domain/labels/fit-text.ts'
import { isToPick, type Label, labelOf, pickLines } from '../../../domain/labels/label.ts'
import { labelFormatNames } from '../../../domain/labels/label-format-names.ts'
import { type Box, labelFields, labelFormats } from '../../../domain/labels/label-layout.ts'
import { labelSvg } from '../../../domain/labels/label-svg.ts'
import { type LabelWords, labelTexts } from '../../../domain/labels/label-texts.ts'
import { MAX_LABELS, whyNotPrintLabels } from '../../../domain/labels/policy.ts'
import { decodeScan } from '../../../domain/scans/scan-code.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import { hostileMarkup } from '../../support/markup/hostile-markup.ts'
import { wholeShipping } from '../../support/whole-records.ts'

const parcel = (more: Partial<Shipping> = {}): Shipping =>
  wholeShipping({
    id: '00000000-0000-7000-8000-000000000001',
    number: 50_016,
    customerName: 'Awa Diop',
    customerAddress: 'Cocody, rue 12, Abidjan',
    product: '00000000-0000-7000-8000-000000000002',
    productName: 'Montre connectée',
    quantity: 2,
    totalPrice: 30_000,
    status: 'ASSIGNED',
    ownerName: 'Boutique Adjoua',
    deliveryName: 'Koffi',
    basketPart: null,
    ...more,
  })

const words: LabelWords = {
  locale: 'fr-FR',
  say: (key, values) => `${key} ${Object.values(values).join()}`.trim(),
}
const symbols = { bars: '<svg viewBox="0 0 101 29"></svg>', square: '<svg viewBox="0 0 42 42"></svg>' }
const drawn = (label: Label, format: (typeof labelFormatNames)[number] = '100x150') =>
  labelSvg(label, { format, words, symbols })

describe('a label', () => {
  it('says what its parcel does, and its code leads back to it', () => {
    const label = labelOf(parcel(), 3)
    expect(label).toMatchObject({
      number: 50_016,
      amount: 30_000,
      currency: 'XOF',
      collection: 'due',
      prints: 3,
    })
    expect(decodeScan(label.code)).toEqual({ kind: 'shippings', number: 50_016 })
  })

  it.each(shippingStatuses)('of a parcel that is %s asks for no more than there is to collect', (status) => {
    const { collection, amount } = labelOf(parcel({ status }), 0)
    const due: Partial<Record<typeof status, string>> = {
      DELIVERED: 'paid',
      RETURNED: 'void',
      LOST: 'void',
      CANCELLED: 'void',
    }
    expect(collection).toBe(due[status] ?? 'due')
    expect(amount).toBe(collection === 'due' ? 30_000 : 0)
  })

  it('of a billed parcel collects nothing', () => {
    expect(labelOf(parcel({ status: 'RETURNED', isBilled: true }), 0)).toMatchObject({
      collection: 'void',
      amount: 0,
    })
    expect(labelOf(parcel({ status: 'DELIVERED', isBilled: true }), 0)).toMatchObject({
      collection: 'paid',
      amount: 0,
    })
  })

  it('marks a reprint with how often it was printed before, and no first print', () => {
    expect(labelTexts(labelOf(parcel(), 0), words).reprint).toBe('')
    expect(labelTexts(labelOf(parcel(), 2), words).reprint).toBe('reprint 2')
  })

  it('says that nobody delivers it yet, and groups the digits of its code', () => {
    expect(labelTexts(labelOf(parcel({ basketPart: '2/3' }), 0), words).product).toBe(
      '2 × Montre connectée · basket 2/3',
    )
    const texts = labelTexts(labelOf(parcel({ deliveryName: null }), 0), words)
    expect(texts.delivery).toBe('noDelivery')
    expect(texts.digits).toMatch(/^\d{4} \d{4} \d{4}$/)
  })
})

describe('the pick list', () => {
  it('adds up the pieces of each product, by name', () => {
    const other = {
      product: '00000000-0000-7000-8000-000000000003',
      productName: 'Lampe',
      productImage: '/lamp.webp',
    }
    const labels = [parcel(), parcel({ quantity: 5 }), parcel(other)].map((one) => labelOf(one, 0))
    expect(pickLines(labels)).toEqual([
      { ...other, pieces: 2, parcels: 1 },
      {
        product: parcel().product,
        productName: 'Montre connectée',
        productImage: null,
        pieces: 7,
        parcels: 2,
      },
    ])
    expect(pickLines([])).toEqual([])
  })

  it('counts the parcels whose pieces wait on the shelf, and no other', () => {
    const labels = shippingStatuses.map((status) => labelOf(parcel({ status, quantity: 1 }), 0))
    const picked = labels.filter(isToPick).map(({ status }) => status)
    expect(picked).toEqual(['PENDING', 'ASSIGNED', 'POSTPONED', 'NOT_REACHABLE'])
    expect(picked.every((status) => shippingStock[status] === 'reserved')).toBe(true)
    expect(pickLines(labels)).toMatchObject([{ pieces: 4, parcels: 4 }])
  })
})

describe.each(labelFormatNames)('the format %s', (name) => {
  const { label, page, columns, rows, bars, square, texts } = labelFormats[name]
  const boxes: [string, Box][] = [
    ['bars', bars],
    ['square', square],
    ...labelFields.map((field): [string, Box] => [field, texts[field]]),
  ]

  it('has every box on the label, and every label on the page', () => {
    for (const [field, { x, y, width, height }] of boxes) {
      expect([field, x >= 0 && y >= 0 && x + width <= label.width && y + height <= label.height]).toEqual([
        field,
        true,
      ])
    }
    expect(columns * label.width).toBeLessThanOrEqual(page.width)
    expect(rows * label.height).toBeLessThanOrEqual(page.height)
  })

  it('has no two boxes over each other', () => {
    const over = boxes.flatMap(([one, a], index) =>
      boxes
        .slice(index + 1)
        .filter(
          ([, b]) =>
            a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height,
        )
        .map(([other]) => `${one} over ${other}`),
    )
    expect(over).toEqual([])
  })

  it('keeps the quiet zones of both symbols white', () => {
    const quiet = (bars.width / 101) * 10
    expect(bars.x).toBeGreaterThanOrEqual(quiet)
    expect(square.x - bars.x - bars.width).toBeGreaterThanOrEqual(quiet)
    expect(label.width - square.x - square.width).toBeGreaterThanOrEqual((square.width / 21) * 4)
  })

  it('sets the amount in the largest letters', () => {
    const sizes = labelFields.map(
      (field) =>
        fitText(labelTexts(labelOf(parcel({ totalPrice: 1_250_000 }), 1), words)[field], texts[field]).size,
    )
    const amount = sizes[labelFields.indexOf('amount')]!
    expect(Math.max(...sizes.filter((_, index) => labelFields[index] !== 'amount'))).toBeLessThan(amount)
  })

  it.each([
    [
      'an address of 300 letters',
      `${'Quartier Résidentiel, derrière la pharmacie '.repeat(7)}`.slice(0, 300),
    ],
    ['an Arabic address', 'شارع الحبيب بورقيبة قرب المسجد الكبير '.repeat(8).slice(0, 300)],
    ['a Russian address', 'Улица Большая Ордынка, дом шестнадцать '.repeat(8).slice(0, 300)],
  ])('has room for %s, whole', (_, text) => {
    const { lines, size } = fitText(text, texts.customerAddress)
    expect(lines.join(' ')).toBe(labelText(text))
    expect(size).toBeGreaterThanOrEqual(2.3)
  })
})

describe('fitText', () => {
  const box = { x: 0, y: 0, width: 40, height: 10, size: 5 }

  it('never has more lines than the box holds, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const { size, lines } = fitText(text, box)
        return lines.length * size * 1.2 <= box.height + 0.01 && size <= box.size && size >= 1.8
      }),
    )
  })

  it('breaks a word that is wider than a line, and ends what has no room in …', () => {
    expect(fitText('W'.repeat(60), box).lines.join('')).toBe('W'.repeat(60))
    expect(fitText('W'.repeat(300), box).lines.at(-1)).toMatch(/W…$/)
  })

  it('knows from which side a text is read', () => {
    expect(isRightToLeft('12 محمد')).toBe(true)
    expect(isRightToLeft('Awa محمد')).toBe(false)
    expect(isRightToLeft('12 × 3')).toBe(false)
  })
})

const hostile = [
  ...hostileMarkup,
  '</text></g></svg><svg onload=alert(1)>',
  ']]><!-- &lt; &xxe; -->',
  'a\u0000b\u0008c\u001f\ufffe\uffff',
  '\ud800 \udc00',
  '\u202egnp.exe\u2066 \u200f',
]

describe('the SVG of a label', () => {
  it('has its size in millimetres', () => {
    expect(drawn(labelOf(parcel(), 0), 'a4-8')).toContain(
      'width="105mm" height="74.25mm" viewBox="0 0 105 74.25"',
    )
  })

  it('sets Arabic from the right', () => {
    expect(drawn(labelOf(parcel({ customerName: 'محمد الطرابلسي' }), 0))).toMatch(
      /text-anchor="end" font-weight="700"><text x="95" y="[\d.]+">\u2067محمد الطرابلسي\u2069</,
    )
  })

  it.each(hostile)('says %j as a text and nothing else', (text) => {
    const plain = drawn(labelOf(parcel(), 0))
    const more = {
      customerName: text,
      customerAddress: text,
      productName: text,
      ownerName: text,
      deliveryName: text,
    }
    const svg = drawn(labelOf(parcel(more), 0))
    const tagsOf = (markup: string) => new Set([...markup.matchAll(/<\/?([^\s>/]*)/g)].map(([, tag]) => tag))
    expect([...tagsOf(svg)].filter((tag) => !tagsOf(plain).has(tag))).toEqual([])
    expect(svg).not.toMatch(/&(?!(amp|lt|gt|quot|#39);)/)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them is allowed in XML.
    expect(svg).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/)
    expect(svg.isWellFormed()).toBe(true)
  })
})

describe('who prints labels', () => {
  const actorOf = (role: 'admin' | 'agent' | 'seller' | 'moderator' | 'delivery') =>
    ({ id: 'u1', role, country: 'ic', isEmailVerified: true, isActivated: true }) as const

  it('is an admin or an agent, of 500 at most', () => {
    expect(whyNotPrintLabels(actorOf('admin'), MAX_LABELS)).toBeNull()
    expect(whyNotPrintLabels(actorOf('agent'), 1)).toBeNull()
    expect(whyNotPrintLabels(actorOf('agent'), MAX_LABELS + 1)).toBe('TOO_MANY_LABELS')
    for (const role of ['seller', 'moderator', 'delivery'] as const) {
      expect(whyNotPrintLabels(actorOf(role), 1)).toBe('FORBIDDEN')
    }
  })
})
