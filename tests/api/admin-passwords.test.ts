import { expect, it } from 'vitest'
import { testPassword } from '../support/api/insert-user.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi()
const short = 'nine-long'
const long = 'ten-letter'
const tooShort = [{ path: 'password', code: 'ADMIN_PASSWORD_TOO_SHORT' }]

it('asks more of the password of an administrator than of others, wherever it is set', async () => {
  const admin = await api.as('admin')
  const person = { name: 'Awa', phone: '0707000001', country: 'ic' }
  const make = (role: string, password: string) =>
    admin.post('/users', { body: { ...person, email: `${role}-${password}@example.com`, role, password } })
  expect((await make('agent', short)).status).toBe(201)
  expect(await make('admin', short)).toMatchObject({ status: 400, body: { errors: tooShort } })
  expect((await make('admin', long)).status).toBe(201)

  const other = await api.createUser({ role: 'admin' })
  const set = (id: string, password: string) => admin.put(`/users/password/${id}`, { body: { password } })
  expect(await set(other.id, short)).toMatchObject({ status: 400, body: { errors: tooShort } })
  expect((await set((await api.createUser({ role: 'seller' })).id, short)).status).toBe(200)
  expect((await set(other.id, long)).status).toBe(200)

  const own = await api.as(await api.createUser({ role: 'admin' }))
  const change = (password: string) =>
    own.put('/profile/password', { body: { currentPassword: testPassword, password } })
  expect(await change(short)).toMatchObject({ status: 400, body: { errors: tooShort } })
  expect((await change(long)).status).toBe(204)
})
