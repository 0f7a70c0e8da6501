import { beforeEach, describe, expect, it } from 'vitest'
import { expectRefusal, makeCaller } from '../support/api/caller.ts'
import { testPassword, type UserOverrides } from '../support/api/insert-user.ts'
import { casesOf } from '../support/is-full.ts'
import { comparable, newAddress, openAccounts, signUpInput } from '../support/mail/start-accounts.ts'

const minute = 60_000
const hour = 60 * minute
const accounts = await openAccounts()
const { api, mail } = accounts
/** Clears the rate limits used by earlier tests. */
beforeEach(() => api.clock.advance(2 * minute))

describe('a forgotten password', () => {
  const userWithResetMail = async (overrides: UserOverrides = {}) => {
    const user = await api.createUser({ role: 'seller', ...overrides })
    await accounts.forget(user.email)
    return { user, token: (await mail.oneTo(user.email)).token }
  }

  it('is asked for with or without the slash, with one answer for every address', async () => {
    const users = [await api.createUser(), await api.createUser({ isEmailVerified: false })]
    const answers = [
      await accounts.forget(users[0]!.email),
      await accounts.forget(users[1]!.email, '/forget-password/'),
      await accounts.forget(newAddress()),
      await accounts.forget(newAddress(), '/forget-password/'),
    ]
    expect(answers[0]).toMatchObject({ status: 202, body: null })
    for (const answer of answers) expect(comparable(answer)).toEqual(comparable(answers[0]!))
    for (const { email } of users) {
      const letter = await mail.oneTo(email)
      expect(letter.subject).toBe('Choisissez un nouveau mot de passe')
      expect(letter.link).toMatch(/^https:\/\/waybill\.example\/auth\/password-reset\/[\w-]{43}$/)
      expect(letter.text).toMatch(/valable 1\sheure /)
    }
  })

  it('is replaced: sessions end, the address is verified, and nothing of it is in the history', async () => {
    const { user, token } = await userWithResetMail({ isEmailVerified: false })
    const caller = await api.as(user)
    expect(await accounts.reset(token)).toMatchObject({ status: 204, body: null })
    expect((await caller.get('/sessions/current')).status).toBe(401)
    expect((await accounts.logIn(user.email, testPassword)).status).toBe(401)
    expect((await accounts.logIn(user.email, 'soixante-dix')).body).toMatchObject({ isEmailVerified: true })
    expect(await accounts.historyOf(user)).toEqual([
      {
        verb: 'user.reset-password',
        actor: user.id,
        before: { isEmailVerified: false },
        after: { isEmailVerified: true },
      },
    ])
  })

  it('is told to its owner by mail, whoever has changed it', async () => {
    const { user, token } = await userWithResetMail()
    expect((await accounts.reset(token)).status).toBe(204)
    const told = await mail.oneTo(user.email)
    expect(told.subject).toBe('Votre mot de passe a été changé')
    expect(told.link).toBe('https://waybill.example/auth/forget-password')
    const admin = await api.as('admin')
    const body = { password: 'quatre-vingts' }
    expect((await admin.put(`/users/password/${user.id}`, { body })).status).toBe(200)
    expect((await mail.oneTo(user.email)).subject).toBe('Votre mot de passe a été changé')
    const change = { currentPassword: body.password, password: 'quatre-vingt-dix' }
    const { token: own } = (await accounts.logIn(user.email, body.password)).body
    expect((await makeCaller(api.app, own).put('/profile/password', { body: change })).status).toBe(204)
    expect((await mail.oneTo(user.email)).subject).toBe('Votre mot de passe a été changé')
  })

  it('is replaced once by one link, and by no other that is still open', async () => {
    const { user, token } = await userWithResetMail()
    await accounts.forget(user.email)
    const second = (await mail.oneTo(user.email)).token
    expect((await accounts.reset(second)).status).toBe(204)
    for (const used of [token, second]) {
      await expectRefusal(accounts.reset(used, 'another-one'), 400, 'LINK_INVALID')
    }
    expect((await accounts.logIn(user.email, 'soixante-dix')).status).toBe(200)
  })

  it('is asked for whether its link still works, which uses nothing', async () => {
    const { user, token } = await userWithResetMail()
    const check = (link: string) => api.anybody.get(`/password-reset/${link}`)
    expect(await check(token)).toMatchObject({ status: 204, body: null })
    expect(await check(token)).toMatchObject({ status: 204 })
    expect((await accounts.reset(token)).status).toBe(204)
    for (const dead of [token, 'x'.repeat(43)]) {
      expect(await check(dead)).toMatchObject({ status: 400, body: { code: 'LINK_INVALID' } })
    }
    expect((await mail.oneTo(user.email)).subject).toBe('Votre mot de passe a été changé')
    await accounts.forget(user.email)
    const late = (await mail.oneTo(user.email)).token
    api.clock.advance(hour)
    expect((await check(late)).status).toBe(400)
  })

  it('is replaced once by two at the same instant', async () => {
    const { user, token } = await userWithResetMail()
    const passwords = ['soixante-dix', 'quatre-vingts', 'quatre-vingt-dix']
    const answers = await Promise.all(passwords.map((password) => accounts.reset(token, password)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400])
    const right = passwords[answers.findIndex(({ status }) => status === 204)]!
    expect((await accounts.logIn(user.email, right)).status).toBe(200)
  })

  it('is replaced within the hour', async () => {
    const { token } = await userWithResetMail()
    api.clock.advance(hour)
    expect((await accounts.reset(token)).status).toBe(400)
  })

  it('keeps its link when the new one is refused', async () => {
    const { token } = await userWithResetMail()
    for (const [password, code] of [
      ['abc', 'PASSWORD_TOO_SHORT'],
      ['123456', 'PASSWORD_TOO_COMMON'],
      ['', 'REQUIRED'],
    ]) {
      const { status, body } = await accounts.reset(token, password)
      expect([status, body.errors]).toEqual([400, [{ path: 'password', code }]])
    }
    expect((await accounts.reset(token)).status).toBe(204)
  })

  it('opens an account that failed logins had closed', async () => {
    const { user, token } = await userWithResetMail()
    for (let times = 0; times < 6; times++) await accounts.logIn(user.email, 'wrong one')
    expect((await accounts.logIn(user.email, testPassword)).status).toBe(429)
    await accounts.reset(token)
    expect((await accounts.logIn(user.email, 'soixante-dix')).status).toBe(200)
  })

  const endings: [string, (id: string) => Promise<unknown>][] = [
    [
      'an admin sets the password',
      (id) => accounts.asAdmin(`/users/password/${id}`, { password: 'trente-six' }),
    ],
    ['the address changes', (id) => accounts.asAdmin(`/users/${id}`, { email: newAddress() })],
    ['the user is deleted', (id) => accounts.asAdmin('/users/delete', { ids: [id] })],
  ]
  for (const [name, end] of endings) {
    it(`has no open link any more once ${name}`, async () => {
      const { user, token } = await userWithResetMail()
      await end(user.id)
      await expectRefusal(accounts.reset(token), 400, 'LINK_INVALID')
    })
  }
})

