import { describe, expect, test } from 'vitest'
import type { LanguageCode } from '../../../../domain/core/languages.ts'
import type { Filters } from '../../../../domain/lib/filter.ts'
import { parseQuery } from '../../../../domain/lib/query.ts'
import { type ResourceName, resources } from '../../../../domain/resources.ts'
import { bindSentence } from '../../../../src/filter/sentence/bind-sentence.ts'
import { readSentence } from '../../../../src/filter/sentence/read-sentence.ts'
import { noSentences, sentences } from './sentences.ts'

const context = { today: '2026-11-21', decimals: 0, labels: new Map<string, string[]>() }

const queryOf = (sentence: string, language: string, resource: ResourceName = 'orders') => {
  const read = readSentence(sentence, { ...context, language })
  return read && (bindSentence(read, resources[resource].list.filters)?.query ?? null)
}

describe.each(Object.entries(sentences))('in %s', (language, said) => {
  test.each(said)('%s', (...[sentence, query, resource]) => {
    expect(queryOf(sentence, language, resource)).toBe(query)
    const filters: Filters = resources[resource ?? 'orders'].list.filters
    const named = query.replace(/(owner|product):"[^"]*"/, '$1:01890000-0000-7000-8000-000000000001')
    expect(parseQuery(filters, named, { now: new Date('2026-11-21T12:00:00Z') }).problems).toEqual([])
  })

  test('is read in every language', () => {
    const uiLanguage: LanguageCode = language === 'fr' ? 'ru' : 'fr'
    const different = said.filter(
      ([sentence, query, resource]) => queryOf(sentence, uiLanguage, resource) !== query,
    )
    expect(different).toEqual([])
  })
})

test.each(noSentences)('%s is no sentence', (text) => {
  for (const language of Object.keys(sentences)) {
    expect([language, readSentence(text, { ...context, language })]).toEqual([language, null])
  }
})

test.each(['total:10 000..20 000', 'total:≥15 000', 'total:>1 000 000'])(
  '%s stays whole in a sentence',
  (filter) => {
    expect(queryOf(`commandes ${filter} hier`, 'fr')).toBe(`${filter} created:yesterday`)
  },
)
