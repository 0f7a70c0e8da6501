import { describe, expect, test } from 'vitest'
import type { SearchHit } from '../../../../domain/changes/changes.ts'
import { createRecordIndex } from '../../../../src/palette/ranking/record-index.ts'
import { trimSections } from '../../../../src/palette/results/palette-item.ts'
import { readInput } from '../../../../src/palette/results/read-input.ts'
import { noReadings } from '../../../../src/palette/results/readings.ts'
import { typedSections } from '../../../../src/palette/results/typed-sections.ts'
import { consoleView } from './console-view.ts'
import { contextWith, hitWith } from './palette-context.ts'

const hits = [
  hitWith({ id: 'a', number: 501, title: 'Awa Koné', customerPhone: '+2250708091011' }),
  hitWith({ id: 'b', number: 502, title: 'Koné Mariam', customerPhone: '+2250155667788' }),
  hitWith({ id: 'c', number: 5_021, title: 'Konaté Issa', customerPhone: '+2250577889900' }),
]
const anything = () => true

const indexOf = (seen: readonly SearchHit[]) => {
  const index = createRecordIndex()
  index.see(() => seen)
  return index
}
const found = (text: string, seen = hits) =>
  indexOf(seen)
    .find(text, anything)
    .map(({ hit, tier }) => `${hit.id} ${tier}`)

describe('records seen in this session', () => {
  test.each([
    ['without accents, whole names first, of those the last seen', 'kone', ['b exact', 'a exact']],
    ['by the beginning of their title, then of any word', 'kon', ['c prefix', 'b prefix', 'a words']],
    ['by several words in any order', 'mar kone', ['b words']],
    ['by their number, then by its beginning', '502', ['b exact', 'c words']],
    ['by a phone as it is written', '07 08 09', ['a words']],
    ['by a phone as it is dialled from abroad', '+225 01 55', ['b words']],
    ['not by what none has', 'kone yao', []],
  ])('are found %s', (_, text, expected) => {
    expect(found(text)).toEqual(expected)
  })

  test('are the last ones seen, and empty after clearing', () => {
    const index = indexOf(hits)
    index.see(() => [hitWith({ id: 'a', number: 501, title: 'Awa Traoré' })])
    expect(index.find('awa kone', anything).filter(({ hit }) => hit.id === 'a')).toEqual([])
    expect(index.find('traore', anything)).toHaveLength(1)
    index.forget('orders', ['a'])
    expect(index.find('traore', anything)).toEqual([])
    index.forget('orders', null)
    expect(index.size()).toBe(0)
  })

  test('are bounded, with the least recently seen dropped', () => {
    const index = createRecordIndex(30, 10)
    index.see(() =>
      Array.from({ length: 100 }, (_, at) => hitWith({ id: `o${at}`, number: 1_000 + at, title: 'Awa' })),
    )
    expect(index.size()).toBe(30)
    expect(index.find('awa', anything)[0]?.hit.id).toBe('o99')
    expect(index.find('1000', anything)).toEqual([])
  })

  test('make no more rows where they are 100,000 than where they are 100', { tags: 'full' }, () => {
    const rowsAmong = (count: number) => {
      const seen = Array.from({ length: count }, (_, at) =>
        hitWith({ id: `o${at}`, number: 10_000 + at, title: `Koné ${at % 2 ? 'Mariam' : 'Awa'}` }),
      )
      const view = consoleView(contextWith(), { records: indexOf(seen) })
      return ['k', 'kone', 'kone mar'].map((text) => {
        const [found] = trimSections(typedSections(readInput(text), noReadings, view))
        return found?.items.length
      })
    }
    const few = rowsAmong(100)
    expect(few.at(-1)).toBe(50)
    expect(rowsAmong(100_000)).toEqual(few)
  })
})
