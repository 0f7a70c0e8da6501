import { expect, it } from 'vitest'
import { SIGN_UP_LIFETIME_MS } from '../../server/modules/accounts/forget-sign-ups.ts'
import { clean } from '../../server/schedules.ts'
import { openAccounts, signUpInput } from '../support/mail/start-accounts.ts'

const minute = 60_000
const hour = 60 * minute
const accounts = await openAccounts()
const { api } = accounts

const isThere = async (email: string): Promise<boolean> => {
  const { rows } = await api.context.pool.query(
    'select 1 from users where email = $1 and deleted_at is null',
    [email],
  )
  return rows.length > 0
}
const later = async (milliseconds: number) => {
  api.clock.advance(milliseconds)
  await clean(api.context)
}

it('deletes who signed up and never confirmed two weeks after the last mail, and frees the address', async () => {
  const [silent, asking] = [signUpInput(), signUpInput()]
  for (const body of [silent, asking]) await accounts.register(body)
  const created = await api.createUser({ role: 'seller', isEmailVerified: false, isActivated: false })
  await later(SIGN_UP_LIFETIME_MS - hour)
  expect([await isThere(silent.email), await isThere(asking.email)]).toEqual([true, true])
  await api.anybody.post('/users/resend-email', { body: { email: asking.email } })
  await later(2 * hour)
  expect([await isThere(silent.email), await isThere(asking.email)]).toEqual([false, true])
  await later(SIGN_UP_LIFETIME_MS)
  expect([await isThere(asking.email), await isThere(created.email)]).toEqual([false, true])
  expect((await accounts.logIn(silent.email, silent.password)).status).toBe(401)
  expect((await accounts.register(silent)).status).toBe(201)
  expect(await isThere(silent.email)).toBe(true)
})

const fail = (email: string) => api.anybody.post('/sessions', { body: { email, password: 'wrong-word' } })

/** As left by a clock that was a day ahead. */
const dateInFuture = (key: string) =>
  api.context.pool.query(`update attempts set at = at + interval '1 day' where key like $1`, [`${key}%`])

it('attempts that a clock dated in the future close an account no longer than others do', async () => {
  const { email } = await api.createUser()
  for (let tries = 0; tries < 5; tries++) expect((await fail(email)).status).toBe(401)
  await dateInFuture('account:')
  api.clock.advance(31 * minute)
  expect((await fail(email)).status).toBe(401)
})

it('the cleaning removes those that nobody asks about', async () => {
  const { email } = await api.createUser()
  await fail(email)
  await dateInFuture('account:')
  await clean(api.context)
  const { rows } = await api.context.pool.query('select 1 from attempts where at > $1', [api.context.now()])
  expect(rows).toEqual([])
})
