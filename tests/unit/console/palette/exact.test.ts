import { describe, expect, it } from 'vitest'
import type { SearchHit } from '../../../../domain/changes/changes.ts'
import { createRecents } from '../../../../src/palette/ranking/recents.ts'
import { createRecordIndex } from '../../../../src/palette/ranking/record-index.ts'
import {
  customersIn,
  typedCustomer,
  withCustomer,
} from '../../../../src/palette/results/customer-sections.ts'
import type { PaletteView } from '../../../../src/palette/results/palette-view.ts'
import { readInput } from '../../../../src/palette/results/read-input.ts'
import { noReadings } from '../../../../src/palette/results/readings.ts'
import { typedSections } from '../../../../src/palette/results/typed-sections.ts'
import { memoryStorage } from '../../../support/memory-storage.ts'
import { consoleView } from './console-view.ts'
import { contextWith, hitWith } from './palette-context.ts'

const anything = () => true

/** Many hits with the same words, more recent than the exact match. */
const many = (given: (at: number) => Partial<SearchHit>, count = 60): SearchHit[] =>
  Array.from({ length: count }, (_, at) =>
    hitWith({ id: `more-${at}`, number: 700_001 + at, rank: 5, status: 'PENDING', ...given(at) }),
  )

const indexOf = (hits: readonly SearchHit[]) => {
  const index = createRecordIndex()
  index.see(() => hits)
  return index
}

const rowsOf = (typed: string, changes: Partial<PaletteView>) => {
  const view = consoleView(contextWith(), changes)
  const input = readInput(typed)
  return withCustomer(typedSections(input, noReadings, view), input, view).flatMap(({ items }) => items)
}

const cases: readonly (readonly [what: string, typed: string, exact: SearchHit, others: SearchHit[]])[] = [
  [
    'a number that telephone numbers hold',
    '639471',
    hitWith({
      id: 'exact',
      number: 639_471,
      title: 'Rym Zarrouk',
      customerPhone: '+21629000111',
      status: 'CANCELLED',
    }),
    many((at) => ({ customerPhone: `+2250${7_000 + at}639471`.slice(0, 14), title: `Awa ${at}` })),
  ],
  [
    'a name that longer ones begin with',
    'wawaze',
    hitWith({
      id: 'exact',
      number: 41,
      title: 'Wawazé',
      customerPhone: '+2250500000001',
      status: 'CANCELLED',
    }),
    many((at) => ({ title: `Wawazé Léontine ${at}`, customerPhone: `+22505000${10_000 + at}` })),
  ],
  [
    'a name of two words, in any spelling',
    'ZANGBA quitéria',
    hitWith({
      id: 'exact',
      number: 42,
      title: 'Zangba Quiteria',
      customerPhone: '+2250500000002',
      status: 'CANCELLED',
    }),
    many((at) => ({ title: `Zangba Quiteria ${at}`, customerPhone: `+22505000${20_000 + at}` })),
  ],
  [
    'a name in Arabic, spelled otherwise',
    'فاطمه الزاوى',
    hitWith({
      id: 'exact',
      number: 43,
      title: 'فاطمة الزاوي',
      customerPhone: '+218910000003',
      status: 'CANCELLED',
    }),
    many((at) => ({ title: `فاطمة الزاوي ${at}`, customerPhone: `+21891${1_000_000 + at}` })),
  ],
]

describe('what the text names as a whole', () => {
  it.each(cases)('is first among the records seen: %s', (_, typed, exact, others) => {
    const [first] = indexOf([exact, ...others]).find(typed, anything)
    expect([first?.hit.id, first?.tier]).toEqual(['exact', 'exact'])
  })

  it.each(cases)(
    'is first in what the server has answered, however often others are opened: %s',
    (_, typed, exact, others) => {
      const recents = createRecents(memoryStorage(), 'u1')
      for (const hit of others) recents.use(`record:orders/${hit.id}`, hit)
      const isNumber = /^\d+$/.test(typed)
      const hits = [
        { ...exact, rank: isNumber ? 0 : 2 },
        ...others.slice(0, 19).map((hit) => ({ ...hit, rank: isNumber ? 6 : 2 })),
      ]
      const rows = rowsOf(typed, { recents, search: { query: typed, hits, failure: null } })
      const records = rows.filter(({ act }) => act.kind === 'open')
      expect(records[0]?.hit?.id).toBe('exact')
      expect(rows.slice(0, 2)).toContain(records[0])
    },
  )

  it.each(cases)(
    'is first before the server has answered, among those opened and seen: %s',
    (_, typed, exact, others) => {
      const recents = createRecents(memoryStorage(), 'u1')
      recents.use('record:orders/exact', exact)
      for (const hit of others.slice(0, 40)) recents.use(`record:orders/${hit.id}`, hit)
      const records = indexOf([exact, ...others])
      const rows = rowsOf(typed, {
        recents,
        records,
        search: { query: typed.slice(0, -1), hits: others, failure: null },
      })
      expect(rows.find(({ act }) => act.kind === 'open')?.hit?.id).toBe('exact')
    },
  )

  it('is found by number in any way of writing it, by e-mail and by code', () => {
    const exact = hitWith({ id: 'exact', number: 20_417, title: 'Rym', customerPhone: null })
    const person = hitWith({
      resource: 'users',
      id: 'person',
      title: 'Xaviera Nkunku',
      subtitle: 'x.nkunku@zangba.test · +216 29 000 222',
      customerPhone: null,
    })
    const plan = hitWith({
      resource: 'packages',
      id: 'plan',
      title: 'Zangba',
      subtitle: 'ZGB_7',
      customerPhone: null,
    })
    const index = indexOf([
      exact,
      person,
      plan,
      ...many((at) => ({ title: `X Nkunku Zangba ${at}`, number: 204_170 + at })),
    ])
    const idOf = (typed: string) => index.find(typed, anything)[0]?.hit.id
    for (const typed of ['20417', '20 417', '20.417', '#20417', 'n° 20417', '٢٠٤١٧'])
      expect(idOf(typed), typed).toBe('exact')
    expect(idOf('X.Nkunku@zangba.test')).toBe('person')
    expect(idOf('29 000 222')).toBe('person')
    expect(idOf('zgb 7')).toBe('plan')
  })

  it('is the customer of a whole telephone number, though another number holds its digits', () => {
    const own = hitWith({ id: 'own', customerPhone: '+21629471583', title: 'Rym Zarrouk' })
    const holder = hitWith({ id: 'holder', customerPhone: '+2250129471583', title: 'Awa Koné' })
    const search = { query: '29471583', hits: [own, holder], failure: null }
    expect(typedCustomer('29471583', search, 'ic')).toEqual({ phone: '+21629471583', name: 'Rym Zarrouk' })
  })

  it('is the first of three customers, though others wait for a call', () => {
    const hits = [
      ...many((at) => ({ title: `Wawazé ${at}`, customerPhone: `+22505000${10_000 + at}` }), 5),
      cases[1]![2],
    ]
    const [first] = customersIn(hits, ({ title }) => title === 'Wawazé')
    expect(first).toMatchObject({ name: 'Wawazé', phone: '+2250500000001' })
  })
})
