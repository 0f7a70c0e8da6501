import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Problem } from '../../domain/changes/changes.ts'
import type { SignOnProviders, SignOnStart } from '../../domain/users/single-sign-on.ts'
import type { SessionRecord } from '../../domain/users/user.ts'
import { clean } from '../../server/schedules.ts'
import { expectInvalid, expectRefusal, makeCaller } from '../support/api/caller.ts'
import { testPassword, type UserOverrides } from '../support/api/insert-user.ts'
import { codeAt, enrol } from '../support/api/second-factor.ts'
import { openApi } from '../support/api/start-api.ts'
import { type Person, startProvider } from '../support/oidc/start-provider.ts'

/** Nobody listens there: the provider only sends browsers to it. */
const origin = 'http://127.0.0.1:9'
const accounts = [
  { claim: 'groups', value: 'sellers', role: 'seller', country: 'ic' },
  { claim: 'groups', value: 'office', role: 'agent', country: 'ic' },
] as const
const acme = await startProvider({
  id: 'acme',
  returnTo: [`${origin}/auth/sso/acme`],
  signedOutTo: [`${origin}/auth/login`],
  accounts,
})
const other = await startProvider({ id: 'other', returnTo: [`${origin}/auth/sso/other`] })
afterAll(() => Promise.all([acme.close(), other.close()]))

const api = await openApi({
  singleSignOn: { providers: [acme.configured, other.configured], origin: () => origin },
})

/** Everybody must have a second factor. */
const strict = await openApi(
  { singleSignOn: { providers: [acme.configured], origin: () => origin } },
  { secondFactor: { required: 'everybody', graceDays: 0 } },
)

const minute = 60_000
beforeEach(() => {
  api.clock.advance(2 * minute)
  acme.forge(null)
})

let made = 0
/** A person at the provider. */
const person = (claims: Record<string, unknown> = {}, at = acme): Person => {
  made++
  const known = {
    sub: `person-${made}`,
    email: `person-${made}@acme.example`,
    email_verified: true,
    name: `Person ${made}`,
    ...claims,
  }
  at.people.set(known.sub, known)
  return known
}

const begin = async (id = 'acme') => {
  const started = await api.anybody.post<SignOnStart>(`/sessions/providers/${id}/start`)
  expect(started.status).toBe(201)
  return started.body
}
const finish = (flow: string, answer: string, id = 'acme', more: Record<string, unknown> = {}) =>
  api.anybody.post<SessionRecord & Problem>(`/sessions/providers/${id}/finish`, {
    body: { flow, answer, ...more },
  })
/** What the provider answers to a new login of a person. */
const answered = async ({ sub }: Person) => {
  const { url, flow } = await begin()
  return { flow, answer: (await acme.signIn(url, sub)).search }
}
const logIn = async (who: Person) => {
  const { flow, answer } = await answered(who)
  return finish(flow, answer)
}
/** An account that a provider's person may be linked to. */
const linkable = async (overrides: UserOverrides = {}) => {
  const user = await api.createUser(overrides)
  const admin = await api.as('admin')
  expect((await admin.put(`/users/${user.id}`, { body: { allowsLinking: true } })).status).toBe(200)
  return { user, who: person({ email: user.email }) }
}
const rowsOf = async (sql: string, values: unknown[] = []) =>
  (await api.context.pool.query<Record<string, unknown>>(sql, values)).rows

