import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideEvent } from '../../../../domain/intake/decide-event.ts'
import type {
  DecisionContext,
  IntakeDecision,
  IntakeOrder,
  KnownShopOrder,
} from '../../../../domain/intake/decision.ts'
import { readGeneric } from '../../../../domain/intake/read-generic.ts'
import { readShopify } from '../../../../domain/intake/read-shopify.ts'
import type { ShopOrder } from '../../../../domain/intake/shop-order.ts'
import { needsSomebody } from '../../../../domain/intake/verdicts.ts'
import { allEvents } from '../../../support/intake/all-events.ts'
import { mapping, owner, products } from '../../../support/intake/catalogue.ts'

const context: DecisionContext = {
  source: { reference: 'S12', name: 'Boutique Awa' },
  country: 'ic',
  mapping,
  products,
  actor: { id: owner, role: 'admin', country: 'ic', isEmailVerified: true, isActivated: true },
}
const seller: DecisionContext = { ...context, actor: { ...context.actor, role: 'seller' } }

const watchLine = { sku: 'MTR-01', name: 'Montre', quantity: 2, price: 15000 }
const lampLine = { sku: 'LMP-02', name: 'Lampe', quantity: 1, price: 10000 }
const good = {
  id: 'W-1',
  updatedAt: '2026-08-04T10:00:00Z',
  currency: 'XOF',
  customer: { name: 'Awa Koné', phone: '0708091011' },
  address: { line: 'Cocody', city: 'Abidjan' },
  items: [watchLine, lampLine],
  outstanding: 40000,
  note: 'Sonner',
}
const event = (changes: object = {}): ShopOrder => {
  const read = readGeneric({}, JSON.stringify({ ...good, ...changes }))
  if (!read.ok || read.value.kind !== 'order') throw new Error('not read')
  return read.value
}

/** What is known once a decision has been carried out; `changes` by order, as people made them since. */
const applied = (
  decision: IntakeDecision,
  known: KnownShopOrder | null = null,
  changes: Partial<IntakeOrder>[] = [],
): KnownShopOrder => {
  const orders = (known?.orders ?? []).map((order): IntakeOrder => {
    const fields = decision.update.find((update) => update.order === order.id)?.fields
    const status = decision.cancel.includes(order.id) ? 'CANCELLED' : order.status
    return { ...order, ...fields, status } as IntakeOrder
  })
  const created = decision.create.map(
    ({ line, part, input }, at): IntakeOrder => ({
      ...{
        id: `o${orders.length + at + 1}`,
        line,
        part,
        status: 'PENDING',
        shippingStatus: null,
        isDeleted: false,
      },
      ...{
        country: 'ic',
        owner,
        quantity: input.quantity,
        price: input.price,
        comment: input.comment ?? null,
      },
      ...{ customerName: input.customerName, customerPhone: input.customerPhone },
      customerAddress: input.customerAddress,
      city: input.city ?? null,
    }),
  )
  const all = [...orders, ...created].map((order, at) => ({ ...order, ...changes[at] }))
  const { said, applied } = decision.said === null && known !== null ? known : decision
  return { said, applied, orders: all }
}

const created = (changes: Partial<IntakeOrder>[] = []): KnownShopOrder =>
  applied(decideEvent(event(), null, context), null, changes)
const outOf = ({ verdict, code }: IntakeDecision) => [verdict, code]
const collectedBy = ({ orders }: KnownShopOrder): number =>
  orders
    .filter(({ status }) => status !== 'CANCELLED')
    .reduce((sum, { quantity, price }) => sum + quantity * price, 0)

