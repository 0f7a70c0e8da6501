import { describe, expect, it } from 'vitest'
import { isUnmistakableSum } from '../../domain/lib/arithmetic.ts'
import { type Filter, parseWhere } from '../../domain/lib/filter.ts'
import { parseListQuery } from '../../domain/lib/list-query.ts'
import { parseAmount, parseDecimal } from '../../domain/lib/money.ts'
import { parsePhone } from '../../domain/lib/phone.ts'
import { parseQuery, queryTerms, tokenAt } from '../../domain/lib/query.ts'
import { columnOf } from '../../domain/orders/import/header-aliases.ts'
import { readSentence } from '../../src/filter/sentence/read-sentence.ts'

const size = 200_000
const hostile: Record<string, string> = {
  'digits, then a letter': `${'1'.repeat(size)}x`,
  spaces: `${' '.repeat(size)}x`,
  'points between digits': `${'1.'.repeat(size / 2)}x`,
  commas: ','.repeat(size),
  'thousands without an end': `${'1 000'.repeat(size / 5)}x`,
  'quotes within words': 'a"'.repeat(size / 2),
  'an open quote, then words': `"${'a '.repeat(size / 2)}`,
  dashes: `${'-'.repeat(size)}:x`,
  brackets: '('.repeat(size),
  'filters that do not exist': 'x:1 '.repeat(size / 4),
  'lone surrogates': '\ud800'.repeat(size),
  'the letter f and spaces': `f${' '.repeat(size)}`,
  colons: ':'.repeat(size),
}

const filters: Record<string, Filter> = {
  total: { kind: 'range' },
  status: { kind: 'choice', values: ['PENDING'] },
  owner: { kind: 'reference', optional: true },
  flagged: { kind: 'flag' },
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
  amount: (text) => parseAmount(text, 'ic'),
  number: (text) => parseDecimal(text, 2),
  telephone: (text) => parsePhone(text, 'ic'),
  sum: isUnmistakableSum,
  'column of a spreadsheet': columnOf,
}

/** Linear work on 200,000 characters takes a few milliseconds; backtracking over them took from 20 s on. */
const mostMilliseconds = 100

describe('200,000 hostile characters', () => {
  for (const [reader, read] of Object.entries(readers)) {
    it(`are read or refused at once as ${reader}`, () => {
      for (const [shape, text] of Object.entries(hostile)) {
        // The best of three: the engine compiles and cleans up in one of them.
        const best = Math.min(...[1, 2, 3].map(() => timeOf(() => read(text))))
        expect(best, shape).toBeLessThan(mostMilliseconds)
      }
    })
  }

  it('are refused by name in every list parameter', () => {
    for (const name of parameters) {
      const read = parseListQuery(definition, { [name]: `${'1'.repeat(size)}x` })
      expect(read.ok ? [] : read.errors?.map(({ path }) => path), name).toEqual([name])
    }
  })
})

/** Milliseconds of the processor's: what else a busy machine does meanwhile is not in them. */
const timeOf = (work: () => unknown): number => {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}
