import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import { orders } from '../../../../domain/orders/order.ts'
import { limitWords } from '../../../../src/form/limit-words.ts'

const t = ((key: string, { count }: { count: number }) => `${key} ${count}`) as unknown as TFunction
const share = { kind: 'number', min: 0, max: 1, decimals: 6 } as const

describe('the words of a bound', () => {
  it.each([
    ['TOO_LONG', orders.fields.customerName, 'x'.repeat(500), orders.fields.customerName.max],
    ['TOO_SMALL', orders.fields.quantity, '0', orders.fields.quantity.min],
    ['TOO_LARGE', orders.fields.quantity, '999 999 999', orders.fields.quantity.max],
    ['TOO_SMALL', { kind: 'money' } as const, '-1', 0],
    ['TOO_LONG', { kind: 'url' } as const, 'https://', 2000],
  ])('of %s name the field’s own', (code, field, value, limit) => {
    expect(limitWords(t, { field, code, value })).toBe(`form:limit.${code} ${limit}`)
  })

  it('are in the unit that is typed', () => {
    expect(limitWords(t, { field: share, code: 'TOO_LARGE', value: '120,5', scale: 100 })).toBe(
      'form:limit.TOO_LARGE 100',
    )
  })

  it('are not shown for a value within its bounds, nor for another problem', () => {
    expect(limitWords(t, { field: orders.fields.quantity, code: 'TOO_LARGE', value: '2' })).toBeNull()
    expect(limitWords(t, { field: orders.fields.quantity, code: 'REQUIRED', value: '' })).toBeNull()
  })
})