describe('an event that says nothing new', () => {
  it('is a duplicate: the same again, created and updated alike, with another time, or a replay', () => {
    const known = created()
    for (const changes of [
      {},
      { event: 'updated' },
      { updatedAt: '2026-08-05T10:00:00Z' },
      { event: 'paid', name: 'x' },
    ])
      expect(outOf(decideEvent(event(changes), known, context))).toEqual(['duplicate', null])
  })

  it('is ignored when it is older than what was said last', () => {
    const known = created()
    const old = event({ updatedAt: '2026-08-04T09:59:59Z', note: 'Ancien' })
    expect(outOf(decideEvent(old, known, context))).toEqual(['ignored', 'OLDER_EVENT'])
  })

  it('is ignored when it was triggered earlier in the same second', () => {
    const { headers, body } = allEvents['Shopify: an order of two lines, paid on delivery']!
    const at = (triggered: string, note: string) => {
      const read = readShopify(
        { ...headers, 'X-Shopify-Triggered-At': triggered },
        body.replace('Appeler', note),
      )
      if (!read.ok || read.value.kind !== 'order') throw new Error('not read')
      return read.value
    }
    const known = applied(decideEvent(at('2026-08-04T00:24:23.5Z', 'Deux'), null, context))
    expect(decideEvent(at('2026-08-04T00:24:23.4Z', 'Un'), known, context).code).toBe('OLDER_EVENT')
    expect(decideEvent(at('2026-08-04T00:24:23.6Z', 'Trois'), known, context).verdict).toBe('updated')
  })

  it('makes nothing of an order that was deleted here', () => {
    const known = created([{ isDeleted: true }, { isDeleted: true }])
    expect(outOf(decideEvent(event({ note: 'Autre' }), known, context))).toEqual(['duplicate', null])
  })
})

describe('what the shop changes while its orders are cancelled or deleted here', () => {
  const pieces = (quantity: number) => ({ items: [{ ...watchLine, quantity }, lampLine] })
  const moved = { address: { line: 'Marcory', city: 'Abidjan' } }

  it.each<[string, Partial<IntakeOrder>, object, object]>([
    ['address, cancelled', { status: 'CANCELLED' }, moved, { customerAddress: 'Marcory, Abidjan' }],
    ['address, deleted', { isDeleted: true }, moved, { customerAddress: 'Marcory, Abidjan' }],
    ['pieces, deleted', { isDeleted: true }, pieces(3), { quantity: 3 }],
  ])('%s: is taken over by a replay once they are back', (_, gone, said, wanted) => {
    const before = created()
    const away = { ...before, orders: before.orders.map((order) => ({ ...order, ...gone })) }
    const sent = event({ ...said, updatedAt: '2026-08-05T10:00:00Z' })
    const shown = decideEvent(sent, away, context)
    expect(shown).toMatchObject({ update: [], create: [], cancel: [] })
    const back = { ...applied(shown, away), orders: before.orders }
    const replayed = decideEvent(sent, back, { ...context, isReplay: true })
    expect(outOf(replayed)).toEqual(['updated', null])
    expect(applied(replayed, back).orders[0]).toMatchObject(wanted)
  })

  it('pieces are no edit of ours to the next event', () => {
    const before = created()
    const away = { ...before, orders: before.orders.map((order) => ({ ...order, isDeleted: true })) }
    const shown = decideEvent(event({ ...pieces(3), updatedAt: '2026-08-05T10:00:00Z' }), away, context)
    const back = { ...applied(shown, away), orders: before.orders }
    const next = decideEvent(event({ ...pieces(4), updatedAt: '2026-08-06T10:00:00Z' }), back, context)
    expect(applied(next, back).orders[0]).toMatchObject({ quantity: 4 })
  })
})

describe('an order whose creation was undone here', () => {
  const takenBack: KnownShopOrder = { said: event(), applied: null, orders: [], isTakenBack: true }
  const later = event({ updatedAt: '2026-08-05T10:00:00Z', note: 'Le matin' })

  it('is not made by what the shop sends, which is remembered', () => {
    for (const sent of [event(), later]) {
      const decision = decideEvent(sent, takenBack, context)
      expect(decision).toMatchObject({ verdict: 'ignored', code: 'TAKEN_BACK', create: [], said: sent })
    }
  })

  it('is made by a replay, as the shop said it last', () => {
    const replay = { ...context, isReplay: true }
    expect(decideEvent(event(), takenBack, replay)).toMatchObject({ verdict: 'created', said: event() })
    const decision = decideEvent(event(), { ...takenBack, said: later }, replay)
    expect(decision).toMatchObject({ verdict: 'created', said: later })
    expect(decision.create.map(({ input }) => input.comment)).toEqual(['Le matin', 'Le matin'])
  })

  it('is not made at all once the shop has cancelled it', () => {
    const end = decideEvent(event({ event: 'cancelled', updatedAt: later.changedAt }), takenBack, context)
    expect(outOf(end)).toEqual(['ignored', 'CANCELLED_IN_SHOP'])
    const replayed = decideEvent(event(), { ...takenBack, said: end.said }, { ...context, isReplay: true })
    expect(outOf(replayed)).toEqual(['ignored', 'CANCELLED_IN_SHOP'])
  })
})