describe('a login at a provider', () => {
  it('lists the providers without anything secret', async () => {
    const { body } = await api.anybody.get<SignOnProviders>('/sessions/providers')
    expect(body).toEqual({
      items: [
        { id: 'acme', name: 'Test acme' },
        { id: 'other', name: 'Test other' },
      ],
    })
  })

  it('opens the page of the provider with PKCE, state and nonce, each new', async () => {
    const [one, two] = [await begin(), await begin()]
    const query = new URL(one.url).searchParams
    expect(one.url.startsWith(`${acme.issuer}/auth?`)).toBe(true)
    expect(query.get('redirect_uri')).toBe(`${origin}/auth/sso/acme`)
    expect(query.get('response_type')).toBe('code')
    expect(query.get('code_challenge_method')).toBe('S256')
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(query.get(name)).toMatch(/^[\w-]{43}$/)
      expect(new URL(two.url).searchParams.get(name)).not.toBe(query.get(name))
    }
    expect(one.flow).toMatch(/^[\w-]{43}$/)
    const stored = JSON.stringify(await rowsOf('select s::text as row from sign_ons s'))
    for (const hidden of [one.flow, query.get('state')!, query.get('nonce')!]) {
      expect(stored).not.toContain(hidden)
      expect(stored).not.toContain(Buffer.from(hidden).toString('hex'))
    }
  })

  it('opens a session of the linked account, the next time by the identity alone', async () => {
    const { user, who } = await linkable({ role: 'seller' })
    const first = await logIn(who)
    expect(first).toMatchObject({ status: 200, body: { id: user.id, role: 'seller', email: user.email } })
    expect((await makeCaller(api.app, first.body.token).get('/sessions/current')).status).toBe(200)
    // Another address at the provider is still the same person.
    acme.people.set(who.sub, { ...who, email: 'renamed@acme.example', email_verified: false })
    expect(await logIn(who)).toMatchObject({ status: 200, body: { id: user.id } })
    const admin = await api.as('admin')
    const { body } = await admin.get<{ items: { verb: string; batchId: string }[] }>(
      `/users/${user.id}/history`,
    )
    expect(body.items[0]).toMatchObject({
      verb: 'user.link-identity',
      actor: user.id,
      before: { allowsLinking: true },
      after: { allowsLinking: false },
    })
  })

  it('gives a device its token, and says where the provider signs out', async () => {
    const { who } = await linkable()
    const { flow, answer } = await answered(who)
    const { body } = await finish(flow, answer, 'acme', { device: null })
    expect(body.device).toMatch(/^[\w-]{43}$/)
    const signOut = new URL(body.signOutUrl!)
    expect(signOut.href.startsWith(`${acme.issuer}/session/end?`)).toBe(true)
    expect(signOut.searchParams.get('post_logout_redirect_uri')).toBe(`${origin}/auth/login`)
    expect((await fetch(signOut)).status).toBe(200)
  })

  it('asks for the code of an account with a second factor', async () => {
    const { user, who } = await linkable()
    const { secret } = await enrol(await api.as(user), () => api.context.now())
    const refused = await logIn(who)
    expect(refused).toMatchObject({ status: 401, body: { code: 'SECOND_FACTOR_REQUIRED' } })
    expect(refused.body.signOutUrl).toMatch(`${acme.issuer}/session/end?`)
    api.clock.advance(minute)
    const opened = await api.anybody.post('/sessions/second-factor', {
      body: { challenge: refused.body.challenge, code: codeAt(secret, api.context.now()) },
    })
    expect(opened).toMatchObject({ status: 200, body: { id: user.id } })
  })

  it('leads a deactivated account no further than a password does', async () => {
    const { user, who } = await linkable({ role: 'seller' })
    await logIn(who)
    const admin = await api.as('admin')
    await admin.put(`/users/activate/${user.id}`, { body: { isActivated: false } })
    const { status, body } = await logIn(who)
    expect({ status, isActivated: body.isActivated }).toEqual({ status: 200, isActivated: false })
    await expectRefusal(makeCaller(api.app, body.token).get('/profile'), 403, 'NOT_ACTIVATED')
  })

  it('keeps a deleted account out', async () => {
    const { user, who } = await linkable({ role: 'seller' })
    await logIn(who)
    const admin = await api.as('admin')
    await admin.put('/users/delete', { body: { ids: [user.id] } })
    acme.people.set(who.sub, { ...who, groups: ['sellers'] })
    await expectRefusal(logIn(who), 403, 'SSO_NO_ACCOUNT')
  })
})

