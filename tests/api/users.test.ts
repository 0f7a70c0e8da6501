import { describe, expect, it } from 'vitest'
import type { ChangeReport, Problem } from '../../domain/changes/changes.ts'
import type { User } from '../../domain/users/user.ts'
import { expectRefusal } from '../support/api/caller.ts'
import { testPassword } from '../support/api/insert-user.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi()
const admin = await api.as('admin')

type Listed = { items: User[]; total: number }

let made = 0
const input = (overrides: object = {}) => ({
  country: 'ic',
  name: 'Mariam Coulibaly',
  role: 'seller',
  email: `mariam-${++made}@test.example`,
  phone: '07 08 09 10 11',
  password: 'soixante-quatre',
  ...overrides,
})
const logIn = (email: string, password: string) =>
  api.anybody.post('/sessions', { body: { email, password } })
/** Without the account's logins. */
const history = async (id: string) => {
  const { rows } = await api.context.pool.query(
    `select verb, actor, version, before, after from changes where record_id = $1 and verb <> 'user.log-in' order by at, id`,
    [id],
  )
  return rows
}

describe('creating a user', () => {
  it('answers the user without a password, with the phone in E.164, ready to log in', async () => {
    const body = input({ name: '  Mariam   Coulibaly ' })
    const answer = await admin.post<User>('/users', { body })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      number: expect.any(Number),
      version: 1,
      country: 'ic',
      name: expect.stringContaining('Mariam'),
      role: 'seller',
      email: body.email,
      phone: '+2250708091011',
      address: null,
      taxNumber: null,
      package: null,
      packageName: null,
      language: 'fr',
      calls: false,
      isEmailVerified: true,
      isActivated: true,
      staysSignedIn: true,
      hasSecondFactor: false,
      allowsLinking: false,
      activation: expect.stringMatching(/Z$/),
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    })
    expect((await logIn(body.email, body.password)).status).toBe(200)
    expect(await history(answer.body.id)).toMatchObject([
      { verb: 'user.create', actor: admin.user.id, version: 1, before: null, after: { role: 'seller' } },
    ])
    expect(JSON.stringify(await history(answer.body.id))).not.toContain('argon2')
  })

  it('reports every problem at once', async () => {
    const { status, body } = await admin.post<Problem>('/users', {
      body: {
        name: '',
        role: 'boss',
        email: 'x',
        phone: '12',
        password: '12345',
        nickname: 'M',
        country: 'ic',
      },
    })
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED'])
    expect(body.errors).toEqual(
      expect.arrayContaining([
        { path: 'nickname', code: 'UNKNOWN_FIELD' },
        { path: 'name', code: 'REQUIRED' },
        { path: 'role', code: 'NOT_A_CHOICE' },
        { path: 'email', code: 'INVALID_EMAIL' },
        { path: 'phone', code: 'INVALID_PHONE' },
        { path: 'password', code: 'PASSWORD_TOO_SHORT' },
      ]),
    )
  })

  it('refuses the passwords that everybody tries', async () => {
    const { status, body } = await admin.post<Problem>('/users', { body: input({ password: 'AzerTy123' }) })
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ path: 'password', code: 'PASSWORD_TOO_COMMON' }])
  })

  it('refuses an address that is taken, also when two come at once', async () => {
    const email = 'twice@test.example'
    const answers = await Promise.all(
      [email, email.toUpperCase()].map((one) =>
        admin.post<Problem>('/users', { body: input({ email: one }) }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'EMAIL_TAKEN',
      errors: [{ path: 'email', code: 'EMAIL_TAKEN' }],
    })
  })

  it('reads a phone by the plan of the country that the user will have', async () => {
    const { body } = await admin.post<User>('/users', {
      body: input({ country: 'fr', phone: '06 12 34 56 78' }),
    })
    expect(body.phone).toBe('+33612345678')
  })
})