describe('an update of the shop', () => {
  const moved = event({
    updatedAt: '2026-08-05T10:00:00Z',
    address: { line: 'Marcory', city: 'Abidjan' },
    note: 'Appeler',
  })

  it('changes what nobody here has touched, in all orders of the basket', () => {
    const known = created()
    const decision = decideEvent(moved, known, context)
    expect(decision).toMatchObject({
      verdict: 'updated',
      code: null,
      create: [],
      cancel: [],
      differences: [],
    })
    const fields = { customerAddress: 'Marcory, Abidjan', comment: 'Appeler' }
    expect(decision.update).toEqual([
      { order: 'o1', fields },
      { order: 'o2', fields },
    ])
    expect(outOf(decideEvent(moved, applied(decision, known), context))).toEqual(['duplicate', null])
  })

  it('changes name and phone by the country’s plan', () => {
    const decision = decideEvent(
      event({ customer: { name: 'Awa Traoré', phone: '05 08 09 10 11' } }),
      created(),
      context,
    )
    expect(decision.update[0]?.fields).toEqual({
      customerName: 'Awa Traoré',
      customerPhone: '+2250508091011',
    })
  })

  it('leaves an edit of ours and shows the difference', () => {
    const ours = { customerAddress: 'Plateau' }
    const decision = decideEvent(moved, created([ours, ours]), context)
    expect(decision).toMatchObject({ verdict: 'updated', code: 'CHANGED_HERE' })
    expect(decision.update).toEqual([
      { order: 'o1', fields: { comment: 'Appeler' } },
      { order: 'o2', fields: { comment: 'Appeler' } },
    ])
    expect(decision.differences[0]).toEqual({
      order: 'o1',
      field: 'customerAddress',
      ours: 'Plateau',
      shop: 'Marcory, Abidjan',
      code: 'CHANGED_HERE',
    })
    expect(needsSomebody(decision.verdict, decision.code)).toBe(false)
  })

  it('says nothing of an edit of ours while the shop keeps its own value, nor where both made the same', () => {
    expect(
      decideEvent(event({ name: 'x' }), created([{ customerAddress: 'Plateau' }]), context).differences,
    ).toEqual([])
    const same = { customerAddress: 'Marcory, Abidjan', comment: 'Appeler' }
    expect(outOf(decideEvent(moved, created([same, same]), context))).toEqual(['duplicate', null])
  })

  it('is ignored where only edits of ours are concerned', () => {
    const ours = { customerAddress: 'Plateau', comment: 'Ici' }
    expect(outOf(decideEvent(moved, created([ours, ours]), context))).toEqual(['ignored', 'CHANGED_HERE'])
  })

  it.each<[IntakeOrder['shippingStatus'], string, boolean]>([
    ['OUT_FOR_DELIVERY', 'SHIPPING_IS_OUT', true],
    ['POSTPONED', 'SHIPPING_IS_OUT', true],
    ['DELIVERED', 'SHIPPING_IS_OVER', false],
    ['RETURNED', 'SHIPPING_IS_OVER', false],
  ])('is shown once the parcel is %s', (shippingStatus, code, waits) => {
    const out = { status: 'CONFIRMED', shippingStatus } as const
    const decision = decideEvent(moved, created([out, out]), context)
    expect(decision).toMatchObject({ code, update: [] })
    expect(needsSomebody(decision.verdict, decision.code)).toBe(waits)
  })

  it('is refused with the reason if it can no longer be read as an order', () => {
    expect(outOf(decideEvent(event({ currency: 'USD' }), created(), context))).toEqual([
      'refused',
      'OTHER_CURRENCY',
    ])
    const unknown = { ...lampLine, sku: 'NEW-1' }
    const decision = decideEvent(event({ items: [watchLine, unknown] }), created(), context)
    expect(decision).toMatchObject({ verdict: 'needs-product', unmapped: [{ sku: 'NEW-1' }], said: null })
  })
})

