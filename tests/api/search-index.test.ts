import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { SearchHit } from '../../domain/changes/changes.ts'
import { toSearchEntry } from '../../domain/search/searchable.ts'
import { inTransaction } from '../../server/db/in-transaction.ts'
import { deferSearchIndexing, tidySearchIndexes } from '../../server/search/search-index.ts'
import { writeEntries } from '../../server/search/write-entries.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi()

const entries = Array.from({ length: 4_000 }, (_, at) =>
  toSearchEntry('packages', {
    id: randomUUID(),
    number: 50_000 + at,
    country: 'ic',
    owner: randomUUID(),
    name: `Offre ${at.toString(36)}zébu ${(at * 7919).toString(36)}`,
    pack: 'Mensuel',
  }),
)

/** Number of pending index pages; querying it flushes them. */
const waiting = async (): Promise<number> => {
  const { rows } = await api.context.db.execute<{ pages: string }>(
    sql`select gin_clean_pending_list('search_entries_text_idx') as pages`,
  )
  return Number(rows[0]?.pages)
}

it('finds what a bulk wrote before and after it is put in order, once', async () => {
  const admin = await api.as(await api.createUser({ role: 'admin' }))
  const find = async () => {
    const { body } = await admin.get<{ items: SearchHit[] }>('/search?q=rrzebu&resource=packages')
    return body.items.map(({ number }) => number)
  }
  const write = (from: number) =>
    inTransaction(api.context, async (tx) => {
      await deferSearchIndexing(tx)
      await writeEntries(tx, entries.slice(from, from + 2_000))
    })
  await waiting()
  await write(0)
  const [found] = await find()
  expect(found).toBe(50_000 + Number.parseInt('rr', 36))
  await write(2_000)
  await tidySearchIndexes(api.context.db)
  expect(await waiting()).toBe(0)
  expect(await find()).toContain(found)
})
