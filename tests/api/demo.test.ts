import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countryCodes } from '../../domain/countries.ts'
import { parsePhone } from '../../domain/lib/phone.ts'
import { orderStatuses } from '../../domain/orders/order-status.ts'
import { shippingStatuses } from '../../domain/shippings/shipping-status.ts'
import { demoCompany } from '../../server/demo/demo-company.ts'
import { loadDemo } from '../../server/demo/load-demo.ts'
import { startApi, type TestApi } from '../builders/api/start-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
  await loadDemo(api.context, { orders: 5_000, log: { info: () => {} } })
})
afterAll(() => api.close())

const rowsOf = async <Row>(query: string): Promise<Row[]> =>
  (await api.context.pool.query(query)).rows as Row[]
const one = async (query: string): Promise<unknown> =>
  Object.values((await rowsOf<Record<string, unknown>>(query))[0]!)[0]

describe('the demo company', () => {
  it('has as many orders as were asked for', async () => {
    expect(Number(await one('select count(*) from orders'))).toBe(5_000)
  })

  it('lets everybody in whom it tells, up to their gate', async () => {
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

  it('gives the told seller, agent and delivery person work', async () => {
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

  it('has reserved what confirmed orders still hold', async () => {
    const wrong = await rowsOf(`
      select products.id from products left join orders on orders.product = products.id
        and orders.status = 'CONFIRMED' and exists (select 1 from shippings where shippings."order" = orders.id
          and shippings.status not in ('DELIVERED', 'LOST', 'RETURNED'))
      group by products.id having products.reserved <> coalesce(sum(orders.quantity), 0)`)
    expect(wrong).toEqual([])
  })

  it('has one parcel for each confirmed order, and none for one never confirmed', async () => {
    const wrong = await rowsOf(`
      select orders.id from orders left join shippings on shippings."order" = orders.id
      where (orders.status = 'CONFIRMED') <> (shippings.status is not null and shippings.status <> 'CANCELLED')
        or (shippings.delivery is null) <> (shippings.status in ('PENDING') or shippings.status is null)`)
    expect(wrong).toEqual([])
  })

  it('tells a history that leads to every order, none of it in the future', async () => {
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

  it('has telephone numbers that exist', async () => {
    const rows = await rowsOf<{ phone: string; country: (typeof countryCodes)[number] }>(
      'select distinct customer_phone as phone, country from orders union select phone, country from users',
    )
    const odd = rows.filter(({ phone, country }) => {
      const read = parsePhone(phone, country)
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
