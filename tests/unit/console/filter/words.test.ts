import { describe, expect, test } from 'vitest'
import { type LanguageCode, languageCodes } from '../../../../domain/core/languages.ts'
import type { Filter, Filters } from '../../../../domain/lib/filter.ts'
import { parseQuery, rewordQuery } from '../../../../domain/lib/query.ts'
import { namedSpans } from '../../../../domain/lib/span.ts'
import { type ResourceName, resourceNames, resources } from '../../../../domain/resources.ts'
import { describeQuery } from '../../../../src/filter/describe-query.ts'
import type { ReferenceOption } from '../../../../src/filter/references.ts'
import { bindSentence } from '../../../../src/filter/sentence/bind-sentence.ts'
import { readSentence } from '../../../../src/filter/sentence/read-sentence.ts'
import { canonical, filterWords } from '../../../../src/filter/vocabulary.ts'
import { speaking } from './all-texts.ts'
import { noSentences, sentences } from './sentences.ts'

const [awa, aya] = ['01890000-0000-7000-8000-00000000000a', '01890000-0000-7000-8000-00000000000b']
const people = new Map<string, ReferenceOption>([
  [awa, { value: awa, label: 'Awa Koné, « Chez Awa »' }],
  [aya, { value: aya, label: 'Aya: none' }],
])

const valuesOf = (filter: Filter): string[] => {
  switch (filter.kind) {
    case 'choice':
      return [...filter.values, filter.values.join()]
    case 'flag':
      return ['true', 'false']
    case 'range':
      return ['3', '3..', '..3', '2..5', '1500.5..', '>1500.5..', '..<3', '>2..<5']
    case 'reference':
      return [awa, `${awa},${aya}`, ...(filter.optional ? ['none', `none,${awa}`] : [])]
    case 'span':
    case 'days':
      return spans
    case 'text':
      return ['cocody', 'Rue 12, Angré']
  }
}

const spans = [
  ...namedSpans,
  '<24h',
  '>3d',
  '<2w',
  '>1m',
  '2026-11-01',
  '2026-11-01..',
  '..2026-11-01',
  '..today',
  'now..',
  '..now',
  '2026-11-01..yesterday',
]

describe.each(languageCodes)('in %s', (language) => {
  const i18n = speaking(language)

  test.each(resourceNames)('every filter of %s is written in its words and read back', (resource) => {
    const filters: Filters = resources[resource].list.filters
    const words = filterWords(i18n, resource, filters, () => people)
    const queries = [
      ...Object.entries(filters).flatMap(([name, filter]) =>
        valuesOf(filter).map((value) => `${name}:${value}`),
      ),
      ...spans.map((span) => `created:${span}`),
    ]
    for (const query of [...queries, `${queries.join(' ')} "rue 12" abidjan`]) {
      const worded = rewordQuery(filters, query, words.vocabulary, words)
      expect(rewordQuery(filters, worded, words.vocabulary, canonical)).toBe(query)
      const now = new Date('2026-11-21T12:00:00Z')
      expect(parseQuery(filters, worded, { now, vocabulary: words.vocabulary })).toEqual(
        parseQuery(filters, query, { now }),
      )
      expect(worded).not.toContain(awa)
    }
  })

  test.each(resourceNames)('every word of %s is read in any case and without accents', (resource) => {
    const filters: Filters = resources[resource].list.filters
    const { vocabulary, name: nameOf, value: wordOf } = filterWords(i18n, resource, filters, () => people)
    const bare = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
    const read = (text: string) => rewordQuery(filters, text, vocabulary, canonical)
    const asked = Object.entries(filters).flatMap(([name, filter]) =>
      filter.kind === 'choice' ? filter.values.map((value) => [name, value] as const) : [],
    )
    for (const [name, value] of [...asked, ...namedSpans.map((span) => ['created', span] as const)]) {
      expect(read(`${bare(nameOf(name))}:${bare(wordOf(name, value))}`)).toBe(`${name}:${value}`)
    }
  })

  test('is understood in every language', () => {
    const filters: Filters = resources.orders.list.filters
    const own = filterWords(i18n, 'orders', filters)
    for (const uiLanguage of languageCodes) {
      const theirs = filterWords(speaking(uiLanguage), 'orders', filters)
      const query = 'status:NOT_REACHABLE,PENDING attempts:3.. duplicate:true created:last-week delivery:none'
      const worded = rewordQuery(filters, query, own.vocabulary, own)
      expect([uiLanguage, rewordQuery(filters, worded, theirs.vocabulary, canonical)]).toEqual([
        uiLanguage,
        query,
      ])
    }
  })
})

