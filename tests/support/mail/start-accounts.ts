import { afterAll, expect } from 'vitest'
import type { Problem } from '../../../domain/changes/changes.ts'
import type { SessionRecord } from '../../../domain/users/user.ts'
import type { UserRow } from '../../../server/db/schema/users.ts'
import type { ApiAnswer } from '../api/caller.ts'
import { type Stores, startApi, type TestApi } from '../api/start-api.ts'
import { startMail, type TestMail } from './start-mail.ts'

type Answered<Body = Problem> = Promise<ApiAnswer<Body>>

export type TestAccounts = {
  api: TestApi
  mail: TestMail
  register: (body: unknown, headers?: Record<string, string>) => Answered<{ email: string } & Problem>
  verify: (token: string) => Answered
  resend: (email: string) => Answered
  forget: (email: string, path?: string) => Answered
  reset: (token: string, password?: string) => Answered
  logIn: (email: string, password: string) => Answered<SessionRecord & Problem>
  /** A call as an admin with a new session (the test's clock may outlive one); must succeed. */
  asAdmin: <Body>(path: string, body?: object) => Promise<Body>
  /** The one user of this address, as stored. */
  userOf: (email: string) => Promise<UserRow>
  /** The user's history without logins, oldest first. */
  historyOf: (user: { id: string }) => Promise<Record<string, unknown>[]>
  close: () => Promise<void>
}

/** Account helpers of a test file: `const accounts = await openAccounts()` at its top. Closed after its tests. */
export const openAccounts = async (): Promise<TestAccounts> => {
  const accounts = await startAccounts()
  afterAll(() => accounts.close())
  return accounts
}

/** Sign-up and links on an empty database, with a local mail server. */
export const startAccounts = async (stores: Stores = {}): Promise<TestAccounts> => {
  const api = await startApi({}, stores)
  const mail = await startMail(api)
  const { anybody, context } = api
  return {
    api,
    mail,
    register: (body, headers = {}) => anybody.post('/users/register', { body, headers }),
    verify: (token) => anybody.post(`/users/verify-email/${token}`),
    resend: (email) => anybody.post('/users/resend-email', { body: { email } }),
    forget: (email, path = '/forget-password') => anybody.post(path, { body: { email } }),
    reset: (token, password = 'soixante-dix') =>
      anybody.post(`/password-reset/${token}`, { body: { password } }),
    logIn: (email, password) => anybody.post('/sessions', { body: { email, password } }),
    asAdmin: async <Body>(path: string, body?: object) => {
      const admin = await api.as('admin')
      const answer = await admin.put<Body>(path, { body })
      expect([path, answer.status]).toEqual([path, 200])
      return answer.body
    },
    userOf: async (email) => {
      const rows = await context.db.query.users.findMany({ where: (users, { eq }) => eq(users.email, email) })
      expect(rows).toHaveLength(1)
      return rows[0]!
    },
    historyOf: async ({ id }) => {
      const { rows } = await context.pool.query(
        `select verb, actor, before, after from changes where record_id = $1 and verb <> 'user.log-in' order by version`,
        [id],
      )
      return rows
    },
    close: async () => {
      await mail.close()
      await api.close()
    },
  }
}

let made = 0
export const newAddress = (): string => `nadege-${++made}@test.example`

export const signUpInput = (overrides: object = {}) => ({
  name: 'Nadège Aka',
  email: newAddress(),
  phone: '+225 07 08 09 10 11',
  password: 'soixante-quatre',
  ...overrides,
})

/** An answer without varying parts. */
export const comparable = ({ status, body, headers }: ApiAnswer<unknown>) => ({
  status,
  body,
  headers: { ...headers, 'x-request-id': '', date: '' },
})
