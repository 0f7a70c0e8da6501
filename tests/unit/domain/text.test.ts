import { describe, expect, it } from 'vitest'
import { fold, foldedWords } from '../../../domain/lib/fold.ts'
import { isOneTypoFrom } from '../../../domain/lib/typo.ts'

describe('folding', () => {
  it.each([
    ['Cœur d’Abidjan', 'coeur d abidjan'],
    ["COEUR D'ABIDJAN", 'coeur d abidjan'],
    ['Koné', 'kone'],
    ['Kone\u0301', 'kone'],
    ['Straße Łódź Øre', 'strasse lodz ore'],
    ['İstanbul ışık', 'istanbul isik'],
    ['Ёлка Йод', 'елка иод'],
    ['ﬁn ½ ²', 'fin 1 2 2'],
    ['  rue   12, lot/7 ', 'rue 12 lot 7'],
    ['100 % _ \\ \' "', '100'],
    ['', ''],
  ])('makes %j %j', (text, folded) => {
    expect(fold(text)).toBe(folded)
    expect(fold(folded)).toBe(folded)
  })

  it('gives words, and none of nothing', () => {
    expect(foldedWords('N’Guessan Awa')).toEqual(['n', 'guessan', 'awa'])
    expect(foldedWords(' … ')).toEqual([])
  })
})

describe('a typo', () => {
  it.each([
    ['kouasi', 'kouassi', 'missing'],
    ['kouasssi', 'kouassi', 'too many'],
    ['kouazsi', 'kouassi', 'wrong'],
    ['kouaissi', 'kouassi', 'put in'],
    ['okuassi', 'kouassi', 'swapped at the start'],
    ['kouasis', 'kouassi', 'swapped at the end'],
    ['tarore', 'traore', 'swapped'],
    ['beatir', 'beatrice', 'swapped in a beginning'],
    ['xouassi', 'kouassi', 'wrong at the start'],
    ['kouass', 'kouassi', 'the last one missing'],
  ])('%s is one from %s: a letter %s', (typed, word) => {
    expect(isOneTypoFrom(typed, word)).toBe(true)
  })

  it.each([
    ['kouamme', 'kouassi'],
    ['ssiouak', 'kouassi'],
    ['abcde', 'abxye'],
    ['kouassi', 'kou'],
  ])('%s is not one from %s', (typed, word) => {
    expect(isOneTypoFrom(typed, word)).toBe(false)
  })
})
