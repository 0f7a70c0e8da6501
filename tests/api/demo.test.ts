import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scopeOf } from '../../domain/access/permissions.ts'
import type { Analytics } from '../../domain/analytics/analytics.ts'
import { countryCodes } from '../../domain/core/countries.ts'
import { orderStatuses } from '../../domain/fulfillment/order-status.ts'
import { shippingStatuses } from '../../domain/fulfillment/shipping-status.ts'
import { answerStatuses } from '../../domain/lib/answer-status.ts'
import { readPhone } from '../../domain/lib/typed/read-phone.ts'
import { resourceNames, resources } from '../../domain/resources.ts'
import { demoCompany, demoLogins } from '../../server/seed/demo-company.ts'
import { loadDemo } from '../../server/seed/load-demo.ts'
import { billEndedWeeks } from '../../server/services/billing/generate-invoices.ts'
import { makeCaller } from '../support/api/caller.ts'
import { openApi, startApi, type TestApi } from '../support/api/start-api.ts'

/** Lines per A4 sheet with totals. */
const sheetOfLines = 34

const api = await openApi()
const rowsOf = async <Row>(query: string, of = api): Promise<Row[]> =>
  (await of.context.pool.query(query)).rows as Row[]
const one = async (query: string): Promise<unknown> =>
  Object.values((await rowsOf<Record<string, unknown>>(query))[0]!)[0]

const guardsOf = () =>
  rowsOf(`select indexdef as guard from pg_indexes where schemaname = 'public' union all
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint order by 1`)
const guards = await guardsOf()
await loadDemo(api.context, { orders: 5_000, log: { info: () => {} } })

