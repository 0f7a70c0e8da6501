import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Role } from '../../../domain/access/permissions.ts'
import { isLanguageCode, type LanguageCode, languageCodes } from '../../../domain/core/languages.ts'
import type { PaletteItem } from '../../../src/palette/results/palette-item.ts'
import { casesOf } from '../../support/is-full.ts'
import { delivery } from './palette-queries/delivery.ts'
import { fr, mixed } from './palette-queries/fr.ts'
import { nameOf } from './palette-queries/judge.ts'
import { meanings } from './palette-queries/meanings.ts'
import { de, en, es, it, ru } from './palette-queries/other-languages.ts'
import { found } from './palette-queries/palette.ts'
import type { Query } from './palette-queries/query.ts'
import { now } from './palette-queries/records.ts'
import { seller } from './palette-queries/seller.ts'

const tables: Record<LanguageCode | 'mixed', readonly Query[]> = { fr, en, de, it, es, ru, mixed }

/** Query tables of the other roles. */
const ofRoles = { seller, delivery } as const

/** A table with the language that it is read in. */
const named = Object.entries(tables).map(([name, queries]): [string, LanguageCode, readonly Query[]] => [
  name,
  isLanguageCode(name) ? name : 'fr',
  queries,
])
const byRole = Object.entries(ofRoles).flatMap(([role, byLanguage]) =>
  languageCodes.map((language): [string, LanguageCode, readonly Query[]] => [
    `${language} of the ${role}`,
    language,
    byLanguage[language].map(([typed, expects, screen]) => [
      typed,
      expects,
      { ...screen, role: role as Role },
    ]),
  ]),
)

