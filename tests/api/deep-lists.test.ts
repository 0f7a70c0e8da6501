import { describe, expect, it } from 'vitest'
import type { Role } from '../../domain/access/permissions.ts'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import { deepFrom, gatherTallies } from '../../server/crud/list-counts.ts'
import { demoCompany } from '../../server/seed/demo-company.ts'
import { loadDemo } from '../../server/seed/load-demo.ts'
import { type Caller, makeCaller } from '../support/api/caller.ts'
import { countStatements } from '../support/api/count-statements.ts'
import { expectSoundTallies } from '../support/api/sound-tallies.ts'
import { openApi } from '../support/api/start-api.ts'
import { casesOf, isFull } from '../support/is-full.ts'

const api = await openApi()
await loadDemo(api.context, { orders: isFull ? 6_000 : 4_000, log: { info: () => {} } })
const callerOf = async (role: Role): Promise<Caller> => {
  const login = demoCompany.logins.find((one) => one.role === role)
  const body = { email: login?.email, password: demoCompany.password }
  return makeCaller(api.app, (await api.anybody.post<{ token: string }>('/sessions', { body })).body.token)
}
const admin = await callerOf('admin')

type Listed = { items: { id: string }[]; total: number }

/** The list by plain SQL: all ids in order. */
const idsBySql = async (table: string, where: string, direction: 'asc' | 'desc'): Promise<string[]> => {
  const { rows } = await api.context.pool.query<{ id: string }>(
    `select id from ${table} where deleted_at is null and ${where} order by created_at ${direction}, id ${direction}`,
  )
  return rows.map(({ id }) => id)
}

/** Offsets at both ends, around the first deep one, and between. */
const offsetsOf = (total: number): number[] =>
  (isFull
    ? [0, deepFrom - 1, deepFrom, deepFrom + 1, 2_777, 3_456, total - 40, total, total + 5_000]
    : [0, deepFrom, deepFrom + 77, total - 40]
  ).filter((skip) => skip >= 0)

const expectExact = async (path: string, where: string, caller = admin): Promise<void> => {
  for (const [sort, direction] of [
    ['-createdAt', 'desc'],
    ['createdAt', 'asc'],
  ] as const) {
    const ids = await idsBySql(path.split('?')[0]!, where, direction)
    for (const skip of offsetsOf(ids.length)) {
      const { body } = await caller.get<Listed>(
        `/${path}${path.includes('?') ? '&' : '?'}sort=${sort}&limit=100&skip=${skip}`,
      )
      expect(body.total, `${path} ${skip}`).toBe(ids.length)
      expect(
        body.items.map(({ id }) => id),
        `${path} ${sort} ${skip}`,
      ).toEqual(ids.slice(skip, skip + 100))
    }
  }
}

/** A short run checks one whole list and one filtered by two columns. */
const lists: readonly (readonly [path: string, where: string])[] = casesOf(
  [
    ['orders', 'true'],
    ['shippings', 'true'],
    ['orders?country=ic', "country = 'ic'"],
    [
      'orders?country=ic,sn,fr&status=CONFIRMED,CANCELLED',
      "country in ('ic','sn','fr') and status in ('CONFIRMED','CANCELLED')",
    ],
    ['orders?status=CONFIRMED', "status = 'CONFIRMED'"],
    ['shippings?status=DELIVERED', "status = 'DELIVERED'"],
    ['orders?attempts=0', 'attempts = 0'],
    ['orders?from=2020-01-01', 'true'],
  ],
  ([path]) => path === 'orders' || path.includes('country=ic,sn,fr'),
)

describe('a list, however far down it is read', () => {
  it.each([...lists])(
    '%s has the very records that plain SQL skips to, and counts them',
    async (path, where) => {
      await expectExact(path, where)
      // In a short run, lists must be long enough for deep offsets.
      if (!isFull)
        expect((await idsBySql(path.split('?')[0]!, where, 'asc')).length).toBeGreaterThan(deepFrom + 100)
    },
  )

  it.each([
    ['seller', 'orders'],
    ['agent', 'shippings'],
    ['delivery', 'shippings'],
  ] as const)('counts what a %s may see of %s, and no more', async (role, path) => {
    const caller = await callerOf(role)
    const { body: me } = await caller.get<{ id: string; country: string }>('/profile')
    const where = {
      seller: `owner = '${me.id}'`,
      agent: `country = '${me.country}'`,
      delivery: `delivery = '${me.id}'`,
    }[role]
    await expectExact(path, where, caller)
  })

  it('stays exact when orders change, go and come back, whenever the counts are added up', {
    tags: 'full',
  }, async () => {
    const bulk = async (path: string, body: unknown): Promise<ChangeReport> => {
      const answer = await admin.put<ChangeReport>(path, { body })
      expect(answer.status).toBe(200)
      return answer.body
    }
    const check = async () => {
      await expectSoundTallies(api)
      await expectExact('orders', 'true')
      await expectExact('orders?status=CANCELLED', "status = 'CANCELLED'")
    }
    const pending = { where: { status: 'PENDING', country: 'ic' } }
    await bulk('/orders/status', { ...pending, status: 'CANCELLED', comment: 'Trop cher' })
    await check()
    const { body } = await admin.get<Listed>('/orders?status=CANCELLED&limit=100&skip=300')
    const gone = await bulk('/orders/delete', { ids: body.items.map(({ id }) => id) })
    await Promise.all([gatherTallies(api.context.db), gatherTallies(api.context.db), check()])
    const undone = await admin.post(`/changes/${gone.batchId}/undo`)
    expect(undone.status).toBe(200)
    await check()
    await gatherTallies(api.context.db)
    await check()
    const { rows } = await api.context.pool.query(`
      select 1 from tallies group by resource, day, country, status, owner having count(*) > 1
      union all select 1 from batch_tallies group by resource, verb, country, actor having count(*) > 1`)
    expect(rows).toEqual([])
  })

  it('takes as many statements as at its top', async () => {
    const counted = (skip: number) =>
      countStatements(api.context.pool, () => admin.get(`/orders?limit=100&skip=${skip}`))
    expect(await counted(3_000)).toBe(await counted(0))
  })
})
