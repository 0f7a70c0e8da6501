import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { toSearchEntry } from '../../domain/search/searchable.ts'
import { inTransaction } from '../../server/db/in-transaction.ts'
import { searchRecords } from '../../server/queries/search-records.ts'
import { indexedCondition, keywordCondition, readKeyword } from '../../server/search/keyword-condition.ts'
import { createEntrySample } from '../../server/search/search-index.ts'
import { soonestTrigrams, spreadTrigrams } from '../../server/search/soonest-trigrams.ts'
import { writeEntries } from '../../server/search/write-entries.ts'
import { startApi, type TestApi } from '../support/api/start-api.ts'
import { wholeOrder } from '../support/whole-records.ts'

describe('which trigrams the index is asked for', () => {
  const shareOf = (shares: Record<string, number>) => (trigram: string) => shares[trigram] ?? 0.001

  test.each([
    ['the rarest where one is enough', ['cedric'], { ced: 0.0005, edr: 0.1, dri: 0.1, ric: 0.1 }, ['ced']],
    [
      'one of each word before another of the same',
      ['aya', 'oued'],
      { aya: 0.05, oue: 0.03, ued: 0.03 },
      ['oue', 'aya', 'ued'],
    ],
    ['all of them where none says much', ['mama'], { mam: 0.5, ama: 0.5 }, ['mam', 'ama']],
    ['what stands beside a sign that is no letter', ['n’gue'], {}, ['gue']],
    ['nothing of words that are too short, or of another script', ['ab', 'коне'], {}, []],
  ])('%s', (_, words, shares, expected) => expect(soonestTrigrams(words, shareOf(shares))).toEqual(expected))

  it('reads no list that spares less than it costs', () => {
    const share = shareOf({ ced: 0.016, edr: 0.06, dri: 0.05, ric: 0.03, aog: 0.03, ogo: 0.07, oue: 0.08 })
    expect(soonestTrigrams(['cedric', 'aogo'], share)).not.toContain('edr')
  })
})

describe('which trigrams of a telephone number', () => {
  test.each([
    ['070809', ['809', '070', '708']],
    ['0708091', ['091', '708', '070']],
    ['07080910', ['910', '080', '070']],
    ['2250708091011', ['011', '091', '708']],
  ])('%s', (digits, expected) => expect(spreadTrigrams(digits)).toEqual(expected))
})

describe('pieces of a telephone number', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startApi()
    await inTransaction(api.context, (tx) => writeEntries(tx, called))
  })
  afterAll(() => api.close())

  const numbers = [
    '2250708091011',
    '33612345678',
    '218912345678',
    '22507080910',
    '33070809101',
    '21870809101',
  ]
  const called = numbers.map((phone, at) => {
    const record = { id: randomUUID(), number: 50 + at, owner: randomUUID() }
    const customer = { customerName: 'Koné', customerPhone: `+${phone}`, customerAddress: '' }
    return toSearchEntry(
      'orders',
      wholeOrder({ ...record, ...customer, productName: `Lampe ${at} 07080910` }),
    )
  })
  const numbersWhere = async (condition: SQL) => {
    const { rows } = await api.context.db.execute(
      sql`select entry.number from search_entries entry where ${condition} order by 1`,
    )
    return rows.map(({ number }) => Number(number))
  }

  it('find the same by a few trigrams as by all of them, however they are typed', async () => {
    const national = ['0708091011', '0612345678', '0912345678', '070809101']
    const abroad = ['002250708091011', '0033612345678', '+33 (0)6 12 34 56 78', '2180912345678']
    const spaced = ['07 08 09 10 11', '06.12.34.56.78', 'kone 07 08 09 10', 'lampe 07080910']
    const pieces = [...numbers, ...national].flatMap((phone) =>
      Array.from({ length: phone.length - 3 }, (_, from) => [
        phone.slice(from),
        phone.slice(0, from + 4),
      ]).flat(),
    )
    let found = 0
    for (const text of [...pieces, ...abroad, ...spaced]) {
      const keyword = readKeyword(text)
      const all = await numbersWhere(keywordCondition(keyword))
      expect(await numbersWhere(indexedCondition(keyword)), text).toEqual(all)
      expect(all, text).not.toEqual([])
      found += all.length
    }
    expect(found).toBeGreaterThan(200)
  })
})

/** Creates the matching records first: older than the range that a search scans. */
const names = ['Aya Kouassi', 'Koné Aya', 'Kouassi N’Guessan', 'Amélie Kouassy', 'Ба Коне']
const entries = Array.from({ length: 6_000 }, (_, at) =>
  toSearchEntry('packages', {
    id: randomUUID(),
    number: 50_000 + at,
    country: 'ic',
    owner: randomUUID(),
    name: names[at] ?? `Zébu ${at * 7919} Moussa`,
    pack: 'Mensuel',
  }),
)

describe('how often it is drawn', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startApi()
  })
  afterEach(() => vi.useRealTimers())
  afterAll(() => api.close())

  it('is ten minutes after there was too little to draw, an hour after there was enough', async () => {
    const samples = createEntrySample(api.context.db)
    const start = Date.now()
    const askAfter = (minutes: number) => {
      vi.setSystemTime(start + minutes * 60_000)
      return samples.current()
    }
    await samples.draw()
    expect(samples.current()).toBeNull()
    await inTransaction(api.context, (tx) => writeEntries(tx, entries))
    expect(askAfter(9)).toBeNull()
    askAfter(11)
    await expect.poll(() => samples.current()).not.toBeNull()
    const drawn = samples.current()
    askAfter(70)
    expect(samples.current()).toBe(drawn)
    askAfter(72)
    await expect.poll(() => samples.current()).not.toBe(drawn)
  })
})

describe('of more entries than a search scans', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startApi()
    await inTransaction(api.context, (tx) => writeEntries(tx, entries))
  })
  afterAll(() => api.close())

  it('finds the same by some trigrams as by all of them', async () => {
    const actor = await api.createUser({ role: 'admin' })
    const samples = createEntrySample(api.context.db)
    await samples.draw()
    const sample = samples.current()!
    expect(sample.ofTrigram('mou')).toBeGreaterThan(0.9)
    expect(sample.ofTrigram('xyz')).toBeLessThan(0.01)
    expect(sample.ofWords(['moussa', 'me'])).toBeGreaterThan(0.9)
    expect(sample.ofWords(['moussa', 'ka'])).toBeLessThan(0.01)
    const find = async (text: string, known: typeof sample | null) => {
      const options = { resources: ['packages'], country: 'ic', limit: 20, sample: known } as const
      return (await searchRecords(api.context.db, actor, text, options)).map(({ number }) => number - 50_000)
    }
    const expected: Record<string, number[]> = {
      'aya kouassi': [0],
      'kouassi aya': [0],
      aya: [0, 1],
      kouas: [0, 2, 3],
      'a kouass': [0, 3],
      'n’guessan kouassi': [2],
      'ба коне': [4],
      'moussa kouassi': [],
      'mensuel aya': [0, 1],
    }
    for (const [text, places] of Object.entries(expected)) {
      const found = await find(text, sample)
      expect(found.toSorted(), text).toEqual(places)
      expect(await find(text, null), text).toEqual(found)
    }
  })
})
