import { isNull, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { type ResourceName, resourceNames } from '../../domain/resources.ts'
import type { ReadRecords } from '../../server/crud/read-records.ts'
import { orders, shippings } from '../../server/db/schema.ts'
import { serverResources } from '../../server/resources/registry.ts'
import { makeWorld } from '../support/access/make-world.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi()
const world = await makeWorld(api)

/** Characters that JSON must or may escape: PostgreSQL and JavaScript must write each the same way. */
const hostile = `"Koné" \\ \u0001\u0008\t\r\n\u001f\u007f\u2028 'x' €\u{1f600} </script> \\u0041 {"a":[1]}`

const idsOf = async (resource: ResourceName): Promise<string[]> => {
  const { table } = serverResources[resource].source
  const rows = await api.context.db.select({ id: table.id }).from(table).where(isNull(table.deletedAt))
  return rows.map(({ id }) => String(id))
}

it.each(resourceNames)('a page of %s is the text of the records themselves', async (resource) => {
  await Promise.all([world.make(resource, 'own', 'admin'), world.make(resource, 'other country', 'admin')])
  const { db } = api.context
  await db.update(orders).set({
    customerName: hostile,
    comment: hostile,
    price: 1_234.05,
    callbackAt: new Date('2026-11-22T00:00:00.007Z'),
    createdAt: sql`date_trunc('hour', created_at)`,
  })
  await db.update(shippings).set({ comment: hostile, outAt: new Date('1999-12-31T23:59:59.900Z') })
  const ids = await idsOf(resource)
  const read: ReadRecords<{ id: string }> = serverResources[resource].read
  const records = new Map((await read(db, ids)).map((record) => [record.id, record]))
  const texts = await read.texts(db, ids)
  expect(texts.length).toBe(ids.length)
  expect(ids.length).toBeGreaterThan(1)
  for (const { id, text } of texts) {
    expect(JSON.parse(text)).toEqual(records.get(id))
    // Equal bytes: same member order and number format.
    expect(text).toBe(JSON.stringify(records.get(id)))
  }
})