beforeAll(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

describe('what people ask the palette for', () => {
  test('is 426 texts: 46 in each language, twenty mixed, and at least ten of each other role in each language', () => {
    expect(Object.values(tables).map(({ length }) => length)).toEqual([46, 46, 46, 46, 46, 46, 20])
    const others = byRole.map(([, , { length }]) => length)
    expect(Math.min(...others)).toBeGreaterThanOrEqual(10)
    expect(others.reduce((sum, length) => sum + length)).toBe(130)
    for (const [, , table] of [...named, ...byRole]) {
      expect(new Set(table.map(([typed, , screen]) => JSON.stringify([typed, screen]))).size).toBe(
        table.length,
      )
    }
  })

  const drawn = casesOf([...named, ...byRole], ([, code]) => code === 'fr' || code === 'ru')
  test.each(drawn)('in %s: first in 95 of 100, among the first three always', (name, language, queries) => {
    const answers = queries.map((query) => {
      const items = found(language, query[0], query[2])
      return { query, items, place: items.findIndex((item) => nameOf(item) === query[1]) }
    })
    const misses = answers.filter(({ place }) => place !== 0)
    const inThree = answers.filter(({ place }) => place >= 0 && place < 3).length
    const table = `\n${queries.length - misses.length} first, ${inThree} in three\n${misses.map(reported).join('\n')}\n`
    if (process.env.PALETTE_QUERIES) process.stdout.write(`${name}:${table}`)
    expect(inThree, table).toBe(queries.length)
    expect(1 - misses.length / queries.length, table).toBeGreaterThanOrEqual(0.95)
  })

  test.each(languageCodes)('in %s: what was misread is read first as it is meant', (language) => {
    const read = meanings[language].map(([typed, , screen]) => [
      typed,
      nameOf(found(language, typed, screen)[0]),
      screen,
    ])
    expect(read).toEqual(meanings[language].map(([typed, expects, screen]) => [typed, expects, screen]))
  })

  test.each<[LanguageCode, Role, string, string]>([
    ['fr', 'seller', 'colis livrés cette semaine', 'show orders?shippingStatus:DELIVERED settled:this-week'],
    ['en', 'seller', 'parcels delivered this week', 'show orders?shippingStatus:DELIVERED settled:this-week'],
    [
      'it',
      'seller',
      'pacchi consegnati questa settimana',
      'show orders?shippingStatus:DELIVERED settled:this-week',
    ],
    ['ru', 'seller', 'посылки в пути', 'show orders?shippingStatus:OUT_FOR_DELIVERY'],
    ['fr', 'agent', 'commandes livrées cette semaine', 'show shippings?status:DELIVERED settled:this-week'],
    [
      'it',
      'agent',
      'ordini consegnati questa settimana',
      'show shippings?status:DELIVERED settled:this-week',
    ],
  ])(
    'in %s: the %s, who sees one of orders and parcels, means it by “%s”',
    (language, role, typed, expects) => {
      expect(nameOf(found(language, typed, { role })[0])).toBe(expects)
    },
  )

  test.each<[LanguageCode, Role, string]>([
    ['it', 'seller', 'ordini annullati ieri'],
    ['it', 'seller', 'collega shopify'],
    ['fr', 'admin', 'comandes anulees hier koumassi'],
  ])('in %s: of the %s’s “%s” only typed words are said to have no effect', (language, role, typed) => {
    const ignored = found(language, typed, { role }).flatMap(
      ({ detail = '' }) => /[«“]\s?([^»”]+?)\s?[»”]/u.exec(detail)?.[1]?.split(' ') ?? [],
    )
    expect(ignored.filter((word) => !typed.split(' ').includes(word))).toEqual([])
  })

  test('what cannot be left out is named, and no row selects it', () => {
    const items = found('fr', 'commandes en attente sauf Abidjan')
    expect(items.map(({ detail }) => detail)).toEqual(['en attente · non pris en compte : « sauf Abidjan »'])
  })

  test.each<[LanguageCode, string]>([
    ['fr', 'combien de commandes en attente'],
    ['fr', 'quelles commandes sont en attente'],
    ['en', 'how many orders are pending'],
    ['en', 'which orders are pending'],
    ['de', 'wie viele Bestellungen sind offen'],
    ['es', 'cuántos pedidos pendientes'],
    ['it', 'quanti ordini sono in attesa'],
    ['ru', 'сколько заказов в ожидании'],
  ])('in %s the question words of %j narrow nothing', (language, typed) => {
    expect(nameOf(found(language, typed)[0])).toBe('show orders?status:PENDING')
  })

  test.each<[LanguageCode, string, string]>([
    ['en', 'lassina kra orders', 'show orders?lassina kra'],
    ['fr', 'TVA sur 12000', '= 2160'],
    ['en', 'VAT on 12000', '= 2160'],
    ['de', 'MwSt auf 12000', '= 2160'],
    ['it', 'IVA su 12000', '= 2160'],
    ['es', 'IVA sobre 12000', '= 2160'],
    ['ru', 'НДС с 12000', '= 2160'],
    ['ru', 'заказы kouassi', 'orders #14950'],
    ['fr', 'issa tra', 'orders #14998'],
    ['ru', 'issa traor', 'orders #14998'],
    ['en', 'kouassi yeo', 'orders #14950'],
    ['de', 'lassina kra', 'customer: Lassina Kra'],
    ['fr', 'lassina kr', 'customer: Lassina Kra'],
    ['fr', 'client issa tra', 'customer: Issa Traoré'],
    ['en', 'orders yesterday', 'show orders?created:yesterday'],
    ['en', 'all their orders', 'customer.orders'],
    ['fr', 'commandes d’un client', 'customer.orders'],
    ['en', 'my deliveries', 'go.round'],
    ['de', 'Paket 50210', 'shippings #50210'],
    ['en', 'open invoices', 'go.invoices'],
    ['en', 'go to tunisia', 'console.country?country=tn'],
    ['de', 'auf Englisch umstellen', 'console.language?language=en'],
    ['fr', 'confirme toutes les commandes en attente', 'order.confirm @orders?status:PENDING'],
    ['fr', 'confirmées hier', 'show orders?status:CONFIRMED created:yesterday'],
    ['fr', 'quels sont les raccourcis', 'console.help'],
    ['en', 'what are the shortcuts', 'console.help'],
    ['it', 'quali sono le scorciatoie', 'console.help'],
    ['es', 'cuáles son los atajos', 'console.help'],
    ['fr', 'ventes de la semaine', 'dashboard.period?period=2026-11-16..2026-11-22'],
  ])('in %s %j leads to %s', (language, typed, expected) => {
    expect(nameOf(found(language, typed)[0])).toBe(expected)
  })

  test('a row that leaves words over is marked as a part', () => {
    const items = found('fr', 'confier au livreur ippclnjeq')
    const leaving = items.filter(({ detail }) => detail?.includes('non pris en compte'))
    expect(leaving.length).toBeGreaterThan(0)
    expect(items.filter(({ part }) => part)).toEqual(leaving)
  })

  test('a list that is known to be empty is never first', () => {
    const items = found('fr', 'expéditions en attente')
    expect(items.some(({ isNothing }) => isNothing)).toBe(true)
    expect(items[0]?.isNothing ?? false).toBe(false)
  })
})

const reported = ({
  query,
  items,
  place,
}: {
  query: Query
  items: readonly PaletteItem[]
  place: number
}): string =>
  `  ${query[0]}: ${query[1]} (${place < 0 ? 'not there' : `place ${place + 1}`}); got ${items.slice(0, 3).map(nameOf).join(' | ') || 'nothing'}`
