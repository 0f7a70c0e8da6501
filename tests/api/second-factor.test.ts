import { v7 as newId } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Problem } from '../../domain/changes/changes.ts'
import type { SecondFactor } from '../../domain/users/second-factor.ts'
import type { SessionRecord } from '../../domain/users/user.ts'
import { clean } from '../../server/schedules.ts'
import { type Caller, expectInvalid, expectRefusal, makeCaller } from '../support/api/caller.ts'
import { testPassword, type UserOverrides } from '../support/api/insert-user.ts'
import { codeAt, enrol } from '../support/api/second-factor.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi()

const minute = 60_000
const now = () => api.context.now()
const step = 30_000
beforeEach(() => {
  // Attempts of one test do not count for the next.
  api.clock.advance(31 * minute)
  // No code ends between being made and being checked.
  api.clock.advance(step - (now().getTime() % step))
})

const logIn = (email: string, password = testPassword) =>
  api.anybody.post<SessionRecord & Problem>('/sessions', { body: { email, password } })
const answer = (challenge: string | undefined, code: string) =>
  api.anybody.post<SessionRecord & Problem>('/sessions/second-factor', { body: { challenge, code } })
const challengeOf = async (email: string, password = testPassword): Promise<string> => {
  const { status, body } = await logIn(email, password)
  expect({ status, code: body.code }).toEqual({ status: 401, code: 'SECOND_FACTOR_REQUIRED' })
  expect(body.challenge).toMatch(/^[\w-]{43}$/)
  return body.challenge!
}
const isAlive = async (token: string) =>
  (await makeCaller(api.app, token).get('/sessions/current')).status === 200

/** A user with an authenticator app, whose next code is fresh. */
const enrolled = async (overrides: UserOverrides = {}) => {
  const caller = await api.as(await api.createUser(overrides))
  const factor = await enrol(caller, now)
  api.clock.advance(minute)
  const code = (steps = 0) => codeAt(factor.secret, now(), steps)
  return { caller, user: caller.user, ...factor, code }
}

const mailsTo = async (id: string) => {
  const asked = 'select template from mails where "user" = $1 order by created_at'
  return (await api.context.pool.query<{ template: string }>(asked, [id])).rows.map(
    ({ template }) => template,
  )
}

