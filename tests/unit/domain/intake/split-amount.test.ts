import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type SplitLine, splitAmount } from '../../../../domain/intake/split-amount.ts'

const collected = (split: ReturnType<typeof splitAmount>): number =>
  split.flat().reduce((sum, { quantity, price }) => sum + quantity * price, 0)

const line = fc.record<SplitLine>({
  quantity: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 10_000 })),
  weight: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 500_000 }),
    fc.double({ min: 0, max: 1e8, noNaN: true }),
  ),
})
const lines = fc.array(line, { minLength: 1, maxLength: 12 })

it('collects the amount exactly, with all pieces of each line, at prices of whole units that are not below 0', () => {
  fc.assert(
    fc.property(fc.nat({ max: 99_999_999_999 }), lines, (amount, order) => {
      const split = splitAmount(amount, order)
      expect(collected(split)).toBe(amount)
      for (const [at, { quantity }] of order.entries()) {
        expect(split[at]!.reduce((sum, part) => sum + part.quantity, 0)).toBe(quantity)
        for (const part of split[at]!) {
          expect(Number.isInteger(part.price) && part.price >= 0).toBe(true)
          expect(part.quantity).toBeGreaterThan(0)
        }
      }
      // At most one line is two orders.
      expect(split.filter((parts) => parts.length > 1).length).toBeLessThanOrEqual(1)
      expect(Math.max(...split.map((parts) => parts.length))).toBeLessThanOrEqual(2)
    }),
    { numRuns: 3_000 },
  )
})

it('splits no line where one has a single piece', () => {
  fc.assert(
    fc.property(fc.nat({ max: 10_000_000 }), lines, (amount, order) => {
      const split = splitAmount(amount, [...order, { quantity: 1, weight: 1 }])
      expect(split.every((parts) => parts.length === 1)).toBe(true)
    }),
  )
})

it('gives each line its share, but for less than a unit a piece and what had to be moved', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 10_000_000 }),
      fc.array(fc.record({ quantity: fc.constant(1), weight: fc.integer({ min: 1, max: 10_000 }) }), {
        minLength: 1,
        maxLength: 20,
      }),
      (amount, order) => {
        const all = order.reduce((sum, { weight }) => sum + weight, 0)
        for (const [at, parts] of splitAmount(amount, order).entries())
          expect(Math.abs(parts[0]!.price - (amount * order[at]!.weight) / all)).toBeLessThan(1)
      },
    ),
  )
})

it.each<[string, amount: number, lines: [quantity: number, weight: number][], prices: [number, number][][]]>([
  ['one line that divides', 30_000, [[2, 1]], [[[2, 15_000]]]],
  [
    'delivery is spread by value',
    41_500,
    [
      [2, 30_000],
      [1, 10_000],
    ],
    [[[2, 15_562]], [[1, 10_376]]],
  ],
  [
    'the largest remainder gets the unit',
    100,
    [
      [1, 1],
      [1, 1],
      [1, 1],
    ],
    [[[1, 34]], [[1, 33]], [[1, 33]]],
  ],
  [
    'pieces of two lines make up for each other',
    10_001,
    [
      [2, 2],
      [3, 3],
    ],
    [[[2, 1_999]], [[3, 2_001]]],
  ],
  [
    'no price per piece fits: two orders',
    10_000,
    [[3, 1]],
    [
      [
        [2, 3_333],
        [1, 3_334],
      ],
    ],
  ],
  [
    'even quantities of an odd amount: two orders',
    101,
    [
      [2, 1],
      [4, 1],
    ],
    [
      [[2, 26]],
      [
        [3, 12],
        [1, 13],
      ],
    ],
  ],
  [
    'paid',
    0,
    [
      [2, 5],
      [1, 0],
    ],
    [[[2, 0]], [[1, 0]]],
  ],
  [
    'a gift stays free',
    5_000,
    [
      [1, 5_000],
      [1, 0],
    ],
    [[[1, 5_000]], [[1, 0]]],
  ],
  [
    'without prices, the pieces count',
    300,
    [
      [1, 0],
      [2, 0],
    ],
    [[[1, 100]], [[2, 100]]],
  ],
])('%s', (_, amount, order, prices) => {
  const split = splitAmount(
    amount,
    order.map(([quantity, weight]) => ({ quantity, weight })),
  )
  expect(collected(split)).toBe(amount)
  const sorted = (parts: [number, number][][]) => parts.map((one) => one.toSorted((a, b) => a[1] - b[1]))
  expect(sorted(split.map((parts) => parts.map(({ quantity, price }) => [quantity, price])))).toEqual(
    sorted(prices),
  )
})
