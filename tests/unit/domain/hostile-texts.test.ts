import { describe, expect, it } from 'vitest'
import { evaluateArithmetic, isUnmistakableSum } from '../../../domain/lib/arithmetic.ts'
import { type Filter, parseWhere } from '../../../domain/lib/filter.ts'
import { parseListQuery } from '../../../domain/lib/list-query.ts'
import { parseQuery, queryTerms, tokenAt } from '../../../domain/lib/query.ts'
import { readAmount, readDecimal } from '../../../domain/lib/typed/read-amount.ts'
import { readPhone } from '../../../domain/lib/typed/read-phone.ts'
import { importColumnOf } from '../../../domain/orders/import/import-columns.ts'
import { readRequest } from '../../../src/filter/sentence/read-request.ts'
import { readSentence } from '../../../src/filter/sentence/read-sentence.ts'
import { bestTimeOf, hostileLength, hostileTexts } from '../../support/patterns/hostile-texts.ts'

const filters: Record<string, Filter> = {
  total: { kind: 'range' },
  status: { kind: 'choice', values: ['PENDING'] },
  owner: { kind: 'reference', optional: true },
  flagged: { kind: 'flag' },
  settled: { kind: 'span' },
}
const definition = { filters, sorts: ['createdAt'] }
const context = { language: 'en', today: '2026-11-24', decimals: 0, labels: new Map() }
const options = { now: new Date(0), timeZone: 'UTC' }
const parameters = [...Object.keys(filters), 'keyword', 'from', 'to', 'ids', 'limit', 'skip', 'sort']

const readers: Record<string, (text: string) => unknown> = {
  ...Object.fromEntries(
    parameters.map((name) => [
      `list parameter ${name}`,
      (text: string) => parseListQuery(definition, { [name]: text }),
    ]),
  ),
  'a where of every filter': (text) =>
    parseWhere(filters, Object.fromEntries(Object.keys(filters).map((name) => [name, text]))),
  'filter box': (text) => parseQuery(filters, text, options),
  'filter box, one value': (text) => parseQuery(filters, `total:${text}`, options),
  'filter box, a day': (text) => parseQuery(filters, `created:${text}`, options),
  'terms of a query': queryTerms,
  'word at the cursor': (text) => tokenAt(text, text.length),
  sentence: (text) => readSentence(text, context),
  request: (text) => readRequest(text, context),
  amount: (text) => readAmount(text, 'ic'),
  number: (text) => readDecimal(text, 2),
  telephone: (text) => readPhone(text, 'ic'),
  sum: isUnmistakableSum,
  'result of a sum': (text) => evaluateArithmetic(text, 0),
  'column of a spreadsheet': importColumnOf,
}

/** Linear work on 200,000 characters takes a few milliseconds; backtracking over them took from 20 s on. */
const MAX_MS = 100

describe('200,000 hostile characters', () => {
  for (const [reader, read] of Object.entries(readers)) {
    it(`are read or refused at once as ${reader}`, () => {
      for (const [shape, text] of Object.entries(hostileTexts)) {
        const time = bestTimeOf(() => read(text), MAX_MS)
        expect(time, shape).toBeLessThan(MAX_MS)
      }
    })
  }

  it('are refused by name in every list parameter', () => {
    for (const name of parameters) {
      const read = parseListQuery(definition, { [name]: `${'1'.repeat(hostileLength)}x` })
      expect(read.ok ? [] : read.errors?.map(({ path }) => path), name).toEqual([name])
    }
  })
})
