import { expect, it } from 'vitest'
import { roles } from '../../domain/access/permissions.ts'
import { mostViews, type View } from '../../domain/views/view.ts'
import { views } from '../../server/db/schema.ts'
import { type Caller, expectAllInvalid, expectRefusal } from '../support/api/caller.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi()

const input = { resource: 'orders', name: 'À rappeler', query: 'q=status%3Anot-reachable&sort=-attempts' }

const save = async (caller: Caller, more: object = {}): Promise<View> => {
  const { status, body } = await caller.post<View>('/views', { body: { ...input, ...more } })
  expect(status).toBe(201)
  return body
}

const namesSeen = async (caller: Caller, query = ''): Promise<string[]> =>
  (await caller.get<{ items: View[] }>(`/views${query}`)).body.items.map(({ name }) => name)

it('keeps a view for its owner alone', async () => {
  const seller = await api.as(await api.createUser({ role: 'seller' }))
  const view = await save(seller, { columns: 'number,customer,status' })
  expect(view).toMatchObject({ ...input, columns: 'number,customer,status', isShared: false, isOwn: true })
  expect(await namesSeen(seller)).toEqual([view.name])
  const other = await api.as('admin')
  expect(await namesSeen(other)).not.toContain(view.name)
  expect((await other.put(`/views/${view.id}`, { body: { name: 'Mienne' } })).status).toBe(404)
})

it('shares a view only with users who may read that list', async () => {
  const admin = await api.as('admin')
  await save(admin, { name: 'Commandes du jour', isShared: true })
  await save(admin, { name: 'Équipe', resource: 'users', isShared: true })
  expect(await namesSeen(await api.as('seller'))).toEqual(['Commandes du jour'])
  expect(await namesSeen(await api.as('agent'))).toEqual([])
})

const mayShare = { admin: true, seller: false, agent: true, moderator: false, delivery: false }
const readable = {
  admin: 'orders',
  seller: 'orders',
  agent: 'shippings',
  moderator: 'invoices',
  delivery: 'shippings',
}

it.each(roles)('lets a %s share as far as the permission says', async (role) => {
  const caller = await api.as(await api.createUser({ role }))
  const name = `Vue de ${role}`
  const body = { ...input, name, resource: readable[role] }
  const shared = await caller.post<View>('/views', { body: { ...body, isShared: true } })
  expect(shared.status).toBe(mayShare[role] ? 201 : 403)
  const own = await save(caller, { ...body, name: `Autre ${name}` })
  const update = await caller.put(`/views/${own.id}`, { body: { isShared: true } })
  expect(update.status).toBe(mayShare[role] ? 200 : 403)
  const readers = await namesSeen(await api.as('admin'))
  expect(readers.includes(own.name)).toBe(mayShare[role])
  const unshared = { name: own.name, isShared: false }
  expect((await caller.put(`/views/${own.id}`, { body: unshared })).status).toBe(200)
})

it('hides a view whose owner’s role may no longer share, or whose owner is in another country', async () => {
  const agent = await api.as(await api.createUser({ role: 'agent' }))
  const view = await save(agent, { name: 'Du matin', resource: 'shippings', isShared: true })
  const near = await api.as(await api.createUser({ role: 'delivery' }))
  const far = await api.as(await api.createUser({ role: 'delivery', country: 'sn' }))
  const admin = await api.as('admin')
  const sees = async () =>
    (await Promise.all([near, far, admin].map((one) => namesSeen(one)))).map((names) =>
      names.includes(view.name),
    )
  expect(await sees()).toEqual([true, false, true])
  const { body } = await admin.get<{ items: View[] }>('/views?resource=shippings')
  expect(body.items.find(({ id }) => id === view.id)).toMatchObject({
    ownerName: agent.user.name,
    isOwn: false,
  })
  await admin.put(`/users/${agent.user.id}`, { body: { role: 'delivery' } })
  expect(await sees()).toEqual([false, false, false])
  expect(await namesSeen(await api.as(agent.user))).toContain(view.name)
})

it('lists the views of one list', async () => {
  const admin = await api.as(await api.createUser())
  await save(admin, { name: 'a' })
  await save(admin, { name: 'b', resource: 'products' })
  expect(await namesSeen(admin, '?resource=products')).toEqual(['b'])
  expect((await admin.get('/views?resource=cats')).body).toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: [{ path: 'resource', code: 'NOT_A_CHOICE' }],
  })
  expect((await admin.get('/views?colour=red')).status).toBe(400)
})

