import { describe, expect, test } from 'vitest'
import { expeditions } from '../../../../domain/expeditions/expedition.ts'
import { orders } from '../../../../domain/orders/order.ts'
import { products } from '../../../../domain/products/product.ts'
import { resourceNames } from '../../../../domain/resources.ts'
import {
  changedFields,
  draftOf,
  placeFields,
  problemsOnLeaving,
  readDraft,
} from '../../../../src/form/form-model.ts'
import { resourceViews } from '../../../../src/resources/registry.ts'

const { weight, quantity, price } = expeditions.fields
const numbers = { weight, quantity, price }

const read = (name: keyof typeof numbers, typed: string, country: 'ic' | 'tn' = 'ic') => {
  const values = readDraft({ value: { ...numbers[name], required: false } }, { value: typed }, country)
  return values.ok ? values.value.value : values.errors?.[0]?.code
}

describe('what is typed in figures', () => {
  test.each([
    ['weight', '12,5', 12.5],
    ['weight', '1,250', 1.25],
    ['weight', '1 250', 1250],
    ['weight', '0.0001', 'TOO_MANY_DECIMALS'],
    ['weight', 'heavy', 'NOT_A_NUMBER'],
    ['weight', '', null],
    ['quantity', '1 000', 1000],
    ['quantity', '1.000', 1000],
    ['quantity', '2,5', 'NOT_AN_INTEGER'],
    ['price', '15 000 F', 15_000],
    ['price', '15.000', 15_000],
  ] as const)('%s: %j is %s', (name, typed, value) => {
    expect(read(name, typed)).toBe(value)
  })

  test('money has the decimals of its country, pieces have none anywhere', () => {
    expect(read('price', '45,500', 'tn')).toBe(45.5)
    expect(read('quantity', '1.000', 'tn')).toBe(1000)
  })
})

test('a field that is left has the problem of what was typed, an empty one none', () => {
  const left = (draft: Record<string, string>) =>
    problemsOnLeaving(orders.fields, draft, { name: 'customerPhone', country: 'ic' }).map(
      ({ path, code }) => [path, code],
    )
  expect(left({ customerPhone: '0707' })).toEqual([['customerPhone', 'INVALID_PHONE']])
  expect(left({ customerPhone: '07 47 33 81 95' })).toEqual([])
  expect(left({ customerPhone: ' ' })).toEqual([])
})

describe('a draft', () => {
  test('shows a record as it is, and reads it back unchanged', () => {
    const record = { type: 'LIQUID', weight: 1.234, affiliate: null, name: 'Huile', price: 9500, quantity: 3 }
    const draft = draftOf(products.fields, { ...record, country: 'ic' })
    expect(draft).toMatchObject({ type: 'LIQUID', weight: '1.234', affiliate: '', quantity: '3' })
    const values = readDraft(products.fields, draft, 'ic')
    expect(values.ok && values.value).toMatchObject(record)
    expect(changedFields(draft, { ...draft, type: '' })).toEqual(['type'])
  })

  test('an enumeration that may be empty is emptied', () => {
    const draft = {
      ...draftOf(products.fields, { country: 'ic', name: 'Huile', price: 1, quantity: 1 }),
      type: '',
    }
    const values = readDraft(products.fields, draft, 'ic')
    expect(values.ok && values.value.type).toBeNull()
  })
})

test('fields are placed under their sections; those of no section come last', () => {
  const { customerName, comment, price } = orders.fields
  const sections = [
    { id: 'sale', fields: ['price', 'quantity'] },
    { id: 'origin', fields: ['sourceLink'] },
  ]
  expect(placeFields({ comment, customerName, price }, sections)).toEqual([
    { id: 'sale', names: ['price'] },
    { id: null, names: ['comment', 'customerName'] },
  ])
})

describe.each(resourceNames.filter((name) => resourceViews[name].form))('the form of %s', (name) => {
  const { createFields, updateFields, sections = [] } = resourceViews[name].form!

  test.each([
    ['made', createFields],
    ['edited', updateFields],
  ])('has the country last where a record is %s', (_, fields) => {
    const names = placeFields(fields ?? {}, sections).flatMap((section) => section.names)
    expect(names.slice(0, -1)).not.toContain('country')
  })
})

describe.each(resourceNames.filter((name) => resourceViews[name].form?.sections))('%s', (name) => {
  const { createFields, updateFields, sections = [] } = resourceViews[name].form!

  test('has each field of its form under one heading', () => {
    const fields = Object.keys({ ...createFields, ...updateFields })
    expect(sections.flatMap((section) => section.fields).toSorted()).toEqual(fields.toSorted())
  })
})
