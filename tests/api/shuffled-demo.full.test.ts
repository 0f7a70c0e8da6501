import { describe, expect, it } from 'vitest'
import { readPhone } from '../../domain/lib/typed/read-phone.ts'
import { demoLogins } from '../../server/seed/demo-company.ts'
import { loadDemo } from '../../server/seed/load-demo.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi()
await loadDemo(api.context, { orders: 200, shuffle: 7, log: { info: () => {} } })

const rowsOf = async <Row>(query: string): Promise<Row[]> =>
  (await api.context.pool.query(query)).rows as Row[]

describe('a demo company that is shuffled by a seed', () => {
  it('has none of the usual first numbers, and goes on counting where it ended', async () => {
    const usual = { users: 1, packages: 1, products: 101, affiliates: 301, requests: 501, expeditions: 701 }
    for (const [table, first] of Object.entries({ ...usual, orders: 10_001, shippings: 50_001 })) {
      const [numbers] = await rowsOf<{ first: number; last: number; next: string }>(
        `select min(number)::int as first, max(number)::int as last, nextval(pg_get_serial_sequence('${table}', 'number')) as next from ${table}`,
      )
      expect(numbers!.first, table).toBeGreaterThan(first)
      expect(Number(numbers!.next), table).toBe(numbers!.last + 1)
    }
  })

  it('keeps its logins under other names', async () => {
    const users = await rowsOf<{ email: string; name: string }>('select email, name from users')
    const nameOf = new Map(users.map(({ email, name }) => [email, name]))
    const same = demoLogins.filter(({ email, name }) => (nameOf.get(email) ?? name) === name)
    expect(same.length).toBeLessThan(demoLogins.length / 2)
  })

  it('has phones that are possible in their countries', async () => {
    const phones = await rowsOf<{ country: 'ic'; phone: string }>(
      'select country, customer_phone as phone from orders union select country, phone from users',
    )
    const odd = phones.filter(({ phone, country }) => !readPhone(phone, country).ok)
    expect(odd).toEqual([])
  })
})
