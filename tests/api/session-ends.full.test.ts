import { createHash, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { type Role, roles } from '../../domain/access/permissions.ts'
import type { SessionRecord } from '../../domain/users/user.ts'
import type { Caller } from '../support/api/caller.ts'
import { type TestUser, testPassword, testPasswordHash } from '../support/api/insert-user.ts'
import { rounds } from '../support/is-full.ts'
import { openAccounts, signUpInput } from '../support/mail/start-accounts.ts'
import { trackGuarantee } from '../support/trust/guarantee.ts'
import { sessionEnds } from '../support/trust/session-ends.ts'

const minute = 60_000

const accounts = await openAccounts()
const { api } = accounts

const logIn = async (email: string, password = testPassword) =>
  (await api.anybody.post<SessionRecord>('/sessions', { body: { email, password } })).body
const opens = async (token: string): Promise<boolean> => {
  const headers = { authorization: `Bearer ${token}` }
  return (await api.anybody.get('/sessions/current', { headers })).status === 200
}

/** Every row of every table, as text. */
const everythingStored = async (): Promise<string> => {
  const { rows: tables } = await api.context.pool.query(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const parts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await api.context.pool.query(`select string_agg(t::text, ' ') as rows from ${name} t`)
      return String(rows[0].rows)
    }),
  )
  return parts.join('\n')
}

it('gives each login an unguessable token of its own, which is stored nowhere', async () => {
  const guarantee = trackGuarantee('256-bit tokens, new at each login, of which only hashes are stored')
  const user = await api.createUser()
  const tokens: string[] = []
  for (let at = 0; at < rounds(200, 6); at++) {
    const { token } = await logIn(user.email)
    guarantee.tried()
    if (Buffer.from(token, 'base64url').length !== 32) guarantee.broke(`not 256 bits: ${token.length}`)
    if (tokens.includes(token)) guarantee.broke('given twice')
    tokens.push(token)
  }
  const stored = await everythingStored()
  for (const token of tokens) {
    guarantee.tried()
    const written = [
      token,
      Buffer.from(token, 'base64url').toString('hex'),
      Buffer.from(token).toString('hex'),
    ]
    if (written.some((text) => stored.includes(text))) guarantee.broke('stored as it is')
    if (!stored.includes(createHash('sha256').update(token).digest('hex')))
      guarantee.broke('its hash is not found')
  }
  const [token = ''] = tokens
  const guesses = [
    ...Array.from({ length: rounds(1_000, 50) }, () => randomBytes(32).toString('base64url')),
    ...Array.from(
      { length: rounds(43, 10) },
      (_, at) => token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1),
    ),
    token.slice(0, -1),
    `${token}=`,
    `${token}A`,
    token.toLowerCase(),
    createHash('sha256').update(token).digest('hex'),
    createHash('sha256').update(token).digest('base64url'),
    '',
    `' or true --`,
  ]
  for (const guess of guesses) {
    guarantee.tried()
    if (await opens(guess)) guarantee.broke(`opened by ${guess}`)
  }
  guarantee.report(`${tokens.length} logins, ${guesses.length} guesses`)
})

it('ends sessions with each change that must end them, and no others', async () => {
  const guarantee = trackGuarantee(
    'sessions die at logout, deactivation, password or role change, 8 h idle, 24 h',
  )
  const wanted = rounds(roles.length, 1)
  for (const [what, { end, keepsOwn = false }] of Object.entries(sessionEnds)) {
    for (const role of roles.slice(0, wanted)) {
      const user = await api.createUser({ role })
      const bystander = await api.as(await api.createUser({ role }))
      const [here, there] = [await api.as(user), await api.as(user)]
      const isOpen = async (caller: Caller) => (await caller.get('/sessions/current')).status === 200
      const before = [await isOpen(here), await isOpen(there), await isOpen(bystander)]
      const bystanderLives = await end({ accounts, user, here, there, bystander })
      const after = [await isOpen(here), await isOpen(there)]
      guarantee.tried()
      if (before.includes(false)) guarantee.broke(`${what}: not open before`)
      if (after[0] !== keepsOwn || after[1]) guarantee.broke(`${what}, ${role}: ${after} afterwards`)
      if ((await isOpen(bystander)) !== (bystanderLives ?? true))
        guarantee.broke(`${what}, ${role}: of a bystander`)
    }
  }
  guarantee.report(`${Object.keys(sessionEnds).length} ways to end`)
})

