import { describe, expect, it } from 'vitest'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { HandoverDue } from '../../domain/handovers/handover.ts'
import type { Invoice } from '../../domain/invoices/invoice.ts'
import type { ImportReport } from '../../domain/orders/import/import-report.ts'
import { findSession } from '../../server/auth/sessions.ts'
import { createEventHub } from '../../server/events/event-hub.ts'
import { queueMail } from '../../server/mail/queue-mail.ts'
import { sendMails } from '../../server/mail/send-mails.ts'
import type { MailRoom } from '../../server/mail/transport.ts'
import { sumUpDays } from '../../server/modules/analytics/days.ts'
import { clean } from '../../server/schedules.ts'
import { openBillingApi } from '../support/api/billing.ts'
import { expectRefusal } from '../support/api/caller.ts'
import type { TestUser } from '../support/api/insert-user.ts'
import { upload } from '../support/spreadsheets/upload.ts'

const { api, shop, billing } = await openBillingApi()

const query = (text: string, values: unknown[] = []) => api.context.pool.query(text, values)

/** Adds a constraint so that rows with this value fail to be written. */
const breakRows = async (name: string, table: string, when: string) => {
  await query(`create or replace function ${name}() returns trigger language plpgsql as $$
    begin raise exception 'a row that cannot be written'; end $$`)
  await query(
    `create trigger ${name} before insert or update on ${table} for each row when (${when}) execute function ${name}()`,
  )
  return () => query(`drop trigger ${name} on ${table}`)
}

const absurd = 99_999_999_999

/** A parcel from a database that accepted any amount. */
const collected = (parcel: { id: string }, amount: number) =>
  query('update shippings set collected = $2 where id = $1', [parcel.id, amount])

describe('billing', () => {
  it('sums what is wider than its terms, for every seller of the country', async () => {
    const [rich, other] = [await billing.seller(), await billing.seller()]
    const product = await billing.product(rich, { price: 7_000 })
    for (const parcel of [await billing.delivered(product), await billing.delivered(product)])
      await collected(parcel, absurd)
    await billing.delivered(await billing.product(other))
    const answer = await shop.admin.post<ChangeReport>('/invoices/generate', { body: { country: 'ic' } })
    expect(answer).toMatchObject({ status: 200, body: { counts: { changed: 2, refused: 0 } } })
    const [invoice] = await billing.invoicesOf(rich)
    expect(invoice).toMatchObject({
      totalShipments: 2,
      totalWithoutFees: 199_999_999_998,
      totalWithFees: 199_999_996_998,
    })
    expect(await billing.invoicesOf(other)).toMatchObject([{ totalWithoutFees: 15_000 }])
    const paid = await shop.admin.put<Invoice>(`/invoices/${invoice!.id}`, { body: { otherFees: 8 } })
    expect(paid).toMatchObject({ status: 200, body: { totalWithFees: 199_999_996_990 } })
  })

  it('leaves out the seller who cannot be billed, says who and why, and bills the others', async () => {
    const sellers = [await billing.seller(), await billing.seller(), await billing.seller()]
    const named = (seller: TestUser, name: string) => billing.product(seller, { name })
    const [one, bad, three] = [
      await named(sellers[0]!, 'Gourde isotherme'),
      await named(sellers[1]!, 'Théière fêlée'),
      await named(sellers[2]!, 'Gourde isotherme'),
    ]
    for (const product of [one, bad, three]) await billing.delivered(product)
    const mend = await breakRows('bad_line', 'invoice_lines', "new.product_name = 'Théière fêlée'")
    const answer = await shop.admin.post<ChangeReport>('/invoices/generate', { body: { country: 'ic' } })
    await mend()
    const { id, name } = sellers[1]!
    expect(answer.status).toBe(200)
    expect(answer.body.counts).toEqual({ changed: 2, refused: 1, refusedBy: { INTERNAL: 1 } })
    expect(answer.body.accounts).toEqual([{ country: 'ic', owner: id, ownerName: name, code: 'INTERNAL' }])
    expect((await Promise.all(sellers.map(billing.invoicesOf))).map(({ length }) => length)).toEqual([
      1, 0, 1,
    ])
    const codes = (await Promise.all([sellers[0]!, sellers[2]!].map(billing.invoicesOf))).flat()
    const [first, second] = codes.map(({ code }) => Number(code.slice(-5))).sort((a, b) => a - b)
    // The failed record used no number.
    expect(second! - first!).toBe(1)
    const again = await billing.generate({ country: 'ic' })
    expect(again.counts).toMatchObject({ changed: 1, refused: 0 })
    expect(await billing.invoicesOf(sellers[1]!)).toMatchObject([{ totalShipments: 1 }])
  })
})