describe('lines, pieces and prices of an update', () => {
  it.each<[string, object]>([
    ['another amount', { outstanding: 38500 }],
    ['paid meanwhile', { outstanding: 0 }],
    ['a piece more', { items: [{ ...watchLine, quantity: 3 }, lampLine], outstanding: 55000 }],
    ['a line more', { items: [watchLine, lampLine, { ...lampLine, id: 'L3' }], outstanding: 50000 }],
    ['a line less', { items: [watchLine], outstanding: 30001 }],
    ['another line', { items: [watchLine, { ...lampLine, id: 'L9' }], outstanding: 41000 }],
  ])('%s: the basket collects what is outstanding now', (_, changes) => {
    const now = event({ ...changes, updatedAt: '2026-08-05T10:00:00Z' })
    const known = created()
    const decision = decideEvent(now, known, context)
    expect(outOf(decision)).toEqual(['updated', null])
    const later = applied(decision, known)
    expect(collectedBy(later)).toBe(now.outstanding)
    expect(outOf(decideEvent(now, later, context))).toEqual(['duplicate', null])
    expect(new Set(decision.create.map(({ input }) => input.externalRef)).size).toBe(decision.create.length)
  })

  it('gives a new line a reference that no order of the basket has had', () => {
    const known = created()
    const fewer = decideEvent(event({ items: [watchLine], outstanding: 30000 }), known, context)
    const then = applied(fewer, known)
    const more = decideEvent(event({ items: [watchLine, { ...lampLine, id: 'L9' }] }), then, context)
    expect(more.create.map(({ input }) => input.externalRef)).toEqual(['S12 W-1/3'])
  })

  it.each<[string, Partial<IntakeOrder>, string, string]>([
    ['confirmed', { status: 'CONFIRMED', shippingStatus: 'PENDING' }, 'refused', 'ORDER_IS_CONFIRMED'],
    ['out', { status: 'CONFIRMED', shippingStatus: 'OUT_FOR_DELIVERY' }, 'refused', 'SHIPPING_IS_OUT'],
    ['delivered', { status: 'CONFIRMED', shippingStatus: 'DELIVERED' }, 'ignored', 'SHIPPING_IS_OVER'],
    ['at another price', { price: 12000 }, 'ignored', 'CHANGED_HERE'],
    ['cancelled', { status: 'CANCELLED' }, 'ignored', 'CHANGED_HERE'],
    ['deleted', { isDeleted: true }, 'ignored', 'CHANGED_HERE'],
  ])('are only shown once an order of the basket is %s', (_, change, verdict, code) => {
    const decision = decideEvent(event({ outstanding: 0 }), created([change]), context)
    expect(decision).toMatchObject({ verdict, code, create: [], update: [], cancel: [] })
    expect(decision.differences).toContainEqual({ order: 'o2', field: 'price', ours: 10000, shop: 0, code })
  })

  it('are no longer taken over once the shop has marked the order fulfilled', () => {
    const paid = { ...event({ outstanding: 0 }), isFulfilled: true }
    expect(outOf(decideEvent(paid, created(), context))).toEqual(['ignored', 'FULFILLED_IN_SHOP'])
  })
})

