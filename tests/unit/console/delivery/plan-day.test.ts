import { describe, expect, test } from 'vitest'
import type { Shipping } from '../../../../domain/shippings/shipping.ts'
import type { OutboxEntry } from '../../../../machines/outbox/outbox-types.ts'
import { coordinatesOf, mapLink, mapLinkOf } from '../../../../src/features/delivery/delivery-commands.ts'
import { strayDeliveries, withWaiting } from '../../../../src/features/delivery/optimistic-overlay.ts'
import { dayFigures, daySections, isFound, planDay } from '../../../../src/features/delivery/plan-day.ts'
import { wholeEntry, wholeShipping } from '../../../support/whole-records.ts'

const today = '2026-11-21'
const at = (hour: string) => `${today}T${hour}:00.000Z`

const parcel = (id: string, more: Partial<Shipping>): Shipping =>
  wholeShipping({
    id,
    number: 20_001,
    productName: 'Crème éclat',
    customerAddress: 'Cocody Angré',
    price: 9_500,
    totalPrice: 9_500,
    status: 'OUT_FOR_DELIVERY',
    delivery: 'd',
    deliveryName: 'Drissa',
    attempts: 1,
    ...more,
  })

const change = (id: string, record: string, more: Partial<OutboxEntry> = {}) =>
  wholeEntry({
    id,
    user: 'd',
    at: Date.parse(at('10:00')),
    verb: 'shipping.collect',
    record: { id: record, number: 20_001, name: 'Awa Koné' },
    body: { status: 'DELIVERED', collected: 9_000 },
    ...more,
  })

const plan = (shippings: readonly Shipping[], entries: readonly OutboxEntry[] = []) =>
  planDay(withWaiting(shippings, entries), today, 'ic')

