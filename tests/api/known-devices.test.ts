import { beforeEach, describe, expect, it } from 'vitest'
import type { Problem } from '../../domain/changes/changes.ts'
import type { SessionRecord } from '../../domain/users/user.ts'
import { clean } from '../../server/schedules.ts'
import { type TestUser, testPassword } from '../support/api/insert-user.ts'
import { openAccounts } from '../support/mail/start-accounts.ts'

const minute = 60_000
const day = 24 * 60 * minute

const accounts = await openAccounts()
const { api } = accounts
beforeEach(() => api.clock.advance(61 * minute))

const signIn = (email: string, device: string | null, password = testPassword) =>
  api.anybody.post<SessionRecord & Problem>('/sessions', { body: { email, password, device } })

/** A call from another client address. */
const fromAfar = async (url: string, payload: object, at: number) =>
  (await api.app.inject({ method: 'POST', url: `/api${url}`, payload, remoteAddress: `203.0.113.${at}` }))
    .statusCode

/** Tries wrong passwords from unknown devices until the account is locked for them. */
const lockOut = async (email: string) => {
  for (let at = 0; at < 6; at++) await fromAfar('/sessions', { email, password: 'not this one' }, at)
  expect(await fromAfar('/sessions', { email, password: testPassword }, 7)).toBe(429)
}

const newDevice = async (user: Pick<TestUser, 'email'>): Promise<string> => {
  const { status, body } = await signIn(user.email, null)
  expect(status).toBe(200)
  expect(body.device).toMatch(/^[\w-]{43}$/)
  return body.device!
}

