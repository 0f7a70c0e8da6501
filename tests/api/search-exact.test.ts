import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SearchHit } from '../../domain/changes/changes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { Order } from '../../domain/orders/order.ts'
import { encodeScan } from '../../domain/scans/scan-code.ts'
import { toSearchEntry } from '../../domain/search/searchable.ts'
import { learnWords, writeEntries } from '../../server/search/write-entries.ts'
import { countStatements } from '../support/api/count-statements.ts'
import { openApi, type TestApi } from '../support/api/start-api.ts'
import { wholeOrder } from '../support/whole-records.ts'

const api = await openApi()
type Caller = Awaited<ReturnType<TestApi['as']>>
let admin: Caller

/** Entries without records: these tests need no statuses. */
const order = (number: number, given: Partial<Order> = {}) =>
  toSearchEntry(
    'orders',
    wholeOrder({
      id: randomUUID(),
      number,
      owner: randomUUID(),
      customerName: `Cliente ${number}`,
      customerPhone: '+2250500000000',
      customerAddress: 'Rue des Palmes',
      productName: 'Article',
      ...given,
    }),
  )

const write = async (entries: ReturnType<typeof order>[]): Promise<void> => {
  await writeEntries(api.context.db, entries)
  await learnWords(api.context.db, entries)
}

const search = async (q: string, { country = 'ic', limit = 20, caller = admin, resource = '' } = {}) => {
  const more = `${country === '' ? '' : `&country=${country}`}${resource === '' ? '' : `&resource=${resource}`}`
  const { status, body } = await caller.get<{ items: SearchHit[] }>(
    `/search?q=${encodeURIComponent(q)}&limit=${limit}${more}`,
  )
  expect(status).toBe(200)
  return body.items
}
const numbersOf = (hits: readonly SearchHit[]) => hits.map(({ number }) => number)

beforeAll(async () => {
  admin = await api.as('admin')
})

