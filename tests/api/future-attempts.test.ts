import { expect, it } from 'vitest'
import { clean } from '../../server/schedules.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi()
const minute = 60_000

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
