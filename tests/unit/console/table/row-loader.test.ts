import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LoadPage, Page } from '../../../../src/table/list-source.ts'
import { createRowLoader, type RowLoaderOptions } from '../../../../src/table/row-loader.ts'

type Parcel = { id: string; version: number; status: string }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('rows on demand', () => {
  it('loads what is in view and a page more on each side, and nothing else', async () => {
    const source = parcels(100_000)
    const rows = await shown(source, 50_000, 50_025)
    expect(source.requested).toEqual([0, 100, 50_000, 50_100, 49_900])
    expect(rows.rowAt(50_010)?.id).toBe('p50010')
    expect(rows.rowAt(60_000)).toBeUndefined()
    expect(rows.indexOf('p50010')).toBe(50_010)
    expect(rows.state()).toMatchObject({ phase: 'ready', total: 100_000, outdated: false })
  })

  it('asks for nothing twice', async () => {
    const source = parcels(1_000)
    const rows = await shown(source, 0, 25)
    for (let first = 1; first < 60; first += 1) rows.show(first, first + 25)
    await vi.runAllTimersAsync()
    expect(source.requested).toEqual([0, 100])
  })

  it('asks, of a scrollbar that is dragged past a thousand pages, only for where it starts and rests', async () => {
    const source = parcels(1_000_000)
    const rows = await shown(source, 0, 25)
    source.requested.length = 0
    await vi.advanceTimersByTimeAsync(1_000)
    for (let first = 1_000; first <= 900_000; first += 1_000) rows.show(first, first + 25)
    await vi.runAllTimersAsync()
    expect(source.requested.length).toBeLessThanOrEqual(6)
    expect(rows.rowAt(900_000)?.id).toBe('p900000')
    expect(source.aborted).toBeGreaterThan(0)
  })

  it('keeps a bounded number of pages, the ones used last', async () => {
    const source = parcels(1_000_000)
    const rows = await shown(source, 0, 25, { capacity: 5 })
    for (let first = 0; first < 3_000; first += 100) {
      rows.show(first, first + 25)
      await vi.runAllTimersAsync()
    }
    const loaded = Array.from({ length: 40 }, (_, page) => page).filter((page) => rows.rowAt(page * 100))
    expect(loaded).toEqual([26, 27, 28, 29, 30])
    expect(rows.indexOf('p0')).toBeUndefined()
  })

  it('has no rows for a filter that nothing matches', async () => {
    const rows = await shown(parcels(0), 0, 25)
    expect(rows.state()).toMatchObject({ phase: 'ready', total: 0 })
  })
})

describe('the last query', () => {
  it('wins over an older one that answers later, which is aborted', async () => {
    const slow = parcels(500, 'slow', 300)
    const quick = parcels(7, 'quick', 10)
    const { rows, swaps } = open()
    rows.query(slow.load)
    rows.show(0, 25)
    await vi.advanceTimersByTimeAsync(5)
    rows.query(quick.load)
    await vi.runAllTimersAsync()
    expect([rows.state().total, rows.rowAt(0)?.id, slow.aborted]).toEqual([7, 'quick0', 1])
    expect(swaps).toEqual(['query'])
  })

  it('keeps the present rows until the new ones are there, then replaces all of them at once', async () => {
    const rows = await shown(parcels(500), 300, 325)
    const next = parcels(30, 'q', 50)
    rows.query(next.load)
    await vi.advanceTimersByTimeAsync(20)
    expect([rows.state().phase, rows.rowAt(300)?.id]).toEqual(['loading', 'p300'])
    await vi.runAllTimersAsync()
    expect([rows.state().phase, rows.rowAt(0)?.id, rows.rowAt(300)]).toEqual(['ready', 'q0', undefined])
  })

  it('is what a refresh repeats, for the rows in view', async () => {
    const source = parcels(100_000)
    const rows = await shown(source, 5_000, 5_025)
    source.requested.length = 0
    rows.refresh()
    await vi.runAllTimersAsync()
    expect(source.requested).toEqual([5_000, 5_100, 4_900])
  })
})

