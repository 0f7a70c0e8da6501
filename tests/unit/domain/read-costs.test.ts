import { describe, expect, it } from 'vitest'
import { type CostContext, readCosts } from '../../../domain/advertising/read-costs.ts'
import { findProduct, indexProducts } from '../../../domain/orders/import/find-product.ts'

const names = ['Montre', 'Lampe solaire', 'Robe 2', 'Robe', 'Double', 'Double']
const index = indexProducts(
  names.map((name, at) => ({
    id: `p${at + 1}`,
    number: 101 + at,
    name,
    price: 0,
    owner: 'awa',
    available: 0,
  })),
)

const context: CostContext = {
  country: 'ic',
  language: 'fr',
  today: '2026-11-27',
  findProduct: (text) => findProduct(index, text),
}

const read = (text: string, more: Partial<CostContext> = {}) => readCosts(text, { ...context, ...more })
const brief = (text: string, more: Partial<CostContext> = {}) =>
  read(text, more).costs.map(({ line, product, day, amount, channel, problem }) =>
    problem === null
      ? [line, day, product?.name, amount, ...(channel === null ? [] : [channel])]
      : [line, problem.column, problem.code],
  )

describe('rows of costs', () => {
  it('are day, product, amount and channel in any order', () => {
    const expected = [
      [1, '2026-11-24', 'Montre', 20_000, 'Facebook'],
      [2, '2026-11-25', 'Lampe solaire', 5_000, 'TikTok'],
    ]
    expect(brief('24/11/2026\tMontre\t20 000\tFacebook\n25/11/2026\t#102\t5000\tTikTok')).toEqual(expected)
    expect(brief('Montre;20 000 F;24/11/2026;Facebook\nLampe solaire;5k;25.11.26;TikTok')).toEqual(expected)
  })

  it('may have headings in six languages, and columns that mean nothing', () => {
    const { ignored, costs } = read('Campagne\tProduit\tDépense\tJour\nNoël\tmontre\t1500\t2026-11-01')
    expect(ignored).toEqual(['Campagne'])
    expect(costs).toMatchObject([{ line: 2, day: '2026-11-01', amount: 1_500, product: { name: 'Montre' } }])
    expect(brief('дата\tтовар\tсумма\n01.11.2026\tМонтре\t5', { language: 'ru' })).toEqual([
      [2, 'product', 'PRODUCT_NOT_FOUND'],
    ])
  })

  it('may be words: a product with a number keeps it', () => {
    expect(brief('hier Montre 20 000\n24 nov. Lampe solaire 3500\n24/11 Robe 2 500')).toEqual([
      [1, '2026-11-26', 'Montre', 20_000],
      [2, '2026-11-24', 'Lampe solaire', 3_500],
      [3, '2026-11-24', 'Robe', 2_500],
    ])
    expect(brief('24/11 Robe 2 7')).toEqual([[1, '2026-11-24', 'Robe 2', 7]])
  })

  it('without a year are of the last such day', () => {
    expect(brief('24/12\tMontre\t1\n27/11\tMontre\t1')).toEqual([
      [1, '2025-12-24', 'Montre', 1],
      [2, '2026-11-27', 'Montre', 1],
    ])
    expect(brief('12/24/2025\tMontre\t1', { language: 'en' })).toEqual([[1, 'day', 'NOT_A_DATE']])
  })

  it('name each problem by line and column', () => {
    expect(
      brief(
        '2026-11-01\tMontre\t12,5\n2026-11-28\tMontre\t1\nMars\tMontre\t2\n2026-11-01\tChaise\t3\n2026-11-01\tDouble\t4\n2026-11-01\tMontre\tbeaucoup\n2026-11-01\tMontre\t-5\n2026-11-01\tMontre\t',
      ),
    ).toEqual([
      [1, 'amount', 'TOO_MANY_DECIMALS'],
      [2, 'day', 'IN_THE_FUTURE'],
      [3, 'day', 'NOT_A_DATE'],
      [4, 'product', 'PRODUCT_NOT_FOUND'],
      [5, 'product', 'PRODUCT_AMBIGUOUS'],
      [6, 'amount', 'NOT_A_NUMBER'],
      [7, 'amount', 'TOO_SMALL'],
      [8, 'amount', 'REQUIRED'],
    ])
  })

  it('of one product, day and channel are added up', () => {
    expect(brief('24/11\tMontre\t1000\tFB\n24/11\tMontre\t500\tfb\n24/11\tMontre\t7')).toEqual([
      [1, '2026-11-24', 'Montre', 1_500, 'FB'],
      [3, '2026-11-24', 'Montre', 7],
    ])
  })
})

describe('a grid of costs', () => {
  const expected = [
    [2, '2026-11-24', 'Montre', 1_000],
    [2, '2026-11-24', 'Robe', 200],
    [3, '2026-11-25', 'Montre', 3_000],
  ]

  it('has days down and products across, without totals and empty cells', () => {
    const text =
      '\tMontre\tRobe\tTotal\n24/11/2026\t1000\t200\t1200\n25/11/2026\t3000\t-\t3000\nTotal\t4000\t200\t4200'
    expect(brief(text)).toEqual(expected)
    expect(read(text)).toMatchObject({ layout: 'grid', ignored: ['Total'] })
    expect(brief(text.replace(/^/, 'Jour'))).toEqual(expected)
  })

  it('has products down and days across', () => {
    expect(brief('Produit\t24/11/2026\t25/11/2026\nMontre\t1000\t3000\nRobe\t200\t')).toEqual([
      [2, '2026-11-24', 'Montre', 1_000],
      [2, '2026-11-25', 'Montre', 3_000],
      [3, '2026-11-24', 'Robe', 200],
    ])
  })

  it('names a product that is not there', () => {
    expect(brief('Jour\tMontre\tChaise\n24/11/2026\t1\t2')).toEqual([
      [2, '2026-11-24', 'Montre', 1],
      [2, 'product', 'PRODUCT_NOT_FOUND'],
    ])
  })
})

it('nothing is read of a blank text', () => {
  expect(read(' \n\t\n')).toEqual({ layout: null, ignored: [], costs: [] })
})

it('a sentence names product, day and amount in any order, behind joining words', () => {
  const cost = [1, '2026-11-26', 'Montre', 20_000]
  expect(brief('of Montre yesterday 20000')).toEqual([cost])
  expect(brief('de la Montre hier 20 000')).toEqual([cost])
  expect(brief('20 000 für Montre gestern')).toEqual([cost])
  expect(brief('Монтре вчера 20000')).toEqual([[1, 'product', 'PRODUCT_NOT_FOUND']])
  expect(brief('Robe 2 24/11 20 000')).toEqual([[1, '2026-11-24', 'Robe 2', 20_000]])
})

it('a sentence without a day is of today', () => {
  expect(brief('Montre 20 000')).toEqual([[1, '2026-11-27', 'Montre', 20_000]])
  expect(brief('#102 5k')).toEqual([[1, '2026-11-27', 'Lampe solaire', 5_000]])
  expect(brief('#102 500 gestern')).toEqual([[1, '2026-11-26', 'Lampe solaire', 500]])
  expect(brief('Chaise 5')).toMatchObject([[1, 'day', 'NOT_A_DATE']])
})