describe('what the text names as a whole comes first', () => {
  const number = 873_194

  it('a number of another country, while telephone numbers of the selected one hold its digits', async () => {
    const phones = Array.from({ length: 40 }, (_, at) =>
      order(910_001 + at, { customerPhone: `+22507${10 + at}873194` }),
    )
    await write([...phones, order(number, { country: 'tn', customerName: 'Rym Zarrouk' })])
    for (const typed of [
      '873194',
      '#873194',
      '873 194',
      '873.194',
      'n° 873194',
      '0873194',
      '٨٧٣١٩٤',
      ' 873194 ',
    ]) {
      const [first] = await search(typed)
      expect([first?.number, first?.rank], typed).toEqual([number, 0])
    }
    expect((await search('873194', { limit: 1 }))[0]?.number).toBe(number)
    expect((await search('873194')).length).toBe(20)
    expect(numbersOf(await search('873194', { country: '' }))[0]).toBe(number)
  })

  it('the code on a label, typed', async () => {
    const parcel = order(873_501, { country: 'fr' })
    await write([{ ...parcel, resource: 'shippings' }])
    const [first] = await search(encodeScan({ kind: 'shippings', number: 873_501 }))
    expect(first).toMatchObject({ resource: 'shippings', number: 873_501, rank: 0 })
    expect(await search(encodeScan({ kind: 'products', number: 873_501 }))).toEqual([])
  })

  it('a telephone number of another country, beside those that end with or hold it', async () => {
    const holders = Array.from({ length: 30 }, (_, at) =>
      order(920_001 + at, {
        customerPhone: `+22501${String(at).padStart(2, '0')}${'29471583'.slice(0, 8)}`.slice(0, 14),
      }),
    )
    const own = [order(873_601, { country: 'tn', customerPhone: '+21629471583' })]
    await write([...holders, ...own])
    for (const typed of ['29 471 583', '+216 29471583', '0021629471583', '٢٩٤٧١٥٨٣']) {
      const [first] = await search(typed)
      expect([first?.number, first?.rank], typed).toEqual([873_601, 1])
    }
  })

  it('every record of one telephone number, newest first, up to the limit', async () => {
    await write(
      Array.from({ length: 26 }, (_, at) => order(873_700 + at, { customerPhone: '+2250789654123' })),
    )
    const hits = await search('07 89 65 41 23', { limit: 50 })
    expect(numbersOf(hits).slice(0, 26)).toEqual(Array.from({ length: 26 }, (_, at) => 873_725 - at))
    expect(hits.slice(0, 26).every(({ rank }) => rank === 1)).toBe(true)
  })

  it('a reference of somebody’s own, whose words and digits thousands of newer records have', async () => {
    const reference = 'ZB-4471/05'
    const newer = Array.from({ length: 6_000 }, (_, at) =>
      order(2_000_000 + at, { externalRef: `ZB-4471/05-${at}`, customerName: `Zb Client ${at}` }),
    )
    await write([order(873_801, { externalRef: reference, country: 'sn' })])
    for (let at = 0; at < newer.length; at += 1_000)
      await writeEntries(api.context.db, newer.slice(at, at + 1_000))
    await api.context.db.execute(sql`analyze search_entries`)
    for (const typed of [reference, 'zb-4471/05', ' Zb 4471 05 ', 'ZB‑4471/٠٥']) {
      const [first] = await search(typed)
      expect([first?.number, first?.rank], typed).toEqual([873_801, 1])
    }
  })

  it('a name, however many newer ones begin with it or contain it', async () => {
    const newer = Array.from({ length: 6_000 }, (_, at) =>
      order(3_000_000 + at, { customerName: `Wawazé Léontine ${at}` }),
    )
    await write([
      order(873_901, { customerName: 'Wawazé Léontine', country: 'bf' }),
      order(873_902, { customerName: 'Wawazé' }),
    ])
    for (let at = 0; at < newer.length; at += 1_000)
      await writeEntries(api.context.db, newer.slice(at, at + 1_000))
    expect((await search('wawaze leontine'))[0]).toMatchObject({ number: 873_901 })
    expect((await search('Wawazé Léontine', { limit: 1 }))[0]).toMatchObject({ number: 873_901 })
    expect((await search('wawaze'))[0]).toMatchObject({ number: 873_902 })
  })

  it('the record of the selected country before its namesake elsewhere', async () => {
    await write([
      order(874_002, { customerName: 'Quiteria Zangba', country: 'fr' }),
      order(874_001, { customerName: 'Quiteria Zangba' }),
    ])
    expect(numbersOf(await search('quiteria zangba'))).toEqual([874_001, 874_002])
    expect(numbersOf(await search('quiteria zangba', { country: 'fr' }))).toEqual([874_002, 874_001])
  })

  it('an e-mail, the code of an invoice, the code of a plan', async () => {
    const person = await api.createUser({
      name: 'Xaviera Nkunku',
      email: 'x.nkunku@zangba.test',
      country: 'lib',
    })
    for (let at = 0; at < 30; at++) {
      await api.createUser({ name: `X Nkunku ${at}`, email: `x.nkunku@zangba.test.${at}.ci` })
    }
    expect((await search('X.Nkunku@zangba.test'))[0]).toMatchObject({ id: person.id, rank: 1 })
    const owned = { country: 'tn' as const, owner: randomUUID(), ownerName: 'Zangba' }
    const invoice = (number: number, code: string, country: CountryCode) =>
      toSearchEntry('invoices', { ...owned, id: randomUUID(), number, code, country })
    await write([
      invoice(874_101, 'INV-2031W07-4', 'tn'),
      ...Array.from({ length: 30 }, (_, at) => invoice(874_102 + at, `INV-2031W07-4${at}`, 'ic')),
      toSearchEntry('packages', {
        ...owned,
        id: randomUUID(),
        number: 874_201,
        name: 'Zangba',
        pack: 'ZGB_7',
      }),
    ])
    expect((await search('inv-2031w07-4'))[0]).toMatchObject({ number: 874_101 })
    expect((await search('zgb_7'))[0]).toMatchObject({ resource: 'packages', number: 874_201, rank: 1 })
  })

  it('only as far as the caller reaches', async () => {
    const seller = await api.as(await api.createUser({ role: 'seller' }))
    await write([
      order(874_301, { customerName: 'Ulrich Wapa', country: 'fr' }),
      order(874_302, { customerName: 'Ulrich Wapa', country: 'tn', owner: seller.user.id }),
    ])
    expect(numbersOf(await search('ulrich wapa', { caller: seller }))).toEqual([874_302])
    expect(await search('#874301', { caller: seller })).toEqual([])
    const agent = await api.as(await api.createUser({ role: 'agent', country: 'sn' }))
    expect(await search('874302', { caller: agent, country: 'sn' })).toEqual([])
    expect(await search('ulrich wapa', { resource: 'products' })).toEqual([])
  })

  it('in no more statements than before', async () => {
    const count = (q: string) =>
      countStatements(api.context.pool, () => search(q)).then((statements) => statements)
    const base = await countStatements(api.context.pool, () => admin.get('/search?q='))
    expect((await count('#873194')) - base).toBe(1)
    expect((await count('wawaze')) - base).toBeLessThanOrEqual(3)
  })

  it('by the index of keys, and none of what is deleted', async () => {
    const { rows } = await api.context.db.execute<{ 'QUERY PLAN': string }>(
      sql`explain select * from search_entries entry where entry.keys && ${sql.param(['wawaze'])}::text[]`,
    )
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('search_entries_keys_idx')
  })
})

describe('a list that is searched for a keyword', () => {
  it('shows what is named by it first, as long as nobody sorts it', async () => {
    const named = async (name: string) => {
      const body = { country: 'ic', name, price: 1_000, quantity: 5 }
      const { status, body: made } = await admin.post<{ id: string }>('/products', { body })
      expect(status).toBe(201)
      return made.id
    }
    const exact = await named('Brumisateur')
    for (let at = 0; at < 25; at++) await named(`Brumisateur n° ${at}`)
    const list = async (more = '') => {
      const { body } = await admin.get<{ items: { id: string }[] }>(
        `/products?keyword=brumisateur&limit=20${more}`,
      )
      return body.items.map(({ id }) => id)
    }
    expect((await list())[0]).toBe(exact)
    expect((await list('&country=ic'))[0]).toBe(exact)
    expect((await list('&sort=-number')).includes(exact)).toBe(false)
  })
})
