import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { clean } from '../../server/schedules.ts'
import { expectRefusal } from '../support/api/caller.ts'
import { waitingStatements } from '../support/api/held-row.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi()
let admin = await api.as('admin')

let made = 0
const input = () => ({
  country: 'ic',
  name: 'Yao Kouassi',
  role: 'agent',
  email: `yao-${++made}@test.example`,
  phone: '0708091011',
  password: 'soixante-quatre',
})
const readStored = async () => {
  const { rows } = await api.context.pool.query('select * from idempotency_keys')
  return rows
}

/** One effect and one answer for every kind of call: `exactly-once.full.test.ts`. */
describe('a write with an Idempotency-Key', () => {
  it('is refused with another body, another path or another precondition', async () => {
    const user = await api.createUser()
    await admin.put(`/users/${user.id}`, { body: { name: 'One' }, key: 'rename' })
    const others = [
      await admin.put(`/users/${user.id}`, { body: { name: 'Two' }, key: 'rename' }),
      await admin.put(`/users/${user.id}`, { body: { name: 'One' }, key: 'rename', version: 1 }),
      await admin.put(`/users/activate/${user.id}`, { key: 'rename' }),
    ]
    for (const other of others) {
      await expectRefusal(other, 422, 'IDEMPOTENCY_KEY_REUSED')
    }
    expect((await admin.get(`/users/${user.id}`)).body).toMatchObject({ name: 'One', isActivated: true })
  })

  it('is refused with another password', async () => {
    const user = await api.createUser()
    const set = (password: string) =>
      admin.put(`/users/password/${user.id}`, { body: { password }, key: 'secret' })
    expect((await set('soixante-dix')).status).toBe(200)
    expect(await set('soixante-dix')).toMatchObject({ status: 200, body: { version: 2 } })
    expect((await set('quatre-vingts')).status).toBe(422)
  })

  it('is its user’s own: another user’s same key is another call', async () => {
    const user = await api.createUser()
    const other = await api.as(await api.createUser({ role: 'admin' }))
    await admin.put(`/users/activate/${user.id}`, { key: 'shared' })
    const answer = await other.put(`/users/activate/${user.id}`, { key: 'shared' })
    expect(answer).toMatchObject({ status: 200, body: { isActivated: true, version: 3 } })
  })

  it('is asked to retry while the first call is still running', async () => {
    const user = await api.createUser()
    const holder = await api.context.pool.connect()
    await holder.query('begin')
    await holder.query('select 1 from users where id = $1 for update', [user.id])
    const first = admin.put(`/users/${user.id}`, { body: { name: 'Slow' }, key: 'slow' })
    await expect.poll(() => waitingStatements(api.context.pool)).toBeGreaterThan(0)
    const second = await admin.put(`/users/${user.id}`, { body: { name: 'Slow' }, key: 'slow' })
    await expectRefusal(second, 409, 'IDEMPOTENCY_IN_FLIGHT')
    expect(second.headers['retry-after']).toBe('1')
    await holder.query('commit')
    holder.release()
    expect(await first).toMatchObject({ status: 200, body: { name: 'Slow' } })
    expect((await admin.put(`/users/${user.id}`, { body: { name: 'Slow' }, key: 'slow' })).status).toBe(200)
  })

  it('may be retried after a refusal, which is not stored', async () => {
    const body = { ...input(), email: 'later-free@test.example' }
    const taken = await api.createUser({ email: body.email })
    expect((await admin.post('/users', { body, key: 'retry' })).status).toBe(409)
    expect((await readStored()).filter(({ key }) => key === 'retry')).toEqual([])
    await admin.put('/users/delete', { body: { ids: [taken.id] } })
    expect((await admin.post('/users', { body, key: 'retry' })).status).toBe(201)
  })

  it('keeps no password and no quick hash of one', async () => {
    const body = { ...input(), password: 'tres-secret' }
    await admin.post('/users', { body, key: 'private' })
    const stored = JSON.stringify((await readStored()).filter(({ key }) => key === 'private'))
    const quick = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')
    expect(stored).not.toMatch(/secret|argon2/)
    expect(stored).not.toContain(quick(['POST', '/api/users', null, body]))
  })

  it('is forgotten after a day', async () => {
    const user = await api.createUser()
    await admin.put(`/users/activate/${user.id}`, { key: 'yesterday' })
    api.clock.advance(25 * 3_600_000)
    admin = await api.as('admin')
    const again = await admin.put(`/users/activate/${user.id}`, { key: 'yesterday' })
    expect(again).toMatchObject({ status: 200, body: { isActivated: true, version: 3 } })
    api.clock.advance(25 * 3_600_000)
    await clean(api.context)
    expect(await readStored()).toEqual([])
    admin = await api.as('admin')
  })

  it('must be 1 to 200 printable characters', async () => {
    const user = await api.createUser()
    for (const key of ['', 'x'.repeat(201), 'clé', 'a\tb']) {
      const answer = await admin.put(`/users/activate/${user.id}`, { key })
      await expectRefusal(answer, 400, 'IDEMPOTENCY_KEY_INVALID')
    }
    expect((await admin.put(`/users/activate/${user.id}`, { key: '~ '.repeat(100) })).status).toBe(200)
  })
})
