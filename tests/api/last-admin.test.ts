import { beforeEach, expect, it } from 'vitest'
import type { Caller } from '../support/api/caller.ts'
import { lockRows } from '../support/api/held-row.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi()
/** Only the test's admins are active. */
beforeEach(async () => {
  await api.context.pool.query('update users set is_activated = false')
})

/** Runs both calls concurrently: locks both accounts until both calls wait. */
const atOnce = async <Answer>(
  calls: readonly [() => Promise<Answer>, () => Promise<Answer>],
  admins: readonly { user: { id: string } }[],
): Promise<Answer[]> => {
  const ids = admins.map(({ user }) => user.id)
  const lock = await lockRows(api, 'select from users where id = any($1) for update', [ids])
  const answers = Promise.all(calls.map((call) => call()))
  await lock.reached(2)
  await lock.release()
  return answers
}

type Removal = (admin: Caller, id: string) => Promise<{ status: number }>

const removals: Record<string, Removal> = {
  demoting: (admin, id) => admin.put(`/users/${id}`, { body: { role: 'agent' } }),
  deactivating: (admin, id) => admin.put(`/users/activate/${id}`),
  'deactivating in bulk': (admin, id) =>
    admin.put('/users/activate', { body: { ids: [id], isActivated: false } }),
  deleting: (admin, id) => admin.put('/users/delete', { body: { ids: [id] } }),
}

it.each(Object.entries(removals))(
  'leaves one of two admins who are %s each other at once',
  async (_, remove) => {
    const [one, two] = [await api.as(await api.createUser()), await api.as(await api.createUser())]
    const answers = await atOnce([() => remove(one, two.user.id), () => remove(two, one.user.id)], [one, two])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    const { rows } = await api.context.pool.query(
      "select id from users where role = 'admin' and is_activated and is_email_verified and deleted_at is null",
    )
    expect(rows).toHaveLength(1)
  },
)

it('leaves one of two admins who undo each other’s promotion at once', { tags: 'full' }, async () => {
  const [one, two] = [await api.createUser({ role: 'agent' }), await api.createUser({ role: 'agent' })]
  const first = await api.as(await api.createUser())
  for (const { id } of [one, two]) await first.put(`/users/${id}`, { body: { role: 'admin' } })
  const { rows: lines } = await api.context.pool.query(
    "select record_id, batch_id from changes where verb = 'user.update'",
  )
  const batchOf = (id: string) => lines.find(({ record_id }) => record_id === id).batch_id
  const [asOne, asTwo] = [await api.as(one), await api.as(two)]
  await asOne.put('/users/delete', { body: { ids: [first.user.id] } })
  await atOnce(
    [
      () => asOne.post(`/changes/${batchOf(two.id)}/undo`),
      () => asTwo.post(`/changes/${batchOf(one.id)}/undo`),
    ],
    [asOne, asTwo],
  )
  const { rows } = await api.context.pool.query(
    "select id from users where role = 'admin' and is_activated and deleted_at is null",
  )
  expect(rows).toHaveLength(1)
})

const activeAdmins = async (): Promise<string[]> => {
  const { rows } = await api.context.pool.query<{ id: string }>(
    "select id from users where role = 'admin' and is_activated and is_email_verified and deleted_at is null",
  )
  return rows.map(({ id }) => id)
}

const lastBatchOf = async (actor: { id: string }): Promise<string> => {
  const { rows } = await api.context.pool.query<{ batch_id: string }>(
    'select batch_id from changes where actor = $1 order by id desc limit 1',
    [actor.id],
  )
  return rows[0]!.batch_id
}

it.each(['agent', 'seller', 'delivery', 'moderator'])(
  'refuses to undo a promotion for its author who is now %s',
  async (role) => {
    const first = await api.as(await api.createUser())
    const second = await api.createUser({ role: 'agent' })
    await first.put(`/users/${second.id}`, { body: { role: 'admin' } })
    const promotion = await lastBatchOf(first.user)
    await (await api.as(second)).put(`/users/${first.user.id}`, { body: { role } })
    await (await api.as(first.user)).post(`/changes/${promotion}/undo`)
    expect(await activeAdmins()).toEqual([second.id])
  },
)

it('leaves the one who undoes a batch that had let several admins in', async () => {
  const first = await api.as(await api.createUser())
  const others = await Promise.all([1, 2, 3].map(() => api.createUser({ isActivated: false })))
  const body = { ids: others.map(({ id }) => id), isActivated: true }
  await first.put('/users/activate', { body })
  const batch = await lastBatchOf(first.user)
  const one = await api.as(others[0]!)
  await one.put('/users/delete', { body: { ids: [first.user.id] } })
  await one.post(`/changes/${batch}/undo`)
  expect(await activeAdmins()).toEqual([others[0]!.id])
})

it('leaves one of two admins whose jobs shut out everybody else at once', { tags: 'full' }, async () => {
  const [one, two] = [await api.as(await api.createUser()), await api.as(await api.createUser())]
  await api.context.pool.query(
    `insert into users (id, name, email, phone, role, country, password_hash, is_activated, is_email_verified, language)
     select gen_random_uuid(), 'Vendeur ' || n, 'vendeur' || n || '@waybill.example', phone, 'seller', country,
       password_hash, true, true, language
     from users, generate_series(1, 1001) n where id = $1`,
    [one.user.id],
  )
  const shutOut = (admin: Caller) => admin.put('/users/activate', { body: { where: {}, isActivated: false } })
  const begun = await Promise.all([shutOut(one), shutOut(two)])
  expect(begun.filter(({ status }) => status >= 500)).toEqual([])
  const { rows: made } = await api.context.pool.query("select 1 from jobs where work = 'users.activate'")
  expect(made.length).toBeGreaterThan(0)
  await expect
    .poll(async () => {
      const { rows } = await api.context.pool.query(
        "select 1 from jobs where status in ('QUEUED', 'RUNNING')",
      )
      return rows.length
    })
    .toBe(0)
  expect(await activeAdmins()).toHaveLength(1)
})