test('a query is written as a sentence, with names', () => {
  const filters: Filters = resources.orders.list.filters
  const say = (language: 'fr' | 'en' | 'de' | 'ru', query: string) =>
    describeQuery(query, {
      i18n: speaking(language),
      resource: 'orders',
      filters,
      references: null,
    }).replace(/[\u00a0\u202f]/g, ' ')
  expect(say('fr', 'status:PENDING,NOT_REACHABLE created:>3d abidjan')).toBe(
    'en attente ou injoignable · plus de 3 jours · « abidjan »',
  )
  expect(say('en', 'status:PENDING created:>3d total:15000.. delivery:none')).toBe(
    'pending · older than 3 days · total: at least 15,000 · without delivery',
  )
  expect(say('fr', 'customerAddress:"Angré, rue 12" sourceName:facebook')).toBe(
    'adresse contient « Angré, rue 12 » · source contient « facebook »',
  )
  // Its name is the word that the value begins with.
  expect(say('de', 'since:2026-11-26..')).toBe('seit 26.11.2026')
  expect(say('fr', 'since:2026-11-26..')).toBe('depuis le 26 nov. 2026')
  expect(say('de', 'since:>3d')).toBe('seit: mehr als 3 Tage')
  expect(say('fr', 'total:>15000..')).toBe('total : plus de 15 000')
  expect(say('fr', 'total:..<15000')).toBe('total : moins de 15 000')
  expect(say('fr', 'total:>100..<200')).toBe('total : >100–<200')
  expect(say('en', 'status:PENDING since:>2d callback:..now')).toBe(
    'pending · since: more than 2 days · callback: until now',
  )
  expect(say('fr', 'shippingStatus:OUT_FOR_DELIVERY shippingSince:<48h callback:now..')).toBe(
    'livraison : en tournée · livraison-depuis : moins de 48 heures · rappel : à partir de maintenant',
  )
  expect(say('ru', 'since:>2d callback:2026-11-01..yesterday')).toBe(
    'в-статусе: больше, чем 2 дня · перезвонить: 1 нояб. 2026 г. – вчера',
  )
  expect(say('de', 'created:last-week duplicate:true')).toBe('letzte Woche · doppelt: ja')
  expect(say('ru', 'created:<2w attempts:3')).toBe('новее, чем 2 недели · звонки: 3')
})

test.each([
  ['fr', 'cree:hier', 'created:yesterday'],
  ['fr', 'créé:HIER', 'created:yesterday'],
  ['fr', 'CREEES:hier', 'created:yesterday'],
  ['fr', 'statut:annule', 'status:CANCELLED'],
  ['fr', 'statut:confirmes', 'status:CONFIRMED'],
  ['it', 'creata:ieri', 'created:yesterday'],
  ['es', 'creada:ayer', 'created:yesterday'],
  ['ru', 'создана:вчера', 'created:yesterday'],
  ['ru', 'СОЗДАНО:вчера', 'created:yesterday'],
  ['de', 'rueckruf:heute', 'callback:today'],
] as const)('in %s, %s asks for %s', (language, text, query) => {
  const { filters } = resources.orders.list
  const { vocabulary } = filterWords(speaking(language), 'orders', filters)
  expect(rewordQuery(filters, text, vocabulary, canonical)).toBe(query)
})

test.each([
  ['fr', 'cree:semaine-derniere', 'last-week'],
  ['fr', 'CRÉÉE:MOIS-DERNIER', 'last-month'],
  ['de', 'angelegt:letzter-monat', 'last-month'],
  ['it', 'creato:settimana-scorsa', 'last-week'],
  ['es', 'creado:semana-pasada', 'last-week'],
] as const)('days need no article and no accents, in %s: %s', (language, text, value) => {
  const filters: Filters = resources.orders.list.filters
  const { vocabulary } = filterWords(speaking(language), 'orders', filters, () => people)
  const now = new Date('2026-11-21T12:00:00Z')
  expect(parseQuery(filters, text, { now, vocabulary })).toEqual(
    parseQuery(filters, `created:${value}`, { now }),
  )
})

test('days are written with two letters for an umlaut', () => {
  const filters: Filters = resources.shippings.list.filters
  const { vocabulary } = filterWords(speaking('de'), 'shippings', filters, () => people)
  expect(vocabulary.values.created?.naechstewoche).toBe('next-week')
})

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
