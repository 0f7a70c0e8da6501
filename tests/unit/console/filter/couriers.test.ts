import { expect, test } from 'vitest'
import { resources } from '../../../../domain/resources.ts'
import type { References } from '../../../../src/filter/references.ts'
import {
  labelsOf,
  parseSentence,
  sentenceToQuery,
  withCouriers,
} from '../../../../src/filter/sentence-to-query.ts'
import { filterWords } from '../../../../src/filter/vocabulary.ts'
import { speaking } from './all-texts.ts'

const bintou = { value: '01890000-0000-7000-8000-00000000000c', label: 'Bintou Djè' }
const references = {
  has: () => true,
  find: () => ({ options: [bintou], phase: 'ready' }),
} as unknown as References

test('a courier’s whole name beside a status is the courier, another name is searched', () => {
  const i18n = speaking('de')
  const { filters } = resources.shippings.list
  const words = filterWords(i18n, 'shippings', filters, () => new Map())
  const labels = labelsOf([{ filters, words }])
  const read = (text: string) => {
    const sentence = parseSentence(text, { language: 'de', country: 'ic', labels })!
    return sentenceToQuery(withCouriers(sentence, filters, references), filters, words, references)?.query
  }
  expect(read('auf tour bintou dje')).toBe(`status:OUT_FOR_DELIVERY deliveryGuy:${bintou.value}`)
  expect(read('bintou djè auf tour')).toBe(`deliveryGuy:${bintou.value} status:OUT_FOR_DELIVERY`)
  expect(read('auf tour bintou kone')).toBe('status:OUT_FOR_DELIVERY bintou kone')
})
