import { describe, expect, it } from 'vitest'
import { type CountryCode, countries, countryCodes } from '../../../domain/core/countries.ts'
import { isIsoWeek, isoWeekInterval, isoWeekOf, isoYearOf, mondayOf } from '../../../domain/lib/iso-week.ts'

const hour = 3_600_000
const { timeZone: paris } = countries.fr
const { timeZone: abidjan } = countries.ic
const { timeZone: tunis } = countries.tn

describe('an ISO week', () => {
  it.each([
    ['2026-01-01', '2026-W01'],
    ['2025-12-29', '2026-W01'],
    ['2025-12-28', '2025-W52'],
    ['2026-12-31', '2026-W53'],
    ['2027-01-03', '2026-W53'],
    ['2027-01-04', '2027-W01'],
    ['2021-01-03', '2020-W53'],
    ['2022-01-01', '2021-W52'],
    ['2024-12-30', '2025-W01'],
    ['2024-02-29', '2024-W09'],
    ['2026-11-21', '2026-W47'],
  ])('has %s in %s', (date, week) => {
    expect(isoWeekOf(new Date(`${date}T12:00:00Z`), abidjan)).toBe(week)
  })

  it('begins at midnight by the clocks of its country', () => {
    const lastMinute = new Date('2026-12-27T23:30:00Z')
    const weeks = Object.fromEntries(
      countryCodes.map((country) => [country, isoWeekOf(lastMinute, countries[country].timeZone)]),
    )
    expect(weeks).toEqual({
      ic: '2026-W52',
      sn: '2026-W52',
      bf: '2026-W52',
      tn: '2026-W53',
      fr: '2026-W53',
      lib: '2026-W53',
    })
  })

  it.each([
    ['2026-W01', '2025-12-29'],
    ['2026-W53', '2026-12-28'],
    ['2027-W01', '2027-01-04'],
    ['2026-W47', '2026-11-16'],
  ])('%s begins on %s', (week, monday) => {
    expect(mondayOf(week)).toBe(monday)
  })

  it.each([
    ['2026-W53', true],
    ['2020-W53', true],
    ['2025-W53', false],
    ['2026-W00', false],
    ['2026-W54', false],
    ['2026-W1', false],
    ['2026W01', false],
    ['0000-W01', false],
    [' 2026-W01', false],
    ['2026-W01\n', false],
    ['2026-11-21', false],
  ])('%j is one: %s', (text, isOne) => {
    expect(isIsoWeek(text)).toBe(isOne)
  })

  it('counts in its Thursday’s year', () => {
    expect([isoYearOf('2026-W01'), isoYearOf('2026-W53')]).toEqual([2026, 2026])
  })

  it('is an hour short when the clocks go forward, an hour long when they go back', () => {
    const hours = (week: string, timeZone: string) => {
      const { from, to } = isoWeekInterval(week, timeZone)
      return (to.getTime() - from.getTime()) / hour
    }
    expect(['2026-W12', '2026-W13', '2026-W14'].map((week) => hours(week, paris))).toEqual([168, 167, 168])
    expect(['2026-W42', '2026-W43', '2026-W44'].map((week) => hours(week, paris))).toEqual([168, 169, 168])
    expect(['2026-W13', '2026-W43'].map((week) => hours(week, tunis))).toEqual([168, 168])
  })

  it('is at the right point in time', () => {
    const written = (week: string, timeZone: string) =>
      Object.values(isoWeekInterval(week, timeZone)).map((instant) => instant.toISOString())
    expect(written('2026-W13', paris)).toEqual(['2026-03-22T23:00:00.000Z', '2026-03-29T22:00:00.000Z'])
    expect(written('2026-W43', paris)).toEqual(['2026-10-18T22:00:00.000Z', '2026-10-25T23:00:00.000Z'])
    expect(written('2026-W53', tunis)).toEqual(['2026-12-27T23:00:00.000Z', '2027-01-03T23:00:00.000Z'])
    expect(written('2026-W53', abidjan)).toEqual(['2026-12-28T00:00:00.000Z', '2027-01-04T00:00:00.000Z'])
  })

  it('begins right where the clocks change at midnight itself', () => {
    const { from } = isoWeekInterval('2021-W12', 'Asia/Tehran')
    expect(from.toISOString()).toBe('2021-03-21T20:30:00.000Z')
  })

  it.each(countryCodes)(
    'follows the one before without a gap in %s, for ten years',
    (country: CountryCode) => {
      const { timeZone } = countries[country]
      let at = isoWeekInterval('2020-W01', timeZone).from
      for (let count = 0; count < 520; count++) {
        const week = isoWeekOf(at, timeZone)
        const { from, to } = isoWeekInterval(week, timeZone)
        expect(from, week).toEqual(at)
        expect(isIsoWeek(week)).toBe(true)
        expect(isoWeekOf(new Date(to.getTime() - 1), timeZone)).toBe(week)
        expect(isoWeekOf(to, timeZone)).not.toBe(week)
        at = to
      }
    },
  )
})
