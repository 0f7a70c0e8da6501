import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Analytics } from '../../domain/analytics/analytics.ts'
import { type CountryCode, countries } from '../../domain/core/countries.ts'
import { type BilledParcel, billParcel } from '../../domain/invoices/totals.ts'
import { sumAmounts } from '../../domain/lib/money.ts'
import { dayOf } from '../../domain/lib/zone-clock.ts'
import { chooseTariff } from '../../domain/tariffs/choose-tariff.ts'
import type { Database } from '../../server/db/drizzle.ts'
import { sumUpDays } from '../../server/modules/analytics/days.ts'
import { readTariffs } from '../../server/queries/tariffs.ts'
import { demoCompany } from '../../server/seed/demo-company.ts'
import { loadDemo } from '../../server/seed/load-demo.ts'
import { makeCaller } from '../support/api/caller.ts'
import { countStatements } from '../support/api/count-statements.ts'
import { forgetOrders } from '../support/api/forget-orders.ts'
import { openApi } from '../support/api/start-api.ts'
import { casesOf, isFull } from '../support/is-full.ts'

const shown = 20

/** Fees of ended parcels without an invoice, by the rules of the domain. */
const feesOfUnbilled = async (db: Database, country: CountryCode) => {
  const choose = chooseTariff(await readTariffs(db, [country]))
  const { timeZone } = countries[country]
  const { rows } = await db.execute<
    BilledParcel & { id: string; owner: string; zone: string | null; settledAt: string }
  >(sql`
    select parcel.id, orders.country, orders.owner, orders.zone, parcel.status, orders.quantity,
      parcel.collected::float8 as collected, parcel.is_refused as "isRefused", parcel.settled_at as "settledAt"
    from shippings parcel join orders on orders.id = parcel."order"
    where orders.country = ${country} and parcel.settled_at is not null
      and not exists (select 1 from invoice_lines line where line.shipping = parcel.id)`)
  return rows.map((parcel) => {
    const tariff = choose({ ...parcel, day: dayOf(new Date(parcel.settledAt), timeZone) })!
    const { shippingFee, upsellFee, cashFee } = billParcel(parcel, tariff)
    return { id: parcel.id, fee: sumAmounts([shippingFee, upsellFee, cashFee]) }
  })
}

