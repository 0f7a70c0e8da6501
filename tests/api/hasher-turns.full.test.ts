import { describe, expect, it } from 'vitest'
import type { Problem } from '../../domain/changes/changes.ts'
import { hasherTurns } from '../../server/auth/password.ts'
import type { Caller } from '../support/api/caller.ts'
import { insertUser } from '../support/api/insert-user.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi()

const anotherAdmin = async () => api.as(await api.createUser({ role: 'admin' }))
const wrong = () => ({ currentPassword: `wrong ${crypto.randomUUID()}`, password: 'a fine new password 73' })

/** Runs while all hasher slots are taken. */
const whileHasherIsTaken = async <Answer>(run: () => Promise<Answer>): Promise<Answer> => {
  const free = [await hasherTurns.acquire('one'), await hasherTurns.acquire('another')]
  try {
    return await run()
  } finally {
    for (const give of free) give()
  }
}

const tried = (caller: Caller) =>
  caller.put<Problem>('/profile/password', { body: wrong(), key: crypto.randomUUID() })

describe('the hasher', () => {
  it('serves a login before the many passwords of another user', async () => {
    const [busy, target] = [await anotherAdmin(), await insertUser(api.context)]
    const answered: string[] = []
    const many = Array.from({ length: 40 }, () =>
      busy
        .put(`/users/password/${target.id}`, { body: { password: `fine ${crypto.randomUUID()}` } })
        .then(({ status }) => answered.push(`set ${status}`)),
    )
    const login = api.anybody
      .post('/sessions', { body: { email: 'nobody-here@hasher.example', password: 'anything at all' } })
      .then(({ status }) => answered.push(`login ${status}`))
    await Promise.all([login, ...many])
    expect(answered.indexOf('login 401')).toBeGreaterThanOrEqual(0)
    expect(answered.indexOf('login 401')).toBeLessThan(12)
  })

  it('is not reached by a password change beyond its attempts, under a key or without', async () => {
    const caller = await anotherAdmin()
    for (let count = 0; count < 5; count++) expect((await tried(caller)).status).toBe(400)
    const refused = await whileHasherIsTaken(() =>
      Promise.all([
        tried(caller),
        caller.put<Problem>('/profile/password', { body: wrong() }),
        tried(caller),
      ]),
    )
    for (const { status, body, headers } of refused) {
      expect([status, body.code]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
  })

  it('counts an attempt before it hashes, and takes it back where nothing was tried', async () => {
    const caller = await anotherAdmin()
    const counted = async () => {
      const { rows } = await api.context.pool.query(
        'select count(*)::int as count from attempts where key = $1',
        [`account:${caller.user.email}`],
      )
      return rows[0].count
    }
    await whileHasherIsTaken(async () => {
      const waiting = tried(caller)
      await expect.poll(counted).toBe(1)
      return { waiting }
    }).then(({ waiting }) => waiting)
    expect(await counted()).toBe(1)
  })

  it('gives strangers turns by their address, whatever token each of their calls claims to have', async () => {
    const answered: string[] = []
    const login = (ip: string, authorization?: string) =>
      api.app
        .inject({
          method: 'POST',
          url: '/api/sessions',
          remoteAddress: ip,
          headers: authorization === undefined ? {} : { authorization },
          payload: { email: `${crypto.randomUUID()}@hasher.example`, password: 'anything at all' },
        })
        .then(({ statusCode }) => answered.push(`${ip} ${statusCode}`))
    const many = Array.from({ length: 18 }, () => login('198.51.100.7', `Bearer ${crypto.randomUUID()}`))
    await Promise.all([...many, login('198.51.100.8')])
    expect(answered.indexOf('198.51.100.8 401')).toBeLessThan(6)
  })

  it('gives an IPv6 network one turn, however many addresses it has', async () => {
    const answered: string[] = []
    const login = (ip: string) =>
      api.app
        .inject({
          method: 'POST',
          url: '/api/sessions',
          remoteAddress: ip,
          payload: { email: `${crypto.randomUUID()}@hasher.example`, password: 'anything at all' },
        })
        .then(({ statusCode }) => answered.push(`${ip} ${statusCode}`))
    const many = Array.from({ length: 18 }, (_, at) => login(`2001:db8:7:7::${at + 1}`))
    await Promise.all([...many, login('2001:db8:8:8::1')])
    expect(answered.indexOf('2001:db8:8:8::1 401')).toBeLessThan(6)
  })
})
