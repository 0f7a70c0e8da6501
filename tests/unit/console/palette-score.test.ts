import { describe, expect, test } from 'vitest'
import { claimsOf, type TextWord } from '../../../src/palette/ranking/rank-some.ts'
import { scoreOf, weights } from '../../../src/palette/ranking/score.ts'
import { prepare } from '../../../src/palette/ranking/text-analysis.ts'
import { byMatch, lastIfNothing, type RankedItem } from '../../../src/palette/results/palette-item.ts'

describe('the score of a row', () => {
  // A word weighs 1, a number 2, an unknown word 0.6, a word that only looks 0.3.
  test.each([
    ['a whole text', 3, 3, 90],
    ['a number and its verb', 3, 3, 90],
    ['a number without its verb', 2, 3, 45],
    ['one word of two', 1, 2, 22.5],
    ['two words of three', 2, 3, 45],
    ['a word less sure than the other', 1.8, 2, 76.5],
    ['all but an unknown word', 3, 3.6, 67.5],
    ['all but a word that looks', 2, 2.3, 72.39],
    ['a third of the text', 1, 3, 0],
    ['no text', 0, 0, 0],
  ])('%s', (_, explained, all, score) => {
    expect(scoreOf(explained, all)).toBeCloseTo(score, 1)
  })
})

const wordsOf = (text: string): TextWord[] => text.split(' ').map((word) => ({ word, isFiller: false }))

describe('how surely a command is named', () => {
  const command = prepare('x', ['Mark returned'], ['call it off', 'came back'], {
    names: ['Als retourniert melden'],
    keywords: ['storno'],
  })
  const surenessOf = (text: string) => claimsOf(wordsOf(text), command)[0]?.quality ?? 0

  test.each([
    ['its whole name before a keyword', 'mark returned', 'came back'],
    ['a whole keyword before a part of one', 'came back', 'call'],
    ['a whole keyword before its first words', 'call it off', 'call it'],
    ['a word before the same with a slip', 'returned', 'returmed'],
    ['the language of the user before another', 'came back', 'storno'],
    ['a part of a name before nothing', 'mark', 'lamp'],
  ])('%s', (_, surer, less) => {
    expect(surenessOf(surer)).toBeGreaterThan(surenessOf(less))
  })
})

describe('the order of rows', () => {
  const row = (id: string, more: Partial<RankedItem>): RankedItem => ({
    item: { id, title: id, icon: 'search', act: { kind: 'type', text: id } },
    tier: 'words',
    kind: 'said',
    ...more,
  })
  const orderOf = (...rows: RankedItem[]) =>
    rows
      .map(lastIfNothing)
      .toSorted(byMatch)
      .map(({ item }) => item.id)
  const nothing = (id: string, more: Partial<RankedItem>) => {
    const made = row(id, more)
    return { ...made, item: { ...made.item, isNothing: true } }
  }

  test('by score, whatever the kind', () => {
    expect(orderOf(row('said', { score: 60 }), row('record', { kind: 'record', score: 70 }))).toEqual([
      'record',
      'said',
    ])
  })
  test('a filter that finds nothing after a row that explains little', () => {
    expect(orderOf(nothing('none', { score: 90 }), row('poor', { score: weights.poor }))).toEqual([
      'poor',
      'none',
    ])
  })
  test('a text read whole that finds nothing before guesses', () => {
    expect(orderOf(row('poor', { score: weights.poor }), nothing('none', { tier: 'exact' }))).toEqual([
      'none',
      'poor',
    ])
  })
  test('of equal scores by kind, then what can be run', () => {
    const refused = row('refused', { kind: 'command' })
    refused.item.refusal = 'ALREADY_THERE'
    expect(
      orderOf(row('elsewhere', { kind: 'elsewhere' }), refused, row('command', { kind: 'command' })),
    ).toEqual(['command', 'refused', 'elsewhere'])
  })
})