it('opens none by the old password while it is being changed', async () => {
  const guarantee = trackGuarantee('a login by the old password never outlives the change of it')
  for (let round = 0; round < rounds(40, 3); round++) {
    api.clock.advance(2 * minute)
    const user = await api.createUser()
    const admin = await api.as('admin')
    const logins = Array.from({ length: 4 }, () => logIn(user.email))
    const changing = admin.put(`/users/password/${user.id}`, { body: { password: 'dix-sept girafes' } })
    const later = Array.from({ length: 4 }, () => logIn(user.email))
    expect((await changing).status).toBe(200)
    for (const { token } of await Promise.all([...logins, ...later])) {
      guarantee.tried()
      if (token !== undefined && (await opens(token)))
        guarantee.broke('a session of the old password lives on')
    }
  }
  guarantee.report()
})

it('lists one’s own sessions to their owner, who alone can end them', async () => {
  const guarantee = trackGuarantee('sessions are listed and revocable by their owner only')
  for (const role of roles) {
    const user: TestUser = await api.createUser({ role })
    const own = await Promise.all(Array.from({ length: 3 }, () => api.as(user)))
    const list = await own[0]!.get<{ items: { id: string; isCurrent: boolean }[] }>('/sessions')
    guarantee.tried()
    if (list.body.items.length !== 3) guarantee.broke(`${role}: ${list.body.items.length} of 3 listed`)
    if (/token|hash/i.test(JSON.stringify(list.body))) guarantee.broke(`${role}: tells of tokens`)
    const target = list.body.items.find(({ isCurrent }) => !isCurrent)!
    for (const other of roles) {
      guarantee.tried()
      const stranger = await api.as(await api.createUser({ role: other as Role }))
      const { status } = await stranger.delete(`/sessions/${target.id}`)
      if (status !== 404) guarantee.broke(`${other} ends one of a ${role}: ${status}`)
    }
    guarantee.tried()
    if ((await own[0]!.delete(`/sessions/${target.id}`)).status !== 204)
      guarantee.broke(`${role}: not revocable`)
    const alive = await Promise.all(own.map(async (caller) => (await caller.get('/sessions/current')).status))
    if (alive.filter((status) => status === 200).length !== 2) guarantee.broke(`${role}: ${alive}`)
  }
  guarantee.report()
})

it('takes passwords of 6 to 128 characters that are not the common ones of whom is no administrator, and keeps argon2id', {
  tags: 'full',
}, async () => {
  const guarantee = trackGuarantee('passwords: argon2id, 6 to 128, common ones refused, in every call')
  const bad = [
    '',
    'abcde',
    '12345',
    'x'.repeat(129),
    'é'.repeat(129),
    '123456',
    'PassWord1',
    'azerty123',
    'zzzzzzzz',
    'abcabc',
    '98765432',
    'abcdefgh',
  ]
  const good = ['six-si', `${'p4 '.repeat(42)}xy`, 'été à Bouaké', '🐘🦒🐊🦛🐆🦓🦏']
  const admin = await api.as('admin')
  /** A new user, or the password of somebody else, asks again who is at the keyboard ten minutes after the login. */
  const freshAdmin = () => api.as(admin.user)
  const passwordCalls: Record<string, (password: string) => Promise<{ status: number }>> = {
    register: (password) => accounts.register(signUpInput({ password })),
    create: async (password) =>
      (await freshAdmin()).post('/users', {
        body: { ...signUpInput({ password }), country: 'ic', role: 'agent' },
      }),
    'set by an admin': async (password) =>
      (await freshAdmin()).put(`/users/password/${(await api.createUser({ role: 'agent' })).id}`, {
        body: { password },
      }),
    'one’s own': async (password) => {
      const caller = await api.as(await api.createUser({ role: 'agent' }))
      return caller.put('/profile/password', { body: { currentPassword: testPassword, password } })
    },
    reset: async (password) => {
      const { email } = await api.createUser({ role: 'agent' })
      await accounts.forget(email)
      const link = /password-reset\/([\w-]{43})|([\w-]{43})/.exec(
        (await accounts.mail.oneTo(email)).text ?? '',
      )
      return accounts.reset(link?.[1] ?? link?.[2] ?? '', password)
    },
  }
  for (const [call, set] of Object.entries(passwordCalls)) {
    for (const password of [
      ...bad.slice(0, rounds(bad.length, 3)),
      ...good.slice(0, rounds(good.length, 1)),
    ]) {
      api.clock.advance(2 * minute)
      guarantee.tried()
      const { status } = await set(password)
      const isTaken = status >= 200 && status < 300
      if (isTaken !== good.includes(password) || (!isTaken && status !== 400))
        guarantee.broke(`${call}, ${password.slice(0, 20)} (${password.length}): ${status}`)
    }
  }
  const { rows } = await api.context.pool.query('select password_hash from users where password_hash <> $1', [
    testPasswordHash,
  ])
  expect(rows.length).toBeGreaterThanOrEqual(Object.keys(passwordCalls).length)
  guarantee.sum(rows, ({ password_hash }) =>
    /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/.test(password_hash) ? null : 'not argon2id',
  )
  guarantee.report()
})