describe('a cancelled, refunded or deleted order', () => {
  /** `{id, event: 'cancelled'}` */
  const onlyCancelled = { event: 'cancelled', isCancelled: true, changedAt: null, isWhole: false } as const
  const ends = ['cancelled', 'refunded', 'deleted'] as const

  it.each(ends)('%s: cancels what may be cancelled, once', (name) => {
    const known = created()
    const end = event({ event: name, updatedAt: '2026-08-05T10:00:00Z' })
    const decision = decideEvent(end, known, context)
    expect(decision).toMatchObject({ verdict: 'updated', code: null, cancel: ['o1', 'o2'], update: [] })
    expect(outOf(decideEvent(end, applied(decision, known), context))).toEqual(['duplicate', null])
  })

  it.each(ends)('%s: leaves an order that was opened again here, unless it is replayed', (name) => {
    const known = created()
    const end = event({ event: name, updatedAt: '2026-08-05T10:00:00Z' })
    const reopened = applied(decideEvent(end, known, context), known, [{ status: 'PENDING' }])
    const later = event({ event: name, updatedAt: '2026-08-06T10:00:00Z', note: 'Autre' })
    const decision = decideEvent(later, reopened, context)
    expect(decision).toMatchObject({ verdict: 'duplicate', cancel: [] })
    const then = applied(decision, reopened, [{ status: 'PENDING' }])
    for (const replayed of [end, later])
      expect(decideEvent(replayed, then, { ...context, isReplay: true })).toMatchObject({
        verdict: 'updated',
        cancel: ['o1'],
      })
  })

  it.each(ends)('%s by its id alone', (name) => {
    const end = event({ event: name, items: undefined, updatedAt: undefined })
    const decision = decideEvent({ ...end, isWhole: false, items: [], changedAt: null }, created(), context)
    expect(decision).toMatchObject({ verdict: 'updated', cancel: ['o1', 'o2'] })
    expect(decision.said).toMatchObject({ isCancelled: true, changedAt: '2026-08-04T10:00:00.000Z' })
  })

  it.each<[string, Partial<IntakeOrder>, DecisionContext, string, string]>([
    [
      'out',
      { status: 'CONFIRMED', shippingStatus: 'OUT_FOR_DELIVERY' },
      context,
      'refused',
      'SHIPPING_IS_OUT',
    ],
    [
      'delivered',
      { status: 'CONFIRMED', shippingStatus: 'DELIVERED' },
      context,
      'refused',
      'SHIPPING_IS_OUT',
    ],
    ['returned', { status: 'CONFIRMED', shippingStatus: 'RETURNED' }, context, 'ignored', 'SHIPPING_IS_OVER'],
    [
      'confirmed, for a seller',
      { status: 'CONFIRMED', shippingStatus: 'PENDING' },
      seller,
      'refused',
      'ORDER_NOT_PENDING',
    ],
  ])('waits with its reason when the orders are %s', (_, change, by, verdict, code) => {
    const decision = decideEvent(event({ event: 'cancelled' }), created([change, change]), by)
    expect(decision).toMatchObject({ verdict, code, cancel: [] })
  })

  it('cancels a part of a basket, and says why not the rest', () => {
    const known = created([{ status: 'CONFIRMED', shippingStatus: 'OUT_FOR_DELIVERY' }])
    const decision = decideEvent(event({ event: 'cancelled' }), known, context)
    expect(decision).toMatchObject({ verdict: 'updated', code: 'SHIPPING_IS_OUT', cancel: ['o2'] })
    expect(needsSomebody(decision.verdict, decision.code)).toBe(true)
  })

  it('waits where pieces are merged with those of another order, whichever was kept', () => {
    const end = event({ event: 'cancelled', updatedAt: '2026-08-05T10:00:00Z' })
    const withOther = (order: string, isCorrected = false) => ({ mergedWith: [{ order, isCorrected }] })
    const kept = decideEvent(end, created([{ ...withOther('x'), quantity: 5 }]), context)
    expect(kept).toMatchObject({ verdict: 'updated', code: 'MERGED_HERE', cancel: ['o2'] })
    const corrected = decideEvent(end, created([withOther('x', true)]), context)
    expect(corrected).toMatchObject({ verdict: 'updated', code: 'CHANGED_HERE', cancel: ['o2'] })
    const dropped = created([{ ...withOther('x'), status: 'CANCELLED' }, { status: 'CANCELLED' }])
    const shown = decideEvent(end, dropped, context)
    expect(shown).toMatchObject({ verdict: 'refused', code: 'MERGED_HERE', cancel: [] })
    expect(shown.differences).toMatchObject([{ order: 'o1', field: 'status', code: 'MERGED_HERE' }])
    const both = created([withOther('o2'), { ...withOther('o1'), status: 'CANCELLED' }])
    expect(decideEvent(end, both, context)).toMatchObject({ verdict: 'updated', code: null, cancel: ['o1'] })
  })

  it('has no pieces left: the same', () => {
    const none = event({
      items: [
        { ...watchLine, quantity: 0 },
        { ...lampLine, quantity: 0 },
      ],
    })
    expect(decideEvent(none, created(), context)).toMatchObject({ verdict: 'updated', cancel: ['o1', 'o2'] })
  })

  it('refunded in part waits, wholly cancels', () => {
    const refund = (quantity: number): ShopOrder => ({
      ...event({ event: 'refunded' }),
      ...{ items: [], isWhole: false, isRefunded: false },
      refundedItems: [
        { id: 'MTR-01', quantity },
        { id: 'LMP-02', quantity: 1 },
      ],
    })
    expect(outOf(decideEvent(refund(1), created(), context))).toEqual(['refused', 'REFUNDED_IN_PART'])
    expect(decideEvent(refund(2), created(), context).cancel).toEqual(['o1', 'o2'])
  })

  it('that never came makes none, nor does its creation that comes late', () => {
    const gone = decideEvent(event({ event: 'cancelled', updatedAt: '2026-08-05T10:00:00Z' }), null, context)
    expect(outOf(gone)).toEqual(['ignored', 'CANCELLED_IN_SHOP'])
    expect(outOf(decideEvent(event(), applied(gone), context))).toEqual(['ignored', 'OLDER_EVENT'])
    const deleted = { ...event({ event: 'deleted' }), changedAt: null }
    const undated = applied(decideEvent(deleted, null, context))
    expect(outOf(decideEvent(event(), undated, context))).toEqual(['ignored', 'OLDER_EVENT'])
  })

  it('is not made by a creation without a later time than its end, but by a replay of it', () => {
    const orderedAt = { updatedAt: undefined, createdAt: '2026-08-04T10:00:00Z' }
    const sent = event(orderedAt)
    for (const last of [event({ ...orderedAt, event: 'cancelled' }), { ...event(), ...onlyCancelled }]) {
      const known = applied(decideEvent(last, null, context))
      const late = decideEvent(sent, known, context)
      expect(late).toMatchObject({ verdict: 'ignored', code: 'CANCELLED_IN_SHOP', create: [], said: null })
      expect(decideEvent(sent, known, { ...context, isReplay: true }).create).toHaveLength(2)
    }
    const anew = event({ ...orderedAt, updatedAt: '2026-08-05T10:00:00Z' })
    const known = applied(decideEvent(event({ ...orderedAt, event: 'cancelled' }), null, context))
    expect(decideEvent(anew, known, context).verdict).toBe('created')
  })

  it('is not reopened by the shop, but shown', () => {
    const known = created()
    const end = decideEvent(event({ event: 'cancelled' }), known, context)
    const back = decideEvent(event({ updatedAt: '2026-08-06T10:00:00Z' }), applied(end, known), context)
    expect(back).toMatchObject({ verdict: 'refused', code: 'COMMENT_REQUIRED' })
    expect(back.differences[0]).toMatchObject({ field: 'status', ours: 'CANCELLED', shop: 'PENDING' })
  })
})

