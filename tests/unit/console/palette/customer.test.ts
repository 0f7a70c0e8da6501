import { describe, expect, it } from 'vitest'
import { type Customer, customerHits } from '../../../../domain/customers/customer.ts'
import { createRecents } from '../../../../src/palette/ranking/recents.ts'
import {
  customerSections,
  customerSentence,
  typedCustomer,
  withCustomer,
} from '../../../../src/palette/results/customer-sections.ts'
import type { PaletteView } from '../../../../src/palette/results/palette-view.ts'
import { readInput } from '../../../../src/palette/results/read-input.ts'
import { noReadings } from '../../../../src/palette/results/readings.ts'
import { typedSections } from '../../../../src/palette/results/typed-sections.ts'
import { memoryStorage } from '../../../support/memory-storage.ts'
import { consoleView } from './console-view.ts'
import { contextWith, hitWith } from './palette-context.ts'

const phone = '+2250708091011'
const other = hitWith({ id: 'o2', number: 10_424, customerPhone: '+2250708095555', title: 'Issa Traoré' })
const orders = [hitWith(), hitWith({ resource: 'shippings', id: 's1', number: 501 })]

const customer: Customer = {
  phone,
  country: 'ic',
  name: 'Awa Koné',
  names: ['Awa Koné'],
  addresses: ['Cocody'],
  orders: 4,
  firstOrderAt: '2026-10-01T10:00:00.000Z',
  lastOrderAt: '2026-11-01T10:00:00.000Z',
  byStatus: { CONFIRMED: 3, PENDING: 1 },
  byShippingStatus: { DELIVERED: 2, RETURNED: 1 },
  confirmationRate: 0.75,
  deliveryRate: 2 / 3,
  collected: [{ currency: 'XOF', amount: 30_000 }],
  duplicates: 0,
  callbackAt: null,
  outcomes: {
    country: 'ic',
    waiting: 1,
    cancelled: 0,
    delivered: 2,
    refused: 0,
    returned: 1,
    underway: 0,
    refusedAddresses: [],
    returnedAddresses: ['Cocody'],
  },
  latest: [
    {
      id: 'o1',
      number: 10_423,
      country: 'ic',
      product: 'p1',
      productName: 'Montre',
      quantity: 2,
      totalPrice: 30_000,
      status: 'CONFIRMED',
      isDuplicate: false,
      basket: null,
      callbackAt: null,
      createdAt: '2026-11-01T10:00:00.000Z',
      shipping: 's1',
      shippingNumber: 501,
      shippingStatus: 'DELIVERED',
    },
    {
      id: 'o9',
      number: 10_399,
      country: 'ic',
      product: 'p2',
      productName: 'Lampe',
      quantity: 1,
      totalPrice: 5_000,
      status: 'PENDING',
      isDuplicate: false,
      basket: null,
      callbackAt: null,
      createdAt: '2026-10-01T10:00:00.000Z',
      shipping: null,
      shippingNumber: null,
      shippingStatus: null,
    },
  ],
}

const known: PaletteView['customers'] = {
  isAllowed: true,
  read: () => ({ phase: 'ready', customer }),
}

const rowsOf = (query: string, changes: Partial<PaletteView>) => {
  const view = consoleView(contextWith(), changes)
  const input = readInput(query)
  return withCustomer(typedSections(input, noReadings, view), input, view).flatMap(({ items }) => items)
}

describe('the customer that typed digits identify', () => {
  const search = (query: string, hits = [...orders, other]) => ({ query, hits, failure: null })

  it('is none while the digits match several customers, are too few, or are no phone', () => {
    expect(typedCustomer('07 08 09', search('07 08 09'), 'ic')).toBeNull()
    expect(typedCustomer('91011', search('91011'), 'ic')).toBeNull()
    expect(typedCustomer('montre 091011', search('montre 091011'), 'ic')).toBeNull()
  })

  it('is known from the first digit that leaves one of them, before the server has answered', () => {
    expect(typedCustomer('07 08 09 1', search('07 08 09'), 'ic')).toEqual({ phone, name: 'Awa Koné' })
  })

  it('is a new customer once a complete number was found nowhere', () => {
    expect(typedCustomer('0101010101', search('0101010101', []), 'ic')).toEqual({
      phone: '+2250101010101',
      name: null,
    })
    expect(typedCustomer('01010101', search('01010101', []), 'ic')).toBeNull()
    expect(typedCustomer('0101010101', search('010101', []), 'ic')).toBeNull()
  })
})

