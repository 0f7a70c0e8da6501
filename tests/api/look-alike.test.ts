import { beforeEach, describe, expect, it } from 'vitest'
import type { Problem } from '../../domain/changes/changes.ts'
import { languageCodes } from '../../domain/core/languages.ts'
import { openAccounts, signUpInput } from '../support/mail/start-accounts.ts'

const accounts = await openAccounts()
/** Clears the rate limits used by earlier tests. */
beforeEach(() => accounts.api.clock.advance(2 * 60_000))

const lookAlikes: [name: string, email: string][] = [
  ['a Cyrillic е', 'adm\u0435n@waybill.example'],
  ['a Cyrillic а in the domain', 'admin@w\u0430ybill.example'],
  ['full-width letters', '\uff41\uff44\uff4d\uff49\uff4e@waybill.example'],
]

const refusal = { status: 400, body: { errors: [{ path: 'email', code: 'EMAIL_LOOK_ALIKE' }] } }

const countOf = async (email: string): Promise<number> =>
  Number(
    (await accounts.api.context.pool.query('select count(*) from users where email = $1', [email])).rows[0]
      .count,
  )

describe.each(lookAlikes)('an address with %s', (_, email) => {
  it('makes no account at sign-up, in words of every language', async () => {
    const sentences = new Set<string>()
    for (const language of languageCodes) {
      const body = signUpInput({ email })
      const answer = await accounts.register(body, { 'accept-language': language })
      expect(answer).toMatchObject(refusal)
      sentences.add(String(answer.body.detail))
      accounts.api.clock.advance(2 * 60_000)
    }
    expect(sentences.size).toBe(languageCodes.length)
    expect(await countOf(email)).toBe(0)
  })

  it('cannot be set by an admin, for a new user, an existing one or themselves', async () => {
    const admin = await accounts.api.as(await accounts.api.createUser())
    const present = await accounts.api.createUser({ role: 'seller' })
    const body = {
      country: 'ic',
      name: 'Awa Diop',
      role: 'seller',
      email,
      phone: '0708091011',
      password: 'un mot de passe',
    }
    expect(await admin.post<Problem>('/users', { body })).toMatchObject(refusal)
    for (const { id } of [present, admin.user]) {
      expect(await admin.put<Problem>(`/users/${id}`, { body: { email } })).toMatchObject(refusal)
    }
    expect(await countOf(email)).toBe(0)
  })
})

it('loses the marks that nobody sees: it is the address that it looks like', async () => {
  const admin = await accounts.api.as(await accounts.api.createUser())
  const body = {
    ...{ country: 'ic', name: 'Awa Diop', role: 'seller', phone: '0708091011', password: 'un mot de passe' },
    email: '\u2066sans\u200bmarque\u00ad@waybill.example\u2069',
  }
  const made = await admin.post<{ email: string }>('/users', { body })
  expect(made).toMatchObject({ status: 201, body: { email: 'sansmarque@waybill.example' } })
  const again = await admin.post<Problem>('/users', {
    body: { ...body, email: 'sansmarque@waybill.example' },
  })
  expect(again.status).toBe(409)
})

it('keeps an account usable whose address was taken before look-alikes were refused', async () => {
  const admin = await accounts.api.as(await accounts.api.createUser())
  const user = await accounts.api.createUser({ role: 'seller' })
  const email = 'adm\u0435n@waybill.example'
  await accounts.api.context.pool.query('update users set email = $1 where id = $2', [email, user.id])
  const { body: record } = await admin.get<Record<string, unknown>>(`/users/${user.id}`)
  // Sent without the contract check, since the document does not allow such an address.
  const answer = await accounts.api.app.inject({
    method: 'PUT',
    url: `/api/users/${user.id}`,
    headers: { authorization: `Bearer ${admin.token}` },
    payload: { ...record, name: 'Autre nom' },
  })
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { name: 'Autre nom', email }])
})