/** A wrong code, of the right shape. */
const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('switching the second factor on', () => {
  it('asks for a first code, answers ten recovery codes once, and ends the other sessions', async () => {
    const user = await api.createUser({ role: 'seller' })
    const [here, there] = [await api.as(user), await api.as(user)]
    const begun = await here.post<{ secret: string; uri: string }>('/profile/totp')
    expect(begun.status).toBe(201)
    expect(begun.headers['cache-control']).toBe('no-store')
    expect(begun.body.uri).toContain(`secret=${begun.body.secret}`)
    expect((await logIn(user.email)).status).toBe(200)
    await expectInvalid(here.put('/profile/totp', { body: { code: 'abcdef' } }), 'code', 'CODE_WRONG')
    const confirmed = await here.put<{ recoveryCodes: string[] }>('/profile/totp', {
      body: { code: codeAt(begun.body.secret, now()) },
    })
    expect(confirmed.status).toBe(200)
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10)
    for (const code of confirmed.body.recoveryCodes)
      expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/)
    const { body } = await here.get<SecondFactor>('/profile/totp')
    expect(body).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })
    expect((await there.get('/sessions/current')).status).toBe(401)
    await expectRefusal(here.post('/profile/totp'), 409, 'SECOND_FACTOR_IS_ON')
    const again = here.put('/profile/totp', { body: { code: codeAt(begun.body.secret, now(), 1) } })
    await expectRefusal(again, 409, 'SECOND_FACTOR_IS_ON')
  })

  it('is in the history without its secret, and cannot be undone', async () => {
    const { user, secret, recoveryCodes } = await enrolled()
    const admin = await api.as('admin')
    const { body } = await admin.get<{ items: { verb: string; batchId: string }[] }>(
      `/users/${user.id}/history`,
    )
    expect(body.items[0]).toMatchObject({
      verb: 'user.add-second-factor',
      actor: user.id,
      before: { hasSecondFactor: false },
      after: { hasSecondFactor: true },
    })
    expect(JSON.stringify(body)).not.toContain(secret)
    const undone = await admin.post<{ changed: unknown[] } & Problem>(
      `/changes/${body.items[0]!.batchId}/undo`,
    )
    expect(undone.body.changed ?? []).toEqual([])
    const listed = await admin.get<{ items: { id: string }[] }>('/users?hasSecondFactor=true')
    expect(listed.body.items.map(({ id }) => id)).toContain(user.id)
    const { rows } = await api.context.pool.query(
      'select f::text as row from second_factors f where "user" = $1 union all select c::text from recovery_codes c where "user" = $1',
      [user.id],
    )
    const stored = JSON.stringify(rows)
    for (const hidden of [secret, ...recoveryCodes]) {
      expect(stored).not.toContain(hidden)
      expect(stored).not.toContain(Buffer.from(hidden).toString('hex'))
    }
  })

  it('takes only the last secret that was made, and none of another account', async () => {
    const [one, other] = [await api.as(await api.createUser()), await api.as(await api.createUser())]
    const first = await one.post<{ secret: string }>('/profile/totp')
    const second = await one.post<{ secret: string }>('/profile/totp')
    await other.post('/profile/totp')
    const put = (secret: string, caller = one) =>
      caller.put('/profile/totp', { body: { code: codeAt(secret, now()) } })
    await expectInvalid(put(first.body.secret), 'code', 'CODE_WRONG')
    await expectInvalid(put(second.body.secret, other), 'code', 'CODE_WRONG')
    expect((await put(second.body.secret)).status).toBe(200)
  })

  it('takes no code of a secret that was left for an hour, and no more than five guesses', async () => {
    const user = await api.createUser()
    const caller = await api.as(user)
    const { body } = await caller.post<{ secret: string }>('/profile/totp')
    const put = (code: string) => caller.put('/profile/totp', { body: { code } })
    const code = () => codeAt(body.secret, now())
    for (let tries = 0; tries < 5; tries++) await expectInvalid(put(wrong(code())), 'code', 'CODE_WRONG')
    await expectRefusal(put(code()), 429, 'TOO_MANY_ATTEMPTS')
    await expectRefusal(
      caller.post('/sessions/proof', { body: { password: testPassword } }),
      429,
      'TOO_MANY_ATTEMPTS',
    )
    api.clock.advance(31 * minute)
    // Codes of the wrong shape are no guesses, and neither is what cannot be confirmed.
    for (let tries = 0; tries < 6; tries++) await expectInvalid(put(''), 'code', 'REQUIRED')
    api.clock.advance(30 * minute)
    for (let tries = 0; tries < 6; tries++) await expectRefusal(put(code()), 409, 'SECOND_FACTOR_IS_OFF')
    await clean(api.context)
    const kept = 'select 1 from second_factors where "user" = $1'
    expect((await api.context.pool.query(kept, [user.id])).rowCount).toBe(0)
    expect((await logIn(user.email)).status).toBe(200)
  })

  it('needs a secret first', async () => {
    const caller = await api.as(await api.createUser())
    await expectRefusal(
      caller.put('/profile/totp', { body: { code: '123456' } }),
      409,
      'SECOND_FACTOR_IS_OFF',
    )
  })
})

