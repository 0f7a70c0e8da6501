import { describe, expect, test } from 'vitest'
import { isResourceName, resourceNames } from '../../../../domain/resources.ts'
import { readTexts } from '../../../../scripts/lib/read-texts.mjs'
import { rank } from '../../../../src/palette/ranking/rank.ts'
import { type Prepared, prepare } from '../../../../src/palette/ranking/text-analysis.ts'

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
    ['tournee', 'go.deliveries'],
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
    ['excel', 'order.import'],
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
  const texts = languages.map((language) => readTexts(language).commands as Words)
  const found = new Map<string, { names: string[]; keywords: string[] }>()
  // Triage's commands have the same names, on its screen only.
  for (const words of texts) delete words.triage
  const read = (words: Words, path: string) => {
    if (typeof words.label === 'string') {
      const entry = found.get(path) ?? { names: [], keywords: [] }
      entry.names.push(words.label)
      entry.keywords.push(...(words.keywords ?? '').split(','))
      found.set(path, entry)
    }
    for (const [name, inner] of Object.entries(words)) {
      if (typeof inner === 'object') read(inner, path === '' ? name : `${path}.${name}`)
    }
  }
  for (const words of texts) read(words, '')
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
