import { describe, expect, test } from 'vitest'
import { type ResourceName, resources } from '../../../../domain/resources.ts'
import { complete } from '../../../../src/filter/complete.ts'
import { createListDetector } from '../../../../src/filter/detect-lists.ts'
import { createRecentFilters, type FilterContext } from '../../../../src/filter/filter-context.ts'
import { nameDistance } from '../../../../src/filter/match-word.ts'
import { partsOf } from '../../../../src/filter/parts-found.tsx'
import { createReferences, type ReferenceOption } from '../../../../src/filter/references.ts'
import { memoryStorage } from '../../../support/memory-storage.ts'
import { speaking } from './all-texts.ts'

const people: ReferenceOption[] = [
  { value: '01890000-0000-7000-8000-00000000000a', label: 'Awa Koné', detail: 'awa@waybill.test' },
  { value: '01890000-0000-7000-8000-00000000000b', label: 'Aya Koné', detail: 'aya@waybill.test' },
]

const zones: ReferenceOption[] = [
  { value: '01890000-0000-7000-8000-00000000000c', label: 'Abidjan nord' },
  { value: '01890000-0000-7000-8000-00000000000d', label: 'Abidjan sud' },
]

const filterContextWith = async (requests: string[] = []): Promise<FilterContext> => {
  const references = createReferences((filter) =>
    filter === 'package'
      ? null
      : {
          search: async (text) => {
            requests.push(text)
            return filter === 'zone' ? zones : people
          },
          byIds: async (ids) => people.filter(({ value }) => ids.includes(value)),
        },
  )
  references.find('owner', '')
  await Promise.resolve()
  await Promise.resolve()
  return {
    country: 'ic',
    references,
    recents: createRecentFilters(memoryStorage(), 'u1'),
    loadWords: () => undefined,
  }
}

const filterContext = await filterContextWith()
for (const name of ['awa', 'koné', 'aya koné']) filterContext.references.find('owner', name)
filterContext.references.find('zone', 'abid')
await new Promise((resolve) => setTimeout(resolve))
const i18n = speaking('fr')
const detector = createListDetector(i18n, filterContext)

const offered = (text: string, resource: ResourceName = 'orders', more: { recents?: string[] } = {}) =>
  complete(text, text.length, {
    i18n,
    resource,
    filters: resources[resource].list.filters,
    words: detector.wordsOf(resource),
    references: filterContext.references,
    speak: (said) => detector.speak(said, resource),
    recents: more.recents ?? [],
    views: [{ label: 'À confirmer', query: 'status:PENDING' }],
  })
const labels = (text: string) => offered(text).map(({ label }) => label)
const taken = (text: string) => {
  const [first] = offered(text)
  return first && text.slice(0, first.start) + first.text + text.slice(first.end)
}

describe('the filter box goes on', () => {
  test.each([
    ['stat', 'statut:'],
    ['koné stat', 'koné statut:'],
    ['stau', undefined],
    ['STÁTUT', 'statut:'],
    ['seller', 'vendeur:'],
    ['продав', 'vendeur:'],
    ['status:pend', 'status:en-attente '],
    ['statut:offen', 'statut:en-attente '],
    ['statut:en-attente,conf', 'statut:en-attente,confirmée '],
    ['statut:недоз', 'statut:injoignable '],
    ['injoi', 'statut:injoignable '],
    ['créée:hi', 'créée:hier '],
    ['created:yester', 'created:hier '],
    ['créée:>3', 'créée:>3j '],
    ['depui', 'depuis:'],
    ['since:>2', 'since:>2j '],
    ['rapp', 'rappel:'],
    ['rappel:..main', 'rappel:..maintenant '],
    ['callback:..tod', 'callback:..aujourd-hui '],
    ['vendeur:aya', 'vendeur:aya-koné '],
    ['livreur:auc', 'livreur:aucun '],
    ['depuis:2026-11-26..', undefined],
    ['total:15000', 'total:15000.. '],
    ['total:>15000', undefined],
    ['total:>=15000', 'total:15000.. '],
    ['appels:>2', 'appels:3.. '],
    ['rappel:dem', 'rappel:demain '],
    ['doublon:o', 'doublon:oui '],
  ])('%s → %s', (text, next) => {
    expect(taken(text)).toBe(next)
  })

  test('with the days that may be asked for', () => {
    expect(offered('reportée:', 'shippings').map(({ label, hint }) => [label, hint])).toContainEqual([
      '..aujourd-hui',
      'reportée : jusqu’à aujourd’hui',
    ])
    expect(offered('sorti', 'shippings').map(({ label }) => label)).toContain('sorties:')
    expect(offered('part', 'shippings').map(({ label }) => label)).toContain('partie:')
  })

  test('with every seller of that name, distinguished by their addresses', () => {
    expect(offered('vendeur:kon').map(({ label, hint }) => [label, hint])).toEqual([
      ['awa-koné', 'awa@waybill.test'],
      ['aya-koné', 'aya@waybill.test'],
    ])
  })

  test('with what a sentence means, first', () => {
    expect(offered('pending older than 3 days')[0]).toMatchObject({
      kind: 'sentence',
      text: 'statut:en-attente créée:>3j ',
    })
    expect(offered('en attente du vendeur Awa')[0]).toMatchObject({
      text: 'statut:en-attente vendeur:awa-koné ',
    })
    expect(offered('Awa Koné').filter(({ kind }) => kind === 'sentence')).toEqual([])
  })

  test('with the words that a sentence leaves over', () => {
    const hint = (text: string) => offered(text).find(({ kind }) => kind === 'sentence')?.hint
    expect(hint('en attente depuis 3 jours')).toBe('phrase comprise')
    expect(hint('livrées bientôt')).toBe('comprise en partie, cherche « bientôt »')
    expect(hint('livrées à Abidjan')).toBe('phrase comprise')
  })

  test('with the zones that a word alone names, of lists that have zones', () => {
    expect(offered('abid').map(({ text, hint }) => [text, hint])).toEqual([
      ['zone:abidjan-nord ', 'Abidjan nord'],
      ['zone:abidjan-sud ', 'Abidjan sud'],
    ])
    expect(labels('ab')).not.toContain('zone:abidjan-nord')
    expect(offered('abid', 'users')).toEqual([])
  })

  test('with what was probably meant', () => {
    expect(labels('statu:en-attente abidjan')).toContain('statut:en-attente')
    expect(labels('statut:confirmee,anuléé')).not.toContain('')
    expect(labels('statut:injoignabel')).toEqual(['injoignable'])
    expect(labels('couleur:rouge')).toEqual([])
    expect(labels('créée:bientôt koné')).toEqual([])
    expect(labels('crzee:<7d koné')).toContain('créée:<7d')
    // Understood without accents and in the other gender.
    expect(labels('cree:<7d koné')).toEqual([])
    expect(labels('cree:<abc koné')).toEqual([])
    expect(labels('totl:beaucoup koné')).toEqual([])
  })

  test('an empty box offers recent queries as sentences, then views, each only once', () => {
    const found = offered('', 'orders', { recents: ['status:PENDING', 'created:>3d total:15000..'] })
    expect(found.map(({ kind, label }) => [kind, label.replace(/[\u00a0\u202f]/g, ' ')])).toEqual([
      ['recent', 'plus de 3 jours · total : au moins 15 000'],
      ['view', 'À confirmer'],
    ])
  })
})