describe('the account of an unknown person', () => {
  it('is refused without a rule', async () => {
    await expectRefusal(logIn(person()), 403, 'SSO_NO_ACCOUNT')
    await expectRefusal(logIn(person({ groups: ['others'] })), 403, 'SSO_NO_ACCOUNT')
  })

  it('is made by the first rule that matches, and waits for an administrator', async () => {
    const who = person({ groups: ['others', 'office'], name: 'Ama Office', locale: 'en-GB' })
    const { status, body } = await logIn(who)
    expect({ ...body, status }).toMatchObject({
      status: 200,
      name: 'Ama Office',
      role: 'agent',
      country: 'ic',
      email: who.email,
      isEmailVerified: true,
      isActivated: false,
    })
    await expectRefusal(makeCaller(api.app, body.token).get('/orders'), 403, 'NOT_ACTIVATED')
    expect(await logIn(who)).toMatchObject({ status: 200, body: { id: body.id } })
    const byPassword = api.anybody.post('/sessions', { body: { email: who.email, password: '!' } })
    await expectRefusal(byPassword, 401, 'BAD_CREDENTIALS')
  })

  it('is made once by two logins at the same time', async () => {
    const who = person({ groups: 'sellers' })
    const [one, two] = [await answered(who), await answered(who)]
    const both = await Promise.all([finish(one.flow, one.answer), finish(two.flow, two.answer)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0].body.id).toBe(both[1].body.id)
    expect(await rowsOf('select 1 from users where email = $1', [who.email])).toHaveLength(1)
  })

  it('needs an address that the provider has verified', async () => {
    const { user } = await linkable()
    for (const claims of [{ email_verified: false }, { email_verified: undefined }, { email: 'none' }]) {
      await expectRefusal(logIn(person({ groups: ['sellers'], ...claims })), 403, 'SSO_EMAIL_UNVERIFIED')
    }
    const unverified = person({ email: user.email, email_verified: 'true' })
    await expectRefusal(logIn(unverified), 403, 'SSO_EMAIL_UNVERIFIED')
  })

  it('is not that of the same address until an administrator allows it, and then once', async () => {
    const user = await api.createUser({ role: 'admin' })
    const who = person({ email: user.email, groups: ['sellers'] })
    await expectRefusal(logIn(who), 403, 'SSO_NOT_LINKED')
    const seller = await api.as('seller')
    const own = await seller.put(`/users/${seller.user.id}`, { body: { allowsLinking: true } })
    expect(own.status).toBeGreaterThanOrEqual(400)
    const admin = await api.as('admin')
    await admin.put(`/users/${user.id}`, { body: { allowsLinking: true } })
    expect(await logIn(who)).toMatchObject({ status: 200, body: { id: user.id } })
    await expectRefusal(logIn(person({ email: user.email })), 403, 'SSO_NOT_LINKED')
  })

  it('is not that of a sign-up whose address was never confirmed', async () => {
    const { who } = await linkable({ isEmailVerified: false })
    await expectRefusal(logIn(who), 403, 'SSO_NOT_LINKED')
  })
})

