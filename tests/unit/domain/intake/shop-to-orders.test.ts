import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CountryCode, countries, countryCodes } from '../../../../domain/core/countries.ts'
import { suggestedProduct } from '../../../../domain/intake/product-mapping.ts'
import { readGeneric } from '../../../../domain/intake/read-generic.ts'
import type { ShopOrder } from '../../../../domain/intake/shop-order.ts'
import { type IntakeContext, MAX_SHOP_LINES, shopToOrders } from '../../../../domain/intake/shop-to-orders.ts'
import { toThousandths, totalPrice } from '../../../../domain/lib/money.ts'
import { lamp, mapping, products, watch } from '../../../support/intake/catalogue.ts'

const context: IntakeContext = {
  source: { reference: 'S12', name: 'Boutique Awa' },
  country: 'ic',
  mapping,
  products,
}
const item = { sku: 'MTR-01', name: 'Montre', quantity: 1, price: 15000 }
const good = {
  id: 'W-1',
  currency: 'XOF',
  customer: { name: 'Awa Koné', phone: '0708091011' },
  address: { line: 'Cocody', city: 'Abidjan' },
  items: [item],
  outstanding: 15000,
}

const orderOf = (changes: object): ShopOrder => {
  const read = readGeneric({}, JSON.stringify({ ...good, ...changes }))
  if (!read.ok || read.value.kind !== 'order') throw new Error('not read')
  return read.value
}
const planOf = (changes: object, country: CountryCode = 'ic') => {
  const plan = shopToOrders(orderOf(changes), { ...context, country })
  return plan.ok && plan.value.kind === 'plan' ? plan.value : null
}
const refusalOf = (changes: object, country: CountryCode = 'ic') => {
  const plan = shopToOrders(orderOf(changes), { ...context, country })
  return plan.ok ? null : { code: plan.code, paths: plan.errors?.map(({ path }) => path) }
}
const notesOf = (changes: object) =>
  planOf(changes)?.notes.map(({ line, code }) => (line === null ? code : `${line} ${code}`))

it('collects what is outstanding in every country, whatever the lines', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...countryCodes),
      fc.nat({ max: 9_999_999 }),
      fc.array(
        fc.record({
          sku: fc.constantFrom('MTR-01', 'LMP-02', 'BAG-03'),
          quantity: fc.integer({ min: 1, max: 20 }),
          price: fc.option(fc.nat({ max: 100_000 })),
        }),
        { minLength: 1, maxLength: 8 },
      ),
      (country, units, items) => {
        const { currency, decimals } = countries[country]
        const outstanding = units / 10 ** decimals
        const phone =
          country === 'fr' ? '+33612345678' : country === 'lib' ? '+218912345678' : '+2250708091011'
        const plan = planOf({ currency, outstanding, items, customer: { name: 'A', phone } }, country)!
        const sum = plan.orders.reduce(
          (all, { input }) => all + toThousandths(totalPrice(input.price, input.quantity)),
          0,
        )
        expect(sum).toBe(toThousandths(outstanding))
        expect(plan.orders.reduce((all, { input }) => all + input.quantity, 0)).toBe(
          items.reduce((all, { quantity }) => all + quantity, 0),
        )
        expect(new Set(plan.orders.map(({ line, part }) => `${line} ${part}`)).size).toBe(plan.orders.length)
        expect(new Set(plan.orders.map(({ input }) => input.externalRef)).size).toBe(plan.orders.length)
      },
    ),
    { numRuns: 500 },
  )
})