describe('an event of an order that is not known', () => {
  it('creates its orders, whatever it is called', () => {
    for (const name of ['created', 'updated', 'paid', 'whatever'])
      expect(decideEvent(event({ event: name }), null, context)).toMatchObject({
        verdict: 'created',
        basket: 'S12/W-1',
        create: [{ line: 'MTR-01' }, { line: 'LMP-02' }],
      })
  })

  it('creates none of an order that the shop has long fulfilled', () => {
    const old = { ...event({ event: 'updated' }), isFulfilled: true }
    expect(outOf(decideEvent(old, null, context))).toEqual(['ignored', 'FULFILLED_IN_SHOP'])
  })

  it('waits for a product, and creates once it is mapped', () => {
    const unmapped = { ...context, mapping: { bySku: new Map(), byName: new Map() } }
    const first = decideEvent(event(), null, unmapped)
    expect(first).toMatchObject({
      verdict: 'needs-product',
      code: 'PRODUCT_NOT_MAPPED',
      unmapped: [{}, {}],
      said: null,
    })
    expect(decideEvent(event(), applied(first), context).verdict).toBe('created')
  })

  it('is refused with its reason, and created when it comes right', () => {
    const bad = decideEvent(event({ customer: { phone: '12' } }), null, context)
    expect(bad).toMatchObject({
      verdict: 'refused',
      code: 'INVALID_PHONE',
      errors: [{ path: 'customer.phone' }],
    })
    expect(decideEvent(event({ event: 'updated' }), applied(bad), context).verdict).toBe('created')
  })

  it('is ignored if it is a ping or concerns no order', () => {
    expect(outOf(decideEvent({ kind: 'ping' }, null, context))).toEqual(['ignored', null])
    const other = { kind: 'ignored', code: 'TOPIC_NOT_READ', topic: 'products/update' } as const
    expect(outOf(decideEvent(other, null, context))).toEqual(['ignored', 'TOPIC_NOT_READ'])
  })
})