describe('live changes', () => {
  it('patch a loaded row in place and leave the list as it is', async () => {
    const rows = await shown(parcels(1_000), 0, 25)
    rows.applyChanges([{ type: 'upsert', record: { id: 'p5', version: 2, status: 'DELIVERED' } }])
    expect(rows.rowAt(5)?.status).toBe('DELIVERED')
    expect(rows.state()).toMatchObject({ outdated: false, added: 0, total: 1_000 })
  })

  it('do not put an older copy over a newer one', async () => {
    const rows = await shown(parcels(1_000), 0, 25)
    rows.applyChanges([{ type: 'upsert', record: { id: 'p5', version: 3, status: 'DELIVERED' } }])
    rows.applyChanges([{ type: 'upsert', record: { id: 'p5', version: 2, status: 'PENDING' } }])
    expect(rows.rowAt(5)?.status).toBe('DELIVERED')
  })

  it('count what is new without moving a row', async () => {
    const rows = await shown(parcels(1_000), 0, 25)
    for (const id of ['n1', 'n2', 'n2']) {
      rows.applyChanges([{ type: 'upsert', created: true, record: { id, version: 1, status: 'PENDING' } }])
    }
    expect(rows.state()).toMatchObject({ outdated: true, added: 2 })
    expect(rows.rowAt(0)?.id).toBe('p0')
  })

  it('ask the resource whether they concern this list at all', async () => {
    const affects = (change: { record: { id: string } }) => change.record.id.startsWith('mine')
    const rows = await shown(parcels(1_000), 0, 25, { affects })
    rows.applyChanges([
      {
        type: 'upsert',
        created: true,
        record: { id: 'other', version: 1, status: 'PENDING' },
      },
    ])
    expect(rows.state()).toMatchObject({ outdated: false, added: 0 })
    rows.applyChanges([
      {
        type: 'upsert',
        created: true,
        record: { id: 'mine1', version: 1, status: 'PENDING' },
      },
    ])
    expect(rows.state()).toMatchObject({ outdated: true, added: 1 })
  })

  it('leave a deleted row in its place, marked as deleted, until the list is refreshed', async () => {
    const rows = await shown(parcels(1_000), 0, 25)
    rows.applyChanges([{ type: 'delete', record: { id: 'p5' } }])
    expect([rows.rowAt(5)?.id, rows.isGone('p5'), rows.state().outdated]).toEqual(['p5', true, true])
    rows.refresh()
    await vi.runAllTimersAsync()
    expect([rows.isGone('p5'), rows.state().outdated]).toEqual([false, false])
  })

  it('bring a row back when its delete is undone', async () => {
    const rows = await shown(parcels(1_000), 0, 25)
    rows.applyChanges([{ type: 'delete', record: { id: 'p5' } }])
    rows.applyChanges([{ type: 'upsert', record: { id: 'p5', version: 3, status: 'PENDING' } }])
    expect(rows.isGone('p5')).toBe(false)
  })

  it('that overtake an answer on its way are not lost when it lands', async () => {
    const source = parcels(1_000, 'p', 100)
    const rows = await shown(source, 0, 25)
    rows.refresh()
    await vi.advanceTimersByTimeAsync(50)
    rows.applyChanges([{ type: 'upsert', record: { id: 'p5', version: 2, status: 'DELIVERED' } }])
    rows.applyChanges([{ type: 'delete', record: { id: 'p6' } }])
    await vi.runAllTimersAsync()
    expect([rows.rowAt(5)?.status, rows.isGone('p6')]).toEqual(['DELIVERED', true])
  })

  it('show as a total that has grown when a later page reports it', async () => {
    const source = parcels(1_000)
    const rows = await shown(source, 0, 25)
    source.total = 1_004
    rows.show(500, 525)
    await vi.runAllTimersAsync()
    expect(rows.state()).toMatchObject({ total: 1_004, added: 4, outdated: true })
    rows.show(990, 1_004)
    await vi.runAllTimersAsync()
    expect(rows.rowAt(1_003)?.id).toBe('p1003')
  })
})

