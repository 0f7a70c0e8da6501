import { describe, expect, it } from 'vitest'
import { paths } from '../../../domain/access/paths.ts'

describe('the link of an invoice', () => {
  it.each([
    [{}, '/invoices/view/one'],
    [{ search: '' }, '/invoices/view/one'],
    [{ search: '?q=awa&sort=-week' }, '/invoices/view/one?q=awa&sort=-week'],
    [{ print: true }, '/invoices/view/one?print=1'],
    [{ search: '?q=awa', print: true }, '/invoices/view/one?q=awa&print=1'],
  ])('carries the list that it is walked in, and whether it is to be printed: %o', (options, path) => {
    expect(paths.invoice('one', options)).toBe(path)
  })
})

it('the link of a record carries the list that it is walked in', () => {
  expect(paths.view('orders', 'one')).toBe('/orders/view/one')
  expect(paths.view('users', 'one', '?q=awa&sort=-name')).toBe('/users/view/one?q=awa&sort=-name')
})
