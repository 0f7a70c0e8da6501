import { describe, expect, test } from 'vitest'
import { evaluateArithmetic, isUnmistakableSum, understoodSum } from '../../../domain/lib/arithmetic.ts'

const result = (text: string, decimals = 0) => {
  const sum = evaluateArithmetic(text, decimals)
  return sum.kind === 'result' ? sum.value : sum.kind
}

describe('a sum', () => {
  test.each([
    ['12500*3', 37_500],
    ['2 + 3 * 4', 14],
    ['(2 + 3) * 4', 20],
    ['10 - 4 - 3', 3],
    ['100 / 8 / 2', 6.25],
    ['-5 + 3', -2],
    ['3 * -4', -12],
    ['--5', 5],
    ['2 × 3 ÷ 4 − 1', 0.5],
    ['3x4500', 13_500],
    ['0,1 + 0,2', 0.3],
    ['7', 7],
    [',5 * 2', 1],
  ])('%s is %s', (text, expected) => {
    expect(result(text)).toBe(expected)
  })

  test.each([
    ['37500 + 2%', 38_250],
    ['200 - 10 %', 180],
    ['(100 + 100) + 50%', 300],
    ['100 + 10% + 10%', 121],
    ['200 * 10%', 20],
    ['50%', 0.5],
  ])('%s takes the percentage of the number before it: %s', (text, expected) => {
    expect(result(text)).toBeCloseTo(Number(expected), 10)
  })

  test.each([
    ['15% of 180000', 27_000],
    ['15 % de 180 000', 27_000],
    ['15 pour cent de 200', 30],
    ['7,5 % d’200', 15],
    ['15 Prozent von 180000', 27_000],
    ['15 per cento di 180000', 27_000],
    ['15 por ciento de 180000', 27_000],
    ['15 процентов от 180000', 27_000],
    ['15% от 180000', 27_000],
    ['180000 - 15%', 153_000],
    ['180000 / 12', 15_000],
  ])('%s is a share in the words of a language: %s', (text, expected) => {
    expect(isUnmistakableSum(text)).toBe(true)
    expect(result(text)).toBeCloseTo(expected, 10)
  })

  test.each(['10-12', '3/11', '2026/11/21', '07 08 09 10 11', '50% off', 'prozent', '24-11-2026'])(
    '%s is none that need not say so',
    (text) => expect(isUnmistakableSum(text)).toBe(false),
  )

  test.each([
    ['12 500 * 2', 0, 25_000],
    ['12\u202f500 * 2', 2, 25_000],
    ['1 250,75 * 2', 2, 2501.5],
    ['12.500 * 2', 0, 25_000],
    ['12.500*2', 2, 25_000],
    ['12.500 * 2', 3, 25],
    ['12,500 * 2', 0, 25_000],
    ['12,500 * 2', 3, 25],
    ['0,500 * 2', 2, 1],
    ['0.500 * 2', 0, 1],
    ['1.250,75 * 2', 2, 2501.5],
    ['1,250.75 * 2', 0, 2501.5],
    ['1,234,567 + 1', 0, 1_234_568],
    ["12'500 * 2", 0, 25_000],
    ['١٢٬٥٠٠ × ٢', 0, 25_000],
    ['\u200b12.500\u200b × 2', 0, 25_000],
    ['1.125 % * 1000', 0, 11.25],
  ] as const)('%s is read as amounts of %i decimals are', (text, decimals, expected) => {
    expect(result(text, decimals)).toBeCloseTo(expected, 10)
  })

  test('is shown as it was read where that is not how it was typed', () => {
    const shown = (text: string, decimals: number) => understoodSum(text, decimals, String)
    expect(shown('12.500*2', 0)).toBe('12500 * 2')
    expect(shown('12.500*2', 3)).toBeNull()
    expect(shown('12 500*2', 0)).toBeNull()
    expect(shown('12,5*2', 0)).toBeNull()
    expect(shown('lot*2', 0)).toBeNull()
  })

  test.each(['1/0', '5 / (3 - 3)', '1 + 2/0', '0/0'])('%s has no result, and says why', (text) => {
    expect(result(text)).toBe('by-zero')
  })

  test.each([
    '',
    '12 +',
    '* 3',
    '(1 + 2',
    '1 + 2)',
    '12 50',
    '12.05.2026',
    'alert(1)',
    '2 ** 3',
    '1e5',
    '()',
    '%',
    `${'('.repeat(5000)}1${')'.repeat(5000)}`,
    `${'9'.repeat(400)} * 9`,
  ])('%j is none', (text) => {
    expect(result(text)).toBe('unreadable')
  })
})

describe('a sum of money', () => {
  test.each([
    ['15 000 F * 2', 0, 30_000],
    ['15.000 FCFA + 500 f cfa', 0, 15_500],
    ['12,5 DT × 2', 3, 25],
    ['€12,50 + 3 €', 2, 15.5],
    ['20 دينار / 4', 3, 5],
    ['F + 2', 0, 'unreadable'],
    ['2 * F', 0, 'unreadable'],
    ['15x * 2', 0, 'unreadable'],
    ['3x4500 F', 0, 13_500],
  ])('%s, of %i decimals, is %s', (text, decimals, expected) => {
    expect(result(text, decimals)).toBe(expected)
  })
})

describe('a sum without its sign', () => {
  test.each([
    '3*4500',
    '12500 × 3 + 2%',
    '1500+250',
    '(2+3)*4',
    '10 x 250',
    '45 000 / 4',
    '45.000/4',
    '100000/8',
  ])('%s is unmistakable', (text) => {
    expect(isUnmistakableSum(text)).toBe(true)
  })

  test.each([
    '10423',
    '07 08 09 10 11',
    '+225 07 08 09 10 11',
    '07-08-09-10-11',
    '24/12/2026',
    '-5',
    '3*',
    'lot 3*4',
    '#3*4',
  ])('%s may be something else', (text) => {
    expect(isUnmistakableSum(text)).toBe(false)
  })
})
