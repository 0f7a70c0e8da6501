import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { LiveEvent } from '../../../../domain/changes/changes.ts'
import type { Api } from '../../../../src/api/create-api.ts'
import { markOutdated, queryKeys } from '../../../../src/api/query-client.ts'
import { forgetCustomers } from '../../../../src/app/workspace/forget-customers.ts'
import { openLive } from '../../../../src/app/workspace/open-live.ts'
import { createRecentFilters } from '../../../../src/filter/filter-context.ts'
import { createRecents } from '../../../../src/palette/ranking/recents.ts'
import { memoryStorage } from '../../../support/memory-storage.ts'
import { hitWith } from '../palette/palette-context.ts'

const event = (verb: string): LiveEvent => ({
  ...{ id: '1', resource: 'orders', verb, country: null, ids: ['o1'], batchId: 'b1', actor: 'u2' },
})

/** The events of a tab for one of the server. */
const heard = (verb: string): LiveEvent[] => {
  const events: LiveEvent[] = []
  const api = {
    longWork: {},
    events: ({ onEvent }: { onEvent: (one: LiveEvent) => void }) => onEvent(event(verb)),
  }
  const stop = openLive(api as unknown as Api, () => undefined).listen((one) => events.push(one))
  stop()
  return events
}

test('an erasure is an event of all lists that have customers, any other change of its own', () => {
  expect(heard('order.confirm')).toEqual([event('order.confirm')])
  const [first, ...others] = heard('customer.erase')
  expect(first).toEqual(event('customer.erase'))
  expect(others.map(({ resource, ids }) => [resource, ids])).toEqual(
    ['shippings', 'invoices', 'intake', 'deliveries', 'blocked'].map((resource) => [resource, null]),
  )
})

test('an erasure takes recent records, recent filters and stored lists of the user', () => {
  const storage = memoryStorage()
  const clear = vi.fn(async () => undefined)
  for (const user of ['u1', 'u2']) {
    createRecents(storage, user).use('record:orders/o1', hitWith({ id: 'o1' }))
    createRecents(storage, user).use('record:shippings/p1', hitWith({ id: 'p1', resource: 'shippings' }))
    createRecents(storage, user).use('record:products/g1', hitWith({ id: 'g1', resource: 'products' }))
    createRecentFilters(storage, user).use('orders', 'telephone:0708091017')
  }
  const given = { recents: createRecents(storage, 'u1'), storage, user: 'u1', offline: { clear } }
  for (const each of heard('order.confirm')) forgetCustomers(each, given)
  expect(createRecents(storage, 'u1').list()).toHaveLength(3)
  for (const each of heard('customer.erase')) forgetCustomers(each, given)
  expect(
    createRecents(storage, 'u1')
      .list()
      .map(({ id }) => id),
  ).toEqual(['record:products/g1'])
  expect(createRecentFilters(storage, 'u1').list('orders')).toEqual([])
  expect(createRecents(storage, 'u2').list()).toHaveLength(3)
  expect(createRecentFilters(storage, 'u2').list('orders')).toHaveLength(1)
  expect(clear).toHaveBeenCalledWith('signedOut', 'u1')
})

test('an erasure takes all cached reads that are not on screen', () => {
  const client = new QueryClient()
  const keys = [
    queryKeys.record('orders', 'o1'),
    queryKeys.record('shippings', 'p1'),
    queryKeys.search('ic', null, 'awa'),
  ]
  for (const key of keys) client.setQueryData(key, { name: 'Awa' })
  for (const each of heard('order.confirm')) markOutdated(client, each)
  for (const key of keys) expect(client.getQueryData(key)).toBeDefined()
  for (const each of heard('customer.erase')) markOutdated(client, each)
  for (const key of keys) expect(client.getQueryData(key)).toBeUndefined()
})
