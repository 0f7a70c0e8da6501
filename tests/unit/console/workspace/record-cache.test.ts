import type { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createRecordCache } from '../../../../src/workspace/record-cache.ts'

const cacheOf = () => ({ client: {} as QueryClient, seed: vi.fn(), markOutdated: vi.fn() })
const change = (resource: 'orders' | 'products') => ({ resource, ids: ['o1'] }) as never

test('is created once, with the last record that a list had seeded before', () => {
  const cache = cacheOf()
  const create = vi.fn(() => cache)
  const records = createRecordCache()
  records.seed('orders', { id: 'o1' })
  records.seed('orders', { id: 'o2' })
  expect(create).not.toHaveBeenCalled()
  expect(records.client(create)).toBe(cache.client)
  expect(records.client(create)).toBe(cache.client)
  expect(create).toHaveBeenCalledTimes(1)
  expect(cache.seed.mock.calls).toEqual([['orders', { id: 'o2' }]])
})

test('forgets a seeded record whose resource changed before there was a cache', () => {
  const cache = cacheOf()
  const records = createRecordCache()
  records.seed('orders', { id: 'o1' })
  records.markOutdated(change('products'))
  records.markOutdated(change('orders'))
  records.client(() => cache)
  expect(cache.seed).not.toHaveBeenCalled()
})

test('passes records and changes on once there is a cache', () => {
  const cache = cacheOf()
  const records = createRecordCache()
  records.client(() => cache)
  records.seed('orders', { id: 'o1' })
  records.markOutdated(change('orders'))
  expect(cache.seed).toHaveBeenCalledWith('orders', { id: 'o1' })
  expect(cache.markOutdated).toHaveBeenCalledWith(change('orders'))
})
