import { afterAll, beforeEach, expect, it } from 'vitest'
import type { Caller } from '../builders/api/caller.ts'
import { startApi, type TestApi } from '../builders/api/start-api.ts'

let api: TestApi
beforeEach(async () => {
  await api?.close()
  api = await startApi()
})
afterAll(() => api.close())

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
    const answers = await Promise.all([remove(one, two.user.id), remove(two, one.user.id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    const { rows } = await api.context.pool.query(
      "select id from users where role = 'admin' and is_activated and is_email_verified and deleted_at is null",
    )
    expect(rows).toHaveLength(1)
  },
)

it('leaves one of two admins who undo each other’s promotion at once', async () => {
  const [one, two] = [await api.createUser({ role: 'agent' }), await api.createUser({ role: 'agent' })]
  const first = await api.as(await api.createUser())
  for (const { id } of [one, two]) await first.put(`/users/${id}`, { body: { role: 'admin' } })
  const { rows: lines } = await api.context.pool.query(
    "select record_id, batch_id from changes where verb = 'user.update'",
  )
  const batchOf = (id: string) => lines.find(({ record_id }) => record_id === id).batch_id
  const [asOne, asTwo] = [await api.as(one), await api.as(two)]
  await asOne.put('/users/delete', { body: { ids: [first.user.id] } })
  await Promise.all([
    asOne.post(`/changes/${batchOf(two.id)}/undo`),
    asTwo.post(`/changes/${batchOf(one.id)}/undo`),
  ])
  const { rows } = await api.context.pool.query(
    "select id from users where role = 'admin' and is_activated and deleted_at is null",
  )
  expect(rows).toHaveLength(1)
})
