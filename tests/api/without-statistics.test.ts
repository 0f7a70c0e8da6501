import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { serverResources } from '../../server/resources/registry.ts'
import { openShopApi } from '../support/api/shop.ts'

const { api, shop } = await openShopApi()

const written = 3_000
const page = 200
/** A table may be read as a whole a few times, but not once for each record of the page. */
const most = 5 * written

/** As after the first import: PostgreSQL has analysed no table yet, and all orders are of one country. */
it.each(['orders', 'shippings'] as const)(
  'reads a page of %s without reading a table once for each record, before any is analysed',
  async (resource) => {
    const ids = await shop.orders(await shop.product({ quantity: 100_000 }), written)
    const phone = sql`'+22507' || lpad(number::text, 8, '0')`
    await api.context.db.execute(sql`update orders set customer_phone = ${phone}`)
    await shop.bulk({ ids, status: 'CONFIRMED' })
    const { source, read } = serverResources[resource]
    const { db } = api.context
    const { rows: made } = await db.execute<{ id: string }>(
      sql`select id from ${source.table} where deleted_at is null order by number limit ${page}`,
    )
    expect(made).toHaveLength(page)
    const fetched = await db.transaction(async (tx) => {
      const texts = await read.texts(
        tx,
        made.map(({ id }) => id),
      )
      expect(texts).toHaveLength(page)
      const { rows } = await tx.execute<{ table: string; rows: number }>(sql`
        select relname as "table", (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
        from pg_stat_xact_user_tables where seq_tup_read + coalesce(idx_tup_fetch, 0) > ${most}`)
      return rows
    })
    expect(fetched).toEqual([])
  },
)
