import { beforeEach, describe, expect, it } from 'vitest'
import { clean } from '../../server/schedules.ts'
import { expectRefusal } from '../support/api/caller.ts'
import { casesOf } from '../support/is-full.ts'
import { comparable, newAddress, openAccounts, signUpInput } from '../support/mail/start-accounts.ts'

const minute = 60_000

const accounts = await openAccounts()
const { api, mail } = accounts
/** Clears the rate limits used by earlier tests. */
beforeEach(() => api.clock.advance(2 * minute))

describe('mails that anybody can ask for', () => {
  it('are answered the same whichever they are, and once the hour has no more of them', {
    tags: 'full',
  }, async () => {
    const user = await api.createUser({ isEmailVerified: false })
    const answers: Parameters<typeof comparable>[0][] = []
    for (let times = 0; times < 3; times++)
      answers.push(await accounts.resend(user.email), await accounts.forget(user.email))
    expect(answers.map(comparable)).toEqual(Array.from(answers, () => comparable(answers[0]!)))
    expect(await mail.to(user.email)).toHaveLength(4)
  })

  it('do not run out for a reset because strangers signed up with the address', {
    tags: 'full',
  }, async () => {
    const user = await api.createUser()
    for (let times = 0; times < 3; times++) await accounts.register(signUpInput({ email: user.email }))
    await mail.to(user.email)
    await accounts.forget(user.email)
    expect(await mail.to(user.email)).toHaveLength(1)
  })

  it('do not hold back the mail about an activation by an admin', { tags: 'full' }, async () => {
    const user = await api.createUser({ isActivated: false })
    for (let times = 0; times < 3; times++) await accounts.forget(user.email)
    await accounts.asAdmin(`/users/activate/${user.id}`)
    const subjects = (await mail.to(user.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject === 'Votre compte est activé')).toHaveLength(1)
  })
})

describe('calls on accounts', () => {
  const calls: [string, () => Promise<{ status: number }>, number][] = [
    ['sign-ups', () => accounts.register(signUpInput()), 201],
    ['confirmations', () => accounts.verify('unknown'), 400],
    ['requests', () => accounts.resend(newAddress()), 202],
    ['forgotten passwords', () => accounts.forget(newAddress()), 202],
    ['new passwords', () => accounts.reset('unknown'), 400],
    ['nonsense', () => accounts.register({}), 400],
  ]
  for (const [name, call, status] of casesOf(calls, ([name]) => name === 'sign-ups' || name === 'nonsense')) {
    it(`are twenty a minute from one client: ${name}`, async () => {
      const answers = await Promise.all(Array.from({ length: 23 }, call))
      expect(answers.filter((answer) => answer.status === status)).toHaveLength(20)
      expect(answers.filter((answer) => answer.status === 429)).toHaveLength(3)
      const refused = await accounts.forget(newAddress())
      await expectRefusal(refused, 429, 'TOO_MANY_ATTEMPTS')
      const seconds = Number(refused.headers['retry-after'])
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(60)
      api.clock.advance(61_000)
      expect((await call()).status).toBe(status)
    })
  }
})

it('forgets attempts, links and mails that have served their time', async () => {
  const user = await api.createUser({ isEmailVerified: false })
  await accounts.resend(user.email)
  await mail.oneTo(user.email)
  const counts = async () => {
    const { rows } = await api.context.pool.query(`select
      (select count(*)::int from attempts) as attempts,
      (select count(*)::int from account_tokens) as tokens,
      (select count(*)::int from mails) as mails`)
    return rows[0]
  }
  await clean(api.context)
  const stored = await counts()
  for (const count of Object.values(stored)) expect(count).toBeGreaterThan(0)
  api.clock.advance(31 * 24 * 60 * minute)
  await clean(api.context)
  expect(await counts()).toEqual({ attempts: 0, tokens: 0, mails: 0 })
})
