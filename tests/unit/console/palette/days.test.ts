import { describe, expect, test } from 'vitest'
import { todayIn } from '../../../../domain/lib/zone-clock.ts'
import { rank } from '../../../../src/palette/ranking/rank.ts'
import { dayInWords, nextDays, readDay, readNamedDay } from '../../../../src/palette/results/days.ts'

const today = '2026-11-21'

describe('a day as people write it', () => {
  test.each([
    ['2026-12-24', '2026-12-24'],
    ['24/12/2026', '2026-12-24'],
    ['24/12', '2026-12-24'],
    ['24.12.', '2026-12-24'],
    ['1-2', '2027-02-01'],
    ['21', '2026-11-21'],
    ['20', '2026-12-20'],
    ['31', '2026-12-31'],
    ['2 dec', '2026-12-02'],
    ['2 déc.', '2026-12-02'],
    ['1er décembre', '2026-12-01'],
    ['24. Dezember', '2026-12-24'],
    ['3 de enero', '2027-01-03'],
    ['5 gen', '2027-01-05'],
    ['2 декабря', '2026-12-02'],
    ['1st dec 2026', '2026-12-01'],
    ['2 mois', null],
    ['3 ju', null],
    ['29/2', null],
    ['30/02/2027', null],
    ['2026-02-30', null],
    ['20/11/2026', null],
    ['32', null],
    ['demain', null],
    ['24/12/26', null],
    ['', null],
  ])('%j is %s', (text, day) => {
    expect(readDay(text, today)).toBe(day)
  })

  test('what is left out is the next one that comes, over the end of a year too', () => {
    expect(readDay('5', '2026-12-28')).toBe('2027-01-05')
    expect(readDay('29/2', '2027-06-01')).toBe('2028-02-29')
  })
})

// Saturday.
describe('a day by its distance', () => {
  test.each([
    ['mo', 'de', '2026-11-23'],
    ['am Mo', 'de', '2026-11-23'],
    ['di', 'de', '2026-11-24'],
    ['do', 'de', '2026-11-26'],
    ['sa', 'de', '2026-11-28'],
    ['kommenden freitag', 'de', '2026-11-27'],
    ['mo', 'fr', '2026-11-23'],
    ['di', 'fr', '2026-11-22'],
    ['jeu', 'fr', '2026-11-26'],
    ['thu', 'en', '2026-11-26'],
    ['next tue', 'en', '2026-11-24'],
    ['mié', 'es', '2026-11-25'],
    ['do', 'es', '2026-11-22'],
    ['gio', 'it', '2026-11-26'],
    ['ср', 'ru', '2026-11-25'],
    ['пт', 'ru', '2026-11-27'],
    ['в пятницу', 'ru', '2026-11-27'],
    ['in einer Woche', 'de', '2026-11-28'],
    ['in zwei Wochen', 'de', '2026-12-05'],
    ['in a week', 'en', '2026-11-28'],
    ['in 3 days', 'en', '2026-11-24'],
    ['3 days', 'en', '2026-11-24'],
    ['dans une semaine', 'fr', '2026-11-28'],
    ['dans 3 jours', 'fr', '2026-11-24'],
    ['dentro de 3 días', 'es', '2026-11-24'],
    ['tra una settimana', 'it', '2026-11-28'],
    ['через неделю', 'ru', '2026-11-28'],
    ['через 3 дня', 'ru', '2026-11-24'],
    ['m', 'fr', null],
    ['week', 'en', null],
    ['in 900 days', 'en', null],
    ['morgen', 'de', null],
    ['', 'de', null],
  ])('%j in %s is %s', (text, language, day) => {
    expect(readNamedDay(text, today, language)).toBe(day)
  })
})

describe('the days to choose from', () => {
  const days = nextDays(today, 'fr', ['fr', 'en'])
  const first = (query: string) =>
    rank(
      query,
      days.map(({ prepared }) => prepared),
    )[0]?.id

  test('are a month from tomorrow on, then today, each in words', () => {
    expect(days).toHaveLength(31)
    expect(days[0]).toMatchObject({ text: 'dimanche 22 novembre 2026', choice: { detail: 'demain' } })
    expect(days.at(-2)?.choice.value).toBe('2026-12-21')
    expect(days.at(-1)).toMatchObject({ text: 'samedi 21 novembre 2026', choice: { detail: 'aujourd’hui' } })
  })

  test.each([
    ['demain', '2026-11-22'],
    ['tomorrow', '2026-11-22'],
    ['lundi', '2026-11-23'],
    ['monday', '2026-11-23'],
    ['dans 3 jours', '2026-11-24'],
    ['1 dec', '2026-12-01'],
  ])('%s is found', (query, day) => {
    expect(first(query)).toBe(day)
  })

  test('one day is shown with its distance from today', () => {
    expect(dayInWords('2026-12-24', today, 'en')).toEqual({
      // The comma depends on Node's ICU data.
      text: expect.stringMatching(/^Thursday,? 24 December 2026$/),
      detail: 'in 33 days',
    })
  })

  test('begin with the day that it is in the country', () => {
    const late = new Date('2026-11-21T23:30:00Z')
    expect(todayIn('ic', late)).toBe('2026-11-21')
    expect(todayIn('lib', late)).toBe('2026-11-22')
  })
})
