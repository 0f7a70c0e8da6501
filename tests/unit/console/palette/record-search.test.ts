import { describe, expect, test, vi } from 'vitest'
import type { SearchHit } from '../../../../domain/changes/changes.ts'
import { createRecordSearch, type Search } from '../../../../src/palette/ranking/record-search.ts'
import { hitWith } from './palette-context.ts'

/** A server stub whose answers the test resolves. */
function answeringSearch() {
  const calls: {
    query: string
    signal: AbortSignal
    answer: (items: SearchHit[]) => void
    fail: () => void
  }[] = []
  const search: Search = (query, { signal }) =>
    new Promise((resolve, reject) => {
      calls.push({ query, signal, answer: (items) => resolve({ items }), fail: () => reject(new Error()) })
    })
  return { calls, search }
}

const settled = () => vi.advanceTimersByTimeAsync(0)

describe('record search', () => {
  test('asks at the first key, then at most once in 120 ms, and the last word is always asked', async () => {
    vi.useFakeTimers()
    const { calls, search } = answeringSearch()
    const records = createRecordSearch(search)
    records.ask('k')
    await settled()
    expect(calls.map(({ query }) => query)).toEqual(['k'])
    for (const query of ['ko', 'kon', 'kone']) {
      records.ask(query)
      await vi.advanceTimersByTimeAsync(30)
    }
    expect(calls.map(({ query }) => query)).toEqual(['k'])
    await vi.advanceTimersByTimeAsync(120)
    expect(calls.map(({ query }) => query)).toEqual(['k', 'kone'])
    vi.useRealTimers()
  })

  test('a newer question aborts the older, whose late answer never wins', async () => {
    vi.useFakeTimers()
    const { calls, search } = answeringSearch()
    const records = createRecordSearch(search, 0)
    records.ask('awa')
    await settled()
    records.ask('yao')
    await settled()
    expect(calls[0]!.signal.aborted).toBe(true)
    calls[1]!.answer([hitWith({ id: 'yao' })])
    calls[0]!.answer([hitWith({ id: 'awa' })])
    await settled()
    expect(records.state()).toMatchObject({ query: 'yao', phase: 'idle', hits: [{ id: 'yao' }] })
    vi.useRealTimers()
  })

  test('the hits before stay until the new ones arrive, and when none arrive', async () => {
    vi.useFakeTimers()
    const { calls, search } = answeringSearch()
    const records = createRecordSearch(search, 0)
    records.ask('awa')
    await settled()
    calls[0]!.answer([hitWith()])
    await settled()
    records.ask('awa k')
    expect(records.state()).toMatchObject({ query: 'awa', phase: 'loading', hits: [{ id: 'o1' }] })
    await settled()
    calls[1]!.fail()
    await settled()
    expect(records.state()).toMatchObject({ phase: 'failed', hits: [{ id: 'o1' }] })
    vi.useRealTimers()
  })

  test('another scope and an empty question forget what was found', async () => {
    vi.useFakeTimers()
    const { calls, search } = answeringSearch()
    const records = createRecordSearch(search, 0)
    records.ask('awa')
    await settled()
    calls[0]!.answer([hitWith()])
    await settled()
    records.ask('awa', 'users')
    expect(records.state().hits).toEqual([])
    records.ask('')
    expect(records.state()).toEqual({ hits: [], query: '', phase: 'idle' })
    vi.useRealTimers()
  })

  test('a repeated query shows its cached rows at once while it is sent again', async () => {
    vi.useFakeTimers()
    const { calls, search } = answeringSearch()
    const records = createRecordSearch(search, 0)
    records.ask('awa')
    await settled()
    calls[0]!.answer([hitWith({ id: 'first' }), hitWith({ id: 'second' })])
    await settled()
    records.ask('')
    records.ask('awa')
    expect(records.state()).toMatchObject({
      query: 'awa',
      phase: 'loading',
      hits: [{ id: 'first' }, { id: 'second' }],
    })
    await settled()
    calls[1]!.answer([hitWith({ id: 'second' })])
    await settled()
    expect(records.state()).toMatchObject({ phase: 'idle', hits: [{ id: 'second' }] })
    vi.useRealTimers()
  })
})
