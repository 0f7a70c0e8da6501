import { beforeEach, describe, expect, it } from 'vitest'
import type { Change, Problem } from '../../domain/changes/changes.ts'
import type { Passkey } from '../../domain/users/passkeys.ts'
import type { SecondFactor } from '../../domain/users/second-factor.ts'
import type { SessionRecord } from '../../domain/users/user.ts'
import { clean } from '../../server/schedules.ts'
import { type Caller, expectInvalid, expectRefusal, makeCaller } from '../support/api/caller.ts'
import { testPassword, type UserOverrides } from '../support/api/insert-user.ts'
import { addPasskey, type Forgery, makeAuthenticator, passkeyOrigin } from '../support/api/passkeys.ts'
import { codeAt, enrol } from '../support/api/second-factor.ts'
import { openApi } from '../support/api/start-api.ts'

let origin = passkeyOrigin
const api = await openApi({}, { origin: () => origin })
const strict = await openApi(
  {},
  { origin: () => passkeyOrigin, secondFactor: { required: 'everybody', graceDays: 0 } },
)

const minute = 60_000
// Attempts of one test do not count for the next.
beforeEach(() => {
  api.clock.advance(31 * minute)
  origin = passkeyOrigin
})

type Options = { options: { challenge: string; allowCredentials?: { id: string }[] } }

const begin = async (challenge?: string) => {
  const body = challenge === undefined ? {} : { challenge }
  const begun = await api.anybody.post<Options>('/sessions/passkey-options', { body })
  expect(begun.status).toBe(201)
  return begun.body
}
const logInBy = (passkey: unknown, more: Record<string, unknown> = {}) =>
  api.anybody.post<SessionRecord & Problem>('/sessions/passkey', { body: { passkey, ...more } })
const logIn = (email: string, password = testPassword) =>
  api.anybody.post<SessionRecord & Problem>('/sessions', { body: { email, password } })
const answer = (challenge: string | undefined, passkey: unknown) =>
  api.anybody.post<SessionRecord & Problem>('/sessions/second-factor', { body: { challenge, passkey } })
const challengeOf = async (email: string) => (await logIn(email)).body.challenge!
const isAlive = async (token: string) =>
  (await makeCaller(api.app, token).get('/sessions/current')).status === 200

/** A user with a passkey. */
const withPasskey = async (overrides: UserOverrides = {}) => {
  const caller = await api.as(await api.createUser(overrides))
  const authenticator = makeAuthenticator()
  const added = await addPasskey(caller, authenticator)
  return { caller, user: caller.user, authenticator, ...added }
}

const historyOf = async (id: string) => {
  const admin = await api.as('admin')
  const { body } = await admin.get<{ items: Change[] }>(`/users/${id}/history`)
  return body.items
}
const mailsTo = async (id: string) =>
  (await api.context.pool.query('select template from mails where "user" = $1 order by created_at', [id]))
    .rows