describe('an order of a shop', () => {
  it('is a basket of an order a line', () => {
    const plan = planOf({ items: [item, { sku: 'lmp-02', quantity: 2 }], outstanding: 33000 })
    expect(plan).toMatchObject({
      basket: 'S12/W-1',
      orders: [
        {
          line: 'MTR-01',
          part: 1,
          input: { product: watch.id, quantity: 1, price: 33000, externalRef: 'S12 W-1' },
        },
        {
          line: 'lmp-02',
          part: 1,
          input: { product: lamp.id, quantity: 2, price: 0, externalRef: 'S12 W-1/2' },
        },
      ],
    })
  })

  it('splits a line whose amount no price per piece makes, and says so', () => {
    const plan = planOf({ items: [{ ...item, quantity: 3 }], outstanding: 10000 })
    expect(plan?.orders.map(({ part, input }) => [part, input.quantity, input.price])).toEqual([
      [1, 2, 3333],
      [2, 1, 3334],
    ])
    expect(plan?.notes).toEqual([{ line: 'MTR-01', code: 'LINE_SPLIT' }])
  })

  it.each<[string, object, string | null, string[]?]>([
    ['another currency', { currency: 'MAD' }, 'OTHER_CURRENCY', ['currency']],
    ['XAF, which is no XOF', { currency: 'XAF' }, 'OTHER_CURRENCY', ['currency']],
    ['no currency', { currency: null }, null],
    ['no phone', { customer: { name: 'Awa' } }, 'REQUIRED', ['customer.phone']],
    [
      'a phone with a digit too few',
      { customer: { phone: '070809101' } },
      'INVALID_PHONE',
      ['customer.phone'],
    ],
    ['no line', { items: [] }, 'NOTHING_ORDERED', ['items']],
    ['lines of no piece', { items: [{ ...item, quantity: 0 }] }, 'NOTHING_ORDERED', ['items']],
    ['half a piece', { items: [item, { ...item, quantity: 1.5 }] }, 'NOT_AN_INTEGER', ['items.1.quantity']],
    ['less than no piece', { items: [{ ...item, quantity: -1 }] }, 'TOO_SMALL', ['items.0.quantity']],
    ['too many pieces', { items: [{ ...item, quantity: 10_001 }] }, 'TOO_LARGE', ['items.0.quantity']],
    ['no quantity', { items: [{ ...item, quantity: null }] }, 'REQUIRED', ['items.0.quantity']],
    ['an amount beyond any', { outstanding: 1e12 }, 'TOO_LARGE', ['items.0.price']],
    ['as many lines as may be', { items: Array(MAX_SHOP_LINES).fill(item) }, null],
    ['a line too many', { items: Array(MAX_SHOP_LINES + 1).fill(item) }, 'TOO_MANY_LINES', ['items']],
  ])('%s', (_, changes, code, paths) => {
    expect(refusalOf(changes)).toEqual(code === null ? null : { code, paths })
  })

  it.each<[string, object, string[]]>([
    ['nothing', {}, []],
    ['a repaired phone', { customer: { name: 'A', phone: 708091011 } }, ['PHONE_REPAIRED']],
    ['an unlikely phone', { customer: { name: 'A', phone: '0908091011' } }, ['PHONE_UNLIKELY']],
    ['no name', { customer: { phone: '0708091011' } }, ['NAME_MISSING']],
    ['no address', { address: null }, ['ADDRESS_MISSING']],
    ['a long address', { address: { line: 'x'.repeat(400), city: 'Abidjan' } }, ['ADDRESS_CUT']],
    ['an address abroad', { address: { line: 'Rue 1', country: 'GH' } }, ['ADDRESS_ABROAD']],
    ['a long note', { note: 'x'.repeat(1001) }, ['COMMENT_CUT']],
    ['a fraction of a franc', { outstanding: 15000.4 }, ['AMOUNT_ROUNDED']],
    ['no amount', { outstanding: null, items: [{ sku: 'MTR-01', quantity: 1 }] }, ['AMOUNT_MISSING']],
    ['a line of no piece', { items: [item, { ...item, id: '9', quantity: 0 }] }, ['9 LINE_EMPTY']],
  ])('notes %s', (_, changes, codes) => {
    expect(notesOf(changes)).toEqual(codes)
  })

  it('takes the sum of its lines where no amount is said, and the price of the product where a line says none', () => {
    expect(
      planOf({ outstanding: '', items: [item, { ...item, quantity: 2 }] })?.orders.map(
        ({ input }) => input.price,
      ),
    ).toEqual([15000, 15000])
    expect(
      planOf({ outstanding: null, items: [{ sku: 'LMP-02', quantity: 2 }] })?.orders[0]?.input.price,
    ).toBe(lamp.price)
  })

  it('takes the first likely phone of several', () => {
    const order = { ...orderOf({}), customer: { name: 'A', phones: ['12', '0908091011', '0708091011'] } }
    const plan = shopToOrders(order, context)
    expect(plan).toMatchObject({
      value: { orders: [{ input: { customerPhone: '+2250708091011' } }], notes: [{ code: 'PHONE_OTHER' }] },
    })
  })

  it('keeps name, comment and reference within their fields', () => {
    const long = '𝒜'.repeat(2_000)
    const [order] = planOf({ name: long, note: long, customer: { name: long, phone: '0708091011' } })!.orders
    const lengths = [order!.input.customerName, order!.input.comment!, order!.input.externalRef!].map(
      (text) => Array.from(text).length,
    )
    expect(lengths).toEqual([120, 1000, 120])
  })
})

describe('the product of a line', () => {
  const missing = (items: object[]) => {
    const plan = shopToOrders(orderOf({ items }), context)
    return plan.ok && plan.value.kind === 'needs-product' ? plan.value.items : null
  }

  it('is found by SKU in any case, or by the name of a product for a line without one', () => {
    expect(
      planOf({ items: [{ sku: ' mtr-01 ', name: 'Autre', quantity: 1 }] })?.orders[0]?.input.product,
    ).toBe(watch.id)
    expect(planOf({ items: [{ name: 'montre elegance', quantity: 1 }] })?.orders[0]?.input.product).toBe(
      watch.id,
    )
  })

  it('is not guessed from a name where the SKU is unknown', () => {
    expect(missing([item, { sku: 'NEW-9', name: watch.name, quantity: 1 }])).toEqual([
      { id: 'NEW-9', sku: 'NEW-9', name: watch.name },
    ])
    expect(missing([{ quantity: 1 }])).toEqual([{ id: 'line', sku: null, name: null }])
  })

  it.each([
    ['Montre Elegance', watch.name],
    ['Lampe solair', lamp.name],
    ['Cadeau', lamp.name],
    ['Parapluie', null],
    [null, null],
  ])('%s is suggested as %s', (name, product) => {
    const named = { bySku: new Map(), byName: new Map([['cadeau', lamp.id]]) }
    expect(suggestedProduct({ name }, named, products)).toBe(product)
  })

  it('is asked for again when the mapped product is no more', () => {
    const gone = { ...context, mapping: { bySku: new Map([['mtr-01', 'gone']]), byName: new Map() } }
    expect(shopToOrders(orderOf({}), gone)).toMatchObject({ value: { kind: 'needs-product' } })
  })

  it('is found by a mapped name', () => {
    const named = { ...context, mapping: { bySku: new Map(), byName: new Map([['cadeau', lamp.id]]) } }
    expect(shopToOrders(orderOf({ items: [{ name: 'Cadeau !', quantity: 1 }] }), named)).toMatchObject({
      value: { orders: [{ input: { product: lamp.id } }] },
    })
  })
})