/** Computes the dashboard by plain SQL over orders, parcels, invoices and history; `values` by figure name. */
const analyticsFromOrders = async (
  db: Database,
  { country, from, to }: Pick<Analytics, 'country' | 'from' | 'to'>,
  owner: string | null = null,
) => {
  const due = JSON.stringify(await feesOfUnbilled(db, country))
  const cohort = sql`
    cohort as (
      select orders.*, parcel.id as parcel, parcel.status as stands, parcel.collected, parcel.attempts as outings,
        parcel.delivery as guy, parcel.created_at as sent_at, parcel.delivered_at, coalesce(
          (select line.shipping_fee + line.upsell_fee + line.cash_fee from invoice_lines line where line.shipping = parcel.id),
          (select due.fee from jsonb_to_recordset(${due}::jsonb) as due (id uuid, fee numeric) where due.id = parcel.id)) as fee,
        exists (select 1 from invoice_lines line join invoices on invoices.id = line.invoice
          where line.shipping = parcel.id and invoices.status = 'PAID') as is_paid_out
      from orders left join shippings parcel on parcel."order" = orders.id and parcel.deleted_at is null
      where orders.country = ${country} and orders.deleted_at is null
        and ${owner === null ? sql`true` : sql`orders.owner = ${owner}`}
        and orders.created_at >= ${from}::timestamptz and orders.created_at < ${to}::timestamptz)`
  const counts = sql`count(*)::int as orders, (count(*) filter (where cohort.status = 'CONFIRMED'))::int as confirmed,
    (count(*) filter (where stands = 'DELIVERED'))::int as delivered`
  const cash = sql`coalesce(sum(collected), 0)::float8 as collected`
  const all = async (query: ReturnType<typeof sql>) => (await db.execute(sql`with ${cohort} ${query}`)).rows
  const shares = (key: ReturnType<typeof sql>, table: ReturnType<typeof sql>) =>
    all(sql`select named.id, named.name, ${counts}, (count(*) filter (where stands = 'RETURNED'))::int as returned, ${cash},
        (count(*) filter (where stands not in ('PENDING', 'ASSIGNED', 'CANCELLED')))::int as out
      from cohort join ${table} named on named.id = ${key} group by 1, 2
      order by count(*) desc, named.name collate "alphabetical", named.id limit ${shown}`)
  const [values] = await all(sql`
    select ${counts}, (count(*) filter (where stands not in ('PENDING', 'ASSIGNED', 'CANCELLED')))::int as out,
      (count(*) filter (where stands = 'LOST'))::int as lost, ${cash},
      coalesce(sum(total_price) filter (where stands in ('PENDING', 'ASSIGNED')), 0)::float8 as "revenuePending",
      coalesce(sum(total_price) filter (where stands in ('RETURNED', 'LOST')), 0)::float8 as "revenueLost",
      coalesce(sum(fee) filter (where stands in ('DELIVERED', 'RETURNED')), 0)::float8 as fees,
      coalesce(sum(collected) filter (where not is_paid_out), 0)::float8 as "cashOutstanding",
      avg(attempts)::float8 as "averageCalls",
      (avg(outings) filter (where stands not in ('PENDING', 'ASSIGNED', 'CANCELLED')))::float8 as "averageAttempts",
      percentile_cont(0.5) within group (order by extract(epoch from sent_at - created_at)) as "timeToConfirm",
      percentile_cont(0.5) within group (order by extract(epoch from delivered_at - sent_at))
        filter (where stands = 'DELIVERED') as "timeToDeliver"
    from cohort`)
  return {
    values: values as Record<string, number | null>,
    days: await all(sql`
      select to_char(created_at at time zone ${countries[country].timeZone}, 'YYYY-MM-DD') as day, ${counts}, ${cash}
      from cohort group by 1 order by 1`),
    products: await shares(sql`product`, sql`products`),
    sellers: await shares(sql`owner`, sql`users`),
    deliveryGuys: await shares(sql`guy`, sql`users`),
    agents: await all(sql`
      select users.id, users.name, (count(*) filter (where verb = 'order.confirm'))::int as confirmed,
        (count(*) filter (where verb = 'shipping.dispatch'))::int as dispatched
      from (select distinct actor, verb, record_id from changes join cohort
          on (record_id = cohort.id and verb = 'order.confirm') or (record_id = parcel and verb = 'shipping.dispatch')
        where undoes is null and not exists (select 1 from changes later where later.undoes = changes.id)) done
        join users on users.id = done.actor
      group by 1, 2 order by count(*) desc, users.name collate "alphabetical" limit ${shown}`),
  }
}

const api = await openApi()
await loadDemo(api.context, { orders: isFull ? 3_000 : 1_500, log: { info: () => {} } })
const login = demoCompany.logins.find(({ role }) => role === 'admin')
const body = { email: login?.email, password: demoCompany.password }
const admin = makeCaller(
  api.app,
  (await api.anybody.post<{ token: string }>('/sessions', { body })).body.token,
)
const { rows } = await api.context.pool.query<{ owner: string }>(
  "select owner from orders where country = 'ic' group by owner order by count(*) desc limit 1",
)
const seller = rows[0]!.owner

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

/** Countries at UTC, ahead of UTC, and with a clock change (alone in a short run); whole period and one of its weeks. */
const queries = () =>
  casesOf(['ic', 'tn', 'fr'], (country) => country === 'fr').flatMap((country) => [
    { country, startDate: day(160), endDate: day(0) },
    { country, startDate: day(30), endDate: day(24) },
  ])

const read = async (query: Record<string, string>): Promise<Analytics> => {
  const { status, body } = await admin.get<Analytics>(`/analytics?${new URLSearchParams(query)}`)
  expect(status).toBe(200)
  return body
}

const expectExact = async (query: Record<string, string>): Promise<void> => {
  const found = await read(query)
  const { values, days, ...shares } = await analyticsFromOrders(api.context.db, found, query.seller ?? null)
  const name = JSON.stringify(query)
  for (const [figure, value] of Object.entries(values)) {
    const shown = found.figures.find((each) => each.name === figure)?.value ?? null
    if (value === null || shown === null) expect(shown, `${name} ${figure}`).toBe(value)
    else expect(shown, `${name} ${figure}`).toBeCloseTo(value, 6)
  }
  expect(
    found.days.filter(({ orders }) => orders > 0),
    name,
  ).toEqual(days)
  expect(found, name).toMatchObject(shares)
  const before = found.figures.find((each) => each.name === 'orders')?.previous
  const { rows } = await api.context.db.execute<{ count: number }>(sql`
    select count(*)::int as count from orders where deleted_at is null and country = ${found.country}
      and ${query.seller === undefined ? sql`true` : sql`owner = ${query.seller}`}
      and created_at < ${found.from}::timestamptz
      and created_at >= ${found.from}::timestamptz - ${`${found.days.length} days`}::interval`)
  if (found.country !== 'fr') expect(before, name).toBe(rows[0]?.count)
}

