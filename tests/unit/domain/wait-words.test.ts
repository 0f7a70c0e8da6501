import { describe, expect, test } from 'vitest'
import { cleanDays, cleanSpacing, readSpacing } from '../../../domain/calls/policy-texts.ts'
import { countryCodes } from '../../../domain/core/countries.ts'
import { countryNames } from '../../../domain/core/country-names.ts'
import { type LanguageCode, languages } from '../../../domain/core/languages.ts'
import { spacingWords } from '../../../src/resources/call-policies/spacing-words.ts'

const languageCodes = Object.keys(languages) as LanguageCode[]

const textsOf = async (language: LanguageCode, namespace: string) =>
  (await import(`../../../locales/${language}/${namespace}.json`)).default

describe.each(languageCodes)('in %s', (language) => {
  test('waits are read as the console writes them', async () => {
    const { waits } = (await textsOf(language, 'call-policies')) as { waits: Record<string, string> }
    const say = (key: string, values: Record<string, string | number> = {}) =>
      waits[key.split('.')[1]!]!.replace('{{n}}', String(values.n))
    const stored = '30m 2h 90m 1d morning'
    const written = spacingWords(stored, say)
    expect(cleanSpacing(written), written).toBe(stored)
    expect(written.length).toBeLessThan(60)
  })

  test('countries are found by their names', async () => {
    const names = (await textsOf(language, 'countries')) as Record<string, string>
    for (const code of countryCodes) expect(countryNames[code]).toContain(names[code])
  })
})

test.each([
  ['30 min, 2 heures, le lendemain matin', '30m 2h morning'],
  ['30m demain matin matin', '30m morning morning'],
  ['am nächsten Morgen', 'morning'],
  ['30 мин. 2 часа на следующее утро', '30m 2h morning'],
  ['2 h mañana mañana', '2h morning morning'],
  ['45', '45m'],
  ['45 90', '45m 90m'],
  ['1 j', '1d'],
])('%s is %s', (typed, stored) => {
  expect(cleanSpacing(typed)).toBe(stored)
})

test.each(['bientôt', '30 bananes', '2 h le', '0', '32 j', 'h', '-5 min x'])(
  '%s is not readable',
  (typed) => {
    expect(readSpacing(typed)).toBeNull()
  },
)

test('days are read as people write them', () => {
  expect(cleanDays('25/12/2026, 1.1.2027')).toBe('2026-12-25 2027-01-01')
  expect(cleanDays('31/02/2027')).toBeNull()
})