describe('the rows of a phone number', () => {
  it('begin with its customer, and name no command that its digits would be on another keyboard', () => {
    const rows = rowsOf('07 08 09 10 11', {
      customers: known,
      search: { query: '07 08 09 10 11', hits: orders, failure: null },
    })
    expect(rows.map(({ id }) => id)).toEqual([`customer:${phone}`, 'record:orders/o1', 'record:shippings/s1'])
    expect(rows[0]).toMatchObject({
      title: 'Awa Koné',
      detail: 'Client · 4 commandes, 2 livrées, 1 retour, 1 à appeler · +225 07 08 09 10 11',
      act: { kind: 'page', page: { kind: 'customer', phone, title: 'Awa Koné' } },
    })
  })

  it('keep no record that was found for fewer digits and no longer matches', () => {
    const search = { query: '07 08 09', hits: [other, ...orders], failure: null }
    const rows = rowsOf('07 08 09 10', { customers: known, search })
    expect(rows.map(({ id }) => id)).toEqual([`customer:${phone}`, 'record:orders/o1', 'record:shippings/s1'])
  })

  it('show the customer of a recently opened record before the server has answered', () => {
    const recents = createRecents(memoryStorage(), 'u1')
    recents.use('record:orders/o1', hitWith())
    const search = { query: '', hits: [], failure: null }
    const rows = rowsOf('+225 07 08 09', { customers: known, search, recents })
    expect(rows.map(({ id }) => id)).toEqual([`customer:${phone}`, 'record:orders/o1'])
  })

  it('begin with a record whose own number was typed', () => {
    const numbered = hitWith({ id: 'o7', number: 708_091, rank: 0, customerPhone: '+2250101010101' })
    const search = { query: '708091', hits: [numbered, ...orders], failure: null }
    expect(rowsOf('708091', { customers: known, search }).map(({ id }) => id)).toEqual([
      'record:orders/o7',
      `customer:${phone}`,
      'record:orders/o1',
      'record:shippings/s1',
    ])
  })

  it('say so when no order has the number, and name no customer to a role without customers', () => {
    const search = { query: '0101010101', hits: [], failure: null }
    const unknown = { isAllowed: true, read: () => ({ phase: 'unknown' as const, customer: null }) }
    expect(rowsOf('0101010101', { search, customers: unknown })).toMatchObject([
      { title: '+225 01 01 01 01 01', detail: 'Client · Aucune commande avec ce numéro' },
    ])
    expect(rowsOf('0101010101', { search, customers: { ...unknown, isAllowed: false } })).toEqual([])
  })
})

describe('a customer’s page', () => {
  const page = { kind: 'customer' as const, phone, title: 'Awa Koné' }
  const rows = (query: string, view: PaletteView) =>
    customerSections(page, query, view).flatMap(({ items }) => items.map(({ title, note }) => [title, note]))

  it('has their orders with what became of each, and what can be done with the number', () => {
    const view = consoleView(contextWith(), { customers: known })
    expect(rows('', view)).toEqual([
      ['Montre × 2', 'Livrée'],
      ['Lampe', 'En attente'],
      ['Commandes d’un client', undefined],
      ['Commande pour un client connu', undefined],
      ['Appeler un client', undefined],
      ['Bloquer un numéro', undefined],
      ['Exporter tout d’un client', undefined],
      ['Effacer un client', undefined],
    ])
    expect(rows('lampe attente', view)).toEqual([['Lampe', 'En attente']])
    expect(rows('10423', view)).toEqual([['Montre × 2', 'Livrée']])
  })

  it('has only the orders of somebody who was erased: nobody can be called', () => {
    const erased = { ...page, phone: '+99919143906725', title: '[∅]' }
    const view = consoleView(contextWith(), { customers: known })
    const titles = customerSections(erased, '', view).flatMap(({ items }) => items.map(({ title }) => title))
    expect(titles).toEqual(['Montre × 2', 'Lampe', 'Commandes d’un client'])
  })

  it('shows delivery people only parcels, and only their own commands', () => {
    const agent = contextWith({
      actor: { id: 'u3', role: 'agent', country: 'ic', isEmailVerified: true, isActivated: true },
    })
    expect(rows('', consoleView(agent, { customers: known }))).toEqual([
      ['Montre × 2', 'Livrée'],
      ['Commandes d’un client', undefined],
      ['Appeler un client', undefined],
    ])
    expect(customerHits(customer, agent.actor!).map(({ hit }) => [hit.resource, hit.number])).toEqual([
      ['shippings', 501],
    ])
  })
})

it('sums a customer up in one sentence, leaving out what there is none of', () => {
  const { t } = consoleView(contextWith())
  expect(customerSentence(customer, t)).toBe('4 commandes, 2 livrées, 1 retour, 1 à appeler')
  const once = { ...customer, orders: 1, byStatus: { CANCELLED: 1 }, byShippingStatus: {} }
  expect(customerSentence(once, t)).toBe('1 commande')
})

describe('a telephone number without a customer', () => {
  const rowFor = (role: 'admin' | 'agent' | 'delivery') => {
    const actor = { id: 'u1', role, country: 'ic', isEmailVerified: true, isActivated: true } as const
    const typed = '07 47 95 63 77'
    const view = consoleView(contextWith({ actor }), {
      customers: { isAllowed: true, read: () => ({ phase: 'unknown', customer: null }) },
      search: { hits: [], query: typed, failure: null },
    })
    const input = readInput(typed)
    return withCustomer(typedSections(input, noReadings, view), input, view)[0]?.items[0]?.detail
  }

  it('has no order for those who read orders, no parcel for those who read parcels alone', () => {
    expect(rowFor('admin')).toContain('Aucune commande avec ce numéro')
    expect(rowFor('agent')).toContain('Aucun colis avec ce numéro')
    expect(rowFor('delivery')).toContain('Aucun colis avec ce numéro')
  })
})
