import { describe, expect, it } from 'vitest'
import { languageCodes, localeOf } from '../../../../domain/core/languages.ts'
import { relativeWords } from '../../../../src/ui/format/relative-time.tsx'

const minute = 60_000
const day = 1440 * minute

describe('a relative time in a column', () => {
  it.each(languageCodes)('distinguishes 5 months from 5 minutes in %s', (language) => {
    const [months, minutes] = [-5 * 31 * day, -5 * minute].map((span) =>
      relativeWords(span, localeOf(language), 'short'),
    )
    const long = new Intl.RelativeTimeFormat(localeOf(language), { style: 'long' })
    expect(months).toBe(long.format(-5, 'month'))
    expect(minutes).toMatch(/min|мин/i)
  })

  it('counts weeks', () => {
    expect(relativeWords(-8 * day, 'fr-FR', 'short')).toBe('il y a 1 sem.')
    expect(relativeWords(-8 * day, 'fr-FR', 'long')).toBe('la semaine dernière')
  })

  it('names yesterday', () => {
    expect(relativeWords(-1 * day, 'fr-FR', 'short')).toBe('hier')
  })
})