describe('an answer that is not of this login', () => {
  it('is accepted once', async () => {
    const { who } = await linkable()
    const { flow, answer } = await answered(who)
    expect((await finish(flow, answer)).status).toBe(200)
    await expectRefusal(finish(flow, answer), 401, 'SSO_ENDED')
    // A used code in a login of one's own.
    const { flow: fresh, url } = await begin()
    const query = new URLSearchParams(answer)
    query.set('state', new URL(url).searchParams.get('state')!)
    await expectRefusal(finish(fresh, `?${query}`), 401, 'SSO_INVALID')
  })

  it('opens one session when it is sent twice at once', async () => {
    const { who } = await linkable()
    const { flow, answer } = await answered(who)
    const both = await Promise.all([finish(flow, answer), finish(flow, answer)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  it('is refused with the state of another browser, and without any', async () => {
    const { who } = await linkable()
    const mine = await begin()
    const theirs = await answered(who)
    await expectRefusal(finish(mine.flow, theirs.answer), 401, 'SSO_INVALID')
    await expectRefusal(finish('x'.repeat(43), theirs.answer), 401, 'SSO_ENDED')
    const { flow, answer } = await answered(who)
    const without = new URLSearchParams(answer)
    without.delete('state')
    await expectRefusal(finish(flow, `?${without}`), 401, 'SSO_INVALID')
    const again = await answered(who)
    await expectRefusal(finish(again.flow, `${again.answer}&state=second`), 401, 'SSO_INVALID')
  })

  it('is refused from another provider: its return address, or its issuer', async () => {
    const { who } = await linkable()
    const { flow, answer } = await answered(who)
    await expectRefusal(finish(flow, answer, 'other'), 401, 'SSO_ENDED')
    const mixed = await answered(who)
    const query = new URLSearchParams(mixed.answer)
    expect(query.get('iss')).toBe(acme.issuer)
    query.set('iss', other.issuer)
    await expectRefusal(finish(mixed.flow, `?${query}`), 401, 'SSO_INVALID')
    const silent = await answered(who)
    const without = new URLSearchParams(silent.answer)
    without.delete('iss')
    await expectRefusal(finish(silent.flow, `?${without}`), 401, 'SSO_INVALID')
  })

  it.each([
    ['another nonce', () => ({ nonce: 'of-another-login' })],
    ['no nonce', () => ({ nonce: undefined })],
    ['another audience', () => ({ aud: 'another-client' })],
    ['another issuer', () => ({ iss: other.issuer })],
    ['an end in the past', () => ({ exp: Math.floor(Date.now() / 1000) - 600 })],
    ['no subject', () => ({ sub: undefined })],
  ])('is refused with a token of %s', async (_, change) => {
    const { who } = await linkable()
    acme.forge((claims) => ({ ...claims, ...change() }))
    await expectRefusal(logIn(who), 401, 'SSO_INVALID')
  })

  it('is refused after ten minutes, and removed', async () => {
    const { who } = await linkable()
    const { flow, answer } = await answered(who)
    api.clock.advance(11 * minute)
    await expectRefusal(finish(flow, answer), 401, 'SSO_ENDED')
    await clean(api.context)
    expect(await rowsOf('select 1 from sign_ons')).toEqual([])
  })

  it('says that the provider refused', async () => {
    const { url, flow } = await begin()
    const back = await acme.signIn(url, 'nobody')
    await expectRefusal(finish(flow, back.search), 401, 'SSO_REFUSED')
    const { flow: fresh } = await begin()
    await expectRefusal(finish(fresh, ''), 400, 'VALIDATION_FAILED')
  })

  it('cannot choose where the browser goes', async () => {
    const evil = '?redirect_uri=https://evil.example&next=https://evil.example'
    const started = api.anybody.post(`/sessions/providers/acme/start${evil}`)
    expect((await started).status).toBe(400)
    await expectInvalid(finish('x', 'x', 'acme', { next: '//evil.example' }), 'next', 'UNKNOWN_FIELD')
    await expectRefusal(api.anybody.post('/sessions/providers/evil.example/start'), 404, 'NOT_FOUND')
    const forwarded = await api.anybody.post<SignOnStart>('/sessions/providers/acme/start', {
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    })
    expect(new URL(forwarded.body.url).searchParams.get('redirect_uri')).toBe(`${origin}/auth/sso/acme`)
  })
})

describe('a login at a provider from a locked screen', () => {
  const start = (body?: Record<string, unknown>) =>
    api.anybody.post<SignOnStart>('/sessions/providers/acme/start', body === undefined ? {} : { body })
  const unlock = async (who: Person) => {
    const { body } = await start({ isAnew: true })
    const { search } = await acme.signIn(body.url, who.sub)
    return { flow: body.flow, search }
  }

  it('has the provider ask for a new sign-in, and comes back as any login', async () => {
    const { user, who } = await linkable({ role: 'seller' })
    await logIn(who)
    const { status, body } = await start({ isAnew: true })
    expect(status).toBe(201)
    const query = new URL(body.url).searchParams
    expect([query.get('prompt'), query.get('max_age')]).toEqual(['login', '0'])
    expect(query.get('state')).toMatch(/^[\w-]{43}$/)
    const { search } = await acme.signIn(body.url, who.sub)
    expect(await finish(body.flow, search)).toMatchObject({ status: 200, body: { id: user.id } })
    await expectRefusal(finish(body.flow, search), 401, 'SSO_ENDED')
    const plain = await start({ isAnew: false })
    expect(new URL(plain.body.url).searchParams.get('prompt')).toBeNull()
  })

  it('is refused with a session that was open at the provider, also where it does not say since when', async () => {
    const { user, who } = await linkable({ role: 'seller' })
    const forgeries = [
      (claims: Record<string, unknown>) => ({ ...claims, auth_time: Number(claims.iat) - 60 }),
      ({ auth_time: _, ...claims }: Record<string, unknown>) => claims,
    ]
    for (const forge of forgeries) {
      acme.forge(forge)
      const { flow, search } = await unlock(who)
      await expectRefusal(finish(flow, search), 401, 'SSO_NOT_FRESH')
      await expectRefusal(finish(flow, search), 401, 'SSO_ENDED')
    }
    const made = await rowsOf('select 1 from sessions where "user" = $1', [user.id])
    const linked = await rowsOf('select 1 from user_identities where "user" = $1', [user.id])
    expect([made, linked]).toEqual([[], []])
    // A login takes that session.
    expect((await logIn(who)).status).toBe(200)
  })

  it('takes nothing else', async () => {
    await expectInvalid(start({ isAnew: 'true' }), 'isAnew', 'NOT_A_FLAG')
    await expectInvalid(start({ prompt: 'none' }), 'prompt', 'UNKNOWN_FIELD')
  })
})

describe('a proof by signing in again at a provider', () => {
  /** Somebody who has logged in at the provider, and what may be asked of them afterwards. */
  const signedIn = async (overrides: UserOverrides = { role: 'admin' }) => {
    const { user, who } = await linkable(overrides)
    const { body } = await logIn(who)
    return { user, who, own: makeCaller(api.app, body.token) }
  }
  type Caller = ReturnType<typeof makeCaller>
  const makeKey = (own: Caller) =>
    own.post('/keys', { body: { country: 'ic', name: 'Stock', verbs: ['products.read'] } })
  const beginProof = async (own: Caller) => {
    const started = await own.post<SignOnStart>('/sessions/proof/providers/acme/start')
    expect(started.status).toBe(201)
    return started.body
  }
  const finishProof = (own: Caller, flow: string, answer: string, id = 'acme') =>
    own.post(`/sessions/proof/providers/${id}/finish`, { body: { flow, answer } })

  it('opens what a login opened ten minutes ago', async () => {
    const { who, own } = await signedIn()
    expect((await makeKey(own)).status).toBe(201)
    api.clock.advance(11 * minute)
    await expectRefusal(makeKey(own), 403, 'PROOF_NEEDED')
    const { url, flow } = await beginProof(own)
    const query = new URL(url).searchParams
    expect([query.get('prompt'), query.get('max_age')]).toEqual(['login', '0'])
    expect(query.get('state')).toMatch(/^prove\.[\w-]{43}$/)
    const { search } = await acme.signIn(url, who.sub)
    expect((await finishProof(own, flow, search)).status).toBe(204)
    expect((await makeKey(own)).status).toBe(201)
    await expectInvalid(finishProof(own, flow, search), 'answer', 'SSO_ENDED')
  })

  it('is as old as the sign-in at the provider when a login finds a session there', async () => {
    const { who } = await linkable({ role: 'admin' })
    const hourAgo = (claims: Record<string, unknown>) => ({
      ...claims,
      auth_time: Number(claims.iat) - 3_600,
    })
    acme.forge(hourAgo)
    const own = makeCaller(api.app, (await logIn(who)).body.token)
    await expectRefusal(makeKey(own), 403, 'PROOF_NEEDED')
    const { url, flow } = await beginProof(own)
    await expectInvalid(
      finishProof(own, flow, (await acme.signIn(url, who.sub)).search),
      'answer',
      'SSO_NOT_FRESH',
    )
    await expectRefusal(makeKey(own), 403, 'PROOF_NEEDED')
    // Where a provider does not say it, other ways prove.
    acme.forge(({ auth_time: _, ...claims }) => claims)
    const silent = makeCaller(api.app, (await logIn(who)).body.token)
    await expectRefusal(makeKey(silent), 403, 'PROOF_NEEDED')
    const asked = await beginProof(silent)
    const answer = (await acme.signIn(asked.url, who.sub)).search
    await expectInvalid(finishProof(silent, asked.flow, answer), 'answer', 'SSO_NOT_FRESH')
    expect((await silent.post('/sessions/proof', { body: { password: testPassword } })).status).toBe(204)
    expect((await makeKey(silent)).status).toBe(201)
  })

  it('is refused from somebody else, of another session’s user, and of a login', async () => {
    const { who, own } = await signedIn()
    const stranger = await signedIn()
    api.clock.advance(11 * minute)
    const one = await beginProof(own)
    const asOther = (await acme.signIn(one.url, stranger.who.sub)).search
    await expectInvalid(finishProof(own, one.flow, asOther), 'answer', 'SSO_OTHER_PERSON')
    const two = await beginProof(own)
    const answer = (await acme.signIn(two.url, who.sub)).search
    await expectInvalid(finishProof(stranger.own, two.flow, answer), 'answer', 'SSO_ENDED')
    const three = await beginProof(own)
    await expectRefusal(finish(three.flow, (await acme.signIn(three.url, who.sub)).search), 401, 'SSO_ENDED')
    const login = await answered(who)
    await expectInvalid(finishProof(own, login.flow, login.answer), 'answer', 'SSO_ENDED')
    const refused = await beginProof(own)
    const { search } = await acme.signIn(refused.url, 'nobody')
    await expectInvalid(finishProof(own, refused.flow, search), 'answer', 'SSO_REFUSED')
    await expectRefusal(makeKey(own), 403, 'PROOF_NEEDED')
  })

  it('needs a session, and a linked account', async () => {
    const without = api.anybody.post('/sessions/proof/providers/acme/start')
    await expectRefusal(without, 401, 'UNAUTHORIZED')
    const unlinked = makeCaller(api.app, (await api.as('admin')).token)
    const who = person()
    const { url, flow } = await beginProof(unlinked)
    const { search } = await acme.signIn(url, who.sub)
    await expectInvalid(finishProof(unlinked, flow, search), 'answer', 'SSO_OTHER_PERSON')
    await expectRefusal(unlinked.post('/sessions/proof/providers/none/start'), 404, 'NOT_FOUND')
  })
})

describe('the identities of an account', () => {
  it('are listed to their owner, and unlinked by the password alone', async () => {
    const { user, who } = await linkable({ role: 'seller' })
    const { body: session } = await logIn(who)
    const own = makeCaller(api.app, session.token)
    const listed = await own.get<{ items: unknown[]; total: number }>('/profile/identities')
    expect(listed.body).toMatchObject({
      total: 1,
      items: [{ issuer: acme.issuer, provider: 'Test acme', providerId: 'acme' }],
    })
    expect(JSON.stringify(listed.body)).not.toContain(who.sub)
    const other = await api.as(user)
    const unlink = (body: Record<string, unknown>) => own.delete('/profile/identities', { body })
    await expectInvalid(unlink({ issuer: acme.issuer }), 'password', 'REQUIRED')
    await expectInvalid(unlink({ issuer: acme.issuer, password: 'wrong one' }), 'password', 'PASSWORD_WRONG')
    await expectRefusal(unlink({ issuer: 'https://id.example', password: testPassword }), 404, 'NOT_FOUND')
    expect((await unlink({ issuer: acme.issuer, password: testPassword })).status).toBe(204)
    expect((await own.get<{ total: number }>('/profile/identities')).body.total).toBe(0)
    expect((await other.get('/profile')).status).toBe(401)
    await expectRefusal(logIn(who), 403, 'SSO_NOT_LINKED')
    const { body } = await (await api.as('admin')).get<{ items: { verb: string }[] }>(
      `/users/${user.id}/history`,
    )
    expect(body.items.map(({ verb }) => verb)).toContain('user.unlink-identity')
  })
})

describe('an installation that demands a second factor', () => {
  it('leaves who comes from a provider at the gate until they have one', async () => {
    const user = await strict.createUser({ role: 'admin' })
    const administrator = makeCaller(strict.app, (await strict.as('admin')).token)
    expect((await administrator.get('/orders')).status).toBe(403)
    await strict.context.pool.query('update users set allows_linking = true where id = $1', [user.id])
    const who = person({ email: user.email })
    const { url, flow } = (await strict.anybody.post<SignOnStart>('/sessions/providers/acme/start')).body
    const answer = (await acme.signIn(url, who.sub)).search
    const { status, body } = await strict.anybody.post<SessionRecord>('/sessions/providers/acme/finish', {
      body: { flow, answer },
    })
    expect({ status, id: body.id }).toEqual({ status: 200, id: user.id })
    expect(body.secondFactorDue).toBeDefined()
    await expectRefusal(makeCaller(strict.app, body.token).get('/orders'), 403, 'SECOND_FACTOR_NEEDED')
  })
})

describe('a provider that is down', () => {
  it('is said before and after its page', async () => {
    const { who } = await linkable()
    const { flow, answer } = await answered(who)
    acme.setDown(true)
    try {
      await expectRefusal(finish(flow, answer), 409, 'SSO_UNAVAILABLE')
    } finally {
      acme.setDown(false)
    }
    const gone = await startProvider({ id: 'gone', returnTo: [`${origin}/auth/sso/gone`] })
    const slow = await openApi({ singleSignOn: { providers: [gone.configured], origin: () => origin } })
    await gone.close()
    await expectRefusal(slow.anybody.post('/sessions/providers/gone/start'), 409, 'SSO_UNAVAILABLE')
  })

  it('bounds the logins that one address begins', async () => {
    api.clock.advance(2 * minute)
    for (let count = 0; count < 20; count++) await begin()
    await expectRefusal(api.anybody.post('/sessions/providers/acme/start'), 429, 'TOO_MANY_ATTEMPTS')
  })
})
