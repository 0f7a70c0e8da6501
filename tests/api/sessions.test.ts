import { hash } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { roles } from '../../domain/access/permissions.ts'
import type { Problem } from '../../domain/changes/changes.ts'
import type { SessionRecord } from '../../domain/users/user.ts'
import { hashPassword } from '../../server/auth/password.ts'
import { testPassword } from '../support/api/insert-user.ts'
import { openApi, startApi } from '../support/api/start-api.ts'

const api = await openApi()

const minute = 60_000
const logIn = (email: string, password = testPassword) =>
  api.anybody.post<SessionRecord & Problem>('/sessions', { body: { email, password } })

describe('a login', () => {
  it('answers the user with a token that opens every call, bare or as Bearer', async () => {
    const user = await api.createUser({ role: 'admin', name: 'Awa Koné' })
    const { status, body } = await logIn(user.email)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: user.id,
      name: 'Awa Koné',
      role: 'admin',
      email: user.email,
      country: 'ic',
      calls: false,
      isEmailVerified: true,
      isActivated: true,
      token: expect.stringMatching(/^[\w-]{43}$/),
    })
    for (const authorization of [body.token, `Bearer ${body.token}`]) {
      const current = await api.anybody.get('/sessions/current', { headers: { authorization } })
      const { token: _, ...withoutToken } = body
      expect(current).toMatchObject({ status: 200, body: withoutToken })
      expect(current.body).not.toHaveProperty('token')
    }
  })

  it('finds the account however the address is cased', async () => {
    const user = await api.createUser()
    expect((await logIn(` ${user.email.toUpperCase()} `)).status).toBe(200)
  })

  it('takes a password whether its keyboard composes letters or not, of whichever form the hash is', async () => {
    const [one, other] = ['Clé d’été 42'.normalize('NFC'), 'Clé d’été 42'.normalize('NFD')]
    const user = await api.createUser()
    for (const made of [
      await hashPassword(one),
      await hashPassword(other),
      await hash(other),
      await hash(one),
    ]) {
      await api.context.pool.query('update users set password_hash = $1 where id = $2', [made, user.id])
      expect([(await logIn(user.email, one)).status, (await logIn(user.email, other)).status]).toEqual([
        200, 200,
      ])
    }
    expect((await logIn(user.email, 'Cle d’ete 42')).status).toBe(401)
  })

  it('answers the same for a wrong password and an unknown account', async () => {
    const user = await api.createUser()
    const wrong = await logIn(user.email, 'not this one')
    const unknown = await logIn('nobody@test.example')
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    expect(wrong.body.code).toBe('BAD_CREDENTIALS')
  })

  it('refuses what is no login, field by field', async () => {
    const { status, body } = await api.anybody.post('/sessions', {
      body: { email: 'nobody', remember: true },
    })
    expect(status).toBe(400)
    expect(body.errors).toEqual([
      { path: 'remember', code: 'UNKNOWN_FIELD' },
      { path: 'email', code: 'INVALID_EMAIL' },
      { path: 'password', code: 'REQUIRED' },
    ])
  })

  it('does not let a deleted user in', async () => {
    const user = await api.createUser()
    await api.context.pool.query('update users set deleted_at = now() where id = $1', [user.id])
    expect((await logIn(user.email)).status).toBe(401)
  })
})

describe('failed logins', () => {
  it('count together when they come at the same instant', async () => {
    api.clock.advance(31 * minute)
    const user = await api.createUser()
    const answers = await Promise.all(Array.from({ length: 12 }, () => logIn(user.email, 'wrong one')))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    const closed = answers.filter(({ status }) => status === 429)
    expect(closed).toHaveLength(7)
    for (const { headers } of closed) expect(Number(headers['retry-after'])).toBeGreaterThan(29 * 60)
  })

  it('are forgotten by a right one', async () => {
    api.clock.advance(31 * minute)
    const user = await api.createUser()
    for (let round = 0; round < 3; round++) {
      for (let times = 0; times < 4; times++) await logIn(user.email, 'wrong one')
      expect((await logIn(user.email)).status).toBe(200)
      api.clock.advance(2 * minute)
    }
  })
})

it('that fails is logged with the address it came from, as a trusted proxy says it', async () => {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const own = await startApi({ logger: { level: 'warn', stream }, trustedProxies: ['127.0.0.1'] })
  const email = 'guess-4471@test.example'
  const tried = async (forwarded: string, from = '127.0.0.1') => {
    lines.length = 0
    const headers = { 'x-forwarded-for': forwarded }
    const payload = { email, password: 'a wrong guess' }
    await own.app.inject({ method: 'POST', url: '/api/sessions', headers, payload, remoteAddress: from })
    return lines.map((line) => JSON.parse(line) as object)
  }
  const line = (client: string, msg = 'BAD_CREDENTIALS') => [
    expect.objectContaining({ msg, client, requestId: expect.any(String), time: expect.any(Number) }),
  ]
  expect(await tried('203.0.113.9')).toEqual(line('203.0.113.9'))
  expect(await tried('2001:db8::77:1')).toEqual(line('2001:db8::77:1'))
  expect(await tried('a name, not an address')).toEqual(line('127.0.0.1'))
  expect(await tried('203.0.113.9', '198.51.100.4')).toEqual(line('198.51.100.4'))
  for (let tries = 0; tries < 20; tries++) await tried('203.0.113.9')
  expect(await tried('203.0.113.9')).toEqual(line('203.0.113.9', 'TOO_MANY_ATTEMPTS'))
  await own.close()
})