it('lets others see a shared view but only its owner and an admin change it', async () => {
  const owner = await api.as(await api.createUser({ role: 'agent' }))
  const view = await save(owner, { name: 'Partagée', isShared: true, resource: 'shippings' })
  const other = await api.as(await api.createUser({ role: 'delivery' }))
  await expectRefusal(other.put(`/views/${view.id}`, { body: { name: 'x' } }), 403, 'SHARED_BY_ANOTHER')
  const admin = await api.as('admin')
  const renamed = await admin.put(`/views/${view.id}`, { body: { name: 'Pour tous' }, version: 1 })
  expect(renamed).toMatchObject({ status: 200, body: { name: 'Pour tous', version: 2, isOwn: false } })
  const stale = await owner.put(`/views/${view.id}`, { body: { name: 'Autre' }, version: 1 })
  expect(stale).toMatchObject({ status: 412, body: { current: { name: 'Pour tous' } } })
  expect((await other.delete(`/views/${view.id}`)).status).toBe(403)
  expect((await owner.delete(`/views/${view.id}`)).status).toBe(204)
  expect((await owner.delete(`/views/${view.id}`)).status).toBe(404)
})

it('answers the view that an admin takes back from others, though the admin no longer sees it', async () => {
  const owner = await api.as(await api.createUser({ role: 'agent' }))
  const view = await save(owner, { name: 'Partagée trop tôt', isShared: true, resource: 'shippings' })
  const admin = await api.as('admin')
  const unshared = await admin.put(`/views/${view.id}`, { body: { isShared: false } })
  expect(unshared).toMatchObject({
    status: 200,
    body: { id: view.id, name: 'Partagée trop tôt', isShared: false, isOwn: false, version: 2 },
  })
  expect((await admin.put(`/views/${view.id}`, { body: { isShared: true } })).status).toBe(404)
  expect(await namesSeen(owner, '?resource=shippings')).toContain('Partagée trop tôt')
})

it('refuses a list that the actor may not read, and names what is wrong', async () => {
  const agent = await api.as('agent')
  const { body } = await agent.post('/views', { body: { ...input, resource: 'users' } })
  expect(body).toMatchObject({ errors: [{ path: 'resource', code: 'NOT_A_CHOICE' }] })
  const wrong = await agent.post('/views', { body: { resource: 'cats', colour: 'red' } })
  await expectAllInvalid(wrong, { colour: 'UNKNOWN_FIELD', resource: 'NOT_A_CHOICE', name: 'REQUIRED' })
})

it('keeps a drawer from overflowing', async () => {
  const admin = await api.as(await api.createUser())
  const view = await save(admin)
  const rows = Array.from({ length: mostViews - 1 }, () => ({
    id: crypto.randomUUID(),
    owner: admin.user.id,
    resource: 'orders' as const,
    name: 'vue',
  }))
  await api.context.db.insert(views).values(rows)
  expect((await admin.post('/views', { body: input })).body).toMatchObject({ code: 'TOO_MANY_VIEWS' })
  await admin.delete(`/views/${view.id}`)
  await save(admin)
})

it('takes no name twice in a list: not of the caller, not of a view that they see', async () => {
  const admin = await api.as(await api.createUser())
  const view = await save(admin, { name: 'Du soir' })
  const taken = {
    status: 409,
    body: { code: 'VIEW_NAME_TAKEN', errors: [{ path: 'name', code: 'VIEW_NAME_TAKEN' }] },
  }
  expect(await admin.post('/views', { body: { ...input, name: ' du SOIR ' } })).toMatchObject(taken)
  await save(admin, { name: 'Du soir', resource: 'products' })
  const other = await save(admin, { name: 'Du lendemain' })
  expect(await admin.put(`/views/${other.id}`, { body: { name: 'Du soir' } })).toMatchObject(taken)
  expect((await admin.put(`/views/${view.id}`, { body: { name: 'DU SOIR', query: 'q=a' } })).status).toBe(200)

  const seller = await api.as(await api.createUser({ role: 'seller' }))
  await save(seller, { name: 'Du soir' })
  await save(admin, { name: 'De tous', isShared: true })
  expect(await seller.post('/views', { body: { ...input, name: 'de tous' } })).toMatchObject(taken)
  const [one, two] = await Promise.all(
    [0, 1].map(() => seller.post('/views', { body: { ...input, name: 'Une seule fois' } })),
  )
  expect([one!.status, two!.status].sort()).toEqual([201, 409])
})
