import { describe, expect, it } from 'vitest'
import { listOrStart, paths, searchFrom, sideListIn } from '../../../domain/access/paths.ts'

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

it.each([
  ['/affiliates/store', '', '?list=store'],
  ['/affiliates/store', '?q=casque&sort=-price', '?q=casque&sort=-price&list=store'],
  ['/affiliates/list', '?q=casque', '?q=casque'],
])('the link of a record opened in %s%s names the list that is not its own', (path, search, linked) => {
  expect(searchFrom(path, search)).toBe(linked)
  expect(sideListIn(linked)).toEqual(path === '/affiliates/store' ? { path, search } : null)
})

it('an address that names no list, or one that is none, is of the own list', () => {
  expect([sideListIn(''), sideListIn('?list=__proto__'), sideListIn('?list=?q=a')]).toEqual([
    null,
    null,
    null,
  ])
})

it('leaving a record leads to its list, or to where somebody without it may go', () => {
  expect(listOrStart('orders', { role: 'admin' })).toBe('/orders/list')
  expect(listOrStart('orders', { role: 'agent', calls: true })).toBe('/orders/triage')
  expect(listOrStart('orders', { role: 'agent' })).toBe('/shippings/list')
  expect(listOrStart('shippings', { role: 'delivery' })).toBe('/shippings/delivery/list')
  expect(listOrStart('tariffs', { role: 'seller' })).toBe('/dashboard')
})
