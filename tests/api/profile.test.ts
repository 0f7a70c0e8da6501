import { describe, expect, it } from 'vitest'
import { roles } from '../../domain/access/permissions.ts'
import type { Problem } from '../../domain/changes/changes.ts'
import type { OpenSession, Profile } from '../../domain/users/profile.ts'
import type { SessionRecord } from '../../domain/users/user.ts'
import { expectInvalid, expectRefusal, makeCaller } from '../support/api/caller.ts'
import { testPassword } from '../support/api/insert-user.ts'
import { openApi, type TestApi } from '../support/api/start-api.ts'

const api = await openApi()

const minute = 60_000
const logIn = (email: string, password = testPassword, userAgent = 'test') =>
  api.anybody.post<SessionRecord & Problem>('/sessions', {
    body: { email, password },
    headers: { 'user-agent': userAgent },
  })
const isAlive = async (caller: { get: TestApi['anybody']['get'] }): Promise<boolean> =>
  (await caller.get('/sessions/current')).status === 200

describe('the profile', () => {
  it.each(roles)('gives a %s their own profile', async (role) => {
    const user = await api.createUser({ role, name: 'Awa Koné', language: 'de' })
    const { status, body } = await (await api.as(user)).get<Profile>('/profile')
    expect(status).toBe(200)
    expect(body).toEqual({
      id: user.id,
      number: user.number,
      version: 1,
      country: 'ic',
      name: 'Awa Koné',
      role,
      email: user.email,
      phone: user.phone,
      packageName: null,
      language: 'de',
      createdAt: user.createdAt.toISOString(),
    })
  })

  it('takes another name, phone and language, and keeps that in the history', async () => {
    const caller = await api.as(await api.createUser({ role: 'agent' }))
    const changed = await caller.put<Profile>('/profile', {
      body: { name: ' Awa Diop ', phone: '07 08 09 10 11', language: 'ru' },
      version: 1,
    })
    expect(changed).toMatchObject({
      status: 200,
      body: { name: 'Awa Diop', phone: '+2250708091011', language: 'ru', version: 2 },
    })
    expect((await caller.get('/sessions/current')).body).toMatchObject({ name: 'Awa Diop' })
    const history = await (await api.as('admin')).get<{ items: { verb: string; actor: string }[] }>(
      `/users/${caller.user.id}/history`,
    )
    expect(history.body.items[0]).toMatchObject({
      verb: 'user.update-profile',
      actor: caller.user.id,
      before: { name: caller.user.name },
      after: { name: 'Awa Diop', phone: '+2250708091011', language: 'ru' },
    })
  })

  it('refuses what is not one’s own to change, an impossible phone, and a stale version', async () => {
    const caller = await api.as(await api.createUser({ role: 'seller' }))
    const refused = await caller.put<Problem>('/profile', {
      body: {
        role: 'admin',
        email: 'a@b.example',
        isActivated: true,
        phone: '12',
        language: 'xx',
        name: '',
      },
    })
    expect(refused.status).toBe(400)
    expect(refused.body.errors).toEqual([
      { path: 'role', code: 'READ_ONLY' },
      { path: 'email', code: 'READ_ONLY' },
      { path: 'isActivated', code: 'UNKNOWN_FIELD' },
      { path: 'name', code: 'REQUIRED' },
      { path: 'phone', code: 'INVALID_PHONE' },
      { path: 'language', code: 'NOT_A_CHOICE' },
    ])
    await caller.put('/profile', { body: { name: 'Une autre' } })
    await expectRefusal(
      caller.put('/profile', { body: { name: 'Encore' }, version: 1 }),
      412,
      'STALE_VERSION',
      { current: { name: 'Une autre', version: 2 } },
    )
  })
})

