import { is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { v7 as newId } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { Erasure } from '../../domain/customers/personal-data.ts'
import * as schema from '../../server/db/schema.ts'
import { findAgain } from '../../server/resources/registry.ts'
import { columnsWithoutCustomers, personalTables } from '../../server/services/personal/personal-tables.ts'
import { applyRetention } from '../../server/services/personal/retention.ts'
import { expectInvalid, expectRefusal } from '../support/api/caller.ts'
import { openShopApi } from '../support/api/shop.ts'

const { api, shop } = await openShopApi()
const { admin } = shop
const { db } = api.context

const person = {
  customerPhone: '+2250788776655',
  customerName: 'Zénobie Quarshie',
  customerAddress: 'Villa Bougainvillier 77, Bingerville',
}
/** In any spelling. */
const traces = [/0?7[ .-]?88[ .-]?77[ .-]?66[ .-]?55/, /z[ée]nobie/i, /quarshie/i, /bougainvillier/i]

/** Every row of every table as text. */
const dump = async (): Promise<string[]> => {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const lines: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.execute<{ line: string }>(
      sql`select t::text as line from ${sql.identifier(name)} t`,
    )
    lines.push(...rows.map(({ line }) => `${name} ${line}`))
    if (name === 'intake_bodies') {
      const bodies = await db.execute<{ line: string }>(
        sql`select encode(body, 'escape') as line from intake_bodies`,
      )
      lines.push(...bodies.rows.map(({ line }) => `${name} ${line}`))
    }
  }
  return lines
}
const tracesIn = (lines: readonly string[]) =>
  lines.filter((line) => traces.some((trace) => trace.test(line)))

const erase = (body: object = {}) =>
  admin.put<Erasure>('/customers/erase', { body: { phone: '07 88 77 66 55', country: 'ic', ...body } })

const totals = async () => {
  const { rows } = await db.execute(sql`
    select (select sum(total_price) from orders) as orders, (select sum(collected) from shippings) as cash,
      (select sum(quantity) from products) as stock, (select sum(reserved) from products) as reserved,
      (select sum(pieces) from stock_movements) as moved, (select count(*) from changes) as lines,
      (select sum(total_with_fees) from invoices) as billed`)
  return rows[0]
}

describe('the table of places', () => {
  const columns = Object.values(schema).flatMap((table) => {
    if (!is(table, PgTable)) return []
    const { name, columns: all } = getTableConfig(table)
    return all
      .filter((column) => /text|json|bytea/.test(column.getSQLType()) && !column.enumValues?.length)
      .map((column) => `${name}.${column.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`)
  })
  const personal = personalTables.flatMap(({ table, columns: its }) =>
    Object.keys(its).map((name) => `${table}.${name}`),
  )
  const others = Object.values(columnsWithoutCustomers).flat()

  it('has every column of texts once', () => {
    expect([...personal, ...others].sort()).toEqual([...new Set(columns)].sort())
  })
})

const product = await shop.product({ name: 'Bouilloire', quantity: 50 })
const other = await shop.order(product, {
  customerName: 'Zenon Quarsh',
  customerPhone: '+2250788776650',
  customerAddress: 'Villa Hibiscus 77, Bingerville',
})
const first = await shop.order(product, { ...person, comment: 'Zénobie préfère le soir' })
const second = await shop.order(product, person)
const third = await shop.order(product, { ...person, customerName: 'Mme Quarshie Zénobie' })
await shop.deliver(first)
await shop.move(second, 'NOT_REACHABLE')
await admin.put(`/orders/${third.id}`, { body: { customerAddress: 'Rue Bougainvillier, Abidjan' } })
await admin.put('/orders/comment', {
  body: {
    ids: [first.id, other.id],
    comment: 'Rappeler au 07.88.77.66.55 ou à côté, c’est urgent et il faut insister beaucoup',
  },
})
await admin.post('/blocked', {
  body: { country: 'ic', phone: person.customerPhone, reason: 'Zénobie refuse' },
})
await admin.post('/views', {
  body: {
    resource: 'orders',
    name: 'Zénobie Quarshie',
    query: `keyword=${encodeURIComponent('0788776655')}`,
  },
})
const keyed = await admin.put(`/orders/${second.id}`, {
  body: { comment: 'Zénobie, 00225 0788776655' },
  headers: { 'idempotency-key': newId() },
})
const admins = admin.user.id
const source = newId()
const event = newId()
await db.execute(
  sql`insert into sources (id, country, owner, name, kind) values (${source}, 'ic', ${admins}, 'Shop', 'shopify')`,
)
await db.execute(sql`insert into intake (id, country, owner, source, name, customer_name, customer_phone, orders, understood, worked_at, verdict)
  values (${event}, 'ic', ${admins}, ${source}, '#1', ${person.customerName}, ${person.customerPhone}, ${sql.param([first.id])}::uuid[],
    ${JSON.stringify({ name: '#1', customer: { name: person.customerName, phones: ['0788776655'] }, address: { lines: [person.customerAddress] }, note: null, items: [{ id: '1', name: 'Bouilloire', quantity: 1 }] })}::jsonb, now(), 'created')`)