describe('adding a passkey', () => {
  it('is a second factor with recovery codes, ends the other sessions, is mailed and in the history', async () => {
    const user = await api.createUser({ role: 'seller' })
    const [here, there] = [await api.as(user), await api.as(user)]
    const { passkey, recoveryCodes } = await addPasskey(here, makeAuthenticator(), 'Téléphone de Ève')
    expect(passkey).toMatchObject({
      name: 'Téléphone de Ève',
      lastUsedAt: null,
      isSynced: false,
      isUsable: true,
    })
    expect(recoveryCodes).toHaveLength(10)
    expect((await there.get('/sessions/current')).status).toBe(401)
    const listed = await here.get<{ items: Passkey[]; total: number }>('/profile/passkeys')
    expect(listed.body).toEqual({ items: [passkey], total: 1 })
    expect((await here.get<SecondFactor>('/profile/totp')).body).toMatchObject({
      isOn: false,
      recoveryCodesLeft: 10,
    })
    const [line] = await historyOf(user.id)
    expect(line).toMatchObject({
      verb: 'user.add-passkey',
      actor: user.id,
      before: { hasSecondFactor: false, passkey: null },
      after: { hasSecondFactor: true, passkey: 'Téléphone de Ève' },
    })
    expect(await mailsTo(user.id)).toEqual([{ template: 'passkey-added' }])
    const admin = await api.as('admin')
    const undone = await admin.post<{ changed?: unknown[] }>(`/changes/${line!.batchId}/undo`)
    expect(undone.body.changed ?? []).toEqual([])
  })

  it('asks who is at the keyboard ten minutes after the login', async () => {
    const caller = await api.as(await api.createUser())
    api.clock.advance(11 * minute)
    await expectRefusal(caller.post('/profile/passkeys/options'), 403, 'PROOF_NEEDED')
    await caller.post('/sessions/proof', { body: { password: testPassword } })
    expect((await caller.post('/profile/passkeys/options')).status).toBe(201)
  })

  it('adds another without new codes and without ending sessions, and none that is known', async () => {
    const { caller, user, authenticator } = await withPasskey()
    const there = await api.as(user)
    const begun = await caller.post<Options>('/profile/passkeys/options')
    const passkey = authenticator.create(begun.body)
    const added = await caller.post<{ recoveryCodes?: string[] }>('/profile/passkeys', {
      body: { name: 'Clé USB', passkey },
    })
    expect([added.status, added.body.recoveryCodes]).toEqual([201, undefined])
    expect((await there.get('/sessions/current')).status).toBe(200)
    const excluded = await caller.post<{ options: { excludeCredentials: { id: string }[] } }>(
      '/profile/passkeys/options',
    )
    expect(excluded.body.options.excludeCredentials.map(({ id }) => id)).toEqual(
      authenticator.credentials.map(({ id }) => id),
    )
    const other = await api.as(await api.createUser())
    const begunThere = await other.post<Options>('/profile/passkeys/options')
    const copy = makeAuthenticator()
    const made = copy.create(begunThere.body)
    await other.post('/profile/passkeys', { body: { name: 'A', passkey: made } })
    await expectInvalid(
      other.post('/profile/passkeys', { body: { name: 'B', passkey: made } }),
      'passkey',
      'PASSKEY_ENDED',
    )
  })

  it('refuses forged and outdated answers', async () => {
    const caller = await api.as(await api.createUser())
    const forgeries: [Forgery, string][] = [
      [{ origin: 'https://evil.example' }, 'PASSKEY_INVALID'],
      [{ origin: 'http://localhost:4700' }, 'PASSKEY_INVALID'],
      [{ domain: 'evil.example' }, 'PASSKEY_INVALID'],
      [{ isVerified: false }, 'PASSKEY_INVALID'],
      [{ type: 'webauthn.get' }, 'PASSKEY_INVALID'],
      [{ challenge: 'A'.repeat(43) }, 'PASSKEY_ENDED'],
    ]
    for (const [forged, code] of forgeries) {
      const begun = await caller.post<Options>('/profile/passkeys/options')
      const passkey = makeAuthenticator().create(begun.body, forged)
      await expectInvalid(
        caller.post('/profile/passkeys', { body: { name: 'X', passkey } }),
        'passkey',
        code as 'PASSKEY_ENDED',
      )
    }
    const late = await caller.post<Options>('/profile/passkeys/options')
    const passkey = makeAuthenticator().create(late.body)
    api.clock.advance(5 * minute)
    await expectInvalid(
      caller.post('/profile/passkeys', { body: { name: 'X', passkey } }),
      'passkey',
      'PASSKEY_ENDED',
    )
    const other = await api.as(await api.createUser())
    const theirs = await other.post<Options>('/profile/passkeys/options')
    const stolen = makeAuthenticator().create(theirs.body)
    await expectInvalid(
      caller.post('/profile/passkeys', { body: { name: 'X', passkey: stolen } }),
      'passkey',
      'PASSKEY_ENDED',
    )
    await expectInvalid(caller.post('/profile/passkeys', { body: { name: 'X' } }), 'passkey', 'REQUIRED')
    await expectInvalid(caller.post('/profile/passkeys', { body: { passkey } }), 'name', 'REQUIRED')
    for (const bad of [7, 'x', [], {}, { id: 'x', rawId: 'y', type: 'public-key', response: {} }])
      await expectInvalid(
        caller.post('/profile/passkeys', { body: { name: 'X', passkey: bad } }),
        'passkey',
        'BAD_JSON',
      )
    const unread = { ...passkey, response: { clientDataJSON: 'e30', attestationObject: 'e30' } }
    await expectInvalid(
      caller.post('/profile/passkeys', { body: { name: 'X', passkey: unread } }),
      'passkey',
      'PASSKEY_INVALID',
    )
    expect((await caller.get<{ total: number }>('/profile/passkeys')).body.total).toBe(0)
  })

  it('keeps ten at most', async () => {
    const { caller, authenticator } = await withPasskey()
    for (let at = 1; at < 10; at++) await addPasskey(caller, authenticator, `Clé ${at}`)
    const begun = await caller.post<Options>('/profile/passkeys/options')
    const passkey = authenticator.create(begun.body)
    await expectRefusal(
      caller.post('/profile/passkeys', { body: { name: 'X', passkey } }),
      409,
      'TOO_MANY_PASSKEYS',
    )
  })

  it('renames and removes one’s own alone; the last one takes the codes along', async () => {
    const { caller, user, passkey } = await withPasskey()
    const other = await api.as(await api.createUser())
    const path = `/profile/passkeys/${passkey.id}`
    await expectRefusal(other.put(path, { body: { name: 'X' } }), 404, 'NOT_FOUND')
    await expectRefusal(other.delete(path), 404, 'NOT_FOUND')
    expect((await caller.put<Passkey>(path, { body: { name: 'Montre' } })).body.name).toBe('Montre')
    const there = await api.as(user)
    api.clock.advance(11 * minute)
    await expectRefusal(caller.delete(path), 403, 'PROOF_NEEDED')
    await caller.post('/sessions/proof', { body: { password: testPassword } })
    expect((await caller.delete(path)).status).toBe(204)
    expect((await there.get('/sessions/current')).status).toBe(401)
    expect((await logIn(user.email)).status).toBe(200)
    expect((await caller.get<SecondFactor>('/profile/totp')).body.recoveryCodesLeft).toBe(0)
    const lines = await historyOf(user.id)
    expect(lines.slice(0, 2)).toMatchObject([
      { verb: 'user.remove-passkey', before: { passkey: 'Montre' }, after: { hasSecondFactor: false } },
      { verb: 'user.rename-passkey', before: { passkey: 'Téléphone' }, after: { passkey: 'Montre' } },
    ])
    expect(await mailsTo(user.id)).toEqual([{ template: 'passkey-added' }, { template: 'passkey-removed' }])
  })
})