const expectAllExact = async (): Promise<void> => {
  for (const query of queries()) await expectExact(query)
  await expectExact({ country: 'ic', seller, startDate: day(90), endDate: day(0) })
}

const staleDays = async (): Promise<number> => {
  const { rows } = await api.context.pool.query<{ count: number }>(
    'select count(*)::int as count from stale_days',
  )
  return rows[0]!.count
}

const change = async (path: string, body: unknown): Promise<string> => {
  const answer = await admin.put<{ batchId: string; code?: string }>(path, { body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.batchId
}

/** Checks before and after the changed days are summed up. */
const expectExactAfter = async (work: () => Promise<void>): Promise<void> => {
  await work()
  expect(await staleDays()).toBeGreaterThan(0)
  await expectAllExact()
  await sumUpDays(api.context.db)
  expect(await staleDays()).toBe(0)
  await expectAllExact()
}

const idsOf = async (query: string): Promise<string[]> => {
  const { body } = await admin.get<{ items: { id: string }[] }>(query)
  expect(body.items.length, query).toBeGreaterThan(0)
  return body.items.map(({ id }) => id)
}

describe('the dashboard, with any days summed up', () => {
  it('has the figures of the orders themselves before and after', () => expectExactAfter(async () => {}))

  it('follows orders that change, and come back', { tags: 'full' }, () =>
    expectExactAfter(async () => {
      const batch = await change('/orders/status', {
        where: { status: 'PENDING,NOT_REACHABLE', country: 'ic' },
        status: 'CONFIRMED',
      })
      await expectAllExact()
      const half = await change('/orders/status', {
        where: { status: 'PENDING,NOT_REACHABLE', country: 'tn' },
        status: 'CANCELLED',
        comment: 'Trop cher',
      })
      expect(half).not.toBe(batch)
      expect((await admin.post(`/changes/${batch}/undo`)).status).toBe(200)
    }),
  )

  it('follows parcels that are sent out and come to their end', () =>
    expectExactAfter(async () => {
      const ids = await idsOf('/shippings?status=OUT_FOR_DELIVERY&country=ic,tn&limit=40')
      await change('/shippings/status', { ids, status: 'DELIVERED' })
      const waiting = await idsOf('/shippings?status=ASSIGNED&limit=40')
      await change('/shippings/status', { ids: waiting, status: 'OUT_FOR_DELIVERY' })
    }))

  it('follows invoices that are paid and paid no more', { tags: 'full' }, () =>
    expectExactAfter(async () => {
      const ids = await idsOf('/invoices?status=UN_PAID&country=ic&limit=5')
      await change('/invoices/status', { ids, status: 'PAID' })
      await expectAllExact()
      const paid = await idsOf('/invoices?status=PAID&country=fr&limit=5')
      await change('/invoices/status', { ids: paid, status: 'UN_PAID' })
    }),
  )

  it('follows orders that are deleted and that move to another day', () =>
    expectExactAfter(async () => {
      const ids = await idsOf('/orders?status=CANCELLED&country=ic&limit=30')
      await change('/orders/delete', { ids })
      await api.context.db.execute(sql`
        update orders set created_at = created_at - interval '40 days'
        where id in (select id from orders where country in ('ic', 'tn') order by number desc limit 20)`)
    }))

  it('loses no change that is written while days are summed up, by two at once', {
    tags: 'full',
  }, async () => {
    const ids = await idsOf('/orders?status=CONFIRMED&country=ic&limit=60')
    const [answers] = await Promise.all([
      Promise.all(ids.map((id) => admin.put(`/orders/${id}`, { body: { quantity: 3 } }))),
      ...Array.from({ length: 8 }, () => sumUpDays(api.context.db).catch(() => {})),
    ])
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    await expectAllExact()
    await sumUpDays(api.context.db)
    await expectAllExact()
  })

  it('is five statements: the session, when the period begins and ends, its days, where the cash is, and who keeps earnings', async () => {
    expect(await countStatements(api.context.pool, () => read({ country: 'ic' }))).toBe(5)
  })

  it('forgets orders that are all taken away at once', async () => {
    await forgetOrders(api.context.pool)
    await expectExact({ country: 'ic', startDate: day(160), endDate: day(0) })
  })
})