await db.execute(sql`insert into intake_bodies (event, headers, body)
  values (${event}, '{}', convert_to(${JSON.stringify({ phone: '07 88 77 66 55', name: 'Zenobie' })}, 'UTF8'))`)
await db.execute(sql`insert into shop_orders (source, external_id, said)
  values (${source}, 'x1', ${JSON.stringify({ customer: { name: 'Zénobie', phones: [] }, address: { lines: [] } })}::jsonb)`)
await db.execute(
  sql`insert into shop_lines (source, external_id, line, part, "order") values (${source}, 'x1', '1', 0, ${first.id})`,
)
const job = newId()
await db.execute(sql`insert into jobs (id, kind, work, actor, input, status, report, batch_id, file_name)
  values (${job}, 'order.export', 'records.export', ${admins}, '{"resource":"orders","parameters":{"keyword":"0788776655"}}', 'DONE',
    ${JSON.stringify({ rows: [person] })}::json, ${newId()}, 'orders.xlsx')`)
await db.execute(
  sql`insert into job_files (job, part, bytes) values (${job}, 0, convert_to('Quarshie', 'UTF8'))`,
)
await db.execute(sql`insert into stock_movements (id, product, pieces, reason, at, note)
  values (gen_random_uuid(), ${product.id}, 1, 'correction', now(), 'Rendu par 0788776655')`)