describe('a login by passkey alone', () => {
  it('opens a session without password and code, and names nobody before', async () => {
    const { user, authenticator } = await withPasskey({ role: 'delivery' })
    const options = await begin()
    expect(options.options).toMatchObject({ rpId: 'waybill.example', userVerification: 'required' })
    expect(options.options.allowCredentials ?? []).toEqual([])
    const { status, body } = await logInBy(authenticator.get(options), { device: null, keep: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: user.id, device: expect.any(String), isKept: true })
    expect(await isAlive(body.token)).toBe(true)
    const { caller } = { caller: makeCaller(api.app, body.token) }
    const listed = await caller.get<{ items: Passkey[] }>('/profile/passkeys')
    expect(listed.body.items[0]!.lastUsedAt).not.toBeNull()
  })

  it('refuses what is replayed, late, forged, of another key or without the person', async () => {
    const { user, authenticator } = await withPasskey()
    const options = await begin()
    const used = authenticator.get(options)
    expect((await logInBy(used)).status).toBe(200)
    await expectRefusal(logInBy(used), 401, 'PASSKEY_ENDED')
    await expectRefusal(logInBy(authenticator.get(options)), 401, 'PASSKEY_ENDED')
    const forgeries: Forgery[] = [
      { origin: 'https://evil.example' },
      { origin: 'http://waybill.example' },
      { domain: 'evil.example' },
      { isVerified: false },
      { isPresent: false },
      { hasOtherKey: true },
      { handle: null },
      { handle: Buffer.alloc(16).toString('base64url') },
      { type: 'webauthn.create' },
    ]
    for (const forged of forgeries)
      await expectRefusal(logInBy(authenticator.get(await begin(), forged)), 401, 'PASSKEY_INVALID')
    const late = await begin()
    api.clock.advance(5 * minute)
    await expectRefusal(logInBy(authenticator.get(late)), 401, 'PASSKEY_ENDED')
    // Of the second step, which is another question.
    const second = await begin(await challengeOf(user.email))
    await expectRefusal(logInBy(authenticator.get(second)), 401, 'PASSKEY_ENDED')
    expect((await logInBy(authenticator.get(await begin()))).status).toBe(200)
  })

  it('lets one of several concurrent uses of a challenge in', async () => {
    const { authenticator } = await withPasskey()
    const options = await begin()
    const answers = await Promise.all(Array.from({ length: 5 }, () => logInBy(authenticator.get(options))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('refuses a counter that goes back, and writes that into the history', async () => {
    const { user, authenticator } = await withPasskey()
    expect((await logInBy(authenticator.get(await begin(), { counter: 7 }))).status).toBe(200)
    for (const counter of [7, 3, 0])
      await expectRefusal(logInBy(authenticator.get(await begin(), { counter })), 401, 'PASSKEY_COPIED')
    // A wrong signature says nothing of the counter.
    const forged = authenticator.get(await begin(), { counter: 1, hasOtherKey: true })
    await expectRefusal(logInBy(forged), 401, 'PASSKEY_INVALID')
    const lines = (await historyOf(user.id)).filter(({ verb }) => verb === ('user.refuse-passkey' as string))
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatchObject({ actor: null, after: { passkey: 'Téléphone' } })
    expect((await logInBy(authenticator.get(await begin(), { counter: 8 }))).status).toBe(200)
  })

  it('accepts passkeys that never count', async () => {
    const { authenticator } = await withPasskey()
    for (let times = 0; times < 2; times++)
      expect((await logInBy(authenticator.get(await begin(), { counter: 0 }))).status).toBe(200)
  })

  it('refuses removed and unknown passkeys and those of deleted accounts, all alike', async () => {
    const removed = await withPasskey()
    await removed.caller.delete(`/profile/passkeys/${removed.passkey.id}`)
    const deleted = await withPasskey()
    await (await api.as('admin')).put('/users/delete', { body: { ids: [deleted.user.id] } })
    for (const { authenticator } of [removed, deleted])
      await expectRefusal(logInBy(authenticator.get(await begin())), 401, 'PASSKEY_UNKNOWN')
    const stranger = await withPasskey()
    const [credential] = stranger.authenticator.credentials
    const unknown = { ...credential!, id: Buffer.alloc(16, 7).toString('base64url') }
    await expectRefusal(
      logInBy(stranger.authenticator.get(await begin(), {}, unknown)),
      401,
      'PASSKEY_UNKNOWN',
    )
  })

  it('lets a deactivated account no further than its gate', async () => {
    const { user, authenticator } = await withPasskey()
    await (await api.as('admin')).put(`/users/activate/${user.id}`)
    const { body } = await logInBy(authenticator.get(await begin()))
    await expectRefusal(makeCaller(api.app, body.token).get('/profile'), 403, 'NOT_ACTIVATED')
  })

  it('is not locked by wrong passwords of others, and unlocks them', async () => {
    const { user, authenticator } = await withPasskey()
    for (let times = 0; times < 5; times++) await logIn(user.email, 'not this one')
    await expectRefusal(logIn(user.email), 429, 'TOO_MANY_ATTEMPTS')
    expect((await logInBy(authenticator.get(await begin()))).status).toBe(200)
    await expectRefusal(logIn(user.email), 401, 'SECOND_FACTOR_REQUIRED')
  })

  it('takes twenty wrong answers a minute of one address', async () => {
    const { authenticator } = await withPasskey()
    for (let times = 0; times < 20; times++)
      await expectRefusal(
        logInBy(authenticator.get(await begin(), { hasOtherKey: true })),
        401,
        'PASSKEY_INVALID',
      )
    await expectRefusal(logInBy(authenticator.get(await begin())), 429, 'TOO_MANY_ATTEMPTS')
  })

  it('begins sixty times a minute from one address', async () => {
    for (let times = 0; times < 60; times++) await begin()
    await expectRefusal(api.anybody.post('/sessions/passkey-options', { body: {} }), 429, 'TOO_MANY_ATTEMPTS')
  })
})

describe('a passkey after the password', () => {
  it('is one of the ways of the challenge, with the account’s own credentials alone', async () => {
    const { user, authenticator } = await withPasskey()
    const refused = await logIn(user.email)
    expect(refused.body).toMatchObject({
      code: 'SECOND_FACTOR_REQUIRED',
      ways: ['passkey', 'recovery-code'],
    })
    const options = await begin(refused.body.challenge)
    expect(options.options.allowCredentials?.map(({ id }) => id)).toEqual([authenticator.credentials[0]!.id])
    // The password was one factor: a touch is the other.
    const used = authenticator.get(options, { isVerified: false, handle: null })
    const { status, body } = await answer(refused.body.challenge, used)
    expect([status, body.id]).toEqual([200, user.id])
    await expectRefusal(answer(refused.body.challenge, used), 401, 'CHALLENGE_ENDED')
  })

  it('is offered beside the app, and recovery codes work for both', async () => {
    const { caller, user, recoveryCodes } = await withPasskey()
    const { secret } = await enrol(caller, () => api.context.now())
    api.clock.advance(minute)
    const refused = await logIn(user.email)
    expect(refused.body.ways).toEqual(['app', 'passkey', 'recovery-code'])
    // The app made new ones.
    const code = recoveryCodes![0]!
    const by = (typed: string) =>
      api.anybody.post<Problem>('/sessions/second-factor', {
        body: { challenge: refused.body.challenge, code: typed },
      })
    await expectRefusal(by(code), 401, 'CODE_WRONG')
    expect((await by(codeAt(secret, api.context.now()))).status).toBe(200)
    expect((await caller.delete('/profile/totp', { body: { password: testPassword } })).status).toBe(204)
    expect((await logIn(user.email)).body.ways).toEqual(['passkey', 'recovery-code'])
    await expectRefusal(
      caller.delete('/profile/totp', { body: { password: testPassword } }),
      409,
      'SECOND_FACTOR_IS_OFF',
    )
  })

  it('refuses another account’s passkey, challenge and forgeries, and counts them as failed logins', async () => {
    const [one, other] = [await withPasskey(), await withPasskey()]
    const challenge = await challengeOf(one.user.email)
    const mine = await begin(challenge)
    const [theirs] = other.authenticator.credentials
    await expectRefusal(answer(challenge, other.authenticator.get(mine, {}, theirs)), 401, 'PASSKEY_UNKNOWN')
    const foreign = await begin(await challengeOf(other.user.email))
    const [own] = one.authenticator.credentials
    await expectRefusal(answer(challenge, one.authenticator.get(foreign, {}, own)), 401, 'PASSKEY_ENDED')
    const alone = await begin()
    await expectRefusal(answer(challenge, one.authenticator.get(alone)), 401, 'PASSKEY_ENDED')
    for (const forged of [
      { origin: 'https://evil.example' },
      { domain: 'evil.example' },
      { isPresent: false },
      { hasOtherKey: true },
    ])
      await expectRefusal(
        answer(challenge, one.authenticator.get(await begin(challenge), forged)),
        401,
        'PASSKEY_INVALID',
      )
    await expectRefusal(
      answer(challenge, one.authenticator.get(await begin(challenge))),
      429,
      'TOO_MANY_ATTEMPTS',
    )
  })

  it('refuses a counter that goes back', async () => {
    const { user, authenticator } = await withPasskey()
    const by = async (counter: number) => {
      const challenge = await challengeOf(user.email)
      return answer(challenge, authenticator.get(await begin(challenge), { counter }))
    }
    expect((await by(5)).status).toBe(200)
    await expectRefusal(by(4), 401, 'PASSKEY_COPIED')
    expect((await historyOf(user.id))[0]).toMatchObject({ verb: 'user.refuse-passkey' })
  })

  it('needs a challenge that is open', async () => {
    await expectRefusal(
      api.anybody.post('/sessions/passkey-options', { body: { challenge: 'x'.repeat(43) } }),
      401,
      'CHALLENGE_ENDED',
    )
    await expectInvalid(
      api.anybody.post('/sessions/second-factor', { body: { challenge: 'x'.repeat(43) } }),
      'code',
      'REQUIRED',
    )
  })
})

describe('a proof by passkey', () => {
  const setPassword = async (caller: Caller) =>
    caller.put(`/users/password/${(await api.createUser()).id}`, { body: { password: 'dix-sept girafes' } })

  it('opens protected calls, once for each challenge', async () => {
    const { caller, authenticator } = await withPasskey({ role: 'admin' })
    api.clock.advance(11 * minute)
    await expectRefusal(setPassword(caller), 403, 'PROOF_NEEDED')
    const prove = (passkey: unknown) => caller.post('/sessions/proof', { body: { passkey } })
    const begun = await caller.post<Options>('/sessions/proof/passkey-options')
    await expectInvalid(
      prove(authenticator.get(begun.body, { hasOtherKey: true })),
      'passkey',
      'PASSKEY_INVALID',
    )
    await expectInvalid(prove(authenticator.get(begun.body)), 'passkey', 'PASSKEY_ENDED')
    await expectInvalid(prove(authenticator.get(await begin())), 'passkey', 'PASSKEY_ENDED')
    await expectInvalid(prove('x'), 'passkey', 'BAD_JSON')
    // Whoever is at the keyboard can touch a key in its socket.
    const touched = await caller.post<Options>('/sessions/proof/passkey-options')
    expect(touched.body.options).toMatchObject({ userVerification: 'required' })
    const touch = authenticator.get(touched.body, { isVerified: false })
    await expectInvalid(prove(touch), 'passkey', 'PASSKEY_INVALID')
    const again = await caller.post<Options>('/sessions/proof/passkey-options')
    expect((await prove(authenticator.get(again.body))).status).toBe(204)
    expect((await setPassword(caller)).status).toBe(200)
  })
})

describe('passkeys and the account', () => {
  it('are removed by an admin’s reset, and stay with a new password', async () => {
    const { user, authenticator } = await withPasskey()
    const admin = await api.as('admin')
    await admin.put(`/users/password/${user.id}`, { body: { password: 'dix-sept girafes' } })
    expect((await logInBy(authenticator.get(await begin()))).status).toBe(200)
    expect((await admin.put(`/users/reset-second-factor/${user.id}`)).status).toBe(200)
    await expectRefusal(logInBy(authenticator.get(await begin())), 401, 'PASSKEY_UNKNOWN')
    expect((await logIn(user.email, 'dix-sept girafes')).status).toBe(200)
  })

  it('belong to the address of the installation', async () => {
    const { caller, user } = await withPasskey()
    origin = 'https://parcels.example'
    expect((await logIn(user.email)).body.ways).toEqual(['recovery-code'])
    const { body } = await caller.get<{ items: Passkey[] }>('/profile/passkeys')
    expect(body.items[0]!.isUsable).toBe(false)
    origin = 'https://203.0.113.7'
    const begun = api.anybody.post('/sessions/passkey-options', { body: {} })
    await expectRefusal(begun, 409, 'PASSKEYS_UNAVAILABLE')
    await expectRefusal(caller.post('/profile/passkeys/options'), 409, 'PASSKEYS_UNAVAILABLE')
  })

  it('work on this machine at localhost, at whatever port the console is', async () => {
    origin = 'http://127.0.0.1:4600'
    const caller = await api.as(await api.createUser())
    const authenticator = makeAuthenticator('http://localhost:4700')
    await addPasskey(caller, authenticator)
    expect((await logInBy(authenticator.get(await begin()))).status).toBe(200)
    const elsewhere = authenticator.get(await begin(), { origin: 'http://evil.localhost:4700' })
    await expectRefusal(logInBy(elsewhere), 401, 'PASSKEY_INVALID')
  })

  it('forget expired challenges', async () => {
    await begin()
    api.clock.advance(6 * minute)
    await clean(api.context)
    expect((await api.context.pool.query('select 1 from passkey_challenges')).rowCount).toBe(0)
  })
})

describe('a demand for a second factor', () => {
  it('is met by a passkey, which can be added behind the gate', async () => {
    const user = await strict.createUser()
    const caller = await strict.as(user)
    await expectRefusal(caller.get('/orders'), 403, 'SECOND_FACTOR_NEEDED')
    strict.clock.advance(11 * minute)
    await expectRefusal(caller.post('/profile/passkeys/options'), 403, 'PROOF_NEEDED')
    expect((await caller.post('/sessions/proof', { body: { password: testPassword } })).status).toBe(204)
    await addPasskey(caller, makeAuthenticator())
    expect((await caller.get('/orders')).status).toBe(200)
  })
})
