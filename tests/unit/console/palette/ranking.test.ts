import { describe, expect, test } from 'vitest'
import { type LanguageCode, languageCodes } from '../../../../domain/core/languages.ts'
import { isResourceName, resourceNames } from '../../../../domain/resources.ts'
import { readTexts } from '../../../../scripts/lib/read-texts.mjs'
import { rank } from '../../../../src/palette/ranking/rank.ts'
import { type Prepared, prepare } from '../../../../src/palette/ranking/text-analysis.ts'
import type { PaletteItem } from '../../../../src/palette/results/palette-item.ts'
import { casesOf } from '../../../support/is-full.ts'
import { de } from '../../../support/ranking/de.ts'
import { en } from '../../../support/ranking/en.ts'
import { es } from '../../../support/ranking/es.ts'
import { fr } from '../../../support/ranking/fr.ts'
import { it } from '../../../support/ranking/it.ts'
import { found, type QueryRow } from '../../../support/ranking/ranking-view.ts'
import { searchEntries } from '../../../support/ranking/records.ts'
import { ru } from '../../../support/ranking/ru.ts'

const tables: Record<LanguageCode, readonly QueryRow[]> = { fr, en, de, it, es, ru }

describe('what is typed finds what is meant', () => {
  test('over at least two hundred records of every list', () => {
    expect(searchEntries.length).toBeGreaterThanOrEqual(200)
    expect(new Set(searchEntries.map(({ resource }) => resource)).size).toBe(9)
  })

  const drawn = casesOf(languageCodes, (code) => code === 'ru')
  test.each(drawn)('in %s: first in 95 of 100, among the first three always', (language) => {
    const rows = tables[language]
    expect(rows.length).toBeGreaterThanOrEqual(24)
    expect(new Set(rows.map(({ query, from }) => JSON.stringify([query, from]))).size).toBe(rows.length)
    const answers = rows.map((row) => ({ row, items: found(language, row.query, row.from) }))
    const misses = answers.filter(({ row, items }) => placeOf(row, items) !== 0)
    const far = misses.filter(({ row, items }) => !(placeOf(row, items) < 3))
    const table = `\n${misses.map(reported).join('\n')}\n`
    expect(
      far.map(({ row }) => row.query),
      table,
    ).toEqual([])
    expect(1 - misses.length / rows.length, table).toBeGreaterThanOrEqual(0.95)
  })

  test('can be missed', () => {
    const row = { query: 'confirmer', expects: 'order.cancel' }
    expect(placeOf(row, found('fr', row.query))).toBe(Number.POSITIVE_INFINITY)
  })
})

type Answer = { row: QueryRow; items: readonly PaletteItem[] }

/** Index of the expected row; infinite if absent. */
const placeOf = ({ expects }: QueryRow, items: readonly PaletteItem[]): number => {
  const place = items.findIndex((item) => nameOf(item) === expects)
  return place < 0 ? Number.POSITIVE_INFINITY : place
}

