import { describe, expect, test } from 'vitest'
import { rank } from '../../../../src/palette/ranking/rank.ts'
import {
  otherLayouts,
  prepare,
  stemOf,
  unshiftedDigits,
} from '../../../../src/palette/ranking/text-analysis.ts'
import { readInput } from '../../../../src/palette/results/read-input.ts'

describe('a word and its other forms', () => {
  test.each([
    ['commandes', 'commande'],
    ['livrees', 'livrer'],
    ['deliveries', 'delivery'],
    ['bestellungen', 'bestellung'],
    ['importieren', 'importer'],
    ['ordini', 'ordine'],
    ['pedidos', 'pedido'],
    ['заказам', 'заказы'],
    ['заказов', 'заказ'],
    ['доставку', 'доставки'],
    ['посылками', 'посылка'],
  ])('%s and %s are one word', (one, other) => {
    expect(stemOf(one)).toBe(stemOf(other))
  })

  test.each([
    ['livreur', 'livrer'],
    ['commande', 'commentaire'],
    ['order', 'orders to'],
    ['роль', 'рост'],
  ])('%s and %s are two', (one, other) => {
    expect(stemOf(one)).not.toBe(stemOf(other))
  })

  test('the last part of a compound is a word of it, a piece from its middle is not', () => {
    const one = [prepare('x', ['Warensendungen'], [])]
    expect(rank('sendung', one)).toMatchObject([{ tier: 'words' }])
    expect(rank('rensend', one)).toMatchObject([{ tier: 'fuzzy' }])
  })
})

describe('typed on another layout than was meant', () => {
  test.each([
    ['qnnuler', 'annuler', 'AZERTY on QWERTY'],
    ['cqncel', 'cancel', 'QWERTY on AZERTY'],
    ['yusteller', 'zusteller', 'QWERTZ on QWERTY'],
    ['l;schen', 'löschen', 'QWERTZ on QWERTY, an umlaut'],
    ['historz', 'history', 'QWERTY on QWERTZ'],
    ['zusteller', 'yusteller', 'QWERTY on QWERTZ'],
    ['qbrechnen', 'abrechnen', 'AZERTY on QWERTZ'],
    ['pfrfp', 'заказ', 'Russian on QWERTY'],
    ['щквукы', 'orders', 'QWERTY on Russian'],
    ['сщььфтвуы', 'commandes', 'AZERTY on Russian'],
    ['иуыеуддгтпут', 'bestellungen', 'QWERTZ on Russian'],
  ])('%s is read as %s (%s)', (typed, meant) => {
    expect(otherLayouts(typed)).toContain(meant)
  })

  test.each([
    ['&à\'é"', '10423'],
    ['éé', '22'],
    ['çç', '99'],
    ["'", null],
    ['--', null],
    ['("', null],
    ['à rappeler', null],
    ['été', null],
  ])('%j without Shift on AZERTY is %s', (typed, digits) => {
    expect(unshiftedDigits(typed)).toBe(digits)
  })

  test('digits, and what falls to pieces, are nothing on another layout', () => {
    const one = [prepare('x', ['À é'], []), prepare('y', ['le'], [])]
    expect(rank('10423', one)).toEqual([])
    expect(rank('l,e', one).map(({ id }) => id)).toEqual([])
  })

  test('what is typed right is not outdone by what it would be elsewhere', () => {
    const two = [prepare('slip', ['Zustellung'], []), prepare('rescued', ['Yacht'], [])]
    expect(rank('zacht', two).map(({ id }) => id)).toEqual(['rescued'])
    expect(rank('zustellugn', two).map(({ id, tier }) => [id, tier])).toEqual([['slip', 'fuzzy']])
  })
})

describe('a number as it is written', () => {
  test.each(['#12', 'n° 12', 'N°12', 'no 12', 'Nr. 12', '№ 12', 'nº 12'])('%s is number 12', (typed) => {
    expect(readInput(typed)).toEqual({ mode: 'number', text: '12' })
  })

  test.each(['nr', 'no', 'n° douze', 'numéro 12'])('%s is a text', (typed) => {
    expect(readInput(typed)).toEqual({ mode: 'all', text: typed })
  })
})

describe('words of several languages', () => {
  const own = prepare('own', ['Abonnements'], [])
  const foreign = prepare('foreign', ['Tarif'], [], { names: ['Plan'], keywords: ['abo'] })

  test('the user’s language comes first, a short foreign word never before a prefix match', () => {
    expect(rank('abo', [foreign, own]).map(({ id, isOwn }) => [id, isOwn])).toEqual([
      ['own', true],
      ['foreign', false],
    ])
  })

  test('a foreign name that is typed in full ranks like any other', () => {
    const begun = prepare('begun', ['Planifier'], [])
    expect(rank('plan', [begun, foreign]).map(({ id, tier }) => [id, tier])).toEqual([
      ['foreign', 'exact'],
      ['begun', 'prefix'],
    ])
  })

  test('of two names the more complete one comes first', () => {
    const two = [prepare('long', ['Commandes d’un client'], []), prepare('whole', ['Commandes'], [])]
    expect(rank('commande', two).map(({ id }) => id)).toEqual(['whole', 'long'])
  })
})