describe('a replay', () => {
  const at = (hour: number, changes: object) =>
    event({ ...changes, updatedAt: `2026-08-05T${10 + hour}:00:00Z` })
  const replay = { ...context, isReplay: true }
  const confirmed = { status: 'CONFIRMED', shippingStatus: 'PENDING' } as const
  const open = { status: 'PENDING', shippingStatus: null } as const
  const reopened = ({ orders, ...known }: KnownShopOrder): KnownShopOrder => ({
    ...known,
    orders: orders.map((order) => ({ ...order, ...open })),
  })

  it('tries once more what was only shown; the same event by itself does not', () => {
    const known = created([confirmed, confirmed])
    const cheaper = at(0, { outstanding: 38500 })
    const first = decideEvent(cheaper, known, context)
    expect(outOf(first)).toEqual(['refused', 'ORDER_IS_CONFIRMED'])
    const then = applied(first, known)
    expect(outOf(decideEvent(cheaper, then, context))).toEqual(['duplicate', null])
    expect(outOf(decideEvent(cheaper, then, replay))).toEqual(['refused', 'ORDER_IS_CONFIRMED'])
    const again = decideEvent(cheaper, reopened(then), replay)
    expect(outOf(again)).toEqual(['updated', null])
    expect(collectedBy(applied(again, reopened(then)))).toBe(38500)
  })

  it('of an older event tries the newest state', () => {
    const known = created([confirmed, confirmed])
    const cheaper = at(0, { outstanding: 38500 })
    const shown = applied(decideEvent(cheaper, known, context), known)
    const noted = decideEvent(at(1, { outstanding: 38500, note: 'Vite' }), shown, context)
    expect(noted).toMatchObject({ verdict: 'updated', code: null })
    const later = reopened(applied(noted, shown))
    expect(outOf(decideEvent(cheaper, later, context))).toEqual(['ignored', 'OLDER_EVENT'])
    const again = decideEvent(cheaper, later, replay)
    expect(again.verdict).toBe('updated')
    expect(collectedBy(applied(again, later))).toBe(38500)
  })

  it('of an event that has been applied changes nothing, nor does one that is older', () => {
    const known = created()
    const cheaper = at(0, { outstanding: 38500 })
    const then = applied(decideEvent(cheaper, known, context), known)
    expect(outOf(decideEvent(cheaper, then, replay))).toEqual(['duplicate', null])
    expect(outOf(decideEvent(event(), then, replay))).toEqual(['ignored', 'OLDER_EVENT'])
  })

  it('does not take what was only shown for an edit of ours when the shop changes it again', () => {
    const known = created([confirmed, confirmed])
    const shown = reopened(applied(decideEvent(at(0, { outstanding: 38500 }), known, context), known))
    const decision = decideEvent(at(1, { outstanding: 37000 }), shown, context)
    expect(outOf(decision)).toEqual(['updated', null])
    expect(collectedBy(applied(decision, shown))).toBe(37000)
  })

  it('of a cancellation waits once, and cancels when the parcel is back', () => {
    const known = created(
      [confirmed, confirmed].map((one) => ({ ...one, shippingStatus: 'OUT_FOR_DELIVERY' })),
    )
    const end = at(0, { event: 'cancelled' })
    const first = decideEvent(end, known, context)
    expect(outOf(first)).toEqual(['refused', 'SHIPPING_IS_OUT'])
    const then = applied(first, known)
    expect(outOf(decideEvent(end, then, context))).toEqual(['duplicate', null])
    expect(outOf(decideEvent(end, then, replay))).toEqual(['refused', 'SHIPPING_IS_OUT'])
    expect(decideEvent(end, reopened(then), replay).cancel).toEqual(['o1', 'o2'])
  })
})