describe('PUT customers/erase', () => {
  it('carries nothing out for a text in place of a flag, blank or invisible', async () => {
    for (const dryRun of [null, '', ' ', '\u200b\ufeff', 'false'])
      await expectInvalid(erase({ dryRun }), 'dryRun', 'NOT_A_FLAG')
  })

  it('reads everything that is stored about a person', async () => {
    const answer = await admin.get<Record<string, object[]>>(
      `/customers/${encodeURIComponent('07 88 77 66 55')}/export`,
    )
    expect(answer.status).toBe(200)
    expect(
      Object.fromEntries(Object.entries(answer.body).map(([place, rows]) => [place, rows.length])),
    ).toMatchObject({
      // One of somebody else whose comment has the number.
      orders: 4,
      parcels: 1,
      intake: 3,
      blocked: 1,
    })
    expect(answer.body.history!.length).toBeGreaterThan(5)
    const file = await admin.get('/customers/0788776655/export/file')
    expect(file.status).toBe(200)
    expect(file.headers['content-type']).toContain('spreadsheetml')
    await expectRefusal(admin.get('/customers/0788770000/export'), 404, 'NOT_FOUND')
  })

  it('only counts in a dry run', async () => {
    const { status, body } = await erase({ dryRun: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({ dryRun: true, found: { orders: 4, blocked: 1, files: 1 }, open: 2 })
    expect((await shop.readOrder(first)).customerName).toBe(person.customerName)
  })

  it('leaves no trace in the whole database, and every amount as it was', async () => {
    const before = await totals()
    const othersBefore = await shop.readOrder(other)
    expect(keyed.status).toBe(200)
    const { status, body } = await erase()
    expect(status).toBe(200)
    expect(Object.values(body.left).filter((count) => count > 0)).toEqual([])
    expect(tracesIn(await dump())).toEqual([])
    expect(await totals()).toEqual({ ...before, lines: String(Number(before!.lines) + 3) })
    const erased = await shop.readOrder(first)
    expect(erased).toMatchObject({
      customerName: '[∅]',
      customerPhone: expect.stringMatching(/^\+999\d{11}$/),
    })
    const together = await admin.get(`/customers/${encodeURIComponent(erased.customerPhone)}`)
    expect(together.body).toMatchObject({ orders: 3, names: ['[∅]'] })
    const othersNow = await shop.readOrder(other)
    expect(othersNow).toMatchObject({
      customerName: othersBefore.customerName,
      customerPhone: othersBefore.customerPhone,
      customerAddress: othersBefore.customerAddress,
    })
  })

  it('finds nothing a second time', async () => {
    const { status, body } = await erase()
    expect(status).toBe(200)
    expect(Object.values(body.found).every((count) => count === 0)).toBe(true)
  })

  it('is not brought back by any undo', async () => {
    const { rows } = await db.execute<{ id: string }>(
      sql`select id from change_batches order by at desc, id desc`,
    )
    const codes = new Set<string>()
    for (const { id } of rows) {
      const answer = await admin.post<{ refused?: { code: string }[]; code?: string }>(`/changes/${id}/undo`)
      expect(answer.status).toBeLessThan(500)
      for (const { code } of answer.body.refused ?? []) codes.add(code)
    }
    expect(codes).toContain('ERASED')
    expect(tracesIn(await dump())).toEqual([])
  })

  it('keeps the history append-only for everything but texts', async () => {
    await expect(db.execute(sql`update changes set before = '{}'`)).rejects.toThrow()
    await expect(
      db.transaction(async (tx) => {
        await tx.execute(sql`select open_redaction()`)
        await tx.execute(sql`update changes set verb = 'order.delete'`)
      }),
    ).rejects.toThrow()
    await expect(
      db.transaction(async (tx) => {
        await tx.execute(sql`select open_redaction()`)
        await tx.execute(
          sql`update changes set after = after || '{"totalPrice": 1}' where after ? 'totalPrice'`,
        )
      }),
    ).rejects.toThrow()
  })

  it('erases an order of the same phone whole or not at all', async () => {
    const phone = '+2250788776611'
    await shop.order(product, { ...person, customerPhone: phone })
    const [made, erased] = await Promise.all([
      admin.post<{ id: string }>('/orders', {
        body: { ...person, customerPhone: phone, product: product.id, quantity: 1, country: 'ic' },
      }),
      erase({ phone }),
    ])
    expect(made.status).toBe(201)
    expect(erased.status).toBe(200)
    const order = await shop.readOrder(made.body)
    const { rows } = await db.execute<{ after: Record<string, string> }>(
      sql`select after from changes where record_id = ${made.body.id} and verb = 'order.create'`,
    )
    expect(order.customerPhone === phone).toBe(rows[0]!.after.customerPhone === phone)
    expect((await erase({ phone })).status).toBe(200)
    expect(tracesIn(await dump())).toEqual([])
  })
})

describe('an erasure', () => {
  const someone = {
    customerPhone: '+2250788112277',
    customerName: 'Épiphanie Wognin',
    customerAddress: 'Impasse Frangipanier, Bassam',
  }
  const found = async (trace: RegExp) => (await dump()).filter((line) => trace.test(line))

  it('takes long texts that only their own lines share, and leaves those of others', async () => {
    const own =
      'Elle ouvre après la prière du soir seulement, sonner chez le gardien Mamoudou du portail vert'
    const all = 'Tournée du matin annulée par la pluie, tout le quartier est sous les eaux, on repasse demain'
    const [one, two] = [await shop.order(product, someone), await shop.order(product, someone)]
    await admin.put('/orders/comment', { body: { ids: [one.id, two.id], comment: own } })
    await admin.put('/orders/comment', { body: { ids: [one.id, other.id], comment: all } })
    expect(await found(/^change_texts .*Mamoudou/)).toHaveLength(1)
    const { body } = await erase({ phone: someone.customerPhone })
    expect(body.left.history).toBe(0)
    expect(await found(/Mamoudou/)).toEqual([])
    expect(await found(/^change_texts .*la pluie/)).toHaveLength(1)
  })

  it('finds number and name in the query of a view, as addresses are written', async () => {
    await shop.order(product, someone)
    const queries = [
      new URLSearchParams({ keyword: 'Épiphanie Wognin' }).toString(),
      `keyword=${encodeURIComponent('de Épiphanie  Wognin')}&sort=number`,
      new URLSearchParams({ phone: '+225 07 88 11 22 77' }).toString(),
      `keyword=${encodeURIComponent('(07) 88–11–22–77')}`,
      `keyword=${encodeURIComponent('tel 0788112277')}`,
    ]
    for (const [at, query] of queries.entries())
      expect(
        (await admin.post('/views', { body: { resource: 'orders', name: `Vue ${at}`, query } })).status,
      ).toBe(201)
    await erase({ phone: someone.customerPhone })
    const { rows } = await db.execute<{ query: string }>(
      sql`select query from views where name like 'Vue %' order by name`,
    )
    const told = rows.map(({ query }) => decodeURIComponent(query.replaceAll('+', ' ')))
    expect(told.filter((query) => /piphanie|wognin|77|88/i.test(query))).toEqual([])
    expect(told[1]).toBe('keyword=de [∅]&sort=number')
  })

  it('leaves others to be found that named them', async () => {
    await shop.order(product, someone)
    const text = 'Bonjour {customer}'
    const body = { country: 'ic', name: 'Relance du 0788112277', channel: 'sms', language: 'fr', text }
    expect((await admin.post('/templates', { body })).status).toBe(201)
    const total = async (keyword: string) =>
      (await admin.get<{ total: number }>(`/templates?keyword=${keyword}`)).body.total
    expect(await total('0788112277')).toBe(1)
    expect(await total('relance')).toBe(1)
    await erase({ phone: someone.customerPhone })
    expect(await total('relance')).toBe(1)
    expect(await total('0788112277')).toBe(0)
  })

  it('takes files along that were prepared while it ran, and ends exports that have begun', async () => {
    const order = await shop.order(product, someone)
    const made = { done: newId(), running: newId() }
    const erased = await db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from orders where id = ${order.id}::uuid for update`)
      const erasing = erase({ phone: someone.customerPhone })
      await expect
        .poll(async () => {
          const { rows } = await db.execute(
            sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
          return rows.length
        })
        .toBe(1)
      // Held by another server: the runner of this one would take the running one up, and might end it before.
      await db.execute(sql`insert into jobs (id, kind, work, actor, input, status, batch_id, held_by, held_until)
        select id, 'order.export', 'records.export', ${admins}, '{"resource": "orders"}', status, gen_random_uuid(),
          'another', now() + interval '1 hour'
        from (values (${made.done}::uuid, 'DONE'), (${made.running}::uuid, 'RUNNING')) made (id, status)`)
      await db.execute(
        sql`insert into job_files (job, part, bytes) values (${made.done}, 0, convert_to('Wognin', 'UTF8'))`,
      )
      return { erasing }
    })
    expect((await erased.erasing).status).toBe(200)
    const { rows: files } = await db.execute(sql`select 1 from job_files where job = ${made.done}`)
    expect(files).toEqual([])
    const { rows } = await db.execute(sql`select is_cancel_requested as ended from jobs
      where id in (${made.done}, ${made.running}) order by status`)
    expect(rows).toEqual([{ ended: false }, { ended: true }])
    await db.execute(sql`delete from jobs where id in (${made.done}, ${made.running})`)
  })

  it('finds the name of before a correction', async () => {
    const order = await shop.order(product, { ...someone, customerName: 'Théophraste Gnamba' })
    await admin.put('/orders/comment', {
      body: { ids: [other.id], comment: 'Voisin de Théophraste Gnamba' },
    })
    await admin.put(`/orders/${order.id}`, { body: { customerName: 'Wognin Épiphanie' } })
    await erase({ phone: someone.customerPhone })
    expect(await found(/gnamba|th[ée]ophraste/i)).toEqual([])
  })
})

describe('the retention of a country', () => {
  const retain = (dryRun: boolean) => applyRetention(api.context, { dryRun, findAgain })

  it('is none but in France, and set by an admin with a line of the history', async () => {
    expect((await admin.get('/customers/retention?country=ic')).body).toMatchObject({ years: null, due: 0 })
    expect((await admin.get('/customers/retention?country=fr')).body).toMatchObject({ years: 3 })
    const { status, headers } = await admin.put('/customers/retention', { body: { country: 'ic', years: 2 } })
    expect(status).toBe(200)
    const { body } = await admin.get<{ items: { verb: string }[] }>(`/changes/${String(headers['batch-id'])}`)
    expect(body.items[0]).toMatchObject({ verb: 'customer.set-retention', after: { years: 2 } })
    await expectRefusal(
      admin.put('/customers/retention', { body: { country: 'ic', years: 0 } }),
      400,
      'VALIDATION_FAILED',
    )
  })

  it('is undone as any other setting, to the default where there was none', async () => {
    const set = (country: string, years: number) =>
      admin.put('/customers/retention', { body: { country, years } })
    const yearsOf = async (country: string) =>
      (await admin.get<{ years: number | null }>(`/customers/retention?country=${country}`)).body.years
    const { headers } = await set('fr', 5)
    const batch = String(headers['batch-id'])
    const listed = await admin.get<{ items: { country: string }[] }>('/changes?verb=customer.set-retention')
    expect(listed.body.items[0]).toMatchObject({ id: batch, country: 'fr', records: 1 })
    const undone = await admin.post<{ batchId: string; counts: object }>(`/changes/${batch}/undo`)
    expect(undone.body.counts).toMatchObject({ changed: 1, refused: 0 })
    expect(await yearsOf('fr')).toBe(3)
    await admin.post(`/changes/${undone.body.batchId}/undo`)
    expect(await yearsOf('fr')).toBe(5)
    const later = await set('sn', 4)
    await set('sn', 6)
    const refused = await admin.post<{ refused: { code: string }[] }>(
      `/changes/${String(later.headers['batch-id'])}/undo`,
    )
    expect(refused.body.refused).toMatchObject([{ code: 'MOVED_ON' }])
    expect(await yearsOf('sn')).toBe(6)
    expect((await set('sn', 6)).headers['batch-id']).toBeUndefined()
  })

  it('erases who has not ordered for so long, and nobody else', async () => {
    const old = await shop.order(product, { customerPhone: '+2250788001122', customerName: 'Ancien Client' })
    const back = await shop.order(product, { customerPhone: '+2250788001133', customerName: 'Client Revenu' })
    await shop.order(product, { customerPhone: '+2250788001133', customerName: 'Client Revenu' })
    await db.execute(
      sql`update orders set created_at = now() - interval '30 months' where id in (${old.id}, ${back.id})`,
    )
    expect(await retain(true)).toEqual({ due: 1, again: 0, erased: 0 })
    expect((await admin.get('/customers/retention?country=ic')).body).toMatchObject({ years: 2, due: 1 })
    expect((await shop.readOrder(old)).customerName).toBe('Ancien Client')
    expect(await retain(false)).toMatchObject({ erased: 1 })
    expect((await shop.readOrder(old)).customerName).toBe('[∅]')
    expect((await shop.readOrder(back)).customerName).toBe('Client Revenu')
    expect(await retain(false)).toMatchObject({ erased: 0 })
  })

  it('erases many at once, each under an alias of their own, and nobody who orders meanwhile', async () => {
    const named = { '+2250788002211': 'Yacouba Zéphirin', '+2250788002222': 'Ahoua Clémentine' }
    const [one, two] = Object.keys(named) as (keyof typeof named)[]
    const made = async (phone: keyof typeof named) =>
      shop.order(product, { customerPhone: phone, customerName: named[phone] })
    const [first, again, second] = [await made(one!), await made(one!), await made(two!)]
    const returning = await shop.order(product, { customerPhone: '+2250788002233' })
    const note = `Yacouba Zephirin, 07 88 00 22 22 et +225 07 88 00 22 11; 07 88 00 22 33 attend`
    await admin.put('/orders/comment', { body: { ids: [other.id], comment: note } })
    await db.execute(sql`update orders set created_at = now() - interval '30 months'
      where customer_phone in ('+2250788002211', '+2250788002222', '+2250788002233')`)
    // Its order was corrected to another number afterwards.
    await db.execute(sql`insert into intake (id, country, owner, source, name, customer_name, customer_phone, worked_at, verdict, orders)
      values (gen_random_uuid(), 'ic', ${admins}, ${source}, '#3', 'Ahoua', '+2250788002299', now(), 'ignored', array[${second.id}::uuid])`)
    let ordered = false
    const hasRoom = async () => {
      if (!ordered) await shop.order(product, { customerPhone: '+2250788002233' })
      ordered = true
      return true
    }
    const context = { ...api.context, hasRoom }
    expect(await applyRetention(context, { dryRun: false, findAgain })).toEqual({
      due: 3,
      again: 0,
      erased: 2,
    })
    const [firstNow, againNow, secondNow] = [
      await shop.readOrder(first),
      await shop.readOrder(again),
      await shop.readOrder(second),
    ]
    expect(firstNow.customerPhone).toMatch(/^\+999\d{11}$/)
    expect(againNow.customerPhone).toBe(firstNow.customerPhone)
    expect(secondNow.customerPhone).toMatch(/^\+999\d{11}$/)
    expect(secondNow.customerPhone).not.toBe(firstNow.customerPhone)
    const { rows: events } = await db.execute(
      sql`select customer_phone as phone from intake where name = '#3'`,
    )
    expect(events).toEqual([{ phone: secondNow.customerPhone }])
    expect((await shop.readOrder(returning)).customerPhone).toBe('+2250788002233')
    expect((await shop.readOrder(other)).comment).toBe('[∅], [∅] et [∅]; 07 88 00 22 33 attend')
    const { rows } = await db.execute(sql`select 1 from erasures where at > now() - interval '1 minute'`)
    expect(rows.length).toBeGreaterThanOrEqual(2)
    for (const phone of [one!, two!])
      expect((await erase({ phone, dryRun: true })).body.found).toEqual(
        (await erase({ phone: '+2250788009999', dryRun: true })).body.found,
      )
  })

  it('erases who was in an event of a shop alone', async () => {
    const phone = '+2250788007788'
    await db.execute(sql`insert into intake (id, country, owner, source, name, customer_name, customer_phone, worked_at, verdict, created_at)
      values (gen_random_uuid(), 'ic', ${admins}, ${source}, '#2', 'Panier Refusé', ${phone}, now(), 'ignored', now() - interval '30 months')`)
    expect(await retain(true)).toMatchObject({ due: 1 })
    expect(await retain(false)).toMatchObject({ erased: 1 })
    const { rows } = await db.execute(sql`select customer_name as name from intake where name = '#2'`)
    expect(rows).toEqual([{ name: '[∅]' }])
  })

  it('erases again whom a backup brought back, not who ordered since', async () => {
    const phone = '+2250788004455'
    await shop.order(product, { customerPhone: phone })
    await erase({ phone })
    const since = await shop.order(product, { customerPhone: phone, customerName: 'Nouvelle Commande' })
    expect(await retain(true)).toMatchObject({ again: 0 })
    await db.execute(sql`update orders set created_at = now() - interval '1 day' where id = ${since.id}`)
    expect(await retain(false)).toMatchObject({ again: 1, erased: 1 })
    expect((await shop.readOrder(since)).customerName).toBe('[∅]')
  })

  it('keeps an older order whose number was corrected since', async () => {
    const phone = '+2250788003344'
    const older = await shop.order(product, {
      customerPhone: '+2250788003355',
      customerName: 'Numéro Corrigé',
    })
    await shop.order(product, { customerPhone: phone })
    await erase({ phone })
    const body = { customerPhone: phone }
    expect((await admin.put(`/orders/${older.id}`, { body })).status).toBe(200)
    expect(await retain(false)).toMatchObject({ again: 0, erased: 0 })
    expect((await shop.readOrder(older)).customerName).toBe('Numéro Corrigé')
  })

  it('erases again the block of a customer whom a backup brought back', async () => {
    const phone = '+2250788005566'
    const { body } = await admin.post<{ id: string }>('/blocked', {
      body: { country: 'ic', phone, reason: 'Refuse' },
    })
    await erase({ phone })
    await db.execute(
      sql`update blocked set phone = ${phone}, deleted_at = null, created_at = now() - interval '1 day' where id = ${body.id}::uuid`,
    )
    expect(await retain(false)).toMatchObject({ again: 1, erased: 1 })
    const { rows } = await db.execute(sql`select 1 from blocked where phone = ${phone}`)
    expect(rows).toEqual([])
  })
})