/** A row in the notation of the tables. */
const nameOf = ({ id, title, act }: PaletteItem): string => {
  if (act.kind === 'open') return `${act.hit.resource}: ${title}`
  const record = act.kind === 'invoke' ? act.invocation.record : null
  const command = id.replace('command:', '').replace(/#.*/, '')
  return record === null ? command : `${command} #${numberOf(record.id)}`
}

const numberOf = (id: string): number | undefined =>
  searchEntries.find(({ recordId }) => recordId === id)?.number

const reported = ({ row, items }: Answer): string => {
  const { query, expects, from } = row
  const place = placeOf(row, items)
  const at = Number.isFinite(place) ? `place ${place + 1}` : 'not there'
  const where = from ? ` ${JSON.stringify(from)}` : ''
  return `${query}${where}: ${expects} (${at}); got ${items.slice(0, 4).map(nameOf).join(' | ') || 'nothing'}`
}

type Words = { label?: string; keywords?: string } & { [name: string]: Words | string | undefined }

const candidates = commandsOf(['fr', 'en'])

const first = (query: string) => rank(query, candidates)[0]?.id

describe('ranking, in French', () => {
  test.each([
    ['confirmer', 'order.confirm'],
    ['conf', 'order.confirm'],
    ['valider', 'order.confirm'],
    ['annuler', 'order.cancel'],
    ['ANNULER', 'order.cancel'],
    ['injoignable', 'order.not-reachable'],
    ['ne repond pas', 'order.not-reachable'],
    ['rouvrir', 'order.reopen'],
    ['statut', 'order.status'],
    ['changer statut', 'order.status'],
    ['statut changer', 'order.status'],
    ['cls', 'order.status'],
    ['importer', 'order.import'],
    ['téléverser', 'order.import'],
    ['televerser', 'order.import'],
    ['nouvelle commande', 'order.create'],
    ['nouveau produit', 'product.create'],
    ['nc', 'order.create'],
    ['aac', 'go.orders'],
    ['aller livraisons', 'go.shippings'],
    ['expédier', 'shipping.dispatch'],
    ['colis', 'go.shippings'],
    ['tournee', 'go.round'],
    ['langue', 'console.language'],
    ['côte d’ivoire', 'console.country'],
    ['nuit', 'console.theme'],
    ['deconnexion', 'session.sign-out'],
    ['quitter', 'session.sign-out'],
    ['tout selectionner', 'list.select-all'],
    ['confrimer', 'order.confirm'],
    ['ocnfirmer', 'order.confirm'],
    ['importr', 'order.import'],
    ['utilisateur nouvel', 'user.create'],
  ])('%s finds %s', (query, id) => {
    expect(first(query)).toBe(id)
  })
})

describe('ranking, in English', () => {
  test.each([
    ['confirm', 'order.confirm'],
    ['approve', 'order.confirm'],
    ['cancel', 'order.cancel'],
    ['canc', 'order.cancel'],
    ['cnacel', 'order.cancel'],
    ['not reachable', 'order.not-reachable'],
    ['mnr', 'order.not-reachable'],
    ['no answer', 'order.not-reachable'],
    ['reopen', 'order.reopen'],
    ['status', 'order.status'],
    ['set status', 'order.status'],
    ['import', 'order.import'],
    ['excel', 'order.export'],
    ['new order', 'order.create'],
    ['new product', 'product.create'],
    ['new user', 'user.create'],
    ['go orders', 'go.orders'],
    ['gtp', 'go.products'],
    ['parcels', 'go.shippings'],
    ['team', 'go.users'],
    ['country', 'console.country'],
    ['language', 'console.language'],
    ['dark mode', 'console.theme'],
    ['log out', 'session.sign-out'],
    ['logout', 'session.sign-out'],
    ['select all', 'list.select-all'],
    ['refresh', 'list.refresh'],
    ['help', 'console.help'],
    ['cofirm', 'order.confirm'],
    ['lnaguage', 'console.language'],
    ['undo', 'console.undo'],
  ])('%s finds %s', (query, id) => {
    expect(first(query)).toBe(id)
  })
})

describe('ranking', () => {
  test('a better tier comes first, however often the other is used', () => {
    const two = [prepare('seldom', ['Copier'], []), prepare('often', ['Copier le lien'], [])]
    const often = (id: string) => (id === 'often' ? 100 : 0)
    expect(rank('copier', two, { frecency: often })).toMatchObject([
      { id: 'seldom', tier: 'exact' },
      { id: 'often', tier: 'prefix' },
    ])
  })

  test('inside a tier what is used more comes first', () => {
    const two = [prepare('seldom', ['Copier le nom'], []), prepare('often', ['Copier le lien'], [])]
    const often = (id: string) => (id === 'often' ? 1 : 0)
    expect(rank('cop', two, { frecency: often }).map(({ id }) => id)).toEqual(['often', 'seldom'])
  })

  test.each([
    ['Copier', 'exact'],
    ['cop', 'prefix'],
    ['cll', 'initials'],
    ['lien copier', 'words'],
    ['opie', 'fuzzy'],
    ['copeir', 'fuzzy'],
  ])('%s matches by %s', (query, tier) => {
    const label = query === 'Copier' ? 'copier' : 'Copier le lien'
    expect(rank(query, [prepare('x', [label], [])])).toEqual([{ id: 'x', tier, isOwn: true, isName: true }])
  })

  test('ligatures and other letters fold', () => {
    const two = [prepare('heart', ['Cœur'], []), prepare('order', ['Заказ'], ['приём'])]
    expect(rank('coeur', two)[0]?.id).toBe('heart')
    expect(rank('прием', two)[0]?.id).toBe('order')
  })

  test.each([
    ['qnnuler', 'cancel'],
    ['pfrfp', 'order'],
    ['сщташкь', 'confirm'],
    [',qrk', 'mark'],
  ])('%s, typed on the wrong layout, is still found', (query, id) => {
    const all = [
      prepare('cancel', ['Annuler'], []),
      prepare('order', ['Заказ'], []),
      prepare('confirm', ['Confirm'], []),
      prepare('mark', ['Mark'], []),
    ]
    expect(rank(query, all)[0]?.id).toBe(id)
  })

  test('what matches as typed is never outdone by another layout', () => {
    const two = [prepare('typed', ['Qnn'], []), prepare('rescued', ['Ann'], [])]
    expect(rank('qnn', two).map(({ id }) => id)).toEqual(['typed'])
  })

  test('two slips, a wrong first letter and four letters with a slip find nothing', () => {
    const one = [prepare('x', ['Confirmer'], [])]
    expect(rank('cnfrmer', one)).toEqual([])
    expect(rank('bonfirmer', one)).toEqual([])
    expect(rank('cxnf', one)).toEqual([])
  })
})

function commandsOf(languages: readonly string[]): Prepared[] {
  const texts = languages.map((language) => {
    const { commands, keywords } = readTexts(language)
    return { words: commands as Words, keywords: keywords as Words }
  })
  const found = new Map<string, { names: string[]; keywords: string[] }>()
  // Triage's commands have the same names, on its screen only.
  for (const { words } of texts) delete words.triage
  const read = (words: Words, keywords: Words | string | undefined, path: string) => {
    if (typeof words.label === 'string') {
      const entry = found.get(path) ?? { names: [], keywords: [] }
      entry.names.push(words.label)
      entry.keywords.push(...(typeof keywords === 'string' ? keywords : '').split(','))
      found.set(path, entry)
    }
    for (const [name, inner] of Object.entries(words)) {
      const own = typeof keywords === 'object' ? keywords[name] : undefined
      if (typeof inner === 'object') read(inner, own, path === '' ? name : `${path}.${name}`)
    }
  }
  for (const { words, keywords } of texts) read(words, keywords, '')
  // Ties keep the given order: orders, then lists, then other screens.
  const place = (id: string) => {
    const [noun, name = ''] = id.split('.')
    if (noun === 'order') return -1
    if (noun !== 'go') return resourceNames.length + 1
    return isResourceName(name) ? resourceNames.indexOf(name) : resourceNames.length
  }
  return [...found]
    .toSorted(([a], [b]) => place(a) - place(b))
    .map(([id, { names, keywords }]) => prepare(id, names, keywords))
}
