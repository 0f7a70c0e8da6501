import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { fold, foldedWords } from '../../domain/lib/fold.ts'
import type { Order } from '../../domain/orders/order.ts'
import { containsWords } from '../../server/search/contains-words.ts'
import { holdsWord } from '../../server/search/keyword-condition.ts'
import { expectInvalid } from '../support/api/caller.ts'
import { openShopApi } from '../support/api/shop.ts'

const { api, shop } = await openShopApi()

describe('the words of a text, in the database', () => {
  const texts = [
    'Cocody Angré, 7e tranche',
    'COCODY ANGRE',
    'Cœur d’Abidjan',
    "Coeur d'Abidjan",
    'Nʼguessan Qurʾan',
    'Straße Łódź Ørsted Þór Ŋ Đỗ',
    'İstanbul ISPARTA ısırgan',
    'Ёлка Йошкар-Ола',
    'شَارِعُ الحَبِيبِ',
    'مدرسة ـ القرآن ٱلله',
    'rue\u00adproche \u200ezone\u200f 4',
    'Ｒｕｅ １２ ﬁn',
    'شقة ٤٢ و ۱۷',
    'e\u0301le\u0301phant',
    'a_b%c\\d {x}',
    '',
    '—',
  ]
  const asked = [...texts, ...texts.flatMap(foldedWords), 'd', '12', 'an', '%', '_b']

  it('are those that the search knows', async () => {
    const { rows } = await api.context.db.execute<{ text: string; q: string; has: boolean }>(
      sql`select given.text, asked.q, case asked.q ${sql.join(
        asked.map((q) => sql`when ${q} then ${containsWords(sql`given.text`, q)}`),
        sql` `,
      )} end as has
      from unnest(${sql.param(texts)}::text[]) as given (text), unnest(${sql.param([...new Set(asked)])}::text[]) as asked (q)`,
    )
    const wrong = rows.filter(({ text, q, has }) => {
      const words = foldedWords(q)
      return has !== (words.length > 0 && words.every((word) => holdsWord(` ${fold(text)}`, word)))
    })
    expect(wrong).toEqual([])
    expect(rows.filter(({ has }) => has).length).toBeGreaterThan(texts.length)
  })
})

describe('a filter by words of one column', () => {
  let at: Record<'address' | 'name' | 'source', Order>

  beforeAll(async () => {
    const product = await shop.product({ quantity: 100 })
    at = {
      address: await shop.order(product, {
        customerAddress: 'Wôrdfield Élysée, rue 12',
        sourceName: 'TikTök',
      }),
      name: await shop.order(product, { customerName: 'Wordfield Elysee', customerAddress: 'Plateau' }),
      source: await shop.order(product, { customerAddress: 'Plateau', sourceName: 'Wordfield Elysee' }),
    }
    await shop.move(at.address, 'CONFIRMED')
    await shop.move(at.name, 'CONFIRMED')
  })

  const idsOf = async (path: string): Promise<string[]> => {
    const { status, body } = await shop.admin.get<{ items: { id: string }[]; total: number }>(path)
    expect(status).toBe(200)
    expect(body.total).toBe(body.items.length)
    return body.items.map(({ id }) => id)
  }

  it.each([
    ['customerAddress=wordfield', 'address'],
    ['customerAddress=ELYSEE%20w%C3%B4rdfield', 'address'],
    ['customerAddress=wordfield,%20rue%2012', 'address'],
    ['customerAddress=dfield%20ru', 'address'],
    ['sourceName=wordfield', 'source'],
    ['sourceName=tiktok&customerAddress=wordfield', 'address'],
    ['keyword=elysee&customerAddress=plateau&sourceName=elysee', 'source'],
  ] as const)('finds by %s what this column contains, not what others do', async (query, found) => {
    expect(await idsOf(`/orders?${query}`)).toEqual([at[found].id])
  })

  it.each(['customerAddress=wordfield%20plateau', 'customerAddress=ue%2012', 'sourceName=%21%21'])(
    'finds nothing by %s',
    async (query) => {
      expect(await idsOf(`/orders?${query}`)).toEqual([])
    },
  )

  it('finds parcels by the address of their order', async () => {
    const { items } = (
      await shop.admin.get<{ items: { order: string }[] }>('/shippings?customerAddress=wordfield')
    ).body
    expect(items.map(({ order }) => order)).toEqual([at.address.id])
  })

  it('chooses the records of a bulk call', async () => {
    const { body } = await shop.admin.put('/orders/delete', {
      body: { where: { customerAddress: 'plateau', sourceName: 'wordfield' }, dryRun: true },
    })
    expect(body).toMatchObject({ changed: [{ id: at.source.id }], refused: [] })
  })

  it('is refused beyond 200 letters', async () => {
    await expectInvalid(shop.admin.get(`/orders?sourceName=${'x'.repeat(201)}`), 'sourceName', 'TOO_LONG')
  })
})