describe('sentences that lists understand', () => {
  const all: ResourceName[] = ['orders', 'shippings', 'invoices', 'users']

  test.each<[string, ResourceName | null, [ResourceName, string][]]>([
    ['en attente depuis 3 jours', 'orders', [['orders', 'status:PENDING since:>3d']]],
    [
      'livrées cette semaine',
      'orders',
      [
        ['orders', 'shippingStatus:DELIVERED settled:this-week'],
        ['shippings', 'status:DELIVERED settled:this-week'],
      ],
    ],
    ['livrées cette semaine', null, [['shippings', 'status:DELIVERED settled:this-week']]],
    ['factures impayées', 'orders', [['invoices', 'status:UN_PAID']]],
    ['au Sénégal en attente', 'orders', [['orders', 'country:sn status:PENDING']]],
    ['Awa Koné', 'orders', []],
  ])('%s in view of %s', (text, inView, detected) => {
    expect(detector.hear(text, { all, inView }).map(({ resource, query }) => [resource, query])).toEqual(
      detected,
    )
  })

  test('a seller by name; an unknown name is reported', () => {
    const [known] = detector.hear('commandes du vendeur aya koné', { all, inView: null })
    expect(known).toMatchObject({ query: `owner:${people[1]!.value}`, unknown: [] })
    const [both] = detector.hear('commandes du vendeur koné', { all, inView: null })
    expect(both?.query).toBe(`owner:${people.map(({ value }) => value).join()}`)
  })
})

test('names are requested once, and not at all where the role may not', async () => {
  const requests: string[] = []
  const { references } = await filterContextWith(requests)
  references.find('owner', 'Áwa')
  references.find('owner', 'awa')
  expect(requests).toEqual(['', 'Áwa'])
  expect(references.find('package', 'x')).toEqual({ options: [], phase: 'ready' })
})

describe('what is counted where a filter finds nothing', () => {
  test.each([
    ['status:PENDING abobo', ['status:PENDING', 'abobo']],
    ['abobo konan created:<3d', ['abobo', 'konan', 'created:<3d']],
    ['abobo abobo', []],
    ['status:PENDING', []],
    ['', []],
  ])('%j: %j', (query, parts) => expect(partsOf(query)).toEqual(parts))
})

test('a whole name is nearer than a first name, that than another part, that than a beginning', () => {
  const near = ['Yaoundé Koné', 'Cédric Yao', 'Yao Kouassi', 'Yao'].toSorted(
    (one, other) => nameDistance('yao', one) - nameDistance('yao', other),
  )
  expect(near).toEqual(['Yao', 'Yao Kouassi', 'Cédric Yao', 'Yaoundé Koné'])
})

test('a name given elsewhere is asked for again, and known ones stay', async () => {
  const requests: string[] = []
  const { references } = await filterContextWith(requests)
  references.find('owner', '')
  expect(requests).toEqual([''])
  references.outdate()
  expect(references.known('owner').size).toBe(people.length)
  references.find('owner', '')
  expect(requests).toEqual(['', ''])
})