describe('failures', () => {
  it('empty the list when the server refuses, until the user retries', async () => {
    const source = parcels(1_000)
    const rows = await shown(source, 0, 25)
    source.error = Object.assign(new Error('broken'), { status: 500 })
    rows.refresh()
    await vi.runAllTimersAsync()
    expect(rows.state()).toMatchObject({ phase: 'failed', total: 0, offline: false, error: source.error })
    expect(rows.rowAt(0)).toBeUndefined()
    source.error = null
    rows.refresh()
    await vi.runAllTimersAsync()
    expect(rows.state()).toMatchObject({ phase: 'ready', total: 1_000, error: null })
  })

  it('keep the last rows when the server does not answer, and retry after a while', async () => {
    const source = parcels(1_000)
    const rows = await shown(source, 0, 25)
    source.error = new TypeError('Failed to fetch')
    rows.refresh()
    await vi.advanceTimersByTimeAsync(100)
    expect(rows.state()).toMatchObject({ phase: 'ready', total: 1_000, offline: true })
    expect(rows.rowAt(0)?.id).toBe('p0')
    source.error = null
    await vi.advanceTimersByTimeAsync(6_000)
    expect(rows.state()).toMatchObject({ phase: 'ready', offline: false })
  })

  it('are shown when the server does not answer and there are no rows to keep', async () => {
    const source = parcels(1_000)
    source.error = new TypeError('Failed to fetch')
    const { rows } = open()
    rows.query(source.load)
    await vi.advanceTimersByTimeAsync(100)
    expect(rows.state()).toMatchObject({ phase: 'failed', offline: true })
    source.error = null
    await vi.advanceTimersByTimeAsync(6_000)
    expect(rows.state()).toMatchObject({ phase: 'ready', total: 1_000 })
  })

  it('of a query that was given up are not said', async () => {
    const first = parcels(10, 'a', 50)
    first.error = Object.assign(new Error('broken'), { status: 500 })
    const { rows } = open()
    rows.query(first.load)
    rows.query(parcels(10, 'b', 5).load)
    await vi.runAllTimersAsync()
    expect(rows.state()).toMatchObject({ phase: 'ready', error: null })
  })

  it('asks nothing more once stopped', async () => {
    const source = parcels(1_000)
    source.error = new TypeError('Failed to fetch')
    const { rows } = open()
    rows.query(source.load)
    await vi.advanceTimersByTimeAsync(100)
    rows.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(source.requested).toEqual([0])
  })
})

type Source = {
  total: number
  error: Error | null
  requested: number[]
  aborted: number
  load: LoadPage<Parcel>
}

/** A server stub with `total` parcels that answers after `delay` milliseconds. */
function parcels(total: number, prefix = 'p', delay = 10): Source {
  const source: Source = { total, error: null, requested: [], aborted: 0, load }
  return source

  async function load(skip: number, limit: number, signal: AbortSignal): Promise<Page<Parcel>> {
    source.requested.push(skip)
    signal.addEventListener('abort', () => {
      source.aborted += 1
    })
    await new Promise((resolve) => setTimeout(resolve, delay))
    signal.throwIfAborted()
    if (source.error) throw source.error
    const length = Math.max(0, Math.min(limit, source.total - skip))
    const items = Array.from({ length }, (_, step) => ({
      id: `${prefix}${skip + step}`,
      version: 1,
      status: 'PENDING',
    }))
    return { items, total: source.total }
  }
}

function open(options: Partial<RowLoaderOptions<Parcel>> = {}) {
  const swaps: string[] = []
  const rows = createRowLoader<Parcel>({
    onChange: () => undefined,
    onSwap: (reason) => swaps.push(reason),
    ...options,
  })
  return { rows, swaps }
}

async function shown(
  source: Source,
  first: number,
  end: number,
  options: Partial<RowLoaderOptions<Parcel>> = {},
) {
  const { rows } = open(options)
  rows.query(source.load)
  await vi.advanceTimersByTimeAsync(200)
  rows.show(first, end)
  await vi.advanceTimersByTimeAsync(1_000)
  return rows
}