describe('reading users', () => {
  it('lists the newest first, ten at a time, with their total', async () => {
    for (let times = 0; times < 11; times++) await api.createUser({ role: 'moderator', country: 'bf' })
    const { status, body } = await admin.get<Listed>('/users?role=moderator&country=bf')
    expect([status, body.total, body.items.length]).toEqual([200, 11, 10])
    const numbers = body.items.map(({ number }) => number)
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a))
    const rest = await admin.get<Listed>('/users?role=moderator&country=bf&skip=10&limit=500')
    expect(rest.body.items).toHaveLength(1)
  })

  it('filters by flags and sorts by any of its sorts', async () => {
    await api.createUser({ country: 'tn', name: 'Zohra', isActivated: false })
    await api.createUser({ country: 'tn', name: 'Amel', isActivated: false })
    const { body } = await admin.get<Listed>('/users?country=tn&isActivated=false&sort=name')
    expect(body.items.map(({ name }) => name)).toEqual(['Amel', 'Zohra'])
  })

  it('finds a keyword in name, address, phone and number, without accents', async () => {
    const user = await api.createUser({
      name: 'Aïcha Nœuvert',
      email: 'a.noeuvert@test.example',
      phone: '+221771234567',
    })
    for (const keyword of [
      'aicha',
      'NOEUVERT aïcha',
      'a.noeuvert@',
      '77 123 45 67',
      '00221771234567',
      `#${user.number}`,
    ]) {
      const { body } = await admin.get<Listed>(`/users?keyword=${encodeURIComponent(keyword)}`)
      expect([keyword, body.items.map(({ id }) => id)]).toEqual([keyword, [user.id]])
    }
  })

  it('answers one by id, and 404 for what is not there', async () => {
    const user = await api.createUser()
    expect(await admin.get(`/users/${user.id}`)).toMatchObject({ status: 200, body: { id: user.id } })
    for (const id of [crypto.randomUUID(), 'nobody', '1', "'%20or%201=1"]) {
      await expectRefusal(admin.get(`/users/${id}`), 404, 'NOT_FOUND')
    }
  })

  it('refuses unknown parameters and values, each by its name', async () => {
    const { status, body } = await admin.get<Problem>('/users?colour=red&role=boss&limit=0&sort=password')
    expect(status).toBe(400)
    expect(body.errors?.map(({ path }) => path).sort()).toEqual(['colour', 'limit', 'role', 'sort'])
  })
})

