import { describe, expect, it } from 'vitest'
import type { SessionRecord } from '../../domain/users/user.ts'
import { expectRefusal } from '../support/api/caller.ts'
import { testPassword } from '../support/api/insert-user.ts'
import { enrol } from '../support/api/second-factor.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi({}, { secondFactor: { required: 'admins', graceDays: 3 } })

const day = 86_400_000
const now = () => api.context.now()
const logIn = async (email: string) =>
  (await api.anybody.post<SessionRecord>('/sessions', { body: { email, password: testPassword } })).body

describe('users who must have a second factor', () => {
  it('are told until when, from the login on, and the days do not begin again', async () => {
    const user = await api.createUser()
    const first = await logIn(user.email)
    const due = Date.parse(first.secondFactorDue ?? '')
    expect(Math.abs(due - now().getTime() - 3 * day)).toBeLessThan(10_000)
    const caller = await api.as(user)
    const { body } = await caller.get<SessionRecord>('/sessions/current')
    const asked = Date.parse(body.secondFactorDue ?? '')
    expect(Math.abs(asked - due)).toBeLessThan(10_000)
    expect((await caller.get('/orders')).status).toBe(200)
    api.clock.advance(day)
    const later = await (await api.as(user)).get<SessionRecord>('/sessions/current')
    expect(Date.parse(later.body.secondFactorDue ?? '')).toBe(asked)
    expect(Date.parse((await logIn(user.email)).secondFactorDue ?? '')).toBe(asked)
  })

  it('find nothing but the enrolment open afterwards, and all of it once they are enrolled', async () => {
    const user = await api.createUser()
    await (await api.as(user)).get('/sessions/current')
    api.clock.advance(3 * day)
    const caller = await api.as(user)
    for (const path of ['/orders', '/profile', '/users', '/events', '/profile/desk'])
      await expectRefusal(caller.get(path), 403, 'SECOND_FACTOR_NEEDED')
    await expectRefusal(caller.put('/profile', { body: { name: 'Awa' } }), 403, 'SECOND_FACTOR_NEEDED')
    await expectRefusal(caller.delete('/profile/totp'), 403, 'SECOND_FACTOR_NEEDED')
    expect((await caller.get('/sessions/current')).status).toBe(200)
    expect((await caller.get('/profile/totp')).status).toBe(200)
    await enrol(caller, now)
    expect((await caller.get<SessionRecord>('/sessions/current')).body).not.toHaveProperty('secondFactorDue')
    expect((await caller.get('/orders')).status).toBe(200)
  })

  it('go on with their keys', async () => {
    const user = await api.createUser()
    const body = { country: 'ic', name: 'Tableur', verbs: ['orders.read'] }
    const made = await (await api.as(user)).post<{ key: string }>('/keys', { body })
    api.clock.advance(4 * day)
    await expectRefusal((await api.as(user)).get('/orders'), 403, 'SECOND_FACTOR_NEEDED')
    const authorization = made.body.key
    expect((await api.anybody.get('/orders', { headers: { authorization } })).status).toBe(200)
  })

  it('have their days again after a reset', async () => {
    const [user, other] = [await api.createUser(), await api.createUser()]
    const caller = await api.as(user)
    await enrol(caller, now)
    api.clock.advance(10 * day)
    const reset = await (await api.as(other)).put(`/users/reset-second-factor/${user.id}`)
    expect(reset.status).toBe(200)
    expect((await (await api.as(user)).get('/orders')).status).toBe(200)
  })

  it('are admins alone here', async () => {
    const user = await api.createUser({ role: 'seller' })
    expect(await logIn(user.email)).not.toHaveProperty('secondFactorDue')
    api.clock.advance(4 * day)
    expect((await (await api.as(user)).get('/orders')).status).toBe(200)
  })
})