describe('the demo company', () => {
  it('has a different picture for each product', async () => {
    const pictures = await rowsOf<{ picture: string; names: number }>(
      `select product_image as picture, count(distinct name)::int as names from products where country <> 'lib' group by 1`,
    )
    expect(pictures.map(({ names }) => names)).toEqual(pictures.map(() => 1))
    for (const { picture } of pictures) {
      const { statusCode, headers } = await api.app.inject({ url: picture.replace('-1024', '-64') })
      expect({ statusCode, type: headers['content-type'] }).toEqual({ statusCode: 200, type: 'image/webp' })
    }
    for (const table of ['products', 'affiliates', 'requests', 'expeditions'])
      expect(await one(`select count(*)::int from ${table} where product_image is null`), table).toBe(0)
  })

  it('has as many orders as were asked for', async () => {
    expect(Number(await one('select count(*) from orders'))).toBe(5_000)
  })

  it('knows what each customer took, and that of each order that waits', async () => {
    const counted = `select o.country, o.customer_phone as phone, count(*) filter (where p.status = 'DELIVERED')::int as took, count(*)::int as ended
      from orders o join shippings p on p."order" = o.id
      where o.deleted_at is null and p.deleted_at is null and p.status in ('DELIVERED', 'REFUSED', 'RETURNED') group by 1, 2`
    const customers = await rowsOf(`${counted} order by 1, 2`)
    expect(customers.length).toBeGreaterThan(500)
    expect(await rowsOf('select * from customer_parcels order by country, phone')).toEqual(customers)
    const waiting = `deleted_at is null and status in ('PENDING', 'NOT_REACHABLE')`
    expect(
      await one(`select count(*)::int from orders where ended_parcels > 0 and ${waiting}`),
    ).toBeGreaterThan(5)
    expect(
      await rowsOf(`select number from orders left join (${counted}) past on past.country = orders.country and past.phone = customer_phone
        where ${waiting} and (took_parcels, ended_parcels) is distinct from (coalesce(past.took, 0), coalesce(past.ended, 0))`),
    ).toEqual([])
  })

  it('leaves no trigger switched off', async () => {
    expect(await rowsOf(`select tgname from pg_trigger where tgenabled = 'D'`)).toEqual([])
  })

  it('lets every listed user log in, up to their gate', async () => {
    for (const { email, role } of demoCompany.logins) {
      const { status, body } = await api.anybody.post('/sessions', {
        body: { email, password: demoCompany.password },
      })
      expect({ status, role: body.role, country: body.country }).toEqual({ status: 200, role, country: 'ic' })
      expect(body.isEmailVerified).toBe(!email.startsWith('unverified'))
      expect(body.isActivated).toBe(!/^(unverified|inactive)/.test(email))
    }
  })

  it('works in six countries, with orders and parcels at every status', async () => {
    const countries = await rowsOf<{ country: string }>('select distinct country from orders')
    expect(countries.map(({ country }) => country).sort()).toEqual([...countryCodes].sort())
    const statuses = async (table: string) =>
      (await rowsOf<{ status: string }>(`select distinct status from ${table}`))
        .map(({ status }) => status)
        .sort()
    expect(await statuses('orders')).toEqual([...orderStatuses].sort())
    expect(await statuses('shippings')).toEqual([...shippingStatuses].sort())
    const products = await rowsOf<{ count: string }>('select count(*) from products group by country')
    expect(products.every(({ count }) => Number(count) >= 40)).toBe(true)
  })

  it('gives the listed seller, agent and delivery person work', async () => {
    const of = (email: string, table: string, column: string) =>
      one(
        `select count(*) from ${table} join users on users.id = ${table}.${column} where email = '${email}'`,
      )
    expect(Number(await of('seller@waybill.test', 'orders', 'owner'))).toBeGreaterThan(200)
    expect(Number(await of('delivery@waybill.test', 'shippings', 'delivery'))).toBeGreaterThan(20)
    const agents = await one(`select count(*) from shippings where country = 'ic' and status = 'PENDING'`)
    expect(Number(agents)).toBeGreaterThan(10)
    expect(Number(await one(`select count(*) from orders where status = 'PENDING'`))).toBeGreaterThan(200)
  })

  it('has shops whose events became orders, came twice, or wait for somebody', async () => {
    const verdicts = await rowsOf<{ kind: string; verdict: string; events: number }>(
      `select sources.kind, verdict, count(*)::int as events from intake join sources on sources.id = intake.source
        group by 1, 2 order by 1, 2`,
    )
    expect(verdicts).toEqual(
      [
        ['generic', 3],
        ['shopify', 5],
        ['woocommerce', 4],
      ].flatMap(([kind, created]) => [
        { kind, verdict: 'created', events: created },
        { kind, verdict: 'duplicate', events: 1 },
        { kind, verdict: 'needs-product', events: 2 },
        { kind, verdict: 'refused', events: 1 },
      ]),
    )
  })

  it('has reserved what confirmed orders still hold', async () => {
    const wrong = await rowsOf(`
      select products.id from products left join orders on orders.product = products.id
        and orders.status = 'CONFIRMED' and exists (select 1 from shippings where shippings."order" = orders.id
          and shippings.status not in ('DELIVERED', 'LOST', 'RETURNED'))
      group by products.id having products.reserved <> coalesce(sum(orders.quantity), 0)`)
    expect(wrong).toEqual([])
  })

  it('has the stock that the movements of each product add up to, none of them in the future', async () => {
    const wrong = await rowsOf(`
      select products.id from products left join stock_movements on product = products.id
      group by products.id having quantity <> coalesce(sum(pieces), 0) or max(at) > now()`)
    expect(wrong).toEqual([])
    const reasons = await rowsOf<{ reason: string }>(
      'select distinct reason from stock_movements order by reason',
    )
    expect(reasons.map(({ reason }) => reason)).toEqual([
      'correction',
      'damage',
      'delivery',
      'expedition',
      'loss',
      'opening',
    ])
  })

  it('has handed over the cash of all but the last days, each sum that of its parcels, and some with a difference', async () => {
    expect(
      await rowsOf(`
        select handovers.id from handovers join shippings on shippings.handover = handovers.id
        group by handovers.id, expected, parcels, handovers.delivery, handovers.created_at
        having sum(collected) <> expected or count(*) <> parcels or max(delivered_at) > handovers.created_at
          or bool_or(shippings.delivery <> handovers.delivery) or handovers.created_at > now()`),
    ).toEqual([])
    expect(
      await rowsOf(`
        select shipping from handover_lines line join shippings on shippings.id = line.shipping
        where shippings.handover is distinct from line.handover or shippings.collected <> line.collected`),
    ).toEqual([])
    const old = `status = 'DELIVERED' and delivered_at < now() - interval '4 days'`
    expect(await one(`select count(*)::int from shippings where ${old} and handover is null`)).toBe(0)
    const inHand = `status = 'DELIVERED' and handover is null`
    expect(await one(`select count(*)::int from shippings where ${inHand}`)).toBeGreaterThan(0)
    expect(await one('select count(*)::int from handovers where difference <> 0')).toBeGreaterThan(0)
  })

  it('has the difference of each amount collected from the amount due', async () => {
    const wrong = await rowsOf(`
      select shippings.id from shippings join orders on orders.id = shippings."order"
      where shippings.difference is distinct from shippings.collected - orders.total_price`)
    expect(wrong).toEqual([])
  })

  it('has one parcel for each confirmed order, and none for one never confirmed', async () => {
    const wrong = await rowsOf(`
      select orders.id from orders left join shippings on shippings."order" = orders.id
      where (orders.status = 'CONFIRMED') <> (shippings.status is not null and shippings.status <> 'CANCELLED')
        or (shippings.delivery is null) <> (shippings.status in ('PENDING') or shippings.status is null)`)
    expect(wrong).toEqual([])
  })

  it('has a history that leads to every order, none of it in the future', async () => {
    const wrong = await rowsOf(`
      select orders.id from orders join changes on changes.record_id = orders.id
      group by orders.id having count(*) <> orders.version or max(changes.version) <> orders.version
        or min(changes.at) < orders.created_at`)
    expect(wrong).toEqual([])
    expect(Number(await one("select count(distinct record_id) from changes where resource = 'orders'"))).toBe(
      5_000,
    )
    expect(Number(await one('select count(*) from changes where at > now()'))).toBe(0)
    expect(
      Number(await one('select count(*) from orders where updated_at > now() or updated_at < created_at')),
    ).toBe(0)
  })

  it('has one row of the journal for each batch of its history', async () => {
    const wrong = await rowsOf(`
      select id from change_batches batch full join (
        select batch_id as id, count(*) as records, min(at) as at, min(actor::text)::uuid as actor, min(verb) as verb
        from changes where split_part(verb, '.', 1) = left(resource, -1) group by batch_id
      ) reported using (id)
      where (batch.records, batch.at, batch.actor, batch.verb)
        is distinct from (reported.records, reported.at, reported.actor, reported.verb)`)
    expect(wrong).toEqual([])
    expect(Number(await one('select count(*) from change_batches where records > 1'))).toBeGreaterThan(100)
  })

  it('leaves every index, key and reference as it was', async () => {
    expect(await guardsOf()).toEqual(guards)
  })

  it('has what happened to every parcel, and counts its delivery attempts', async () => {
    const wrong = await rowsOf(`
      select shippings.id from shippings left join changes on changes.record_id = shippings.id
      group by shippings.id having count(changes.id) <> shippings.version
        or count(*) filter (where changes.verb = 'shipping.dispatch') <> shippings.attempts
        or (shippings.status = 'DELIVERED') <> (shippings.collected is not null)`)
    expect(wrong).toEqual([])
    expect(await rowsOf('select 1 from changes where at > now()')).toEqual([])
  })

  it('has billed every parcel of the weeks that ended, once, and adds up', async () => {
    const invoiced = await rowsOf<{ status: string; count: string }>(
      'select status, count(*) from invoices group by status order by status',
    )
    expect(invoiced.map(({ status }) => status)).toEqual(['PAID', 'UN_PAID'])
    const due = await one(`
      select count(*) from shippings where status in ('DELIVERED', 'RETURNED')
        and settled_at < now() - interval '8 days'
        and not exists (select 1 from invoice_lines where shipping = shippings.id)`)
    expect(Number(due)).toBe(0)
    const wrong = await rowsOf(`
      select invoices.code from invoices join invoice_lines on invoice = invoices.id group by invoices.id
      having sum(collected) <> total_without_fees or sum(shipping_fee) <> shipping_fees
        or sum(upsell_fee) <> upsell_fees or count(*) <> total_shipments`)
    expect(wrong).toEqual([])
    const gaps = await rowsOf(`
      select country from invoices group by country, split_part(code, '-', 3)
      having max(split_part(code, '-', 4)::int) <> count(*)`)
    expect(gaps).toEqual([])
  })

  it('does not bill again what it has billed', async () => {
    const before = await one('select count(*) from jobs')
    await billEndedWeeks(api.context)
    expect(await one('select count(*) from jobs')).toBe(before)
  })

  it('has something of everything', async () => {
    const statusesOf = async (table: string) =>
      (await rowsOf<{ status: string }>(`select distinct status from ${table} order by status`)).map(
        ({ status }) => status,
      )
    expect(await statusesOf('expeditions')).toEqual([...answerStatuses].sort())
    expect(await statusesOf('requests')).toEqual([...answerStatuses].sort())
    expect(Number(await one('select count(*) from products where affiliate is not null'))).toBeGreaterThan(5)
    expect(Number(await one('select count(*) from users where package is not null'))).toBeGreaterThan(5)
    expect(Number(await one('select count(*) from orders where callback_at > now()'))).toBeGreaterThan(5)
    const found = await rowsOf<{ resource: string }>('select distinct resource from search_entries')
    expect(found.map(({ resource }) => resource).sort()).toEqual([...resourceNames].sort())
  })

  it('stores no views: those that come with the console are named in the reader’s language', async () => {
    expect(Number(await one('select count(*) from views'))).toBe(0)
  })

  it('has manifests of the last days, open ones among them, whose parcels are out with whom they say', async () => {
    const statuses = await rowsOf<{ open: boolean; manifests: number; lines: number }>(`
      select closed_at is null as open, count(distinct manifest)::int as manifests, count(*)::int as lines
      from manifest_lines group by 1 order by 1`)
    expect(statuses.map(({ open }) => open)).toEqual([false, true])
    expect(statuses.every(({ manifests }) => manifests >= 6)).toBe(true)
    expect(
      await one(`select count(*)::int from manifest_lines line
        join manifests on manifests.id = line.manifest join shippings on shippings.id = line.shipping
        where shippings.delivery <> manifests.delivery or (line.closed_at is null) <> (shippings.status = 'OUT_FOR_DELIVERY')
          or (line.closed_at is null and line.out_at <> shippings.status_at)`),
    ).toBe(0)
  })

  it('bills sellers for the parcels of their week: the latest invoices of a country are a sheet each', async () => {
    const lines = await rowsOf<{ total_shipments: number }>(`
      select total_shipments from invoices where country = 'ic' and week = (
        select max(week) from invoices where country = 'ic')`)
    expect(lines.length).toBeGreaterThan(3)
    // The latest week depends on the clock, and one seller may have an additional week.
    const counts = lines.map(({ total_shipments }) => total_shipments).sort((one, other) => other - one)
    expect(counts[1]).toBeLessThanOrEqual(sheetOfLines)
    expect(counts[0]).toBeLessThanOrEqual(2 * sheetOfLines)
  })

  it('gives every role lists that answer, and the dashboard figures', async () => {
    for (const { email, role } of demoCompany.logins.filter(({ email: one }) => !/^(un|in)/.test(one))) {
      const { body } = await api.anybody.post<{ token: string }>('/sessions', {
        body: { email, password: demoCompany.password },
      })
      const caller = makeCaller(api.app, body.token)
      for (const name of resourceNames) {
        if (scopeOf(role, resources[name].verbs.list) === null) continue
        const list = await caller.get<{ total: number }>(`/${name}`)
        expect(list.status).toBe(200)
        expect(list.body.total, `${role} ${name}`).toBeGreaterThan(0)
      }
    }
    const admin = await api.as('admin')
    const { body } = await admin.get<Analytics>('/analytics?country=ic')
    const idle = body.figures.filter(({ value }) => value === 0 || value === null).map(({ name }) => name)
    expect(idle).toEqual([])
  })

  it('has telephone numbers that exist', async () => {
    const rows = await rowsOf<{ phone: string; country: (typeof countryCodes)[number] }>(
      'select distinct customer_phone as phone, country from orders union select phone, country from users',
    )
    const odd = rows.filter(({ phone, country }) => {
      const read = readPhone(phone, country)
      return !read.ok || read.value.unlikely || read.value.e164 !== phone
    })
    expect(odd.slice(0, 5)).toEqual([])
  })

  it('can be found, and goes on counting where it ended', async () => {
    const counts = await rowsOf<{ resource: string; count: string }>(
      'select resource, count(*) from search_entries group by resource',
    )
    const shippings = await one('select count(*) from shippings')
    expect(Object.fromEntries(counts.map(({ resource, count }) => [resource, count]))).toMatchObject({
      orders: '5000',
      shippings,
    })
    const next = await one(`select nextval(pg_get_serial_sequence('orders', 'number'))`)
    expect(Number(next)).toBe(15_001)
    const indexes = await one(`select count(*) from pg_indexes where tablename = 'orders'`)
    expect(Number(indexes)).toBeGreaterThan(6)
  })

  it('does not load twice', async () => {
    expect(await loadDemo(api.context, { orders: 10, log: { info: () => {} } })).toBe(false)
    expect(Number(await one('select count(*) from orders'))).toBe(5_000)
  })
})