describe('one’s own password', () => {
  const next = 'dix-sept girafes'

  it('is changed with the current one; every other session ends, this one continues', async () => {
    const user = await api.createUser({ role: 'delivery' })
    const [here, there] = [await api.as(user), await api.as(user)]
    const body = { currentPassword: testPassword, password: next }
    expect(await here.put('/profile/password', { body })).toMatchObject({ status: 204, body: null })
    expect([await isAlive(here), await isAlive(there)]).toEqual([true, false])
    expect((await logIn(user.email)).status).toBe(401)
    expect((await logIn(user.email, next)).status).toBe(200)
  })

  it('stays unchanged when the current one is wrong; the error names the field and no session ends', async () => {
    const user = await api.createUser()
    const [here, there] = [await api.as(user), await api.as(user)]
    const body = { currentPassword: 'not this one', password: next }
    await expectInvalid(here.put('/profile/password', { body }), 'currentPassword', 'PASSWORD_WRONG')
    expect([await isAlive(here), await isAlive(there)]).toEqual([true, true])
    expect((await logIn(user.email)).status).toBe(200)
  })

  it.each([
    ['too short', { currentPassword: testPassword, password: 'abc' }, 'password', 'PASSWORD_TOO_SHORT'],
    ['common', { currentPassword: testPassword, password: 'AzerTy123' }, 'password', 'PASSWORD_TOO_COMMON'],
    ['missing', { currentPassword: testPassword }, 'password', 'REQUIRED'],
    ['without the present one', { password: next }, 'currentPassword', 'REQUIRED'],
  ])('refuses one that is %s', async (_, body, path, code) => {
    const caller = await api.as(await api.createUser())
    const answer = await caller.put<Problem>('/profile/password', { body })
    await expectInvalid(answer, path, code)
  })

  it('counts one attempt for twelve concurrent calls under one key', async () => {
    const caller = await api.as(await api.createUser())
    const right = { body: { currentPassword: testPassword, password: next }, key: 'my password' }
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => caller.put('/profile/password', right)),
    )
    const statuses = new Set(answers.map(({ status }) => status))
    expect(statuses.has(204)).toBe(true)
    expect([...statuses].filter((status) => status !== 204 && status !== 409)).toEqual([])
  })

  it('shares the limit of the login: five wrong ones close both for half an hour', async () => {
    const user = await api.createUser()
    const caller = await api.as(user)
    const wrong = { currentPassword: 'not this one', password: next }
    for (let times = 0; times < 5; times++) {
      expect((await caller.put('/profile/password', { body: wrong })).status).toBe(400)
    }
    const right = { currentPassword: testPassword, password: next }
    const closed = await caller.put('/profile/password', { body: right })
    await expectRefusal(closed, 429, 'TOO_MANY_ATTEMPTS')
    expect(Number(closed.headers['retry-after'])).toBeGreaterThan(29 * 60)
    expect((await logIn(user.email)).status).toBe(429)
    api.clock.advance(31 * minute)
    expect((await caller.put('/profile/password', { body: right })).status).toBe(204)
  })

  it('is in no answer, no history and no event', async () => {
    const caller = await api.as(await api.createUser({ role: 'seller' }))
    await caller.put('/profile/password', { body: { currentPassword: testPassword, password: next } })
    const { rows } = await api.context.pool.query('select * from changes where record_id = $1', [
      caller.user.id,
    ])
    expect(rows).toMatchObject([{ verb: 'user.change-password', before: {}, after: {} }])
  })
})

describe('one’s sessions', () => {
  it('are listed with their browser, this one first, without ended and idle ones', async () => {
    const user = await api.createUser({ role: 'moderator' })
    const idle = await api.as(user)
    api.clock.advance(9 * 60 * minute)
    const ended = await api.as(user)
    await ended.delete('/sessions/current')
    await api.as('admin')
    const phone = await logIn(user.email, testPassword, `Phone ${'x'.repeat(500)}`)
    api.clock.advance(5 * minute)
    const here = await logIn(user.email, testPassword, 'Firefox')
    const { status, body } = await makeCaller(api.app, here.body.token).get<{
      items: OpenSession[]
      total: number
    }>('/sessions')
    expect(await isAlive(idle)).toBe(false)
    expect(status).toBe(200)
    expect(body.total).toBe(2)
    expect(body.items).toMatchObject([
      { userAgent: 'Firefox', isCurrent: true },
      { userAgent: expect.stringMatching(/^Phone x{294}$/), isCurrent: false },
    ])
    expect(JSON.stringify(body)).not.toContain(phone.body.token)
    const { createdAt, expiresAt } = body.items[0]!
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(24 * 60 * minute)
  })

  it('are said to be used to the minute, not at each call', async () => {
    const caller = await api.as(await api.createUser())
    const seen = async () =>
      (await caller.get<{ items: OpenSession[] }>('/sessions')).body.items[0]!.lastUsedAt
    const first = await seen()
    expect(await seen()).toBe(first)
    api.clock.advance(3 * minute)
    await caller.get('/profile')
    expect(Date.parse(await seen()) - Date.parse(first)).toBeGreaterThanOrEqual(3 * minute)
  })

  it('can be ended one by one, once', async () => {
    const user = await api.createUser()
    const [here, there] = [await api.as(user), await api.as(user)]
    const { body } = await here.get<{ items: OpenSession[] }>('/sessions')
    const other = body.items.find(({ isCurrent }) => !isCurrent)!
    expect((await here.delete(`/sessions/${other.id}`)).status).toBe(204)
    expect([await isAlive(here), await isAlive(there)]).toEqual([true, false])
    expect((await here.delete(`/sessions/${other.id}`)).status).toBe(404)
  })

  it('are visible to their owner only, not even to an administrator', async () => {
    const seller = await api.as(await api.createUser({ role: 'seller' }))
    const { body } = await seller.get<{ items: OpenSession[] }>('/sessions')
    const admin = await api.as('admin')
    await expectRefusal(admin.delete(`/sessions/${body.items[0]!.id}`), 404, 'NOT_FOUND')
    expect((await admin.delete('/sessions/nonsense')).status).toBe(404)
    expect(await isAlive(seller)).toBe(true)
  })

  it('can be ended except the current one; other users keep theirs', async () => {
    const user = await api.createUser()
    const callers = await Promise.all([api.as(user), api.as(user), api.as(user), api.as('admin')])
    expect((await callers[1]!.delete('/sessions/others')).status).toBe(204)
    expect(await Promise.all(callers.map(isAlive))).toEqual([false, true, false, true])
    expect((await callers[1]!.delete('/sessions/others')).status).toBe(204)
  })
})
