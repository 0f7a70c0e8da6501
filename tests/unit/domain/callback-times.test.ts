import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addToComment } from '../../../domain/comments/comment.ts'
import { countries, countryCodes } from '../../../domain/core/countries.ts'
import { wallClock } from '../../../domain/lib/zone-clock.ts'
import { callbackOffers } from '../../../domain/triage/callback-offers.ts'
import { callbackAt, callbackTimes, readCallbackTime } from '../../../domain/triage/callback-times.ts'

const noon = new Date('2026-11-21T12:00:00Z')
const tunis = 'Africa/Tunis'
const abidjan = 'Africa/Abidjan'
const read = (text: string, zone = abidjan) => readCallbackTime(text, noon, zone)?.toISOString() ?? null

describe('the times at which customers are called again', () => {
  it('are those of the customer’s clock', () => {
    expect(callbackAt('thisEvening', noon, abidjan)?.toISOString()).toBe('2026-11-21T18:00:00.000Z')
    expect(callbackAt('thisEvening', noon, tunis)?.toISOString()).toBe('2026-11-21T17:00:00.000Z')
    expect(callbackAt('tomorrowMorning', noon, tunis)?.toISOString()).toBe('2026-11-22T08:00:00.000Z')
    expect(callbackAt('anHour', noon, tunis)?.toISOString()).toBe('2026-11-21T13:00:00.000Z')
  })

  it('offer no evening that has come', () => {
    const evening = new Date('2026-11-21T17:50:00Z')
    expect(callbackTimes(evening, abidjan).find(({ id }) => id === 'thisEvening')?.at).toBeNull()
    expect(callbackAt('thisEvening', evening, abidjan)).toBeNull()
  })

  it('are never the same time twice, at whatever minute and in whatever country one asks', () => {
    for (const country of ['ic', 'tn', 'fr', 'lib'] as const) {
      const { timeZone } = countries[country]
      for (let minute = 0; minute < 24 * 60; minute += 5) {
        const now = new Date(Date.UTC(2026, 10, 21, 0, minute))
        const times = callbackTimes(now, timeZone).flatMap(({ at }) => at?.getTime() ?? [])
        for (const [index, at] of times.entries()) {
          const others = times.filter((_, other) => other !== index).map((other) => Math.abs(other - at))
          expect(Math.min(...others), `${country} ${now.toISOString()}`).toBeGreaterThanOrEqual(15 * 60_000)
        }
      }
    }
  })

  it('offer this evening in three hours once, and each time by the same digit at every hour', () => {
    const three = new Date('2026-11-21T15:00:00Z')
    const missing = (zone: string) => callbackTimes(three, zone).filter(({ at }) => at === null)
    expect(missing(abidjan).map(({ id }) => id)).toEqual(['thisEvening'])
    // Four o'clock there, so that three hours end after 18:00.
    expect(missing(tunis)).toEqual([])
    for (let hour = 0; hour < 24; hour += 1) {
      const times = callbackTimes(new Date(Date.UTC(2026, 10, 21, hour, 50)), abidjan)
      expect(times.map(({ id }) => id)).toEqual(callbackOffers)
    }
    // The palette and macros can still name the evening.
    expect(callbackAt('thisEvening', three, abidjan)?.toISOString()).toBe('2026-11-21T18:00:00.000Z')
  })

  it('keep the hour where the clocks change over night', () => {
    const saturday = new Date('2026-10-24T12:00:00Z')
    expect(callbackAt('tomorrowMorning', saturday, 'Europe/Paris')?.toISOString()).toBe(
      '2026-10-25T08:00:00.000Z',
    )
  })

  it.each([
    ['14:30', '2026-11-21T14:30:00.000Z'],
    ['14h30', '2026-11-21T14:30:00.000Z'],
    ['1430', '2026-11-21T14:30:00.000Z'],
    ['930', '2026-11-22T09:30:00.000Z'],
    ['14.30', '2026-11-21T14:30:00.000Z'],
    ['18h', '2026-11-21T18:00:00.000Z'],
    ['18', '2026-11-21T18:00:00.000Z'],
    ['18 Uhr', '2026-11-21T18:00:00.000Z'],
    ['9h', '2026-11-22T09:00:00.000Z'],
    ['+45', '2026-11-21T12:45:00.000Z'],
    ['+2h', '2026-11-21T14:00:00.000Z'],
    ['24/11 10:00', '2026-11-24T10:00:00.000Z'],
    ['24/11', '2026-11-24T09:00:00.000Z'],
    ['24.11. 10:15', '2026-11-24T10:15:00.000Z'],
    ['24.11 10:15', '2026-11-24T10:15:00.000Z'],
    ['3/1', '2027-01-03T09:00:00.000Z'],
    ['25:00', null],
    ['31/11', null],
    ['demain', null],
    ['', null],
    ['+0', null],
    ['20/11', null],
  ])('reads %j', (text, instant) => expect(read(text)).toBe(instant))

  it('reads a clock as the customer’s', () => expect(read('18:00', tunis)).toBe('2026-11-21T17:00:00.000Z'))

  it('lie ahead, at the hour that was typed, in every country', () => {
    const clock = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(fc.constantFrom(...countryCodes), clock, instant, (country, [hour, minute], now) => {
        const { timeZone } = countries[country]
        const at = readCallbackTime(`${hour}:${String(minute).padStart(2, '0')}`, now, timeZone)
        if (at === null) return
        expect(at.getTime()).toBeGreaterThan(now.getTime())
        const shown = new Date(wallClock(at, timeZone))
        // An hour that the clocks skip in spring is shown as the next one.
        expect([hour, hour + 1]).toContain(shown.getUTCHours())
        expect(shown.getUTCMinutes()).toBe(minute)
      }),
    )
  })
})

describe('a reason of a cancellation', () => {
  it('is added below the existing comment, within its length', () => {
    expect(addToComment(null, 'Trop cher')).toBe('Trop cher')
    expect(addToComment('Portail bleu', 'Trop cher')).toBe('Portail bleu\nTrop cher')
    const long = addToComment('x'.repeat(1000), 'Trop cher')
    expect(long).toHaveLength(1000)
    expect(long.endsWith('\nTrop cher')).toBe(true)
  })
})
