import { describe, expect, it, vi } from 'vitest'
import type { Where } from '../../../../domain/lib/filter.ts'
import { createListController } from '../../../../src/table/create-list-controller.ts'
import { memoryStorage } from '../../../support/memory-storage.ts'

vi.stubGlobal('localStorage', memoryStorage())
const { listPort, selectionOf } = await import('../../../../src/features/list/list-port.ts')

const unassigned: Where = { country: 'ic', deliveryGuy: 'none' }

/** A list of three parcels without a courier. */
const opened = async () => {
  const items = ['a', 'b', 'c'].map((id) => ({ id, version: 1 }))
  const list = createListController<{ id: string; version: number }, Where>()
  list.query({ where: unassigned, load: async () => ({ items, total: items.length }) })
  await vi.waitFor(() => expect(list.status.get().total).toBe(3))
  const port = listPort(list, { search: () => '', asked: () => null })
  return { list, port }
}

describe('after a change of everything that matches', () => {
  it('the records changed stay selected, also those that the filter finds no more', async () => {
    const { list, port } = await opened()
    port.selectAll?.()
    expect(selectionOf(list)?.predicate).toEqual({ where: unassigned, except: [] })
    port.selectChanged?.({ ...unassigned }, ['a', 'c'])
    expect(selectionOf(list)).toMatchObject({ count: 2, predicate: { ids: ['a', 'c'] } })
  })

  it('a selection made since, or of another filter, stays as it is', async () => {
    const { list, port } = await opened()
    list.selectOnly(['b'])
    port.selectChanged?.(unassigned, ['a', 'c'])
    expect(selectionOf(list)?.predicate).toEqual({ ids: ['b'] })
    port.selectAll?.()
    port.selectChanged?.({ country: 'sn' }, ['a', 'c'])
    expect(selectionOf(list)?.predicate).toEqual({ where: unassigned, except: [] })
  })
})
