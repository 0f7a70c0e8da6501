import { describe, expect, test } from 'vitest'
import { orders } from '../../../../domain/orders/order.ts'
import { resourceNames } from '../../../../domain/resources.ts'
import { placeFields } from '../../../../src/form/form-model.ts'
import { resourceViews } from '../../../../src/resources/registry.ts'

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
