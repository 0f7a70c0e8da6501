import { describe, expect, test } from 'vitest'
import { createRecents } from '../../../../src/palette/ranking/recents.ts'
import type { PaletteView } from '../../../../src/palette/results/palette-view.ts'
import { readInput } from '../../../../src/palette/results/read-input.ts'
import { readingsOf } from '../../../../src/palette/results/readings.ts'
import { typedSections } from '../../../../src/palette/results/typed-sections.ts'
import { memoryStorage } from '../../../support/memory-storage.ts'
import { wholeOrder } from '../../../support/whole-records.ts'
import { consoleView } from './console-view.ts'
import { contextWith, hitWith } from './palette-context.ts'

const week = 7 * 24 * 3_600_000

const onOrders = contextWith({ resource: 'orders', active: wholeOrder() })

const idsOf = (query: string, view: PaletteView): string[] => {
  const input = readInput(query)
  return typedSections(input, readingsOf(input, view), view).flatMap(({ items }) => items.map(({ id }) => id))
}

const at = (ids: readonly string[], id: string): number => {
  expect(ids).toContain(id)
  return ids.indexOf(id)
}

describe('what the person uses', () => {
  test('comes first of what matches as well', () => {
    const view = consoleView(onOrders)
    expect(idsOf('co', view)[0]).toBe('command:order.confirm')
    view.recents.use('command:order.copy')
    expect(idsOf('co', view)[0]).toBe('command:order.copy')
  })

  test('never comes before what matches better, however often it is used', () => {
    const view = consoleView(onOrders)
    for (let use = 0; use < 40; use += 1) view.recents.use('command:order.comment')
    const ids = idsOf('confirmer', view)
    expect(ids[0]).toBe('command:order.confirm')
    expect(idsOf('copier', view)[0]).toBe('command:order.copy')
  })

  test('is forgotten by halves: what was used once now passes what was used twice a month ago', () => {
    let now = 0
    const recents = createRecents(memoryStorage(), 'u1', () => now)
    const view = consoleView(onOrders, { recents })
    recents.use('command:order.comment')
    recents.use('command:order.comment')
    expect(idsOf('co', view)[0]).toBe('command:order.comment')
    now += 4 * week
    expect(idsOf('co', view)[0]).toBe('command:order.comment')
    recents.use('command:order.copy')
    expect(idsOf('co', view).slice(0, 2)).toEqual(['command:order.copy', 'command:order.comment'])
  })

  test('is their own: another person in the same browser has another order', () => {
    const storage = memoryStorage()
    createRecents(storage, 'u1').use('command:order.copy')
    const view = (person: string) => consoleView(onOrders, { recents: createRecents(storage, person) })
    expect(idsOf('co', view('u1'))[0]).toBe('command:order.copy')
    expect(idsOf('co', view('u2'))[0]).toBe('command:order.confirm')
  })
})

describe('records that the person opens', () => {
  const hits = [
    hitWith({ id: 'new', number: 12, title: 'Awa Koné', rank: 2 }),
    hitWith({ id: 'old', number: 11, title: 'Awa Koné', rank: 2 }),
    hitWith({ id: 'other', number: 10, title: 'Koné Awa', rank: 4 }),
  ]
  const answered = { hits, query: 'awa', failure: null } as const

  test('come first of those that match as well, and not before better ones', () => {
    const view = consoleView(contextWith(), { search: answered })
    for (let use = 0; use < 5; use += 1) view.recents.use('record:orders/other', hits[2])
    view.recents.use('record:orders/old', hits[1])
    const ids = idsOf('awa', view).filter((id) => id.startsWith('record:'))
    expect(ids).toEqual(['record:orders/old', 'record:orders/new', 'record:orders/other'])
  })

  test('are shown before the server has answered, and only those that match', () => {
    const view = consoleView(contextWith(), { search: { hits: [], query: '', failure: null } })
    view.recents.use('record:orders/old', hits[1])
    view.recents.use('record:orders/traore', hitWith({ id: 'traore', title: 'Fatou Traoré' }))
    expect(idsOf('awa', view)).toContain('record:orders/old')
    expect(idsOf('awa', view)).not.toContain('record:orders/traore')
    expect(idsOf('>awa', view)).not.toContain('record:orders/old')
  })
})

describe('commands and records in one list', () => {
  const answer = (title: string, rank: number, query: string) =>
    ({ hits: [hitWith({ title, rank })], query, failure: null }) as const
  const record = 'record:orders/o1'
  const customer = 'customer:+2250708091011'

  test('the better match comes first, whichever it is', () => {
    const begun = consoleView(onOrders, { search: answer('Confort Plus', 3, 'confirmer') })
    expect(idsOf('confirmer', begun)[0]).toBe('command:order.confirm')
    const named = consoleView(onOrders, { search: answer('Mar Diop', 4, 'mar') })
    expect(idsOf('mar', named).slice(0, 2)).toEqual([customer, record])
  })

  test('of two equal ones the command in the user’s language is first', () => {
    const view = consoleView(onOrders, { search: answer('Confort Plus', 3, 'conf') })
    const ids = idsOf('conf', view)
    expect(ids[0]).toBe('command:order.confirm')
    expect(at(ids, record)).toBeGreaterThan(0)
    const alone = consoleView(onOrders, { search: answer('Zzz', 3, 'zzz') })
    expect(idsOf('zzz', alone).slice(0, 2)).toEqual([customer, record])
  })

  test('a number and a telephone are records', () => {
    const view = consoleView(onOrders, { search: answer('Awa Koné', 0, '10423') })
    expect(idsOf('10423', view)).toEqual([record])
  })

  test('commands of other screens come below all that can be run', () => {
    const ids = idsOf('valider', consoleView(onOrders))
    expect(ids[0]).toBe('command:order.confirm')
    expect(at(ids, 'command:form.save')).toBeGreaterThan(at(ids, 'command:order.confirm'))
  })
})

test('a long text that was pasted is no burden', () => {
  const view = consoleView(onOrders)
  const pasted = 'Bonjour, la cliente demande une livraison demain matin à Cocody. '.repeat(60)
  idsOf(pasted, view)
  const before = process.cpuUsage().user
  idsOf(pasted, view)
  // Microseconds; about 30,000 on a shared machine.
  expect(process.cpuUsage().user - before).toBeLessThan(400_000)
})

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

  test('an erased record is gone from list and storage, others stay', () => {
    const storage = memoryStorage()
    const recents = createRecents(storage, 'u1')
    for (const id of ['o1', 'o2']) recents.use(`record:orders/${id}`, hitWith({ id }))
    recents.use('record:shippings/p1', hitWith({ id: 'p1', resource: 'shippings' }))
    recents.use('command:order.copy')
    recents.forget('orders', ['o1'])
    const ids = ['record:orders/o2', 'record:shippings/p1', 'command:order.copy']
    const sorted = (list: readonly { id: string }[]) => list.map(({ id }) => id).toSorted()
    expect(sorted(recents.list())).toEqual(ids.toSorted())
    expect(sorted(createRecents(storage, 'u1').list())).toEqual(ids.toSorted())
    recents.forget('shippings', null)
    expect(storage.getItem('palette.recents.u1')).not.toContain('p1')
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
