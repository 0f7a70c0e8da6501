import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addToComment } from '../../../domain/comments/comment.ts'
import { countries, countryCodes } from '../../../domain/core/countries.ts'
import { wallClock } from '../../../domain/lib/zone-clock.ts'
import { callbackOffers } from '../../../domain/triage/callback-offers.ts'
import { callbackAt, callbackTimes } from '../../../domain/triage/callback-times.ts'
import { readCallbackTime } from '../../../domain/triage/read-callback-time.ts'

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
    ['demain', '2026-11-22T09:00:00.000Z'],
    ['bientôt', null],
    ['demain bientôt', null],
    ['14 15', null],
    ['in 2', null],
    ['heute 9', null],
    ['', null],
    ['+0', null],
    ['20/11', null],
  ])('reads %j', (text, instant) => expect(read(text)).toBe(instant))

  // Noon of Saturday, 21 November.
  it.each([
    ['in 2 hours', '2026-11-21T14:00'],
    ['in half an hour', '2026-11-21T12:30'],
    ['dans une demi-heure', '2026-11-21T12:30'],
    ['dans 1h30', '2026-11-21T13:30'],
    ['d’ici 2 heures', '2026-11-21T14:00'],
    ['in einer Stunde', '2026-11-21T13:00'],
    ['tra un’ora', '2026-11-21T13:00'],
    ['fra mezz’ora', '2026-11-21T12:30'],
    ['dentro de 3 horas', '2026-11-21T15:00'],
    ['en media hora', '2026-11-21T12:30'],
    ['через час', '2026-11-21T13:00'],
    ['через полчаса', '2026-11-21T12:30'],
    ['через 20 минут', '2026-11-21T12:20'],
    ['30 min', '2026-11-21T12:30'],
    ['10 am', '2026-11-22T10:00'],
    ['5pm', '2026-11-21T17:00'],
    ['5 p.m.', '2026-11-21T17:00'],
    ['12 am', '2026-11-22T00:00'],
    ['tomorrow 9', '2026-11-22T09:00'],
    ['tomorrow at 5:30 pm', '2026-11-22T17:30'],
    ['the day after tomorrow, 10h', '2026-11-23T10:00'],
    ['this evening', '2026-11-21T18:00'],
    ['mon 15', '2026-11-23T15:00'],
    ['next Monday', '2026-11-23T09:00'],
    ['sat 15', '2026-11-21T15:00'],
    ['sat 10', '2026-11-28T10:00'],
    ['demain 10h', '2026-11-22T10:00'],
    ['demain à 14 heures', '2026-11-22T14:00'],
    ['demain matin', '2026-11-22T09:00'],
    ['après-demain 8h15', '2026-11-23T08:15'],
    ['lundi vers 15h', '2026-11-23T15:00'],
    ['à 5 heures du soir', '2026-11-21T17:00'],
    ['cet après-midi', '2026-11-21T15:00'],
    ['morgen 9', '2026-11-22T09:00'],
    ['morgen früh', '2026-11-22T09:00'],
    ['übermorgen um 10 Uhr', '2026-11-23T10:00'],
    ['montag 15', '2026-11-23T15:00'],
    ['am Montag um 14.30 Uhr', '2026-11-23T14:30'],
    ['am 28.11. um 10 Uhr', '2026-11-28T10:00'],
    ['domani alle 16', '2026-11-22T16:00'],
    ['martedì ore 15', '2026-11-24T15:00'],
    ['mañana a las 5 de la tarde', '2026-11-22T17:00'],
    ['mañana por la mañana', '2026-11-22T09:00'],
    ['pasado mañana 9', '2026-11-23T09:00'],
    ['miércoles 11:00', '2026-11-25T11:00'],
    ['завтра в 10', '2026-11-22T10:00'],
    ['в среду в 15:00', '2026-11-25T15:00'],
    ['в 3 часа дня', '2026-11-21T15:00'],
    ['28/11 at 10:00', '2026-11-28T10:00'],
    ['28 nov 10h', '2026-11-28T10:00'],
    ['28 ноября', '2026-11-28T09:00'],
    ['28/11/2026 à 10h', '2026-11-28T10:00'],
    ['2026-11-28 10:00', '2026-11-28T10:00'],
    ['in 3 days', '2026-11-24T09:00'],
    ['in einer Woche um 11', '2026-11-28T11:00'],
    ['halb zehn', '2026-11-22T09:30'],
    ['halb 10', '2026-11-22T09:30'],
    ['morgen halb 10', '2026-11-22T09:30'],
    ['halb eins', '2026-11-21T12:30'],
    ['viertel nach 9', '2026-11-22T09:15'],
    ['Viertel vor 10', '2026-11-22T09:45'],
    ['dreiviertel zehn', '2026-11-22T09:45'],
    ['fünf vor halb zehn', '2026-11-22T09:25'],
    ['zehn nach neun', '2026-11-22T09:10'],
    ['in einer Viertelstunde', '2026-11-21T12:15'],
    ['in einer halben Stunde', '2026-11-21T12:30'],
    ['in anderthalb Stunden', '2026-11-21T13:30'],
    ['in zwei Stunden', '2026-11-21T14:00'],
    ['nach 20 Uhr', '2026-11-21T20:00'],
    ['ab 20 uhr', '2026-11-21T20:00'],
    ['morgen nach 20 Uhr', '2026-11-22T20:00'],
    ['neuf heures et demie', '2026-11-22T09:30'],
    ['9h et demie', '2026-11-22T09:30'],
    ['9h et quart', '2026-11-22T09:15'],
    ['10h moins le quart', '2026-11-22T09:45'],
    ['dix heures moins dix', '2026-11-22T09:50'],
    ['demain dix heures moins le quart', '2026-11-22T09:45'],
    ['midi et demi', '2026-11-21T12:30'],
    ['dans un quart d’heure', '2026-11-21T12:15'],
    ['dans trois quarts d’heure', '2026-11-21T12:45'],
    ['dans une heure et demie', '2026-11-21T13:30'],
    ['après 20h', '2026-11-21T20:00'],
    ['à partir de 20h', '2026-11-21T20:00'],
    ['28 sept 10h', null],
    ['half past nine', '2026-11-22T09:30'],
    ['tomorrow at half past nine', '2026-11-22T09:30'],
    ['half past nine tonight', '2026-11-21T21:30'],
    ['quarter to ten', '2026-11-22T09:45'],
    ['a quarter past ten', '2026-11-22T10:15'],
    ['quarter to one', '2026-11-21T12:45'],
    ['in a quarter of an hour', '2026-11-21T12:15'],
    ['in an hour and a half', '2026-11-21T13:30'],
    ['after 8pm', '2026-11-21T20:00'],
    ['nueve y media', '2026-11-22T09:30'],
    ['mañana a las nueve y media', '2026-11-22T09:30'],
    ['diez menos cuarto', '2026-11-22T09:45'],
    ['las nueve y cuarto', '2026-11-22T09:15'],
    ['en un cuarto de hora', '2026-11-21T12:15'],
    ['después de las 20', '2026-11-21T20:00'],
    ['nove e mezza', '2026-11-22T09:30'],
    ['domani alle nove e mezza', '2026-11-22T09:30'],
    ['dieci meno un quarto', '2026-11-22T09:45'],
    ['nove e un quarto', '2026-11-22T09:15'],
    ['tra un quarto d’ora', '2026-11-21T12:15'],
    ['dopo le 20', '2026-11-21T20:00'],
    ['полдесятого', '2026-11-22T09:30'],
    ['завтра в полдесятого', '2026-11-22T09:30'],
    ['в половине десятого', '2026-11-22T09:30'],
    ['без четверти десять', '2026-11-22T09:45'],
    ['без десяти десять', '2026-11-22T09:50'],
    ['четверть десятого', '2026-11-22T09:15'],
    ['через четверть часа', '2026-11-21T12:15'],
    ['через полтора часа', '2026-11-21T13:30'],
    ['полчаса', null],
    ['после 20', '2026-11-21T20:00'],
    ['после девяти', '2026-11-22T09:00'],
  ])('reads the words of %j', (text, instant) =>
    expect(read(text)).toBe(instant === null ? null : `${instant}:00.000Z`),
  )

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
