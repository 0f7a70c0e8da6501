import { describe, expect, it } from 'vitest'
import { type Filters, parseFilterValue } from '../../../../domain/lib/filter.ts'
import { parseQuery, withFilter } from '../../../../domain/lib/query.ts'
import { resourceNames, resources } from '../../../../domain/resources.ts'
import { termOfCell, valuesOfColumn, wholeOffer } from '../../../../src/features/list/cell-terms.ts'
import { resourceViews } from '../../../../src/resources/registry.ts'
import { wholeOrder } from '../../../support/whole-records.ts'

const filters: Filters = resources.orders.list.filters
const columnOf = (id: string) => resourceViews.orders.columns.find((column) => column.id === id)!
const timeZone = 'Africa/Abidjan'
const read = (query: string) => parseQuery(filters, query, { now: new Date(0), timeZone })

describe('"only this" of a cell', () => {
  it.each([
    ['status', { status: 'CONFIRMED' }, { status: 'CONFIRMED' }],
    ['shipping', { shippingStatus: 'PENDING' }, { shippingStatus: 'PENDING' }],
    ['attempts', { attempts: 3 }, { attempts: '3' }],
    ['totalPrice', { totalPrice: 12500.5 }, { total: '12500.5' }],
    ['delivery', { delivery: null }, { delivery: 'none' }],
    ['customerName', { customerName: 'Awa "Mimi" Koné: 2' }, { keyword: 'Awa Mimi Koné 2' }],
    ['customerAddress', { customerAddress: 'Cocody, rue 12' }, { customerAddress: 'Cocody rue 12' }],
  ])('asks for the value of %s in the grammar of the filter box', (column, fields, where) => {
    const term = termOfCell(columnOf(column), { ...wholeOrder(), ...fields }, { filters, timeZone })!
    expect(read(withFilter('status:PENDING', term.name, term.value))).toEqual({
      where: column === 'status' ? where : { status: 'PENDING', ...where },
      problems: [],
    })
  })

  it('asks for nothing where the cell is empty', () => {
    expect(
      termOfCell(columnOf('callbackAt'), { ...wholeOrder(), callbackAt: null }, { filters, timeZone }),
    ).toBeNull()
    expect(
      termOfCell(columnOf('comment'), { ...wholeOrder(), comment: null }, { filters, timeZone }),
    ).toBeNull()
  })
})

it.each(resourceNames)('each value at a heading of %s can be asked for', (name) => {
  const own: Filters = resources[name].list.filters
  const options = { now: new Date(), timeZone }
  for (const column of resourceViews[name].columns) {
    const { id } = column
    for (const { name: filter, value } of valuesOfColumn(column, [], { filters: own, timeZone })) {
      const { where, problems } = parseQuery(own, withFilter('', filter, value), options)
      expect({ id, value, problems }).toMatchObject({ problems: [] })
      const known = filter === null ? undefined : own[filter]
      if (known !== undefined) expect(parseFilterValue(known, where[filter!] ?? '').ok).toBe(true)
    }
  }
})

it('a filter replaces that of its name and leaves the others', () => {
  expect(withFilter('abidjan status:PENDING', 'status', 'CONFIRMED')).toBe('abidjan status:CONFIRMED')
  expect(withFilter('abidjan status:PENDING', 'status', null)).toBe('abidjan')
  expect(withFilter('abidjan status:PENDING', null, 'Awa Koné')).toBe('status:PENDING Awa Koné')
  expect(withFilter('', 'customerAddress', 'rue 12')).toBe('customerAddress:"rue 12"')
})

describe('the values at a heading', () => {
  it('are all names in their order where they are few enough to be known, with "none" first', () => {
    const names = ['Awa', 'Binta', 'Cheick', 'Drissa', 'Issa', 'Koffi', 'Mariam', 'Sekou', 'Yao'].map(
      (label) => ({
        value: label.toLowerCase(),
        label,
      }),
    )
    const term = (value: string, label: string | null) => ({ name: 'deliveryGuy', value, label })
    const offered = [term('none', null), term('yao', 'Yao'), term('binta', 'Binta')]
    expect(wholeOffer('deliveryGuy', names, offered)).toEqual([
      term('none', null),
      ...names.map(({ value, label }) => term(value, label)),
    ])
  })
})