describe('the count of cash', () => {
  it('takes a sum that is wider than an amount', async () => {
    const courier = await shop.courier()
    const product = await shop.product({ price: 7_000 })
    const parcels = [
      await shop.ship(await shop.order(product), courier),
      await shop.ship(await shop.order(product), courier),
    ]
    for (const parcel of parcels) {
      await shop.moveShipping(parcel, 'DELIVERED')
      await collected(parcel, absurd)
    }
    const due = await shop.admin.get<HandoverDue>(`/handovers/due?country=ic&delivery=${courier.id}`)
    expect(due.body.expected).toBe(199_999_999_998)
    const body = {
      country: 'ic',
      delivery: courier.id,
      counted: 14_000,
      note: 'Saisie fausse',
      seen: due.body.seen,
    }
    expect(await shop.admin.post('/handovers', { body })).toMatchObject({
      status: 201,
      body: { expected: 199_999_999_998, difference: -199_999_985_998 },
    })
    const analytics = await shop.admin.get('/analytics?country=ic')
    expect(analytics.status).toBe(200)
  })
})

describe('a change of many records', () => {
  const orders = async (names: readonly string[]) => {
    const product = await shop.product({ quantity: 5_000 })
    return Promise.all(names.map((customerName) => shop.order(product, { customerName })))
  }

  it.each([
    ['ids', (made: { id: string }[]) => ({ ids: made.map(({ id }) => id) })],
    ['a filter', (made: { product: string }[]) => ({ where: { product: made[0]!.product } })],
  ])('by %s refuses the one that fails and changes the others', async (_, target) => {
    const made = await orders(['Adjoua', 'Rompue', 'Kouadio', 'Yapo', 'Bamba'])
    const mend = await breakRows('bad_order', 'orders', "new.customer_name = 'Rompue'")
    const body = { ...target(made), status: 'CONFIRMED' }
    const answer = await shop.admin.put<ChangeReport>('/orders/status', { body })
    await mend()
    expect(answer.status).toBe(200)
    const { id, number } = made[1]!
    expect(answer.body.counts).toEqual({ changed: 4, refused: 1, refusedBy: { INTERNAL: 1 } })
    expect(answer.body.refused).toEqual([{ id, number, code: 'INTERNAL' }])
    expect((await shop.readProduct({ id: made[0]!.product })).reserved).toBe(4)
    expect((await shop.readOrder({ id })).status).toBe('PENDING')
    const breakUndo = await breakRows('bad_undo', 'orders', "new.customer_name = 'Yapo'")
    const undone = await shop.undo(answer.body.batchId)
    await breakUndo()
    expect(undone.counts).toEqual({ changed: 3, refused: 1, refusedBy: { INTERNAL: 1 } })
    expect((await shop.readProduct({ id: made[0]!.product })).reserved).toBe(1)
  })

  it('as a job refuses the one that fails and changes the others', async () => {
    const product = await shop.product({ quantity: 5_000 })
    const ids = await shop.orders(product, 1_100)
    await query("update orders set customer_name = 'Cassée' where id = $1", [ids[700]])
    const mend = await breakRows('bad_of_job', 'orders', "new.customer_name = 'Cassée'")
    const report = await shop.bulk({ where: { product: product.id }, status: 'CONFIRMED' })
    await mend()
    expect(report.counts).toEqual({ changed: 1_099, refused: 1, refusedBy: { INTERNAL: 1 } })
    expect(report.refused).toMatchObject([{ id: ids[700], code: 'INTERNAL' }])
    expect((await shop.readProduct(product)).reserved).toBe(1_099)
  })

  it('that fails for every record is a fault of ours, once', async () => {
    const product = await shop.product({ quantity: 5_000 })
    const ids = await shop.orders(product, 60)
    const mend = await breakRows('bad_all', 'orders', `new.product = '${product.id}'`)
    const answer = await shop.admin.put('/orders/status', { body: { ids, status: 'CONFIRMED' } })
    await mend()
    expect(answer.status).toBe(500)
  })
})

describe('an import', () => {
  it.each([
    ['valid', { created: 2, valid: 2, invalid: 1 }, 2],
    ['all', { created: 0, valid: 2, invalid: 1 }, 0],
  ])('of the %s rows reports the one that fails, and never writes by half', async (mode, counts, made) => {
    const admin = await api.as('admin')
    const product = await shop.product({ name: `Arrosoir ${mode}` })
    const lines = ['Ahou', `Fendue ${mode}`, 'Konan'].map(
      (name) => `${product.name};${name};0708091011;Cocody;1`,
    )
    const csv = Buffer.from(['Produit;Nom;Téléphone;Adresse;Qté', ...lines].join('\n'))
    const mend = await breakRows(`bad_row_${mode}`, 'orders', `new.customer_name = 'Fendue ${mode}'`)
    const { status, body } = await upload<ImportReport>(
      api.app,
      admin.token,
      '/orders/upload-multiple',
      csv,
      { query: { mode }, name: 'commandes.csv' },
    )
    await mend()
    expect(status).toBe(200)
    expect(body).toMatchObject({ total: 3, skipped: 0, ...counts })
    expect(body.problems).toEqual([{ row: 3, column: null, code: 'INTERNAL' }])
    const { rows } = await query('select customer_name from orders where product = $1', [product.id])
    expect(rows).toHaveLength(made)
  })
})

