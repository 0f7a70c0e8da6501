import { describe, expect, it } from 'vitest'
import { explainReport, explainRows, unexplained } from '../../../domain/carrier-sheet/explained-rows.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import { countryCodes } from '../../../domain/core/countries.ts'
import { amountDifference, sumAmounts } from '../../../domain/lib/money.ts'
import { largestCollected, whyNotCollect } from '../../../domain/shippings/collected.ts'

describe('what may have been taken for a parcel', () => {
  const ofSum = (totalPrice: number, country: 'ic' | 'tn' | 'fr' = 'ic') => ({ country, totalPrice })

  it.each([
    [ofSum(7_000), 17_000],
    [ofSum(42_000), 84_000],
    [ofSum(0), 10_000],
    [ofSum(12.5, 'tn'), 62.5],
    [ofSum(19.99, 'fr'), 39.98],
    [ofSum(2.5, 'fr'), 17.5],
  ])('%j: at most %d', (due, most) => {
    expect(largestCollected(due.totalPrice, due.country)).toBe(most)
    expect(whyNotCollect(due, { collected: most, reason: 'Frais de route' })).toBeNull()
    const beyond = sumAmounts([most, 0.001])
    expect(whyNotCollect(due, { collected: beyond, reason: 'Frais de route' })).toBe('COLLECTED_TOO_MUCH')
  })

  it('is the amount due, or has a reason of its own', () => {
    const due = ofSum(42_000)
    for (const taken of [{}, { collected: null }, { collected: 42_000 }])
      expect(whyNotCollect(due, taken)).toBeNull()
    for (const collected of [0, 41_999, 42_001]) {
      expect(whyNotCollect(due, { collected })).toBe('REASON_REQUIRED')
      expect(whyNotCollect(due, { collected, reason: ' ', comment: '' })).toBe('REASON_REQUIRED')
      expect(whyNotCollect(due, { collected, reason: 'Remise' })).toBeNull()
      expect(whyNotCollect(due, { collected, comment: 'Remise' })).toBeNull()
    }
  })

  it('has a bound in every country', () => {
    for (const country of countryCodes) expect(largestCollected(1, country)).toBeGreaterThan(1)
  })
})

describe('sums of amounts', () => {
  it('are exact beyond what an amount may be', () => {
    expect(sumAmounts([0.1, 0.2, 12.345])).toBe(12.645)
    expect(sumAmounts(Array.from({ length: 200 }, () => 99_999_999_999))).toBe(19_999_999_999_800)
    expect(sumAmounts([19_999_999_999_800, -1_500, 1_500])).toBe(19_999_999_999_800)
    expect(amountDifference(12.3, 12.345)).toBe(-0.045)
    expect(sumAmounts([])).toBe(0)
  })
})

describe('a carrier’s sheet with other amounts', () => {
  const report: ChangeReport = {
    batchId: null,
    counts: { changed: 1, refused: 2, refusedBy: { REASON_REQUIRED: 1, ALREADY_THERE: 1 } },
    changed: [{ id: 'a', number: 1, version: 2 }],
    refused: [
      { id: 'b', number: 2, code: 'REASON_REQUIRED' },
      { id: 'c', number: 3, code: 'ALREADY_THERE' },
    ],
  }
  const rows = [
    { id: 'a', status: 'DELIVERED' },
    { id: 'b', status: 'DELIVERED', collected: 0 },
    { id: 'c', status: 'DELIVERED', collected: 1 },
  ] as const

  it('takes one reason for those that ask for it', () => {
    const ids = unexplained(report)
    expect([...ids]).toEqual(['b'])
    expect(explainRows(rows, ids, 'Remise')).toEqual([rows[0], { ...rows[1], reason: 'Remise' }, rows[2]])
    expect(explainReport(report, ids)).toMatchObject({
      counts: { changed: 2, refused: 1, refusedBy: { ALREADY_THERE: 1 } },
      changed: [{ id: 'a' }, { id: 'b' }],
      refused: [{ id: 'c' }],
    })
  })
})