describe('a password with accents', () => {
  const forms = ['NFC', 'NFD'] as const
  /** 128 letters when composed, 242 otherwise: the maximum length. */
  const secret = `Été à Abidjan, 4 ${'é'.repeat(111)}`
  const setters: [string, (password: string) => Promise<{ email: string }>][] = [
    [
      'chosen by the link of a mail',
      async (password) => {
        const user = await api.createUser()
        await accounts.forget(user.email)
        expect((await accounts.reset((await mail.oneTo(user.email)).token, password)).status).toBe(204)
        return user
      },
    ],
    [
      'set by an admin',
      async (password) => {
        const user = await api.createUser()
        await accounts.asAdmin(`/users/password/${user.id}`, { password })
        return user
      },
    ],
    [
      'chosen in the profile',
      async (password) => {
        const user = await api.createUser()
        const body = { currentPassword: testPassword, password }
        expect((await (await api.as(user)).put('/profile/password', { body })).status).toBe(204)
        return user
      },
    ],
    [
      'of a new account',
      async (password) => {
        const email = newAddress()
        expect((await accounts.register(signUpInput({ email, password }))).status).toBe(201)
        await accounts.verify((await mail.oneTo(email)).token)
        const { id } = await accounts.userOf(email)
        await accounts.asAdmin(`/users/activate/${id}`, { isActivated: true })
        return { email }
      },
    ],
  ]
  for (const [name, set] of casesOf(setters, (_, at) => at === 0)) {
    it(`${name} is taken whether a keyboard composes letters or not`, async () => {
      for (const form of forms) {
        const { email } = await set(secret.normalize(form))
        api.clock.advance(2 * minute)
        for (const typed of forms)
          expect([form, typed, (await accounts.logIn(email, secret.normalize(typed))).status]).toEqual([
            form,
            typed,
            200,
          ])
        expect((await accounts.logIn(email, secret.replaceAll('é', 'e'))).status).toBe(401)
      }
    })
  }
})