describe('a device that has signed in before', () => {
  it('signs in while strangers lock the account, and the strangers stay out', async () => {
    const user = await api.createUser()
    const device = await newDevice(user)
    await lockOut(user.email)
    expect((await signIn(user.email, null)).status).toBe(429)
    const { status, body } = await signIn(user.email, device)
    expect({ status, device: body.device }).toEqual({ status: 200, device })
    expect((await signIn(user.email, null)).status).toBe(429)
  })

  it('signs in while strangers at its own address use up the attempts of that address', async () => {
    const user = await api.createUser()
    const device = await newDevice(user)
    for (let at = 0; at < 20; at++) await signIn(`nobody-${at}@test.example`, null)
    expect((await signIn((await api.createUser()).email, null)).status).toBe(429)
    expect((await signIn(user.email, device)).status).toBe(200)
  })

  it('has five attempts of its own in half an hour, which lock no other device out', async () => {
    const user = await api.createUser()
    const device = await newDevice(user)
    const wrong = await Promise.all(
      Array.from({ length: 8 }, () => signIn(user.email, device, 'not this one')),
    )
    expect(wrong.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(wrong.filter(({ status }) => status === 429)).toHaveLength(3)
    expect((await signIn(user.email, device)).status).toBe(429)
    expect((await signIn(user.email, null)).status).toBe(200)
    api.clock.advance(31 * minute)
    expect((await signIn(user.email, device)).status).toBe(200)
  })

  it('is known to its own account only', async () => {
    const [user, other] = [await api.createUser(), await api.createUser()]
    const device = await newDevice(user)
    await lockOut(other.email)
    expect((await signIn(other.email, device)).status).toBe(429)
  })

  it('cannot be forged: an unknown token counts like any other attempt', async () => {
    const user = await api.createUser()
    for (let at = 0; at < 5; at++) await signIn(user.email, `${at}`.repeat(43), 'not this one')
    expect((await signIn(user.email, 'x'.repeat(43))).status).toBe(429)
    expect((await signIn(user.email, 'x'.repeat(300))).body.code).toBe('VALIDATION_FAILED')
  })

  const ends: [string, (user: TestUser, token: string) => Promise<unknown>][] = [
    [
      'an admin sets a new password',
      ({ id }) => accounts.asAdmin(`/users/password/${id}`, { password: testPassword.concat('!') }),
    ],
    [
      'its user chooses a new password',
      async (_, token) => {
        const body = { currentPassword: testPassword, password: testPassword.concat('!') }
        const headers = { authorization: token }
        expect((await api.anybody.put('/profile/password', { body, headers })).status).toBe(204)
      },
    ],
    ['its user is deactivated', ({ id }) => accounts.asAdmin(`/users/activate/${id}`)],
    ['its user is deleted', ({ id }) => accounts.asAdmin('/users/delete', { ids: [id] })],
  ]
  it.each(ends)('is forgotten when %s', async (_, end) => {
    const user = await api.createUser({ role: 'seller' })
    const { body } = await signIn(user.email, null)
    const count = async () =>
      (await api.context.pool.query('select 1 from known_devices where "user" = $1', [user.id])).rowCount
    expect(await count()).toBe(1)
    await end(user, body.token)
    expect(await count()).toBe(0)
  })

  it('is stored as a hash, at most ten an account, and removed after half a year without a login', async () => {
    const user = await api.createUser()
    const first = await newDevice(user)
    const rows = async () =>
      (
        await api.context.pool.query(
          'select known_devices::text as row from known_devices where "user" = $1',
          [user.id],
        )
      ).rows
    for (const { row } of await rows()) expect(row).not.toContain(first)
    for (let at = 0; at < 12; at++) {
      api.clock.advance(2 * minute)
      await newDevice(user)
    }
    expect(await rows()).toHaveLength(10)
    api.clock.advance(181 * day)
    await clean(api.context)
    expect(await rows()).toEqual([])
  })

  it('changes its password in an open session while strangers lock the account, with five attempts of its own', async () => {
    const user = await api.createUser({ role: 'seller' })
    const caller = await api.as(user)
    await lockOut(user.email)
    const change = (currentPassword: string) =>
      caller.put('/profile/password', { body: { currentPassword, password: 'trois petits chats' } })
    expect((await change('not this one')).status).toBe(400)
    expect((await change(testPassword)).status).toBe(204)
    await lockOut(user.email)
    for (let at = 0; at < 5; at++) expect((await change('not this one')).status).toBe(400)
    expect((await change('trois petits chats')).status).toBe(429)
  })

  it('is not given to a client that does not ask for it', async () => {
    const user = await api.createUser()
    const { body } = await api.anybody.post('/sessions', {
      body: { email: user.email, password: testPassword },
    })
    expect(body).not.toHaveProperty('device')
  })
})

describe('a reset', () => {
  /** Their links, without the mail that says that a password was changed. */
  const linksTo = async (email: string) =>
    (await accounts.mail.to(email)).filter(({ link }) => link.includes('/password-reset/'))

  const exhaustResets = async (email: string) => {
    for (let at = 0; at < 6; at++) expect(await fromAfar('/forget-password', { email }, at)).toBe(202)
  }

  it('is always mailed to a device that has signed in before, however many strangers asked', {
    tags: 'full',
  }, async () => {
    const user = await api.createUser()
    const device = await newDevice(user)
    await exhaustResets(user.email)
    expect(await accounts.mail.to(user.email)).toHaveLength(2)
    const ask = () => api.anybody.post('/forget-password', { body: { email: user.email, device } })
    expect((await ask()).status).toBe(202)
    const own = await accounts.mail.oneTo(user.email)
    expect((await accounts.reset(own.token)).status).toBe(204)
    expect((await accounts.logIn(user.email, 'soixante-dix')).status).toBe(200)
    await Promise.all([ask(), ask(), ask(), ask()])
    expect((await linksTo(user.email)).length).toBeLessThanOrEqual(2)
  })

  it('is possible as long as others are refused, by the links that strangers had mailed', {
    tags: 'full',
  }, async () => {
    const user = await api.createUser()
    await exhaustResets(user.email)
    const [letter] = await accounts.mail.to(user.email)
    api.clock.advance(59 * minute)
    await accounts.forget(user.email)
    expect(await accounts.mail.to(user.email)).toEqual([])
    expect((await accounts.reset(letter!.token)).status).toBe(204)
  })

  it('can be requested again at once by a user who has followed a link', { tags: 'full' }, async () => {
    const user = await api.createUser()
    await exhaustResets(user.email)
    const [letter] = await accounts.mail.to(user.email)
    expect((await accounts.reset(letter!.token)).status).toBe(204)
    await accounts.forget(user.email)
    expect(await linksTo(user.email)).toHaveLength(1)
  })
})
