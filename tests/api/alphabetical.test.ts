import { type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../../domain/access/actor.ts'
import { byAlphabet } from '../../domain/lib/alphabetical.ts'
import { parseListQuery } from '../../domain/lib/list-query.ts'
import { type ResourceName, resourceNames } from '../../domain/resources.ts'
import { listedSql } from '../../server/crud/choose-records.ts'
import { isWritten } from '../../server/db/alphabetical.ts'
import { serverResources } from '../../server/resources/registry.ts'
import { loadDemo } from '../../server/seed/load-demo.ts'
import { openApi } from '../support/api/start-api.ts'
import { isFull } from '../support/is-full.ts'

const api = await openApi()

/** All sorts of all lists whose column holds text typed by users. */
const sorts = resourceNames.flatMap((resource) =>
  Object.entries(serverResources[resource].source.sorts).flatMap(([key, column]) =>
    isWritten(column) ? [{ resource, key, column }] : [],
  ),
)

const words = [
  'Zoé',
  'amina',
  'Élodie',
  'Ventilateur',
  'Écouteurs',
  'Épilateur',
  'écouteurs',
  'Ecouteurs',
  'Œdipe',
  'Ohm',
  'Olive',
  'Ali',
  'ALI',
  'ali',
  'Àli',
  'Łukasz',
  'ßoir',
  'فاطمة',
  'أحمد',
  'Ёлка',
  'Жук',
  '12 lampes',
  '3 lampes',
  'N’Guessan',
  'Nguessan',
]

/** Differs from their order by code points. */
const wordAt = sql`(${sql.param(words)}::text[])[1 + (made.at - 1) % ${words.length}]
  || case when made.at > ${words.length} then ' ' || made.at else '' end`

beforeAll(async () => {
  await loadDemo(api.context, { orders: 120, log: { info: () => undefined } })
  for (const { column } of sorts) {
    const { table } = column
    const name = sql.identifier(toSnakeCase(column.name))
    await api.context.db.execute(sql`
      update ${table} set ${name} = ${wordAt}
      from (select id, row_number() over (order by id) as at from ${table}) made where made.id = ${table}.id`)
  }
})

describe('lists sorted by what people write', () => {
  it('are those of every resource that has such a column', () => {
    expect(sorts.map(({ resource, key }) => `${resource} ${key}`)).toEqual([
      'orders customerName',
      'products name',
      'shippings customerName',
      'users name',
      'users email',
      'expeditions name',
      'requests name',
      'affiliates name',
      'invoices code',
      'invoices week',
      'packages name',
      'packages pack',
      'sources name',
      'webhooks name',
      'zones name',
      'templates name',
      'keys name',
    ])
  })

  it.each(sorts)('$resource by $key, in both directions, page by page', async ({ resource, key }) => {
    const admin = await api.as('admin')
    const read = async (sort: string, limit: number, skip: number) => {
      const { status, body } = await admin.get<{ items: Record<string, string>[]; total: number }>(
        `/${resource}?sort=${sort}&limit=${limit}&skip=${skip}`,
      )
      expect(status).toBe(200)
      return body
    }
    const { items, total } = await read(key, 500, 0)
    const values = items.map((item) => item[key]!)
    expect(new Set(values).size).toBeGreaterThan(1)
    expect(values).toEqual([...values].sort(byAlphabet))
    const downwards = (await read(`-${key}`, 500, 0)).items
    expect(downwards.map(({ id }) => id)).toEqual(items.map(({ id }) => id).reverse())
    const paged: string[] = []
    const step = isFull ? 7 : 30
    for (let skip = 0; skip < Math.min(total, 60); skip += step) {
      paged.push(...(await read(key, step, skip)).items.map(({ id }) => id!))
    }
    expect(paged).toEqual(items.slice(0, paged.length).map(({ id }) => id))
  })

  it('are sorted in the database only where a person writes the words', () => {
    const { sorts } = serverResources.orders.source
    expect(isWritten(sorts.status)).toBe(false)
    expect(isWritten(sorts.createdAt)).toBe(false)
    expect(isWritten(sorts.customerName)).toBe(true)
  })
})

describe('other lists that people read by name', () => {
  it('are in the same order', async () => {
    const admin = await api.as('admin')
    const { body } = await admin.get<{ items: { name: string }[] }>('/users/delivery-guys?country=ic')
    const names = body.items.map(({ name }) => name)
    expect(names.length).toBeGreaterThan(3)
    expect(names).toEqual([...names].sort(byAlphabet))
    for (const name of ['Zébu', 'âne', 'Ours', 'œuf']) {
      const view = { resource: 'orders', name, query: 'status=PENDING', columns: null, isShared: false }
      expect(await admin.post('/views', { body: view })).toMatchObject({ status: 201 })
    }
    const { body: views } = await admin.get<{ items: { name: string }[] }>('/views?resource=orders')
    expect(views.items.map(({ name }) => name)).toEqual(['âne', 'œuf', 'Ours', 'Zébu'])
  })
})

describe('long lists sorted by what people write', () => {
  const long: readonly ResourceName[] = ['orders', 'products', 'shippings', 'users']
  const cases = sorts
    .filter(({ resource }) => long.includes(resource))
    .flatMap((sort) =>
      ['', '-'].flatMap((sign) =>
        [{}, { country: 'ic' }].map((where) => ({ ...sort, sort: `${sign}${sort.key}`, where })),
      ),
    )

  beforeAll(async () => {
    const { db } = api.context
    for (const table of ['users', 'products', 'orders'] as const) {
      const own = table === 'users' ? ['id', 'number', 'email'] : ['id', 'number', 'external_ref']
      const list = columnsOf(table, own)
      const [email, value] = table === 'users' ? [sql`email,`, sql`made.at || email,`] : [sql``, sql``]
      await db.execute(sql`
        insert into ${sql.identifier(table)} (id, ${email} ${list('')})
        select gen_random_uuid(), ${value} ${list('copied.')}
        from (select * from ${sql.identifier(table)} order by id limit 40) copied
        cross join generate_series(1, ${isFull ? 500 : 200}) made (at)`)
    }
    const list = columnsOf('shippings', ['id', 'number', 'order'])
    await db.execute(sql`
      insert into shippings (id, "order", ${list('')})
      select gen_random_uuid(), orders.id, ${list('one.')}
      from orders cross join lateral (
        select * from shippings where shippings.country = orders.country order by id limit 1
      ) one
      where not exists (select 1 from shippings known where known."order" = orders.id)`)
    for (const table of long) await db.execute(sql`analyze ${sql.identifier(table)}`)
  })

  it.each(cases)('$sort of $resource where $where: an index gives the order', async (one) => {
    const { resource, sort, where } = one
    const { source } = serverResources[resource]
    const query = parseListQuery(source.definition, { sort, ...where })
    if (!query.ok) throw new Error(query.code)
    const admin = { ...(await api.as('admin')).user } as Actor
    const { rows } = await api.context.db.execute<{ 'QUERY PLAN': string }>(
      sql`explain ${listedSql(source, admin, query.value)} limit 10`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    const table = resource === 'shippings' ? 'orders' : resource
    expect(plan).toMatch(
      new RegExp(`(Only )?Scan (Backward )?using ${table}_(country_)?\\w*(name|email)_idx`),
    )
    // With a sort key of another table, only rows with equal names are sorted.
    expect(plan.replaceAll('Incremental Sort', '')).not.toMatch(/\bSort\b(?! Key)/)
  })
})

/** The columns of a table except those named, with a prefix. */
const columnsOf = (resource: ResourceName, without: readonly string[]) => {
  const names = getTableConfig(serverResources[resource].source.table)
    .columns.map(({ name }) => toSnakeCase(name))
    .filter((name) => !without.includes(name))
  return (prefix: string): SQL =>
    sql.join(
      names.map((name) => sql`${sql.raw(prefix)}${sql.identifier(name)}`),
      sql`, `,
    )
}
