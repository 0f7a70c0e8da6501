import { describe, expect, test } from 'vitest'
import { createRecents } from '../../../../src/palette/ranking/recents.ts'
import { memoryStorage } from '../../../support/memory-storage.ts'
import { hitWith } from './palette-context.ts'

const day = 24 * 3_600_000

describe('recents', () => {
  test('what is used often and recently comes first', () => {
    let now = 0
    const recents = createRecents(memoryStorage(), 'u1', () => now)
    for (let use = 0; use < 3; use += 1) recents.use('often, long ago')
    now += 30 * day
    recents.use('once, today')
    expect(recents.list().map(({ id }) => id)).toEqual(['once, today', 'often, long ago'])
  })

  test('a use counts half after a week', () => {
    let now = 0
    const recents = createRecents(memoryStorage(), 'u1', () => now)
    recents.use('a')
    now += 7 * day
    expect(recents.score('a')).toBeCloseTo(0.5)
    recents.use('a')
    expect(recents.score('a')).toBeCloseTo(1.5)
  })

  test('keeps fifty, the latest always among them', () => {
    const recents = createRecents(memoryStorage(), 'u1', () => 0)
    for (let use = 0; use < 60; use += 1) {
      recents.use(`command:${use}`)
      recents.use(`command:${use}`)
    }
    recents.use('latest')
    expect(recents.list()).toHaveLength(50)
    expect(recents.score('latest')).toBe(1)
  })

  test('are stored with the hit of a record, per user', () => {
    const storage = memoryStorage()
    createRecents(storage, 'u1', () => 0).use('record:orders/o1', hitWith())
    expect(createRecents(storage, 'u1', () => 0).list()).toMatchObject([{ hit: { title: 'Awa Koné' } }])
    expect(createRecents(storage, 'u2', () => 0).list()).toEqual([])
  })

  test('unreadable ones are dropped; a failing storage does no harm', () => {
    expect(createRecents(memoryStorage({ 'palette.recents.u1': '{"a":' }), 'u1').list()).toEqual([])
    const full = memoryStorage()
    full.setItem = () => {
      throw new Error('QuotaExceededError')
    }
    const recents = createRecents(full, 'u1')
    recents.use('a')
    expect(recents.score('a')).toBeGreaterThan(0.9)
  })
})
