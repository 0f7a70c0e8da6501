import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SearchHit } from '../../../../domain/changes/changes.ts'
import type { ResourceName } from '../../../../domain/resources.ts'
import { createQueryClient, endPaletteReads } from '../../../../src/api/query-client.ts'
import {
  createSearchQueries,
  noAnswer,
  noLookup,
  type RecordSearch,
  shownAnswer,
} from '../../../../src/palette/ranking/record-search.ts'
import { hitWith } from './palette-context.ts'

/** A server stub whose answers the test resolves. */
function answeringSearch() {
  const calls: {
    query: string
    signal: AbortSignal
    answer: (items: SearchHit[]) => void
    fail: () => void
  }[] = []
  const search: RecordSearch = (query, { signal }) =>
    new Promise((resolve, reject) => {
      calls.push({ query, signal, answer: (items) => resolve({ items }), fail: () => reject(new Error()) })
    })
  return { calls, search }
}

/** Looks up as the palette does; `state`: what it shows. */
function searching(search: RecordSearch) {
  const client = createQueryClient()
  const queryOf = createSearchQueries(search, 'ic')
  const observer = new QueryObserver(client, queryOf(noLookup))
  const stop = observer.subscribe(() => undefined)
  let last = noAnswer
  let lookup = noLookup
  const state = () => {
    const { data, status, isFetching } = observer.getCurrentResult()
    last = shownAnswer(lookup, data, last)
    return { ...last, status, isFetching }
  }
  return {
    state,
    client,
    stop,
    ask: (query: string, resource: ResourceName | null = null, others?: readonly string[]) => {
      state()
      lookup = { query, resource, others }
      observer.setOptions(queryOf(lookup))
    },
  }
}

const settled = () => vi.advanceTimersByTimeAsync(0)
/** Until the next request may be sent. */
const paced = () => vi.advanceTimersByTimeAsync(120)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('record search', () => {
  test('asks at the first key, then at most once in 120 ms, and the last word is always asked', async () => {
    const { calls, search } = answeringSearch()
    const records = searching(search)
    records.ask('k')
    await settled()
    expect(calls.map(({ query }) => query)).toEqual(['k'])
    for (const query of ['ko', 'kon', 'kone']) {
      records.ask(query)
      await vi.advanceTimersByTimeAsync(30)
    }
    expect(calls.map(({ query }) => query)).toEqual(['k'])
    await paced()
    expect(calls.map(({ query }) => query)).toEqual(['k', 'kone'])
  })

  test('a newer question aborts the older, whose late answer never wins', async () => {
    const { calls, search } = answeringSearch()
    const records = searching(search)
    records.ask('awa')
    await settled()
    records.ask('yao')
    expect(calls[0]!.signal.aborted).toBe(true)
    await paced()
    calls[1]!.answer([hitWith({ id: 'yao' })])
    calls[0]!.answer([hitWith({ id: 'awa' })])
    await settled()
    expect(records.state()).toMatchObject({ query: 'yao', isFetching: false, hits: [{ id: 'yao' }] })
  })

  test('the hits before stay until the new ones arrive, and when none arrive', async () => {
    const { calls, search } = answeringSearch()
    const records = searching(search)
    records.ask('awa')
    await settled()
    calls[0]!.answer([hitWith()])
    await settled()
    records.ask('awa k')
    expect(records.state()).toMatchObject({ query: 'awa', status: 'pending', hits: [{ id: 'o1' }] })
    await paced()
    calls[1]!.fail()
    await settled()
    expect(records.state()).toMatchObject({ query: 'awa', status: 'error', hits: [{ id: 'o1' }] })
  })

  test('another scope and an empty question forget what was found', async () => {
    const { calls, search } = answeringSearch()
    const records = searching(search)
    records.ask('awa')
    await settled()
    calls[0]!.answer([hitWith()])
    await settled()
    records.ask('awa', 'users')
    expect(records.state().hits).toEqual([])
    records.ask('')
    expect(records.state()).toMatchObject({ hits: [], query: '', isFetching: false })
    records.ask('k')
    expect(records.state().hits).toEqual([])
  })

  test('a repeated query shows its cached rows at once while it is sent again', async () => {
    const { calls, search } = answeringSearch()
    const records = searching(search)
    records.ask('awa')
    await settled()
    calls[0]!.answer([hitWith({ id: 'first' }), hitWith({ id: 'second' })])
    await settled()
    records.ask('')
    records.ask('awa')
    expect(records.state()).toMatchObject({
      query: 'awa',
      isFetching: true,
      hits: [{ id: 'first' }, { id: 'second' }],
    })
    await paced()
    calls[1]!.answer([hitWith({ id: 'second' })])
    await settled()
    expect(records.state()).toMatchObject({ isFetching: false, hits: [{ id: 'second' }] })
  })

  test('other readings are looked up in turn while nothing is found, and answer the text that was typed', async () => {
    const { calls, search } = answeringSearch()
    const records = searching(search)
    records.ask('ыудд', null, ['sell', 'vend'])
    await settled()
    calls[0]!.answer([])
    await settled()
    calls[1]!.answer([hitWith()])
    await settled()
    expect(calls.map(({ query }) => query)).toEqual(['ыудд', 'sell'])
    expect(records.state()).toMatchObject({ query: 'ыудд', hits: [{ id: 'o1' }] })
  })

  test('nothing of one opening is left for the next, and what is under way is aborted', async () => {
    const { calls, search } = answeringSearch()
    const { ask, client, stop } = searching(search)
    ask('awa')
    await settled()
    calls[0]!.answer([hitWith()])
    ask('yao')
    await paced()
    endPaletteReads(client)
    stop()
    expect(calls[1]!.signal.aborted).toBe(true)
    expect(client.getQueriesData({ queryKey: ['search'] })).toEqual([])
  })
})
