import { describe, expect, test } from 'vitest'
import { deliveryRateOf, figureNames, figures } from '../../../../domain/analytics/analytics.ts'
import { parseQuery } from '../../../../domain/lib/query.ts'
import { orders as orderDefinition } from '../../../../domain/orders/order.ts'
import { changeOf } from '../../../../src/features/dashboard/change-note.tsx'
import { figureQuery, orderQuery } from '../../../../src/features/dashboard/dashboard-context.ts'
import { figureWords, unfinishedShare } from '../../../../src/features/dashboard/figure-words.ts'
import { sortShares } from '../../../../src/features/dashboard/share-tables.tsx'

const seller = '01890000-0000-7000-8000-000000000001'
const days = { startDate: '2026-11-01', endDate: '2026-11-10' }
const span = { from: '2026-10-31T23:00:00.000Z', to: '2026-11-10T23:00:00.000Z' }

describe('the link of a figure', () => {
  test.each(figureNames)('%s asks the list for what the server counted', (name) => {
    const where = { country: 'tn', owner: seller, ...span, ...figures[name].filter }
    const query = figureQuery({ where }, days, { id: 'somebody else' })
    const read = parseQuery(orderDefinition.list.filters, query, {
      now: new Date(),
      timeZone: 'Africa/Tunis',
    })
    expect(read.problems).toEqual([])
    // List and dashboard share the country.
    expect({ country: 'tn', ...read.where }).toEqual(where)
  })

  test('names no seller to the seller, who has no other orders', () => {
    expect(figureQuery({ where: { country: 'ic', owner: seller } }, days, { id: seller })).toBe(
      'created:2026-11-01..2026-11-10',
    )
  })

  test('says a single day once', () => {
    const day = { startDate: '2026-11-10', endDate: '2026-11-10' }
    expect(orderQuery(day, { product: seller })).toBe(`created:2026-11-10 product:${seller}`)
  })
})

describe('the change of a figure', () => {
  test.each([
    ['orders', 'count', 120, 100, { direction: 'up', verdict: 'better', by: 'relative', amount: 0.2 }],
    ['returned', 'count', 8, 10, { direction: 'down', verdict: 'better', by: 'relative', amount: 0.2 }],
    ['cancelled', 'count', 12, 10, { direction: 'up', verdict: 'worse', by: 'relative', amount: 0.2 }],
    [
      'cashOutstanding',
      'money',
      50,
      100,
      { direction: 'down', verdict: 'neither', by: 'relative', amount: 0.5 },
    ],
    ['deliveryRate', 'rate', 0.5, 0.75, { direction: 'down', verdict: 'worse', by: 'points', amount: 0.25 }],
    ['net', 'money', 50, -100, { direction: 'up', verdict: 'better', by: 'relative', amount: 1.5 }],
    ['orders', 'count', 400, 100, { direction: 'up', verdict: 'better', by: 'relative', amount: 3 }],
    [
      'cashOutstanding',
      'money',
      1_037,
      100,
      { direction: 'up', verdict: 'neither', by: 'difference', amount: 937 },
    ],
    ['net', 'money', -500, 100, { direction: 'down', verdict: 'worse', by: 'difference', amount: 600 }],
    ['orders', 'count', 0, 0, { direction: 'flat' }],
    ['returnRate', 'rate', 0.1, 0.10001, { direction: 'flat' }],
    ['orders', 'count', 5, 0, null],
    ['deliveryRate', 'rate', null, 0.5, null],
    ['deliveryRate', 'rate', 0.5, null, null],
  ] as const)('of %s (%s) from %j: %j', (name, unit, value, previous, expected) => {
    expect(changeOf({ name, unit, value, previous })).toEqual(expected)
  })
})

describe('the words of a figure', () => {
  const words = figureWords('fr-FR', 'tn')
  const plain = (text: string) => text.replace(/\s/g, ' ')

  test('has the decimals of the country and no currency', () => {
    expect(plain(words.money(1234.5))).toBe('1 234,500')
    expect(plain(figureWords('fr-FR', 'ic').money(1234))).toBe('1 234')
  })

  test.each([
    [20, '0 min'],
    [35 * 60, '35 min'],
    [2 * 3600, '2 h'],
    [2 * 86_400 + 4 * 3600 + 59 * 60, '2 j 4 h'],
    [86_400 + 60, '1 j'],
  ])('says %d seconds as %s', (seconds, text) => {
    expect(plain(words.duration(seconds))).toBe(text)
  })
})

describe('orders that still go on', () => {
  type Counts = Record<'orders' | 'cancelled' | 'delivered' | 'returned' | 'lost', number>
  const share = (now: Counts, before: Counts) =>
    unfinishedShare((name) => ({
      value: now[name as keyof Counts] ?? 0,
      previous: before[name as keyof Counts] ?? 0,
    }))
  const done = { orders: 100, cancelled: 20, delivered: 60, returned: 15, lost: 5 }

  test('are marked where they make a period look worse than the one before', () => {
    expect(share({ ...done, delivered: 30 }, done)).toBeCloseTo(0.3)
  })

  test('are not where they are few, no more than before, or no orders at all', () => {
    expect(share({ ...done, delivered: 57 }, done)).toBeNull()
    expect(share({ ...done, delivered: 30 }, { ...done, delivered: 30 })).toBeNull()
    expect(share({ ...done, orders: 0, cancelled: 0, delivered: 0, returned: 0, lost: 0 }, done)).toBeNull()
  })
})

test('a ranking is sorted by any of its columns, what is not measured last', () => {
  const rows = [
    { id: 'a', out: 10, delivered: 7 },
    { id: 'b', out: 0, delivered: 0 },
    { id: 'c', out: 4, delivered: 1 },
    { id: 'd', out: 2, delivered: 2 },
  ]
  const columns = [{ heading: 'Taux', value: deliveryRateOf }]
  const by = (way: 'ascending' | 'descending') =>
    sortShares(rows, columns, { heading: 'Taux', way })
      .map(({ id }) => id)
      .join('')
  expect([by('descending'), by('ascending')]).toEqual(['dacb', 'cadb'])
  expect(sortShares(rows, columns, null)).toBe(rows)
})