describe('a demo company that is shuffled by a seed', { tags: 'full' }, () => {
  let shuffled: TestApi
  beforeAll(async () => {
    shuffled = await startApi()
    await loadDemo(shuffled.context, { orders: 200, shuffle: 7, log: { info: () => {} } })
  })
  afterAll(() => shuffled.close())

  it('has none of the usual first numbers, and goes on counting where it ended', async () => {
    const usual = { users: 1, packages: 1, products: 101, affiliates: 301, requests: 501, expeditions: 701 }
    for (const [table, first] of Object.entries({ ...usual, orders: 10_001, shippings: 50_001 })) {
      const [numbers] = await rowsOf<{ first: number; last: number; next: string }>(
        `select min(number)::int as first, max(number)::int as last, nextval(pg_get_serial_sequence('${table}', 'number')) as next from ${table}`,
        shuffled,
      )
      expect(numbers!.first, table).toBeGreaterThan(first)
      expect(Number(numbers!.next), table).toBe(numbers!.last + 1)
    }
  })

  it('keeps its logins under other names', async () => {
    const users = await rowsOf<{ email: string; name: string }>('select email, name from users', shuffled)
    const nameOf = new Map(users.map(({ email, name }) => [email, name]))
    const same = demoLogins.filter(({ email, name }) => (nameOf.get(email) ?? name) === name)
    expect(same.length).toBeLessThan(demoLogins.length / 2)
  })

  it('has phones that are possible in their countries', async () => {
    const phones = await rowsOf<{ country: 'ic'; phone: string }>(
      'select country, customer_phone as phone from orders union select country, phone from users',
      shuffled,
    )
    const odd = phones.filter(({ phone, country }) => !readPhone(phone, country).ok)
    expect(odd).toEqual([])
  })
})
