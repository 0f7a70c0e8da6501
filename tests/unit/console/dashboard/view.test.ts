import { describe, expect, test } from 'vitest'
import { daysOfPeriod, isPeriod } from '../../../../domain/analytics/period-choice.ts'
import { dashboardParameters, readView } from '../../../../src/features/dashboard/dashboard-view.ts'

const today = '2026-11-21'
const seller = '01890000-0000-7000-8000-000000000001'
const read = (link: string) => readView(new URLSearchParams(link), today)

describe('a period', () => {
  test.each([
    ['today', '2026-11-21', '2026-11-21', '2026-11-21'],
    ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['7d', '2026-11-21', '2026-11-15', '2026-11-21'],
    ['30d', '2026-11-21', '2026-10-23', '2026-11-21'],
    ['month', '2026-11-21', '2026-11-01', '2026-11-21'],
    ['lastMonth', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['lastMonth', '2028-03-31', '2028-02-01', '2028-02-29'],
    ['quarter', '2026-11-21', '2026-10-01', '2026-11-21'],
    ['quarter', '2026-03-31', '2026-01-01', '2026-03-31'],
    ['quarter', '2026-04-01', '2026-04-01', '2026-04-01'],
  ] as const)('%s, seen on %s', (name, from, startDate, endDate) => {
    expect(daysOfPeriod(name, from)).toEqual({ startDate, endDate })
  })

  test.each([
    ['2026-11-01', '2026-11-01', true],
    ['2026-11-02', '2026-11-01', false],
    ['2026-02-30', '2026-03-01', false],
    ['2020-01-01', '2026-01-01', false],
    ['', '2026-11-01', false],
  ])('from %s to %s is one: %s', (startDate, endDate, expected) => {
    expect(isPeriod({ startDate, endDate })).toBe(expected)
  })
})

describe('the link of a view', () => {
  test('says nothing of what is so by default', () => {
    expect(dashboardParameters(read(''))).toEqual({})
    expect(read('')).toEqual({
      period: '30d',
      days: { startDate: '2026-10-23', endDate: '2026-11-21' },
      seller: null,
    })
  })

  test.each([`period=lastMonth&seller=${seller}`, 'from=2026-11-01&to=2026-11-03', 'period=7d'])(
    'comes back as it was: %s',
    (link) => {
      expect(new URLSearchParams(dashboardParameters(read(link))).toString()).toBe(link)
    },
  )

  test.each(['period=century', 'period=custom', 'from=2026-11-05&to=2026-11-01', 'seller=me'])(
    'is read without what it says wrongly: %s',
    (link) => {
      expect(read(link)).toEqual(read(''))
    },
  )
})
