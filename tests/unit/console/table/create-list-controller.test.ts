import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createListController } from '../../../../src/table/create-list-controller.ts'
import type { LoadPage, Page } from '../../../../src/table/list-source.ts'

type Parcel = { id: string; version: number }
type Where = { status: string }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('moving', () => {
  it('goes by rows, to the ends and to any row of a million, and never beyond', async () => {
    const { list } = await opened(1_000_000)
    const stops: number[] = []
    const note = () => stops.push(list.activeIndex())
    list.moveBy(-1)
    note()
    list.moveBy(3)
    note()
    list.moveTo(900_000)
    note()
    list.end()
    note()
    list.moveBy(1)
    note()
    list.home()
    note()
    expect(stops).toEqual([0, 3, 900_000, 999_999, 999_999, 0])
  })

  it('has no active record until its row is loaded', async () => {
    const { list } = await opened(1_000_000)
    list.moveTo(900_000)
    expect(list.activeRecord()).toBeUndefined()
    await settled()
    expect(list.activeRecord()?.id).toBe('p900000')
  })

  it('goes to a record, which is found where its page says it is by now', async () => {
    const { list, server } = await opened(1_000)
    server.shift = 7
    list.moveToRecord('p350', 350)
    expect(list.activeIndex()).toBe(350)
    await settled()
    expect([list.activeIndex(), list.activeRecord()?.id]).toEqual([357, 'p350'])
  })

  it('stays near a deleted record, and where the user has moved meanwhile', async () => {
    const { list } = await opened(1_000)
    list.moveToRecord('gone', 350)
    await settled()
    expect(list.activeIndex()).toBe(350)
    list.moveToRecord('p650', 640)
    list.moveBy(-1)
    await settled()
    expect(list.activeIndex()).toBe(639)
  })

  it('does not ask the grid to render again', async () => {
    const { list } = await opened(1_000)
    const records = list.recordsIn(0, 30)
    list.toggleActive()
    list.selectAll()
    list.clearSelection()
    list.moveBy(1)
    expect(list.recordsIn(0, 30)).toBe(records)
  })
})

describe('selecting', () => {
  it('gives the rows of a drag the state that the first one toggles to, and Shift selects after it', async () => {
    const { list } = await opened(1_000)
    list.startRange(4)
    list.extendTo(7)
    list.endRange()
    expect(list.selectedCount()).toBe(4)
    list.selectAll()
    list.startRange(2)
    list.extendTo(5)
    list.extendTo(3)
    list.endRange()
    expect(list.selectionPredicate()).toMatchObject({ except: ['p2', 'p3'] })
    list.extendTo(2)
    expect(list.selectionPredicate()).toMatchObject({ except: [] })
  })

  it('toggles the active row and says what a bulk call is given', async () => {
    const { list } = await opened(1_000)
    expect(list.selectionPredicate()).toBeNull()
    list.toggleActive()
    list.moveBy(2)
    list.toggleActive()
    expect(list.selectionPredicate()).toEqual({ ids: ['p0', 'p2'] })
    expect(list.selectedRecords().map((record) => record.id)).toEqual(['p0', 'p2'])
  })

  it('re-renders one row when one of a million is deselected', async () => {
    const { list } = await opened(1_000_000)
    list.selectAll()
    const before = list.marksIn(0, 30)
    list.toggleActive()
    const now = list.marksIn(0, 30)
    expect(before.length).toBe(now.length)
    expect(now.filter((mark, step) => mark !== before[step])).toHaveLength(1)
  })

  it('extends from where the range began, and gives rows back', async () => {
    const { list } = await opened(1_000)
    list.moveTo(5)
    list.extendBy(3)
    list.extendBy(-1)
    expect(list.selectionPredicate()).toEqual({ ids: ['p5', 'p6', 'p7'] })
    list.moveBy(10)
    list.extendBy(1)
    expect(list.selectedCount()).toBe(5)
  })

  it('takes everything that matches, with the filter of the rows that are shown', async () => {
    const { list } = await opened(1_000_000)
    list.selectAll()
    list.toggleActive()
    expect([list.selectedCount(), list.status.get().isAllSelected]).toEqual([999_999, true])
    expect(list.selectionPredicate()).toEqual({ where: { status: 'PENDING' }, except: ['p0'] })
  })

  it('counts a range over rows that are not loaded at once, and fetches their ids', async () => {
    const { list } = await opened(100_000)
    list.extendTo(2_499)
    expect(list.status.get()).toMatchObject({ selected: 2_500, isSelecting: true })
    const ready = list.selectionReady()
    await settled()
    await ready
    expect(list.status.get()).toMatchObject({ selected: 2_500, isSelecting: false })
    const predicate = list.selectionPredicate()
    expect(predicate && 'ids' in predicate ? new Set(predicate.ids).size : 0).toBe(2_500)
  })

  it('leaves a range that was closed complete when its ids come late', async () => {
    const { list } = await opened(100_000)
    list.extendTo(999)
    list.moveBy(1)
    list.toggleActive()
    await settled()
    await list.selectionReady()
    expect(list.selectedCount()).toBe(1_000)
  })

  it('forgets a range that is still on its way when it is cleared', async () => {
    const { list } = await opened(100_000)
    list.extendTo(5_000)
    list.clearSelection()
    await settled()
    expect(list.selectedCount()).toBe(0)
  })

  it('says when the ids of a range cannot be had, and selects only what it knows', async () => {
    const errors: unknown[] = []
    const { list, server } = await opened(100_000, { onSelectionError: (error) => errors.push(error) })
    server.error = new Error('gone')
    list.extendTo(5_000)
    await settled()
    expect([errors.length, list.selectedCount()]).toEqual([1, 200])
  })

  it('reaches no further than a bulk call takes ids', async () => {
    const { list } = await opened(100_000)
    list.extendTo(99_999)
    expect([list.activeIndex(), list.selectedCount()]).toEqual([9_999, 10_000])
  })
})

