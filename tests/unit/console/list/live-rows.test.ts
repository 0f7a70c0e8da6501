import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changeVerbs } from '../../../../domain/changes/change-verbs.ts'
import type { Where } from '../../../../domain/lib/filter.ts'
import '../../../../src/features/list/has-arrivals.ts'
import { createLiveRows } from '../../../../src/features/list/live-rows.ts'
import { createListController } from '../../../../src/table/create-list-controller.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const verbs = Object.keys(changeVerbs).flatMap((verb) => [verb, `${verb}.undo`])

describe('a filtered list', () => {
  it.each([...verbs, 'order.create', 'order.import', 'order.update'])(
    'says that it has changed when %s of somebody else brings a record into its filter',
    async () => {
      const { list, rows, server } = await opened(['a', 'b'])
      server.matching.push('z')
      await rows.apply({ ids: ['z'], batchId: 'theirs' })
      await vi.advanceTimersByTimeAsync(300)
      expect(list.status.get()).toMatchObject({ total: 2, outdated: true })
    },
  )

  it('says nothing of a change outside of its filter, nor of its own tab’s', async () => {
    const { list, rows, server } = await opened(['a', 'b'])
    await rows.apply({ ids: ['z'], batchId: 'theirs' })
    await vi.advanceTimersByTimeAsync(300)
    server.matching.push('y')
    await rows.apply({ ids: ['y'], batchId: 'own' })
    await vi.advanceTimersByTimeAsync(300)
    expect(list.status.get().outdated).toBe(false)
  })

  it('shows the rows at once where it had none', async () => {
    const { list, rows, server } = await opened([])
    server.matching.push('x', 'y')
    await rows.apply({ ids: ['x', 'y'], batchId: 'theirs' })
    await vi.advanceTimersByTimeAsync(300)
    expect(list.status.get()).toMatchObject({ total: 2, outdated: false })
  })

  it('asks once for many events, and of a list that is partly loaded only its length', async () => {
    const ids = Array.from({ length: 450 }, (_, at) => `r${at}`)
    const { list, rows, server } = await opened(ids)
    server.asked.length = 0
    for (const id of ['r400', 'r401', 'r402']) await rows.apply({ ids: [id], batchId: `theirs ${id}` })
    await vi.advanceTimersByTimeAsync(300)
    expect(server.asked).toEqual([{ status: 'PENDING' }])
    expect(list.status.get().outdated).toBe(false)
    server.matching.push('new')
    await rows.apply({ ids: ['new'], batchId: 'theirs' })
    await vi.advanceTimersByTimeAsync(300)
    expect(list.status.get().outdated).toBe(true)
  })
})

/** A list of pending records whose server knows these. */
const opened = async (matching: string[]) => {
  const server = { matching: [...matching], asked: [] as Where[] }
  const list = createListController<{ id: string }, Where>()
  const read = async ({
    where = {},
    skip = 0,
    limit = 100,
  }: {
    where?: Where
    skip?: number
    limit?: number
  }) => {
    // Pages of the list itself are longer.
    if (limit === 1) server.asked.push(where)
    const ids = where.ids?.split(',')
    const found = server.matching.filter((id) => ids?.includes(id) ?? true)
    return { items: found.slice(skip, skip + limit).map((id) => ({ id })), total: found.length }
  }
  list.query({
    where: { status: 'PENDING' },
    load: (skip, limit) => read({ where: { status: 'PENDING' }, skip, limit }),
  })
  await vi.advanceTimersByTimeAsync(1)
  const isOwn = async (batchId: string | null) => batchId === 'own'
  const rows = createLiveRows({ list, read, where: () => ({ status: 'PENDING' }), isOwn })
  return { list, rows, server }
}
