import { describe, expect, it } from 'vitest'
import type { Problem, SearchHit } from '../../domain/changes/changes.ts'
import type { Plan } from '../../domain/plans/plan.ts'
import { expectInvalid } from '../support/api/caller.ts'
import { openGoodsApi } from '../support/api/goods.ts'

const { api, goods } = await openGoodsApi()

type Listed = { items: Plan[]; total: number }
const taken = {
  status: 409,
  body: { code: 'PACK_TAKEN', errors: [{ path: 'pack', code: 'PACK_TAKEN' }] },
}

const subscribe = (user: { id: string }, plan: { id: string } | null) =>
  goods.admin.put(`/users/${user.id}`, { body: { package: plan?.id ?? null } })

describe('a plan', () => {
  it.each([
    ['pack', '', 'REQUIRED'],
    ['pack', 'x'.repeat(25), 'TOO_LONG'],
    ['pack', 7, 'NOT_TEXT'],
    ['name', 'x'.repeat(121), 'TOO_LONG'],
    ['country', 'sn', 'UNKNOWN_FIELD', 'READ_ONLY'],
    ['owner', 'x', 'UNKNOWN_FIELD', 'READ_ONLY'],
    ['users', 3, 'UNKNOWN_FIELD', 'READ_ONLY'],
  ])('is refused when %s is %j, made or edited', async (path, value, code, edited = code) => {
    const refusal = (why = code) => ({ status: 400, body: { errors: [{ path, code: why }] } })
    const body = { name: 'Standard', pack: 'REFUSED', [path]: value }
    expect(await goods.admin.post('/packages', { body })).toMatchObject(refusal())
    const { id } = await goods.create('packages')
    expect(await goods.admin.put(`/packages/${id}`, { body: { [path]: value } })).toMatchObject(
      refusal(edited),
    )
  })

  it('has a unique code, case-insensitively; the code of a deleted one is free', async () => {
    const gold = await goods.create('packages', { pack: 'Gold' })
    const silver = await goods.create('packages', { pack: 'silver' })
    for (const pack of ['Gold', 'GOLD', ' gold ']) {
      const body = { name: 'Autre', pack }
      expect(await goods.admin.post<Problem>('/packages', { body })).toMatchObject(taken)
      expect(await goods.admin.put(`/packages/${silver.id}`, { body: { pack } })).toMatchObject(taken)
    }
    expect(await goods.admin.put(`/packages/${gold.id}`, { body: { pack: 'gold' } })).toMatchObject({
      status: 200,
      body: { pack: 'gold', version: 2 },
    })
    const gone = await goods.bulk('/packages/delete', { ids: [gold.id] })
    const heir = await goods.create('packages', { pack: 'GOLD' })
    const refused = { batchId: null, refused: [{ id: gold.id, code: 'PACK_TAKEN' }] }
    expect(await goods.undo(gone.batchId)).toMatchObject(refused)
    await goods.bulk('/packages/delete', { ids: [heir.id] })
    expect((await goods.undo(gone.batchId)).counts.changed).toBe(1)
  })

  it('does not get its old code back once another has it', async () => {
    const plan = await goods.create('packages', { pack: 'before' })
    await goods.admin.put(`/packages/${plan.id}`, { body: { pack: 'after' } })
    const [edit] = await goods.history('packages', plan)
    await goods.create('packages', { pack: 'BEFORE' })
    expect(await goods.undo(edit!.batchId)).toMatchObject({
      refused: [{ id: plan.id, code: 'PACK_TAKEN' }],
    })
    expect(await goods.read('packages', plan)).toMatchObject({ pack: 'after', version: 2 })
  })

  it('is made once by many at once', async () => {
    const answers = await Promise.all(
      ['Rush', 'rush', 'RUSH', 'rUsh', 'ruSh'].map((pack) =>
        goods.admin.post<Problem>('/packages', { body: { name: 'Rush', pack } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    for (const answer of answers.filter(({ status }) => status === 409)) expect(answer).toMatchObject(taken)
    expect((await goods.admin.get<Listed>('/packages?keyword=rush')).body.total).toBe(1)
  })

  it('is not deleted from under its users, and counts them', async () => {
    const [plan, other] = [await goods.create('packages'), await goods.create('packages')]
    const user = await api.createUser({ role: 'seller' })
    expect(await subscribe(user, plan)).toMatchObject({ status: 200, body: { package: plan.id } })
    const users = async () => (await goods.admin.get<Listed>(`/packages?ids=${plan.id}`)).body.items[0]!.users
    expect(await users()).toBe(1)
    const ids = [plan.id, other.id]
    const report = await goods.bulk('/packages/delete', { ids })
    expect(report).toMatchObject({
      changed: [{ id: other.id }],
      refused: [{ id: plan.id, number: plan.number, code: 'IN_USE' }],
    })
    const [made] = await goods.history('packages', plan)
    expect(await goods.undo(made!.batchId)).toMatchObject({ refused: [{ code: 'IN_USE' }] })
    await subscribe(user, null)
    expect(await users()).toBe(0)
    expect((await goods.bulk('/packages/delete', { ids: [plan.id] })).counts.changed).toBe(1)
  })

  it('of a deleted user alone may be deleted', async () => {
    const plan = await goods.create('packages')
    const user = await api.createUser({ role: 'seller' })
    await subscribe(user, plan)
    await goods.bulk('/users/delete', { ids: [user.id] })
    expect(await goods.read('packages', plan)).toMatchObject({ users: 0 })
    expect((await goods.bulk('/packages/delete', { ids: [plan.id] })).counts.changed).toBe(1)
  })

  it('is the same in every country: made in the admin’s, listed and found from any', async () => {
    const abroad = await api.as(await api.createUser({ role: 'admin', country: 'fr' }))
    const body = { name: 'Illimité', pack: 'UNLIMITED' }
    const made = await abroad.post<Plan>('/packages', { body })
    expect(made).toMatchObject({ status: 201, body: { ...body, country: 'fr', owner: abroad.user.id } })
    expect(await goods.read('packages', made.body)).toEqual(made.body)
    const path = '/search?q=illimite&country=sn'
    const { body: found } = await goods.admin.get<{ items: SearchHit[] }>(path)
    expect(found.items).toMatchObject([
      { resource: 'packages', id: made.body.id, title: 'Illimité', subtitle: 'UNLIMITED' },
    ])
    const total = async (query: string) => (await goods.admin.get<Listed>(`/packages?${query}`)).body.total
    expect(await total(`owner=${abroad.user.id}`)).toBe(1)
    await expectInvalid(goods.admin.get('/packages?country=fr'), 'country', 'UNKNOWN_PARAMETER')
  })
})