describe('when the rows change', () => {
  it('follows the active record to its new place after a refresh', async () => {
    const { list, server } = await opened(1_000)
    list.moveTo(50)
    await settled()
    server.shift = 3
    list.refresh()
    await settled()
    expect([list.activeIndex(), list.activeRecord()?.id]).toEqual([53, 'p50'])
  })

  it('keeps the place and the selection of the shown rows until another query has answered', async () => {
    const { list, server } = await opened(1_000)
    list.moveTo(5)
    list.selectAll()
    list.query({ load: server.load, where: { status: 'CONFIRMED' } })
    expect(list.selectionPredicate()).toEqual({ where: { status: 'PENDING' }, except: [] })
    await settled()
    expect([list.activeIndex(), list.selectedCount(), list.selectionPredicate()]).toEqual([0, 0, null])
    list.selectAll()
    expect(list.selectionPredicate()).toEqual({ where: { status: 'CONFIRMED' }, except: [] })
  })

  it('selects rows one by one, and never everything, where the query says why not', async () => {
    const { list, server } = await opened(1_000)
    const where = { status: 'PENDING' }
    list.query({ load: server.load, where, whyNotSelectAll: 'FILTER_NOT_APPLIED' })
    list.selectAll()
    expect([list.whyNotSelectAll(), list.selectedCount()]).toEqual(['FILTER_NOT_APPLIED', 0])
    await settled()
    list.selectAll()
    expect(list.selectionPredicate()).toBeNull()
    list.toggleActive()
    list.selectAll()
    expect(list.selectionPredicate()).toEqual({ ids: ['p0'] })
    list.query({ load: server.load, where })
    await settled()
    list.selectAll()
    expect([list.whyNotSelectAll(), list.selectedCount()]).toEqual([null, 1_000])
  })

  it('neither acts on a deleted row nor counts it', async () => {
    const { list } = await opened(1_000)
    list.moveTo(5)
    list.toggleActive()
    list.applyChanges([{ type: 'delete', record: { id: 'p5' } }])
    list.toggleActive()
    expect([list.activeRecord(), list.selectedCount(), list.activeIndex()]).toEqual([undefined, 0, 5])
  })

  it('updates the active record when it has changed, and leaves it in place', async () => {
    const { list } = await opened(1_000)
    list.moveTo(5)
    list.applyChanges([{ type: 'upsert', record: { id: 'p5', version: 2 } }])
    expect([list.activeIndex(), list.activeRecord()]).toEqual([5, { id: 'p5', version: 2 }])
  })

  it('publishes ten thousand simultaneous changes once', async () => {
    const { list } = await opened(1_000_000)
    let published = 0
    list.changes.subscribe(() => {
      published += 1
    })
    const changes = Array.from({ length: 10_000 }, (_, index) => ({
      type: 'upsert' as const,
      record: { id: `p${index}`, version: 2 },
    }))
    list.applyChanges(changes)
    expect(published).toBe(1)
    expect(list.recordsIn(0, 30).every((record) => record?.version === 2)).toBe(true)
  })

  it('moves up when the list ends before the active row', async () => {
    const { list, server } = await opened(1_000)
    list.end()
    await settled()
    server.total = 10
    list.refresh()
    await settled()
    expect([list.activeIndex(), list.activeRecord()?.id]).toEqual([9, 'p9'])
  })
})

type Server = { total: number; shift: number; error: Error | null; load: LoadPage<Parcel> }

/** Parcels in order; `shift` inserts this many new ones at the top. */
function parcels(total: number): Server {
  const server: Server = { total, shift: 0, error: null, load }
  return server

  async function load(skip: number, limit: number): Promise<Page<Parcel>> {
    await new Promise((resolve) => setTimeout(resolve, 10))
    if (server.error) throw server.error
    const length = Math.max(0, Math.min(limit, server.total - skip))
    const items = Array.from({ length }, (_, step) => ({ id: `p${skip + step - server.shift}`, version: 1 }))
    return { items, total: server.total }
  }
}

async function opened(total: number, options: { onSelectionError?: (error: unknown) => void } = {}) {
  const server = parcels(total)
  const list = createListController<Parcel, Where>(options)
  list.query({ load: server.load, where: { status: 'PENDING' } })
  await settled()
  return { list, server }
}

async function settled(): Promise<void> {
  await vi.advanceTimersByTimeAsync(2_000)
}