describe('changing a user', () => {
  it('writes what was given, leaves the rest, and keeps both sides in the history', async () => {
    const user = await api.createUser({ role: 'agent', name: 'Before' })
    const answer = await admin.put<User>(`/users/${user.id}`, { body: { name: 'After' }, version: 1 })
    expect(answer).toMatchObject({ status: 200, body: { name: 'After', role: 'agent', version: 2 } })
    expect(await history(user.id)).toEqual([
      {
        verb: 'user.update',
        actor: admin.user.id,
        version: 2,
        before: { name: 'Before' },
        after: { name: 'After' },
      },
    ])
    expect((await admin.get<Listed>('/users?keyword=after')).body.items.map(({ id }) => id)).toEqual([
      user.id,
    ])
  })

  it('writes nothing when nothing changes', async () => {
    const user = await api.createUser({ name: 'Same' })
    expect((await admin.put(`/users/${user.id}`, { body: { name: 'Same' } })).body.version).toBe(1)
    expect(await history(user.id)).toEqual([])
  })

  it('answers 412 with the present user to a stale version', async () => {
    const user = await api.createUser({ name: 'First' })
    await admin.put(`/users/${user.id}`, { body: { name: 'Second' } })
    const { status, body } = await admin.put<Problem>(`/users/${user.id}`, {
      body: { name: 'Third' },
      version: 1,
    })
    expect([status, body.code]).toEqual([412, 'STALE_VERSION'])
    expect(body.current).toMatchObject({ id: user.id, name: 'Second', version: 2 })
    expect(body.current).not.toHaveProperty('passwordHash')
  })

  it('lets one of two writers with the same version win', async () => {
    const user = await api.createUser()
    const names = ['One', 'Two', 'Three', 'Four']
    const answers = await Promise.all(
      names.map((name) => admin.put(`/users/${user.id}`, { body: { name }, version: 1 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412])
  })

  it('refuses a precondition that it cannot read', async () => {
    const user = await api.createUser()
    for (const value of ['1', '"one"', '"1", "2"']) {
      const answer = await admin.put(`/users/${user.id}`, { body: {}, headers: { 'if-match': value } })
      await expectRefusal(answer, 400, 'PRECONDITION_INVALID')
    }
  })

  it('never empties a required field, nor takes an address that is taken', async () => {
    const [one, other] = [await api.createUser(), await api.createUser()]
    const emptied = await admin.put<Problem>(`/users/${one.id}`, { body: { name: ' ', phone: null } })
    expect(emptied.status).toBe(400)
    expect(emptied.body.errors?.map(({ code }) => code)).toEqual(['REQUIRED', 'REQUIRED'])
    const taken = await admin.put(`/users/${one.id}`, { body: { email: other.email } })
    await expectRefusal(taken, 409, 'EMAIL_TAKEN')
  })

  it('answers 404 for an unknown user', async () => {
    const id = crypto.randomUUID()
    for (const path of [`/users/${id}`, `/users/activate/${id}`, '/users/nobody']) {
      const body = path.includes('activate') ? undefined : { name: 'X' }
      expect((await admin.put(path, { body })).status).toBe(404)
    }
    expect((await admin.put(`/users/password/${id}`, { body: { password: 'soixante-dix' } })).status).toBe(
      404,
    )
  })
})

describe('what ends the sessions of a user', () => {
  const endings: [string, (id: string) => Promise<{ status: number }>][] = [
    ['a new password', (id) => admin.put(`/users/password/${id}`, { body: { password: 'soixante-dix' } })],
    ['a deactivation', (id) => admin.put(`/users/activate/${id}`)],
    ['another role', (id) => admin.put(`/users/${id}`, { body: { role: 'agent' } })],
    ['a deletion', (id) => admin.put('/users/delete', { body: { ids: [id] } })],
  ]
  for (const [name, end] of endings) {
    it(name, async () => {
      const user = await api.createUser({ role: 'seller' })
      const [first, second] = [await api.as(user), await api.as(user)]
      expect((await end(user.id)).status).toBe(200)
      expect((await first.get('/sessions/current')).status).toBe(401)
      expect((await second.get('/sessions/current')).status).toBe(401)
      expect((await admin.get('/sessions/current')).status).toBe(200)
    })
  }

  it('not another name', async () => {
    const user = await api.createUser({ role: 'seller' })
    const caller = await api.as(user)
    await admin.put(`/users/${user.id}`, { body: { name: 'Renamed' } })
    expect(await caller.get('/sessions/current')).toMatchObject({ status: 200, body: { name: 'Renamed' } })
  })
})

describe('passwords and activation', () => {
  it('sets a password that works from then on, and keeps it out of the history', async () => {
    const user = await api.createUser()
    const answer = await admin.put<User>(`/users/password/${user.id}`, { body: { password: 'soixante-dix' } })
    expect(answer).toMatchObject({ status: 200, body: { version: 2 } })
    expect((await logIn(user.email, 'soixante-dix')).status).toBe(200)
    expect((await logIn(user.email, testPassword)).status).toBe(401)
    expect(await history(user.id)).toMatchObject([{ verb: 'user.set-password', before: {}, after: {} }])
  })

  it('refuses common and short passwords', async () => {
    const user = await api.createUser()
    for (const [password, code] of [
      ['123456', 'PASSWORD_TOO_COMMON'],
      ['abc', 'PASSWORD_TOO_SHORT'],
      ['x'.repeat(129), 'PASSWORD_TOO_LONG'],
    ]) {
      const { status, body } = await admin.put<Problem>(`/users/password/${user.id}`, { body: { password } })
      expect([status, body.errors]).toEqual([400, [{ path: 'password', code }]])
    }
  })

  it('toggles activation, once for one key', async () => {
    const user = await api.createUser({ isActivated: false })
    const toggle = (key: string) => admin.put<User>(`/users/activate/${user.id}`, { key })
    expect((await toggle('one')).body.isActivated).toBe(true)
    expect((await toggle('one')).body).toMatchObject({ isActivated: true, version: 2 })
    expect((await toggle('two')).body.isActivated).toBe(false)
  })

  it('is not for oneself', async () => {
    const me = await api.createUser({ role: 'admin' })
    const caller = await api.as(me)
    const refusals = [
      await caller.put(`/users/activate/${me.id}`),
      await caller.put(`/users/${me.id}`, { body: { role: 'seller' } }),
      await caller.put(`/users/${me.id}`, { body: { isActivated: false } }),
    ]
    for (const answer of refusals) await expectRefusal(answer, 409, 'SELF_CHANGE')
    expect((await caller.put(`/users/${me.id}`, { body: { name: 'Myself' } })).status).toBe(200)
  })
})

describe('activating many users', () => {
  it('activates waiting users with a mail each, refuses the rest with the reason, and can be undone', async () => {
    const [one, two] = [
      await api.createUser({ isActivated: false }),
      await api.createUser({ isActivated: false }),
    ]
    const active = await api.createUser()
    const ids = [one.id, two.id, active.id, crypto.randomUUID()]
    const body = { ids, isActivated: true }
    const dryRun = await admin.put<ChangeReport>('/users/activate', { body: { ...body, dryRun: true } })
    const counts = { changed: 2, refused: 2, refusedBy: { ALREADY_THERE: 1, NOT_FOUND: 1 } }
    expect(dryRun.body).toMatchObject({ batchId: null, counts })
    expect((await admin.get<User>(`/users/${one.id}`)).body.isActivated).toBe(false)

    const done = await admin.put<ChangeReport>('/users/activate', { body })
    expect(done).toMatchObject({ status: 200, body: { counts } })
    expect((await admin.get<User>(`/users/${two.id}`)).body).toMatchObject({
      isActivated: true,
      activation: expect.any(String),
      version: 2,
    })
    expect(await history(one.id)).toMatchObject([{ verb: 'user.activate', after: { isActivated: true } }])

    const undone = await admin.post<ChangeReport>(`/changes/${done.body.batchId}/undo`)
    expect(undone.body.counts.changed).toBe(2)
    expect((await admin.get<User>(`/users/${two.id}`)).body).toMatchObject({
      isActivated: false,
      activation: null,
    })
  })

  it('shuts out everybody that a filter matches, but never oneself', async () => {
    const me = await api.createUser({ role: 'admin' })
    const caller = await api.as(me)
    const other = await api.createUser({ role: 'moderator' })
    const session = await api.as(other)
    const { body } = await caller.put<ChangeReport>('/users/activate', {
      body: { where: { ids: `${me.id},${other.id}` }, isActivated: false },
    })
    expect(body.counts).toEqual({ changed: 1, refused: 1, refusedBy: { SELF_CHANGE: 1 } })
    expect((await session.get('/invoices')).status).toBe(401)
    expect((await caller.get(`/users/${me.id}`)).status).toBe(200)
  })

  it.each([
    [{}, 'REQUIRED'],
    [{ isActivated: 'yes' }, 'NOT_A_FLAG'],
  ])('refuses %j', async (rest, code) => {
    const answer = await admin.put<Problem>('/users/activate', { body: { ids: [admin.user.id], ...rest } })
    expect([answer.status, answer.body.errors]).toEqual([400, [{ path: 'isActivated', code }]])
  })
})

describe('deleting users', () => {
  it('deletes those it can and reports the refused ones with the reason', async () => {
    const [one, two] = [await api.createUser(), await api.createUser()]
    const unknown = crypto.randomUUID()
    const { status, body } = await admin.put<ChangeReport>('/users/delete', {
      body: { ids: [one.id, two.id, admin.user.id, unknown] },
    })
    expect(status).toBe(200)
    expect(body.counts).toEqual({ changed: 2, refused: 2, refusedBy: { SELF_CHANGE: 1, NOT_FOUND: 1 } })
    expect(body.changed.map(({ id }) => id).sort()).toEqual([one.id, two.id].sort())
    expect((await admin.get(`/users/${one.id}`)).status).toBe(404)
    expect((await admin.get<Listed>(`/users?keyword=${one.email}`)).body.total).toBe(0)
    expect(await history(one.id)).toMatchObject([{ verb: 'user.delete', after: { isDeleted: true } }])
  })

  it('frees the address for another account', async () => {
    const user = await api.createUser()
    await admin.put('/users/delete', { body: { ids: [user.id] } })
    expect((await admin.post('/users', { body: input({ email: user.email }) })).status).toBe(201)
  })

  it('changes nothing in a dry run', async () => {
    const user = await api.createUser()
    const { body } = await admin.put<ChangeReport>('/users/delete', {
      body: { ids: [user.id], dryRun: true },
    })
    expect(body).toMatchObject({ batchId: null, counts: { changed: 1 } })
    expect((await admin.get(`/users/${user.id}`)).status).toBe(200)
  })

  it('comes back by undo', async () => {
    const user = await api.createUser()
    const { body } = await admin.put<ChangeReport>('/users/delete', { body: { ids: [user.id] } })
    const undone = await admin.post<ChangeReport>(`/changes/${body.batchId}/undo`)
    expect(undone).toMatchObject({ status: 200, body: { counts: { changed: 1 } } })
    expect((await admin.get(`/users/${user.id}`)).status).toBe(200)
  })

  it('refuses a selection without users', async () => {
    for (const body of [
      {},
      { ids: [] },
      { ids: 'all' },
      { ids: ['x'] },
      { ids: [], where: {} },
      [],
      undefined,
    ]) {
      expect((await admin.put('/users/delete', { body })).status).toBe(400)
    }
  })
})

describe('delivery people', () => {
  it('are listed for admins of any country and for agents of their own, only active ones', async () => {
    const here = await api.createUser({
      role: 'delivery',
      country: 'lib',
      name: 'Salem',
      phone: '+218912345678',
    })
    await api.createUser({ role: 'delivery', country: 'lib', isActivated: false })
    const elsewhere = await api.createUser({ role: 'delivery', country: 'sn' })
    const agent = await api.as(await api.createUser({ role: 'agent', country: 'lib' }))
    const named = { id: here.id, name: 'Salem', phone: '+218912345678' }
    expect((await agent.get('/users/delivery-guys?load=true')).body).toEqual({
      items: [{ ...named, load: { assigned: 0, out: 0, cash: 0 } }],
      total: 1,
    })
    expect((await agent.get('/users/delivery-guys')).body).toEqual({ items: [named], total: 1 })
    expect((await agent.get('/users/delivery-guys?country=sn')).body).toEqual({ items: [], total: 0 })
    expect((await admin.get('/users/delivery-guys?country=lib')).body).toEqual({ items: [named], total: 1 })
    const all = await admin.get<{ items: { id: string }[] }>('/users/delivery-guys')
    expect(all.body.items.map(({ id }) => id)).toEqual(expect.arrayContaining([here.id, elsewhere.id]))
    expect((await admin.get('/users/delivery-guys?country=mars')).status).toBe(400)
    expect((await admin.get('/users/delivery-guys?role=admin')).status).toBe(400)
    expect(await admin.get('/users/delivery-guys?load=maybe')).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'load', code: 'NOT_A_FLAG' }] },
    })
  })
})
