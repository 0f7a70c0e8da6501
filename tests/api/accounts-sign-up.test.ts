import { beforeEach, describe, expect, it } from 'vitest'
import type { LanguageCode } from '../../domain/core/languages.ts'
import { testPassword } from '../support/api/insert-user.ts'
import { comparable, newAddress, openAccounts, signUpInput } from '../support/mail/start-accounts.ts'
import { mailOrigin } from '../support/mail/start-mail.ts'

const minute = 60_000
const accounts = await openAccounts()
const { api, mail } = accounts
/** Clears the rate limits used by earlier tests. */
beforeEach(() => api.clock.advance(2 * minute))

describe('signing up', () => {
  it('creates a seller before the gates and mails a link that confirms the address', async () => {
    const body = signUpInput()
    const answer = await accounts.register(body)
    expect(answer).toMatchObject({ status: 201, body: { email: body.email } })
    const session = await accounts.logIn(body.email, body.password)
    expect(session.body).toMatchObject({
      name: 'Nadège Aka',
      role: 'seller',
      country: 'ic',
      isEmailVerified: false,
      isActivated: false,
    })
    const user = await accounts.userOf(body.email)
    expect(user).toMatchObject({ phone: '+2250708091011', language: 'fr', activation: null, package: null })
    expect(await accounts.historyOf(user)).toMatchObject([
      { verb: 'user.register', actor: user.id, before: null, after: { role: 'seller', email: body.email } },
    ])
    const letter = await mail.oneTo(body.email)
    expect(letter.subject).toBe('Confirmez votre adresse e-mail')
    expect(letter.link).toMatch(/^https:\/\/waybill\.example\/auth\/verify-email\/[\w-]{43}$/)
    expect(letter.text).toContain('Bonjour Nadège Aka,')
    expect(letter.text).toMatch(/valable 48\sheures /)
  })

  const countries: [string, object, string, string][] = [
    ['of the form', { country: 'tn', phone: '20 123 456' }, 'tn', '+21620123456'],
    ['of the phone with +', { phone: '+221 77 123 45 67' }, 'sn', '+221771234567'],
    ['of the phone with 00', { phone: '0033 6 12 34 56 78' }, 'fr', '+33612345678'],
    ['of nobody knows what', { phone: '07 08 09 10 11', country: null }, 'ic', '+2250708091011'],
    ['of a phone from elsewhere', { phone: '+44 20 7946 0958' }, 'ic', '+442079460958'],
  ]
  for (const [name, given, country, phone] of countries) {
    it(`takes the country ${name}`, async () => {
      const body = signUpInput(given)
      expect((await accounts.register(body)).status).toBe(201)
      expect(await accounts.userOf(body.email)).toMatchObject({ country, phone })
    })
  }

  const languages: [string, object, Record<string, string>, LanguageCode][] = [
    ['of the form', { language: 'ru' }, { 'accept-language': 'de' }, 'ru'],
    ['of the browser', {}, { 'accept-language': 'pt, es-MX;q=0.8, en;q=0.5' }, 'es'],
    ['that is spoken by default', {}, { 'accept-language': 'pt' }, 'fr'],
  ]
  for (const [name, given, headers, language] of languages) {
    it(`writes in the language ${name}`, async () => {
      const body = signUpInput(given)
      await accounts.register(body, headers)
      expect((await accounts.userOf(body.email)).language).toBe(language)
      expect((await mail.oneTo(body.email)).header('content-language')).toBe(language)
    })
  }

  it('is refused field by field', async () => {
    const { status, body } = await accounts.register({
      name: ' ',
      email: 'x',
      phone: '12',
      password: '12345',
      role: 'admin',
      isActivated: true,
      country: 'mars',
      language: 'la',
    })
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED'])
    expect(body.errors).toEqual([
      { path: 'role', code: 'UNKNOWN_FIELD' },
      { path: 'isActivated', code: 'UNKNOWN_FIELD' },
      { path: 'name', code: 'REQUIRED' },
      { path: 'email', code: 'INVALID_EMAIL' },
      { path: 'phone', code: 'INVALID_PHONE' },
      { path: 'password', code: 'PASSWORD_TOO_SHORT' },
      { path: 'country', code: 'NOT_A_CHOICE' },
      { path: 'language', code: 'NOT_A_CHOICE' },
    ])
    const common = await accounts.register(signUpInput({ password: 'motdepasse' }))
    expect(common.body.errors).toEqual([{ path: 'password', code: 'PASSWORD_TOO_COMMON' }])
    for (const nothing of [null, [], 'x', undefined]) {
      const answer = await api.anybody.post('/users/register', { body: nothing })
      expect(answer.status).toBe(400)
    }
  })

  it('answers the same for a taken address, and mails only its owner', async () => {
    const owner = await api.createUser({ role: 'seller', email: 'taken@test.example' })
    const [free, taken] = ['other@test.example', owner.email].map((email) => signUpInput({ email }))
    const [fresh, refused] = [await accounts.register(free), await accounts.register(taken)]
    expect(comparable(refused)).toEqual({ ...comparable(fresh), body: { email: owner.email } })
    const letter = await mail.oneTo(owner.email)
    expect(letter).toMatchObject({
      subject: 'Vous avez déjà un compte',
      link: `${mailOrigin}/auth/login`,
    })
    expect(await accounts.userOf(owner.email)).toMatchObject({ name: owner.name, version: 1 })
    expect((await accounts.logIn(owner.email, testPassword)).status).toBe(200)
    expect((await accounts.logIn(owner.email, 'soixante-quatre')).status).toBe(401)
  })

  it('makes one account of two that come at once', async () => {
    const email = newAddress()
    const answers = await Promise.all([
      accounts.register(signUpInput({ email })),
      accounts.register(signUpInput({ email })),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    await accounts.userOf(email)
    const subjects = (await mail.to(email)).map(({ subject }) => subject)
    expect(subjects.sort()).toEqual(['Confirmez votre adresse e-mail', 'Vous avez déjà un compte'])
  })

  it('may use the address of a deleted user', async () => {
    const user = await api.createUser()
    await accounts.asAdmin('/users/delete', { ids: [user.id] })
    await accounts.register(signUpInput({ email: user.email }))
    expect((await mail.oneTo(user.email)).link).toContain('/auth/verify-email/')
  })

  it('links to the public address, not to the host header of the call', async () => {
    const body = signUpInput()
    await accounts.register(body, { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
    const letter = await mail.oneTo(body.email)
    expect(new URL(letter.link).origin).toBe(mailOrigin)
    expect(letter.text + letter.html).not.toContain('evil')
  })
})