describe('an overflow', () => {
  it('that no typed value caused is a fault of ours', async () => {
    const product = await shop.product()
    const order = await shop.order(product)
    await query(`create function overflow() returns trigger language plpgsql as $$
      begin perform 2147483647 + 1; return new; end $$`)
    await query(
      `create trigger overflow before update on orders for each row when (old.id = '${order.id}') execute function overflow()`,
    )
    const answer = await shop.admin.put(`/orders/status/${order.id}`, { body: { status: 'CONFIRMED' } })
    await query('drop trigger overflow on orders')
    await expectRefusal(answer, 500, 'INTERNAL')
  })
})

describe('what the server does by itself', () => {
  it('sums up every day but the one that cannot be', async () => {
    const sellers = [await billing.seller(), await billing.seller(), await billing.seller()]
    for (const seller of sellers) await shop.order(await billing.product(seller))
    const mend = await breakRows('bad_day', 'day_statuses', `new.owner = '${sellers[1]!.id}'`)
    await expect(sumUpDays(api.context.db)).rejects.toThrow('some days were not summed up')
    const summed = async () => {
      const ids = sellers.map(({ id }) => id)
      const { rows } = await query('select distinct owner from day_statuses where owner = any($1)', [ids])
      return rows.map(({ owner }) => owner).sort()
    }
    expect(await summed()).toEqual([sellers[0]!.id, sellers[2]!.id].sort())
    await mend()
    await sumUpDays(api.context.db)
    expect(await summed()).toHaveLength(3)
  })

  it('tells every open stream but the one that cannot be written to', async () => {
    const heard: string[] = []
    const warnings: string[] = []
    const hub = createEventHub(api.context, { warn: (message) => void warnings.push(message) })
    const subscribe = async (name: string, onEvent: () => void) => {
      const { token } = await api.as(await api.createUser({ role: 'admin' }))
      const session = await findSession(api.context, token, { touch: false })
      const rest = { onJob: () => {}, onReset: () => {}, onHeartbeat: () => {} }
      let leave: (() => void) | null = null
      leave = await hub.subscribe({
        ...rest,
        session: session!,
        onEvent: () => {
          heard.push(name)
          onEvent()
        },
        end: () => void leave?.(),
      })
    }
    await subscribe('one', () => {})
    await subscribe('torn', () => {
      throw new Error('the stream is torn')
    })
    await subscribe('three', () => {})
    await shop.product()
    await expect.poll(() => heard.includes('three')).toBe(true)
    await shop.product()
    await expect.poll(() => heard.filter((name) => name === 'three').length).toBe(2)
    expect(heard).toEqual(['one', 'torn', 'three', 'one', 'three'])
    expect(warnings).toEqual([expect.stringContaining('the stream is torn')])
    await hub.close()
  })

  it('sends every mail but the one that it does not know', async () => {
    const user = await api.createUser({ role: 'seller', isActivated: true })
    const sent: string[] = []
    const room: MailRoom = {
      post: { deliver: async ({ to }) => void sent.push(to) },
      origin: 'https://console.example',
      log: { warn: () => {} },
    }
    const unknown = '00000000-0000-7000-8000-0000000000bb'
    const due = (seconds: number) => new Date(api.context.now().getTime() - seconds * 1_000)
    await query(
      `insert into mails (id, template, "user", created_at, due_at) values ($1, 'of-tomorrow', $2, $3, $3)`,
      [unknown, user.id, due(60)],
    )
    await api.context.db.transaction((tx) => queueMail(tx, 'activated', user.id, due(30)))
    await sendMails(api.context, room)
    expect(sent).toEqual([user.email])
    const { rows } = await query('select failed_at is not null as failed from mails where id = $1', [unknown])
    expect(rows).toEqual([{ failed: true }])
  })

  it('cleans all but the part that cannot be', async () => {
    await query(`create function no_delete() returns trigger language plpgsql as $$
      begin raise exception 'not to be deleted'; end $$`)
    await query(
      'create trigger no_delete before delete on sessions for each row execute function no_delete()',
    )
    const old = "now() - interval '60 days'"
    await query(
      `update sessions set expires_at = ${old} where token_hash = (select token_hash from sessions limit 1)`,
    )
    await query(`insert into jobs (id, kind, work, input, batch_id, status, finished_at)
      values (gen_random_uuid(), 'order.confirm', 'tests.old', '{}', gen_random_uuid(), 'DONE', ${old})`)
    await expect(clean(api.context)).rejects.toThrow('some of it was not removed')
    await query('drop trigger no_delete on sessions')
    expect((await query("select 1 from jobs where work = 'tests.old'")).rowCount).toBe(0)
  })
})