describe('a day’s round', () => {
  test('is parted into what is to do now, due, to bring back, later, and done today', () => {
    const day = plan([
      parcel('out', {}),
      parcel('unreached', { status: 'NOT_REACHABLE' }),
      parcel('assigned', { status: 'ASSIGNED' }),
      parcel('due', { status: 'POSTPONED', postponedTo: today }),
      parcel('overdue', { status: 'POSTPONED', postponedTo: '2026-11-19' }),
      parcel('later', { status: 'POSTPONED', postponedTo: '2026-11-22' }),
      parcel('refused', { status: 'REFUSED' }),
      parcel('done', { status: 'DELIVERED', deliveredAt: at('09:00'), collected: 9_500 }),
      parcel('yesterday', { status: 'DELIVERED', deliveredAt: '2026-11-20T23:59:00.000Z', collected: 1 }),
      parcel('nobody’s', { status: 'PENDING' }),
    ])
    const ids = daySections.map((section) => day.sections[section].map(({ shipping }) => shipping.id))
    expect(ids).toEqual([
      ['out', 'assigned', 'unreached'],
      ['due', 'overdue'],
      ['refused'],
      ['later'],
      ['done'],
    ])
    expect(dayFigures(day)).toEqual({ left: 5, toCollect: 47_500, delivered: 1, cash: 9_500 })
  })

  test('shows a parcel once that ended between the answers of both lists, as it is now', () => {
    const open = parcel('a', { version: 3 })
    const ended = parcel('a', { version: 4, status: 'DELIVERED', deliveredAt: at('09:00'), collected: 9_000 })
    for (const read of [
      [open, ended],
      [ended, open],
    ]) {
      const day = plan(read)
      expect(day.all.map(({ shipping }) => [shipping.id, shipping.status])).toEqual([['a', 'DELIVERED']])
      expect(dayFigures(day)).toEqual({ left: 0, toCollect: 0, delivered: 1, cash: 9_000 })
    }
  })

  test('sums millimes exactly', () => {
    const day = planDay(
      withWaiting(
        [1, 2, 3].map((id) => parcel(String(id), { country: 'tn', totalPrice: 0.1 })),
        [],
      ),
      today,
      'tn',
    )
    expect(dayFigures(day).toCollect).toBe(0.3)
  })

  test('counts what waits to be sent as done', () => {
    const day = plan([parcel('a', {})], [change('1', 'a')])
    expect(day.sections.done).toMatchObject([
      { shipping: { status: 'DELIVERED', collected: 9_000 }, refused: null },
    ])
    expect(dayFigures(day)).toEqual({ left: 0, toCollect: 0, delivered: 1, cash: 9_000 })
    // The server's sum covers all days but no queued deliveries.
    expect(dayFigures(day, { expected: 20_000, balance: 0, shippings: [] }).cash).toBe(29_000)
  })

  test('shows neither what was refused nor what came after it as done, and the rest of what waits', () => {
    const entries = [
      change('1', 'a', { body: { status: 'OUT_FOR_DELIVERY' } }),
      change('2', 'a', { refusal: 'NO_SUCH_TRANSITION' }),
      change('3', 'a', { body: { status: 'REFUSED' } }),
    ]
    const [card] = withWaiting([parcel('a', { status: 'ASSIGNED' })], entries)
    expect(card?.shipping).toMatchObject({ status: 'OUT_FOR_DELIVERY', attempts: 2, collected: null })
    expect(card?.refused?.id).toBe('2')
    expect(card?.waiting.map(({ id }) => id)).toEqual(['1', '3'])
  })

  test('is searched by every word of a card, without accents, and by digits of the phone', () => {
    const [card] = withWaiting([parcel('a', { comment: 'Sonner à l’étage' })], [])
    const found = (query: string) => card !== undefined && isFound(card, query)
    expect(['kone angre', 'creme', '20001', '0809', 'etage', ''].filter(found)).toHaveLength(6)
    expect(['traoré', 'awa lampe'].filter(found)).toEqual([])
  })

  test('leads to the map that the phone has, or asks which', () => {
    const at = (customerAddress: string, comment: string | null = null) =>
      ({ customerAddress, comment, country: 'ic' }) as const
    expect(mapLink(at('Cocody, rue 12'), 'Linux; Android 14')).toBe('geo:0,0?q=Cocody%2C%20rue%2012%2C%20CI')
    expect(mapLink(at('Cocody'), 'iPhone')).toBeNull()
    expect(mapLinkOf('apple', at('Cocody'))).toBe('https://maps.apple.com/?q=Cocody%2C%20CI')
    expect(mapLink(at('Cocody'), 'X11; Linux x86_64')).toMatch(/^https:\/\/www\.openstreetmap\.org\//)
    const known = at('Cocody', 'Position : 5.35990, -4.00830 (portail bleu)')
    expect(mapLink(known, 'Linux; Android 14')).toBe('geo:5.3599,-4.0083?q=5.3599%2C-4.0083')
    expect(mapLinkOf('google', at('https://maps.google.com/?q=5.3599,-4.0083'))).toBe(
      'https://www.google.com/maps/dir/?api=1&destination=5.3599%2C-4.0083',
    )
    for (const text of ['rue 12, 4', 'lot 95.1234, 200.1234', '07 08.123 09', 'ilot 5,3599, 4']) {
      expect(coordinatesOf(at(text)), text).toBeNull()
    }
  })
})

describe('a parcel that somebody else has now', () => {
  const due = { amount: 10_000, country: 'ic' } as const
  const record = { id: 'gone', number: 53_534, name: 'Nadège Kouamé', due }
  const out = change('1', 'gone', {
    record,
    verb: 'shipping.dispatch',
    body: { status: 'OUT_FOR_DELIVERY' },
    refusal: 'NOT_FOUND',
  })
  const delivered = change('2', 'gone', { record, verb: 'shipping.deliver', body: { status: 'DELIVERED' } })

  test('stays on the round with what was collected, which is still to be handed over', () => {
    const shippings = [parcel('mine', {})]
    const stray = strayDeliveries(shippings, [out, delivered], 'ic')
    expect(stray).toEqual([{ record, entries: [out, delivered], refused: out, cash: 10_000 }])
    const day = plan(shippings, [out, delivered])
    const inHand = { expected: 20_000, balance: 0, shippings: [] }
    expect(dayFigures(day, inHand, stray).cash).toBe(30_000)
  })

  test('has the amount that was typed, or none if nothing was delivered', () => {
    const typed = { ...delivered, body: { status: 'DELIVERED', collected: 8_000 } }
    expect(strayDeliveries([], [out, typed], 'ic')[0]?.cash).toBe(8_000)
    expect(strayDeliveries([], [out], 'ic')[0]?.cash).toBeNull()
  })

  test('is none of a parcel on the round, of an unrefused change, of another country or resource', () => {
    expect(strayDeliveries([parcel('gone', {})], [out, delivered], 'ic')).toEqual([])
    expect(strayDeliveries([], [{ ...out, refusal: null }, delivered], 'ic')).toEqual([])
    expect(strayDeliveries([], [out, delivered], 'sn')).toEqual([])
    expect(strayDeliveries([], [{ ...out, resource: 'orders' }], 'ic')).toEqual([])
  })
})