it('a line that the shop takes out and in again waits for somebody', () => {
  const known = created()
  const out = decideEvent(event({ items: [watchLine], outstanding: 30000 }), known, context)
  const back = decideEvent(event(), applied(out, known), context)
  expect(back).toMatchObject({ verdict: 'refused', code: 'COMMENT_REQUIRED', create: [], update: [] })
})

/** Versions of one order, each an hour later; a line of one piece, so that no line is split. */
const versions = fc
  .array(
    fc.record({
      pieces: fc.integer({ min: 1, max: 5 }),
      outstanding: fc.nat({ max: 99_999 }),
      note: fc.constantFrom('', 'Un', 'Deux'),
      phone: fc.constantFrom('0708091011', '0508091011'),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((all) =>
    all.map(({ pieces, outstanding, note, phone }, hour) =>
      event({
        ...{ event: hour === 0 ? 'created' : 'updated', updatedAt: `2026-08-05T${10 + hour}:00:00Z` },
        ...{ outstanding, note, customer: { name: 'Awa', phone } },
        items: [{ ...watchLine, quantity: pieces }, lampLine],
      }),
    ),
  )

it('ends in what the shop said last, in whatever order and however often the events arrive', () => {
  const arrivals = versions.chain((all) =>
    fc.tuple(
      fc.constant(all),
      fc.array(fc.nat({ max: all.length - 1 }), { maxLength: 8 }),
      fc.infiniteStream(fc.nat()),
    ),
  )
  fc.assert(
    fc.property(arrivals, ([all, again, places]) => {
      const sent = [...all, ...again.map((at) => all[at]!)]
        .map((one) => ({ one, place: places.next().value }))
        .toSorted((a, b) => a.place - b.place)
      let known: KnownShopOrder | null = null
      for (const { one } of sent) known = applied(decideEvent(one, known, context), known)
      const newest = all.at(-1)!
      const wanted = applied(decideEvent(newest, null, context))
      expect(known!.orders).toEqual(wanted.orders)
      expect(collectedBy(known!)).toBe(newest.outstanding)
    }),
  )
})

it('never takes back an edit of ours, changes an order that is confirmed or cancelled, or makes one twice', () => {
  const people = fc.constantFrom<Partial<IntakeOrder>>(
    { customerAddress: 'Ici' },
    { comment: 'Rappeler' },
    { price: 777 },
    { status: 'CONFIRMED', shippingStatus: 'PENDING' },
    { status: 'CONFIRMED', shippingStatus: 'OUT_FOR_DELIVERY' },
    { status: 'CANCELLED' },
    { isDeleted: true },
    {},
  )
  const steps = fc.array(fc.tuple(fc.nat({ max: 5 }), people, fc.nat({ max: 2 }), fc.boolean()), {
    maxLength: 10,
  })
  fc.assert(
    fc.property(versions, steps, (all, taken) => {
      let known = applied(decideEvent(all[0]!, null, context))
      const edited = new Map<string, Partial<IntakeOrder>>()
      for (const [at, change, place, isReplay] of taken) {
        const [now, by] = [all[at % all.length]!, { ...context, isReplay }]
        const decision = decideEvent(now, known, by)
        for (const { order: id, fields } of decision.update) {
          const order = known.orders.find((one) => one.id === id)!
          expect(order.status === 'CANCELLED' || order.isDeleted).toBe(false)
          if (order.status === 'CONFIRMED') expect(Object.keys(fields)).not.toContain('price')
          if (order.shippingStatus === 'OUT_FOR_DELIVERY') expect(fields).toEqual({})
          expect(Object.keys(fields).filter((name) => name in (edited.get(id) ?? {}))).toEqual([])
        }
        known = applied(decision, known)
        const again = decideEvent(now, known, by)
        expect([again.create, again.update, again.cancel]).toEqual([[], [], []])
        const id = known.orders[place % known.orders.length]!.id
        edited.set(id, { ...edited.get(id), ...change })
        known = {
          ...known,
          orders: known.orders.map((order) => (order.id === id ? { ...order, ...change } : order)),
        }
      }
      expect(new Set(known.orders.map(({ line, part }) => `${line} ${part}`)).size).toBe(known.orders.length)
    }),
    { numRuns: 500 },
  )
})
