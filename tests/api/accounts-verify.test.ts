import { beforeEach, describe, expect, it } from 'vitest'
import { expectRefusal } from '../support/api/caller.ts'
import { comparable, newAddress, openAccounts } from '../support/mail/start-accounts.ts'

const minute = 60_000
const hour = 60 * minute
const accounts = await openAccounts()
const { api, mail } = accounts
/** Clears the rate limits used by earlier tests. */
beforeEach(() => api.clock.advance(2 * minute))

describe('confirming an address', () => {
  const unverified = async () => {
    const user = await api.createUser({ role: 'seller', isEmailVerified: false, isActivated: false })
    await accounts.resend(user.email)
    return { user, token: (await mail.oneTo(user.email)).token }
  }

  it('works once, and is in the history as their own doing', async () => {
    const { user, token } = await unverified()
    const caller = await api.as(user)
    expect(await accounts.verify(token)).toMatchObject({ status: 204, body: null })
    expect(await accounts.userOf(user.email)).toMatchObject({ isEmailVerified: true, isActivated: false })
    // The session may belong to a stranger who signed up with this address.
    expect((await caller.get('/sessions/current')).status).toBe(401)
    expect(await accounts.historyOf(user)).toEqual([
      {
        verb: 'user.verify-email',
        actor: user.id,
        before: { isEmailVerified: false },
        after: { isEmailVerified: true },
      },
    ])
    await expectRefusal(accounts.verify(token), 400, 'LINK_INVALID')
  })

  it('publishes the change to live lists', async () => {
    const { user, token } = await unverified()
    await accounts.verify(token)
    const { rows } = await api.context.pool.query('select * from events where $1 = any(ids)', [user.id])
    expect(rows).toMatchObject([{ resource: 'users', verb: 'user.verify-email', country: 'ic' }])
  })

  it('works once also for two at the same instant', async () => {
    const { user, token } = await unverified()
    const answers = await Promise.all(Array.from({ length: 5 }, () => accounts.verify(token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400, 400, 400])
    expect((await accounts.userOf(user.email)).version).toBe(2)
  })

  it('works for two days', async () => {
    const [late, tooLate] = [await unverified(), await unverified()]
    api.clock.advance(47 * hour)
    expect((await accounts.verify(late.token)).status).toBe(204)
    api.clock.advance(hour)
    await expectRefusal(accounts.verify(tooLate.token), 400, 'LINK_INVALID')
  })

  it('is not done by another token, nor by the stored hash of the right one', async () => {
    const { token } = await unverified()
    const user = await api.createUser()
    await accounts.forget(user.email)
    const other = (await mail.oneTo(user.email)).token
    const { rows } = await api.context.pool.query<{ hash: string }>(
      "select encode(token_hash, 'hex') as hash from account_tokens",
    )
    for (const wrong of ['x', other, `${token}A`, ...rows.map(({ hash }) => hash).slice(0, 3)]) {
      await expectRefusal(accounts.verify(wrong), 400, 'LINK_INVALID')
    }
    expect((await accounts.verify(token)).status).toBe(204)
  })

  it('is not done by a link to an address that is theirs no more', async () => {
    const { user, token } = await unverified()
    await accounts.asAdmin(`/users/${user.id}`, { email: newAddress() })
    expect((await accounts.verify(token)).status).toBe(400)
  })

  it('takes neither a body nor a parameter', async () => {
    const { token } = await unverified()
    const path = `/users/verify-email/${token}`
    expect((await api.anybody.post(path, { body: { role: 'admin' } })).status).toBe(400)
    expect((await api.anybody.post(`${path}?role=admin`)).status).toBe(400)
    expect((await accounts.verify(token)).status).toBe(204)
  })
})

describe('asking for the confirmation again', () => {
  it('sends it to unconfirmed users, and answers the same to everybody', async () => {
    const unverified = await api.createUser({ isEmailVerified: false })
    const verified = await api.createUser()
    const answers = [
      await accounts.resend(unverified.email),
      await accounts.resend(verified.email),
      await accounts.resend(newAddress()),
    ]
    expect(answers[0]).toMatchObject({ status: 202, body: null })
    expect(answers.map(comparable)).toEqual([
      comparable(answers[0]!),
      comparable(answers[0]!),
      comparable(answers[0]!),
    ])
    expect(await mail.to(unverified.email)).toHaveLength(1)
    expect(await mail.to(verified.email)).toHaveLength(0)
  })

  it('finds the account however the address is cased', async () => {
    const user = await api.createUser({ isEmailVerified: false })
    await accounts.resend(user.email.toUpperCase())
    expect(await mail.to(user.email)).toHaveLength(1)
  })
})
