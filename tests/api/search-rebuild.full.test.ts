import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SearchHit } from '../../domain/changes/changes.ts'
import { entryVersion } from '../../domain/search/searchable.ts'
import { markRebuilt, rebuildEntries } from '../../server/resources/rebuild-entries.ts'
import { openShopApi } from '../support/api/shop.ts'
import { expectSoundSearch } from '../support/api/sound-search.ts'

const { api, shop } = await openShopApi()
const { db } = api.context

const ofPeople = async (q: string) => {
  const { body } = await shop.admin.get<{ items: SearchHit[] }>(`/search?q=${encodeURIComponent(q)}`)
  return body.items.map(({ title }) => title)
}

describe('names in Arabic', () => {
  beforeAll(async () => {
    const product = await shop.product({ country: 'lib', name: 'مِرآة ذكيّة' })
    const input = { customerPhone: '+218912345678', customerAddress: 'شارع ٢٤ ديسمبر، مصراتة' }
    for (const customerName of [
      'فاطمة الزاوي',
      'على المصراتي',
      'مـحـمـد أنور',
      'عائشة الفيتوري',
      '\u06a9ریم یوسف',
    ]) {
      await shop.order(product, { ...input, customerName })
    }
  })

  it.each([
    ['فاطمه', 'فاطمة الزاوي'],
    ['الزاوى', 'فاطمة الزاوي'],
    ['علي', 'على المصراتي'],
    ['محمد', 'مـحـمـد أنور'],
    ['انور', 'مـحـمـد أنور'],
    ['مُحمد إنور', 'مـحـمـد أنور'],
    ['عايشه', 'عائشة الفيتوري'],
    ['كريم', '\u06a9ریم یوسف'],
    ['يوسف', '\u06a9ریم یوسف'],
    ['مراه ذكيه', 'مِرآة ذكيّة'],
    ['عايشة الفيتوى', 'عائشة الفيتوري'],
  ])('are found by %j', async (typed, title) => {
    expect((await ofPeople(typed))[0]).toBe(title)
  })

  it('with numbers in either digits', async () => {
    expect(await ofPeople('24 ديسمبر')).toHaveLength(5)
    expect(await ofPeople('۲۴ ديسمبر')).toHaveLength(5)
    expect(await ofPeople('٠٩١٢٣٤٥٦٧٨')).toHaveLength(5)
  })

  it('in the filter of a list too', async () => {
    const { body } = await shop.admin.get<{ total: number }>(`/orders?keyword=${encodeURIComponent('فاطمه')}`)
    expect(body.total).toBe(1)
  })
})

describe('entries of an older version', () => {
  const age = async () => {
    await db.execute(sql`update search_entries set text = ' ancien ' || number, keys = '{}'`)
    await db.execute(sql`delete from search_rebuilds`)
  }

  it('are written anew once, those of deleted records not', async () => {
    const product = await shop.product({ name: 'Lampe frontale' })
    await shop.orders(product, 450, { customerName: 'Zéphirine Ouattara' })
    const shipped = await shop.order(product, { customerName: 'Isidorine Toh' })
    await shop.ship(shipped)
    const gone = await shop.order(product, { customerName: 'Disparue Toh' })
    expect(await shop.admin.put('/orders/delete', { body: { ids: [gone.id] } })).toMatchObject({
      status: 200,
    })
    await age()
    expect(await ofPeople('isidorine')).toEqual([])
    const count = await rebuildEntries(api.context)
    expect(count).toBeGreaterThan(451)
    await expectSoundSearch(api)
    expect(await ofPeople('isidorine toh')).toEqual(['Isidorine Toh', 'Isidorine Toh'])
    expect(await ofPeople('disparue')).toEqual([])
    expect(await rebuildEntries(api.context)).toBe(0)
  })

  it('are gone on with where an earlier run was ended', async () => {
    await age()
    let steps = 0
    const first = await rebuildEntries(api.context, () => ++steps > 2)
    expect(first).toBe(400)
    const { rows } = await db.execute(
      sql`select resource, version, after is null as "isDone" from search_rebuilds`,
    )
    expect(rows).toEqual([{ resource: 'orders', version: entryVersion, isDone: false }])
    const rest = await rebuildEntries(api.context)
    const { rows: counted } = await db.execute<{ count: number }>(sql`
      select (select count(*) from orders where deleted_at is null) as count`)
    expect(rest).toBeGreaterThanOrEqual(Number(counted[0]!.count) - first)
    await expectSoundSearch(api)
  })

  it('are written by two servers at once without harm, while records change', async () => {
    await age()
    const product = await shop.product({ name: 'Veilleuse' })
    const order = await shop.order(product, { customerName: 'Avant Toh' })
    const [one, other] = await Promise.all([
      rebuildEntries(api.context),
      rebuildEntries(api.context),
      shop.admin.put(`/orders/${order.id}`, { body: { version: order.version, customerName: 'Après Toh' } }),
    ])
    const { rows } = await db.execute<{ count: string }>(sql`select count(*) as count from search_entries`)
    expect(one + other).toBeLessThanOrEqual(Number(rows[0]!.count) + 1)
    await expectSoundSearch(api)
  })

  it('are those that the first folding of version 1 wrote, too', async () => {
    await age()
    await db.execute(sql`
      insert into search_rebuilds (resource, version)
      select distinct resource, 1 from search_entries`)
    expect(await ofPeople('zephirine')).toEqual([])
    expect(await rebuildEntries(api.context)).toBeGreaterThan(0)
    await expectSoundSearch(api)
    expect(await rebuildEntries(api.context)).toBe(0)
  })

  it('are none where a database was filled by this version', async () => {
    await age()
    await markRebuilt(db)
    expect(await rebuildEntries(api.context)).toBe(0)
  })
})
