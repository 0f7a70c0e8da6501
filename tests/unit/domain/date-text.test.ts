import { describe, expect, it, test } from 'vitest'
import { languageCodes, localeOf } from '../../../domain/core/languages.ts'
import { readDate, sayDate, shiftMonth, tomorrowIn, writeDate } from '../../../domain/lib/typed/date-text.ts'
import { relativeWords } from '../../../src/ui/format/relative-time.tsx'

const noon = Date.parse('2026-11-27T12:00:00Z')

const wordsAfter = (milliseconds: number, locale: string, style: 'long' | 'short'): string =>
  relativeWords(new Date(noon + milliseconds), { now: noon, timeZone: 'UTC' }, locale, style)

/** A Wednesday. */
const today = '2026-11-25'
const read = (text: string, language = 'fr', min?: string) => readDate(text, { language, today, min })

describe('a date as it is typed', () => {
  test.each([
    ['fr', '24/12/2026', '2026-12-24'],
    ['fr', '24/12/26', '2026-12-24'],
    ['fr', '24.12', '2026-12-24'],
    ['fr', '24122026', '2026-12-24'],
    ['fr', '3/1', '2027-01-03'],
    ['fr', '24', '2026-11-24'],
    ['fr', '24 déc', '2026-12-24'],
    ['fr', '24 décembre 2027', '2027-12-24'],
    ['fr', 'jeudi 24 DECEMBRE 2026', '2026-12-24'],
    ['fr', '1er mars', '2027-03-01'],
    ['fr', 'demain', '2026-11-26'],
    ['fr', 'après-demain', '2026-11-27'],
    ['fr', 'Aujourd’hui', '2026-11-25'],
    ['fr', 'hier', '2026-11-24'],
    ['fr', 'lundi', '2026-11-30'],
    ['fr', 'mercredi', '2026-12-02'],
    ['fr', 'dans 3 jours', '2026-11-28'],
    ['fr', 'dans 2 semaines', '2026-12-09'],
    ['fr', 'la semaine prochaine', '2026-12-02'],
    ['fr', 'il y a 3 jours', '2026-11-22'],
    ['fr', 'le mois prochain', '2026-12-25'],
    ['en', '24/12/2026', '2026-12-24'],
    ['en', '24 Dec 2026', '2026-12-24'],
    ['en', 'December 24th', '2026-12-24'],
    ['en', 'Thursday 24 December 2026', '2026-12-24'],
    ['en', 'tomorrow', '2026-11-26'],
    ['en', 'in 3 days', '2026-11-28'],
    ['en', 'next week', '2026-12-02'],
    ['en', 'mon', '2026-11-30'],
    ['de', '24.12.2026', '2026-12-24'],
    ['de', '24.12.', '2026-12-24'],
    ['de', '24. Dezember', '2026-12-24'],
    ['de', 'am 24. Dez. 2026', '2026-12-24'],
    ['de', 'morgen', '2026-11-26'],
    ['de', 'übermorgen', '2026-11-27'],
    ['de', 'in 3 Tagen', '2026-11-28'],
    ['de', 'Freitag', '2026-11-27'],
    ['it', '24/12/2026', '2026-12-24'],
    ['it', '24 dicembre', '2026-12-24'],
    ['it', 'domani', '2026-11-26'],
    ['it', 'lunedì', '2026-11-30'],
    ['es', '24/12/2026', '2026-12-24'],
    ['es', '24 de diciembre de 2026', '2026-12-24'],
    ['es', 'mañana', '2026-11-26'],
    ['es', 'sábado', '2026-11-28'],
    ['es', '3 mar', '2027-03-03'],
    ['ru', '24.12.2026', '2026-12-24'],
    ['ru', '24 декабря', '2026-12-24'],
    ['ru', '24 дек', '2026-12-24'],
    ['ru', 'завтра', '2026-11-26'],
    ['ru', 'понедельник', '2026-11-30'],
    ['ru', 'через 3 дня', '2026-11-28'],
  ])('in %s: %j is %s', (language, text, day) => {
    expect(read(text, language)).toBe(day)
  })

  test.each(['fr', 'en', 'de', 'it', 'es', 'ru'])(
    'in %s: what the box shows and ISO are read back',
    (language) => {
      for (const day of ['2026-11-25', '2026-02-03', '2027-12-31', '1999-10-01', '2028-02-29']) {
        expect(read(writeDate(day, language), language)).toBe(day)
        expect(read(day, language)).toBe(day)
      }
      expect(read(tomorrowIn(language), language)).toBe('2026-11-26')
      expect(read('+3', language)).toBe('2026-11-28')
      expect(read('- 30', language)).toBe('2026-10-26')
    },
  )

  test.each([
    '',
    ' ',
    'd',
    'jamais',
    '31/11/2026',
    '29/2/2027',
    '2026-02-30',
    '24/13',
    '0',
    '32',
    'déc',
    '24 12 2026 7',
    'x'.repeat(100),
  ])('%j is no day', (text) => {
    expect(read(text)).toBeNull()
  })

  test('what is left out is the nearest day, or the next one where days before are over', () => {
    expect(read('24')).toBe('2026-11-24')
    expect(read('24', 'fr', today)).toBe('2026-12-24')
    expect(read('31', 'fr', today)).toBe('2026-12-31')
    expect(read('1/11')).toBe('2026-11-01')
    expect(read('1/11', 'fr', today)).toBe('2027-11-01')
    expect(read('29/2')).toBe('2028-02-29')
    // A complete date is kept; the field reports that it is past.
    expect(read('1/11/2026', 'fr', today)).toBe('2026-11-01')
  })

  test('is repeated in words, with the distance while that is useful', () => {
    expect(sayDate('2026-12-24', { language: 'fr', today })).toBe('jeudi 24 décembre 2026, dans 29 jours')
    expect(sayDate('2026-11-26', { language: 'de', today })).toBe('Donnerstag, 26. November 2026, morgen')
    expect(sayDate('2028-01-01', { language: 'fr', today })).toBe('samedi 1 janvier 2028')
  })

  test('a month on is the last day of a shorter month', () => {
    expect(shiftMonth('2026-01-31', 1)).toBe('2026-02-28')
    expect(shiftMonth('2026-03-31', -1)).toBe('2026-02-28')
    expect(shiftMonth('2026-12-15', 1)).toBe('2027-01-15')
    expect(shiftMonth('2028-02-29', 12)).toBe('2029-02-28')
  })
})

const minute = 60_000
const day = 1440 * minute

describe('a relative time in a column', () => {
  it.each(languageCodes)('distinguishes 5 months from 5 minutes in %s', (language) => {
    const [months, minutes] = [-5 * 31 * day, -5 * minute].map((span) =>
      wordsAfter(span, localeOf(language), 'short'),
    )
    const long = new Intl.RelativeTimeFormat(localeOf(language), { style: 'long' })
    expect(months).toBe(long.format(-5, 'month'))
    expect(minutes).toMatch(/min|мин/i)
  })

  it('counts weeks', () => {
    expect(wordsAfter(-8 * day, 'fr-FR', 'short')).toBe('il y a 1 sem.')
    expect(wordsAfter(-8 * day, 'fr-FR', 'long')).toBe('la semaine dernière')
  })

  it('names yesterday', () => {
    expect(wordsAfter(-1 * day, 'fr-FR', 'short')).toBe('hier')
  })
})