describe('a session', () => {
  it('is demanded by every call', async () => {
    for (const path of ['/users', '/sessions/current', '/events', '/users/delivery-guys']) {
      const { status, body, headers } = await api.anybody.get(path)
      expect([path, status, body.code]).toEqual([path, 401, 'UNAUTHORIZED'])
      expect(headers['www-authenticate']).toBe('Bearer')
    }
    for (const authorization of ['Bearer ', 'Bearer x', 'Basic YTpi', 'a'.repeat(43), '\u00e9'.repeat(30)]) {
      expect((await api.anybody.get('/users', { headers: { authorization } })).status).toBe(401)
    }
  })
})

describe('the gates', () => {
  const gates = [
    { isEmailVerified: false, isActivated: false, code: 'EMAIL_NOT_VERIFIED' },
    { isEmailVerified: true, isActivated: false, code: 'NOT_ACTIVATED' },
  ]
  for (const role of roles) {
    for (const { code, ...gate } of gates) {
      it(`answer ${code} to a ${role} on data, and still say who they are`, async () => {
        const user = await api.createUser({ role, ...gate })
        const caller = await api.as(user)
        for (const path of ['/users', '/users/delivery-guys', '/events']) {
          expect(await caller.get(path)).toMatchObject({ status: 403, body: { code } })
        }
        expect(await caller.post('/users', { body: {} })).toMatchObject({ status: 403, body: { code } })
        expect(await caller.get('/sessions/current')).toMatchObject({ status: 200, body: gate })
        expect((await caller.delete('/sessions/current')).status).toBe(204)
      })
    }
  }

  it('open as soon as an admin activates, without a new login', async () => {
    const user = await api.createUser({ isActivated: false })
    const caller = await api.as(user)
    expect((await caller.get('/users')).status).toBe(403)
    const admin = await api.as('admin')
    expect((await admin.put(`/users/activate/${user.id}`)).status).toBe(200)
    expect((await caller.get('/users')).status).toBe(200)
  })
})

it('opens an account again whose password an admin has set', async () => {
  const user = await api.createUser()
  const logIn = (password: string) => api.anybody.post('/sessions', { body: { email: user.email, password } })
  for (let times = 0; times < 5; times++) await logIn('not it at all')
  expect((await logIn('dix-sept girafes')).status).toBe(429)
  await (await api.as('admin')).put(`/users/password/${user.id}`, { body: { password: 'dix-sept girafes' } })
  expect((await logIn('dix-sept girafes')).status).toBe(200)
})

describe('a login that asks to be kept', () => {
  const hour = 60 * minute
  const keepLogIn = (email: string, keep = true) =>
    api.anybody.post<SessionRecord>('/sessions', { body: { email, password: testPassword, keep } })
  const isOpen = async (token: string) =>
    (await api.anybody.get('/sessions/current', { headers: { authorization: token } })).status === 200

  it('is kept for couriers: past a day, until twelve hours without use, or the sign-out', async () => {
    const courier = await api.createUser({ role: 'delivery' })
    const { body: kept } = await keepLogIn(courier.email)
    expect(kept.isKept).toBe(true)
    for (let days = 0; days < 3; days++) {
      api.clock.advance(11 * hour)
      expect(await isOpen(kept.token)).toBe(true)
    }
    api.clock.advance(12 * hour + 1)
    expect(await isOpen(kept.token)).toBe(false)

    const { body: next } = await keepLogIn(courier.email)
    await api.anybody.delete('/sessions/current', { headers: { authorization: next.token } })
    expect(await isOpen(next.token)).toBe(false)
    const { body: usual } = await keepLogIn(courier.email, false)
    expect(usual.isKept).toBe(false)
    api.clock.advance(8 * hour + 1)
    expect(await isOpen(usual.token)).toBe(false)
  })

  it('is not for other roles, nor for couriers to whom an administrator forbids it', async () => {
    for (const role of roles.filter((one) => one !== 'delivery')) {
      const { email } = await api.createUser({ role })
      expect((await keepLogIn(email)).body.isKept).toBe(false)
    }
    const courier = await api.createUser({ role: 'delivery' })
    const admin = await api.as('admin')
    const [{ body: kept }, { body: usual }] = [await keepLogIn(courier.email), await logIn(courier.email)]
    const forbidden = await admin.put(`/users/${courier.id}`, { body: { staysSignedIn: false } })
    expect(forbidden).toMatchObject({ status: 200, body: { staysSignedIn: false } })
    expect([await isOpen(kept.token), await isOpen(usual.token)]).toEqual([false, true])
    expect((await keepLogIn(courier.email)).body.isKept).toBe(false)

    const takeBack = async (): Promise<unknown> => {
      const { body } = await admin.get<{ items: { batchId: string }[] }>(`/users/${courier.id}/history`)
      return admin.post(`/changes/${body.items[0]!.batchId}/undo`)
    }
    await takeBack()
    const { body: again } = await keepLogIn(courier.email)
    expect(again.isKept).toBe(true)
    await takeBack()
    expect(await isOpen(again.token)).toBe(false)
  })
})