describe('a login with a second factor', () => {
  it('answers a challenge, and a session for a code, however it is typed', async () => {
    const { user, code } = await enrolled({ role: 'agent' })
    const challenge = await challengeOf(user.email)
    const typed = code()
    const { status, body } = await answer(challenge, ` ${typed.slice(0, 3)} ${typed.slice(3)} `)
    expect({ status, id: body.id }).toEqual({ status: 200, id: user.id })
    expect(await isAlive(body.token)).toBe(true)
  })

  it('keeps the device and the phone as a login without it does', async () => {
    const { user, code } = await enrolled({ role: 'delivery' })
    const challenge = await challengeOf(user.email)
    const { body } = await api.anybody.post<SessionRecord>('/sessions/second-factor', {
      body: { challenge, code: code(), device: null, keep: true },
    })
    expect(body).toMatchObject({ device: expect.stringMatching(/^[\w-]{43}$/), isKept: true })
  })

  it('takes the codes of the step before and after, no older or later one', async () => {
    const { user, code } = await enrolled()
    for (const [steps, status] of [
      [-2, 401],
      [2, 401],
      [-1, 200],
      [1, 200],
    ] as const)
      expect([steps, (await answer(await challengeOf(user.email), code(steps))).status]).toEqual([
        steps,
        status,
      ])
  })

  it('takes a code once, also for another challenge, and none before it', async () => {
    const { user, code } = await enrolled()
    const typed = code()
    const [one, other] = [await challengeOf(user.email), await challengeOf(user.email)]
    expect((await answer(one, typed)).status).toBe(200)
    await expectRefusal(answer(one, code(1)), 401, 'CHALLENGE_ENDED')
    await expectRefusal(answer(other, typed), 401, 'CODE_WRONG')
    await expectRefusal(answer(other, code(-1)), 401, 'CODE_WRONG')
    expect((await answer(other, code(1))).status).toBe(200)
  })

  it('takes one of ten concurrent uses of one code, in one challenge or in many', async () => {
    const { user, code } = await enrolled()
    const challenges = [await challengeOf(user.email), await challengeOf(user.email)]
    const typed = code()
    const answers = await Promise.all(Array.from({ length: 5 }, (_, at) => answer(challenges[at % 2], typed)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]))
  })

  it('refuses the code of another account', async () => {
    const [one, other] = [await enrolled(), await enrolled()]
    const challenge = await challengeOf(one.user.email)
    await expectRefusal(answer(challenge, other.code()), 401, 'CODE_WRONG')
    await expectRefusal(answer(challenge, other.recoveryCodes[0]!), 401, 'CODE_WRONG')
    expect((await answer(challenge, one.code())).status).toBe(200)
  })

  it('takes each recovery code once, in any writing', async () => {
    const { caller, user, recoveryCodes } = await enrolled()
    const [first = '', second = ''] = recoveryCodes
    expect(
      (await answer(await challengeOf(user.email), first.toLowerCase().replaceAll('-', ' '))).status,
    ).toBe(200)
    await expectRefusal(answer(await challengeOf(user.email), first), 401, 'CODE_WRONG')
    const [one, other] = [await challengeOf(user.email), await challengeOf(user.email)]
    const both = await Promise.all([answer(one, second), answer(other, second)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    const { body } = await caller.get<SecondFactor>('/profile/totp')
    expect(body.recoveryCodesLeft).toBe(8)
  })

  it('locks the account after five wrong codes, whatever challenges and right passwords come between', async () => {
    const { user, code } = await enrolled()
    for (let times = 0; times < 5; times++)
      await expectRefusal(answer(await challengeOf(user.email), wrong(code(5))), 401, 'CODE_WRONG')
    await expectRefusal(logIn(user.email), 429, 'TOO_MANY_ATTEMPTS')
    api.clock.advance(31 * minute)
    expect((await answer(await challengeOf(user.email), code())).status).toBe(200)
  })

  it('lets a challenge be tried five times, by whatever address', async () => {
    const { user, code } = await enrolled()
    const challenge = await challengeOf(user.email)
    const from = async (at: number, typed: string) => {
      await api.context.pool.query('delete from attempts')
      const payload = { challenge, code: typed }
      const url = '/api/sessions/second-factor'
      const { statusCode, body } = await api.app.inject({
        method: 'POST',
        url,
        payload,
        remoteAddress: `203.0.113.${at}`,
      })
      return [statusCode, (JSON.parse(body) as Problem).code]
    }
    for (let at = 0; at < 5; at++) expect(await from(at, wrong(code(5)))).toEqual([401, 'CODE_WRONG'])
    expect(await from(6, code())).toEqual([401, 'CHALLENGE_ENDED'])
  })

  it('ends a challenge after five minutes, with a new password, a deactivation and a deletion', async () => {
    const admin = await api.as('admin')
    const endings: Record<string, (id: string) => Promise<unknown>> = {
      late: async () => api.clock.advance(5 * minute),
      password: (id) => admin.put(`/users/password/${id}`, { body: { password: 'dix-sept girafes' } }),
      deactivated: (id) => admin.put(`/users/activate/${id}`),
      deleted: (id) => admin.put('/users/delete', { body: { ids: [id] } }),
    }
    for (const end of Object.values(endings)) {
      const { user, code } = await enrolled()
      const challenge = await challengeOf(user.email)
      await end(user.id)
      await expectRefusal(answer(challenge, code()), 401, 'CHALLENGE_ENDED')
    }
    await expectRefusal(answer('x'.repeat(43), '123456'), 401, 'CHALLENGE_ENDED')
  })

  it('says nothing of it to whoever does not know the password', async () => {
    const { user } = await enrolled()
    await expectRefusal(logIn(user.email, 'not this one'), 401, 'BAD_CREDENTIALS')
  })

  it('lets a deactivated account no further than one without it', async () => {
    const { user, code } = await enrolled()
    await (await api.as('admin')).put(`/users/activate/${user.id}`)
    const { body } = await answer(await challengeOf(user.email), code())
    await expectRefusal(makeCaller(api.app, body.token).get('/profile'), 403, 'NOT_ACTIVATED')
  })

  it('forgets expired challenges', async () => {
    const { user } = await enrolled()
    await challengeOf(user.email)
    api.clock.advance(6 * minute)
    await clean(api.context)
    const { rowCount } = await api.context.pool.query('select 1 from login_challenges where "user" = $1', [
      user.id,
    ])
    expect(rowCount).toBe(0)
  })
})

describe('switching the second factor off', () => {
  it('needs the password or a code, and leaves the password alone for a login', async () => {
    for (const proofOf of [
      () => ({ password: testPassword }),
      ({ code }: { code: () => string }) => ({ code: code() }),
    ]) {
      const one = await enrolled()
      const there = await api.as(one.user)
      await expectInvalid(one.caller.delete('/profile/totp'), 'code', 'REQUIRED')
      await expectInvalid(
        one.caller.delete('/profile/totp', { body: { password: 'not this one' } }),
        'password',
        'PASSWORD_WRONG',
      )
      await expectInvalid(
        one.caller.delete('/profile/totp', { body: { code: wrong(one.code(5)) } }),
        'code',
        'CODE_WRONG',
      )
      expect((await one.caller.delete('/profile/totp', { body: proofOf(one) })).status).toBe(204)
      expect((await there.get('/sessions/current')).status).toBe(401)
      expect((await logIn(one.user.email)).status).toBe(200)
      expect(await mailsTo(one.user.id)).toEqual(['second-factor-on', 'second-factor-off'])
      await expectRefusal(
        one.caller.delete('/profile/totp', { body: { password: testPassword } }),
        409,
        'SECOND_FACTOR_IS_OFF',
      )
    }
  })

  it('counts wrong proofs as failed logins', async () => {
    const { caller, code } = await enrolled()
    const off = () => caller.delete('/profile/totp', { body: { code: wrong(code(5)) } })
    for (let times = 0; times < 5; times++) await expectInvalid(off(), 'code', 'CODE_WRONG')
    await expectRefusal(off(), 429, 'TOO_MANY_ATTEMPTS')
  })

  it('replaces recovery codes by password or code', async () => {
    const { caller, user, code, recoveryCodes } = await enrolled()
    const renewed = await caller.post<{ recoveryCodes: string[] }>('/profile/totp/recovery-codes', {
      body: { code: code() },
    })
    expect(renewed.status).toBe(200)
    expect(await mailsTo(user.id)).toEqual(['second-factor-on', 'recovery-codes-renewed'])
    await expectRefusal(answer(await challengeOf(user.email), recoveryCodes[0]!), 401, 'CODE_WRONG')
    expect((await answer(await challengeOf(user.email), renewed.body.recoveryCodes[0]!)).status).toBe(200)
  })
})

describe('a reset by an admin', () => {
  it('removes app and codes, ends the sessions, is in the history and mailed, and is not undone', async () => {
    const { caller, user, recoveryCodes } = await enrolled({ role: 'seller' })
    const admin = await api.as('admin')
    const waiting = await challengeOf(user.email)
    const { status, headers } = await admin.put(`/users/reset-second-factor/${user.id}`)
    expect(status).toBe(200)
    expect((await caller.get('/sessions/current')).status).toBe(401)
    await expectRefusal(answer(waiting, recoveryCodes[0]!), 401, 'CHALLENGE_ENDED')
    expect((await logIn(user.email)).status).toBe(200)
    const history = await admin.get<{ items: object[] }>(`/users/${user.id}/history`)
    expect(history.body.items[0]).toMatchObject({
      verb: 'user.reset-second-factor',
      actor: admin.user.id,
      after: { hasSecondFactor: false },
    })
    expect(await mailsTo(user.id)).toEqual(['second-factor-on', 'second-factor-reset'])
    const undone = await admin.post<{ changed?: unknown[] }>(`/changes/${String(headers['batch-id'])}/undo`)
    expect(undone.body.changed ?? []).toEqual([])
    await expectRefusal(admin.put(`/users/reset-second-factor/${user.id}`), 409, 'SECOND_FACTOR_IS_OFF')
  })

  it('is not for one’s own account', async () => {
    const { caller, user } = await enrolled()
    await expectRefusal(caller.put(`/users/reset-second-factor/${user.id}`), 409, 'SELF_CHANGE')
  })

  it('enrols anew with another secret', async () => {
    const { user, secret } = await enrolled()
    await (await api.as('admin')).put(`/users/reset-second-factor/${user.id}`)
    const again = await enrol(await api.as(user), now)
    expect(again.secret).not.toBe(secret)
  })
})

describe('calls that ask who is at the keyboard', () => {
  const setPassword = async (caller: Caller) =>
    caller.put(`/users/password/${(await api.createUser()).id}`, { body: { password: 'dix-sept girafes' } })

  it('are refused ten minutes after the login, until the password is said, in this session alone', async () => {
    const user = await api.createUser()
    const [here, there] = [await api.as(user), await api.as(user)]
    expect((await setPassword(here)).status).toBe(200)
    api.clock.advance(11 * minute)
    await expectRefusal(setPassword(here), 403, 'PROOF_NEEDED')
    const key = { country: 'ic', name: 'Tableur', verbs: ['orders.read'] }
    await expectRefusal(here.post('/keys', { body: key }), 403, 'PROOF_NEEDED')
    await expectRefusal(here.post('/payouts', { body: {} }), 403, 'PROOF_NEEDED')
    await expectRefusal(here.put('/customers/erase', { body: {} }), 403, 'PROOF_NEEDED')
    await expectRefusal(here.put(`/keys/${newId()}`, { body: {} }), 403, 'PROOF_NEEDED')
    await expectInvalid(
      here.post('/sessions/proof', { body: { password: 'no' } }),
      'password',
      'PASSWORD_WRONG',
    )
    await expectInvalid(here.post('/sessions/proof', { body: { code: '123456' } }), 'code', 'CODE_WRONG')
    await expectInvalid(here.post('/sessions/proof', { body: {} }), 'code', 'REQUIRED')
    expect((await here.post('/sessions/proof', { body: { password: testPassword } })).status).toBe(204)
    expect((await setPassword(here)).status).toBe(200)
    await expectRefusal(setPassword(there), 403, 'PROOF_NEEDED')
    expect((await there.get('/users')).status).toBe(200)
    api.clock.advance(11 * minute)
    await expectRefusal(setPassword(here), 403, 'PROOF_NEEDED')
  })

  it('are all that let somebody in or erase people, also a first app, whose codes are a proof', async () => {
    const user = await api.createUser()
    const [caller, seller] = [await api.as(user), await api.createUser({ role: 'seller' })]
    const promoted = await caller.put(`/users/${seller.id}`, { body: { role: 'agent' } })
    expect(promoted.status).toBe(200)
    const demoted = await caller.put(`/users/${seller.id}`, { body: { role: 'seller' } })
    const undo = () => caller.post(`/changes/${String(demoted.headers['batch-id'])}/undo`)
    await caller.put('/customers/retention', { body: { country: 'sn', years: 1 } })
    const kept = await caller.put('/customers/retention', { body: { country: 'sn', years: null } })
    expect(kept.status).toBe(200)
    api.clock.advance(11 * minute)
    await expectRefusal(caller.post('/profile/totp'), 403, 'PROOF_NEEDED')
    await expectRefusal(caller.post('/users', { body: {} }), 403, 'PROOF_NEEDED')
    await expectRefusal(caller.put(`/users/${seller.id}`, { body: { role: 'admin' } }), 403, 'PROOF_NEEDED')
    await expectRefusal(
      caller.put('/customers/retention', { body: { country: 'ic', years: 1 } }),
      403,
      'PROOF_NEEDED',
    )
    await expectRefusal(undo(), 403, 'PROOF_NEEDED')
    const shorten = caller.post(`/changes/${String(kept.headers['batch-id'])}/undo`)
    await expectRefusal(shorten, 403, 'PROOF_NEEDED')
    expect((await caller.get(`/users/${seller.id}`)).body).toMatchObject({ role: 'seller' })
    expect((await caller.post('/sessions/proof', { body: { password: testPassword } })).status).toBe(204)
    expect((await undo()).status).toBe(200)
    expect((await caller.get(`/users/${seller.id}`)).body).toMatchObject({ role: 'agent' })
    expect((await caller.post('/profile/totp')).status).toBe(201)
  })

  it('take a code too, once', async () => {
    const { caller, code } = await enrolled()
    api.clock.advance(11 * minute)
    const typed = code()
    expect((await caller.post('/sessions/proof', { body: { code: typed } })).status).toBe(204)
    expect((await setPassword(caller)).status).toBe(200)
    await expectInvalid(caller.post('/sessions/proof', { body: { code: typed } }), 'code', 'CODE_WRONG')
  })
})
