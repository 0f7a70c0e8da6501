import type { Caller } from '../api/caller.ts'
import { type TestUser, testPassword } from '../api/insert-user.ts'
import type { TestAccounts } from '../mail/start-accounts.ts'

type Given = { accounts: TestAccounts; user: TestUser; here: Caller; there: Caller; bystander: Caller }

/** `end` returns false if the bystander's session ends too; `keepsOwn`: the acting session stays open. */
type SessionEnd = { end: (given: Given) => Promise<boolean | undefined>; keepsOwn?: boolean }

const hour = 3_600_000

const done = async (call: Promise<{ status: number; body: unknown }>): Promise<{ batchId?: string }> => {
  const { status, body } = await call
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return (body ?? {}) as { batchId?: string }
}

const byAdmin =
  (act: (admin: Caller, user: TestUser) => Promise<unknown>) =>
  async ({ accounts: { api }, user }: Given): Promise<undefined> => {
    await act(await api.as('admin'), user)
  }

const otherRole = ({ role }: TestUser): string => (role === 'agent' ? 'moderator' : 'agent')

/** Undoes the last change of a user. */
const undoLast = async ({ accounts: { api }, user }: Given): Promise<void> => {
  const { rows } = await api.context.pool.query(
    'select batch_id from changes where record_id = $1 order by id desc limit 1',
    [user.id],
  )
  const admin = await api.as('admin')
  await done(admin.post(`/changes/${rows[0].batch_id}/undo`))
}

/** Fails unless the sessions are open before the attempt. */
const reopen = async ({ accounts: { api }, user, here, there }: Given): Promise<void> => {
  await api.context.pool.query('update sessions set revoked_at = null where "user" = $1', [user.id])
  for (const caller of [here, there]) await done(caller.get('/sessions/current'))
}

/** Every event that must end all sessions of a user. */
export const sessionEnds: Record<string, SessionEnd> = {
  'a logout of each': {
    end: async ({ here, there }) => {
      for (const caller of [here, there]) {
        await done(caller.delete('/sessions/current'))
        const again = await caller.delete('/sessions/current')
        if (again.status !== 401) throw new Error(`a second logout: ${again.status}`)
      }
      return undefined
    },
  },
  'the others ended': {
    end: async ({ here }) => void (await done(here.delete('/sessions/others'))) as undefined,
    keepsOwn: true,
  },
  'one’s own new password': {
    end: async ({ here }) => {
      const body = { currentPassword: testPassword, password: 'dix-sept girafes' }
      await done(here.put('/profile/password', { body }))
      return undefined
    },
    keepsOwn: true,
  },
  'a new password by an admin': {
    end: byAdmin((admin, { id }) =>
      done(admin.put(`/users/password/${id}`, { body: { password: 'dix-sept girafes' } })),
    ),
  },
  'a new password by the link of a mail': {
    end: async ({ accounts, user }) => {
      accounts.api.clock.advance(120_000)
      await accounts.forget(user.email)
      const letter = await accounts.mail.oneTo(user.email)
      await done(accounts.reset(/[\w-]{43}/.exec(letter.text ?? '')?.[0] ?? ''))
      return undefined
    },
  },
  'another role': {
    end: byAdmin((admin, user) => done(admin.put(`/users/${user.id}`, { body: { role: otherRole(user) } }))),
  },
  'the undo of another role': {
    end: async (given) => {
      const admin = await given.accounts.api.as('admin')
      await done(admin.put(`/users/${given.user.id}`, { body: { role: otherRole(given.user) } }))
      await reopen(given)
      await undoLast(given)
      return undefined
    },
  },
  'a deactivation': {
    end: byAdmin((admin, { id }) => done(admin.put(`/users/activate/${id}`))),
  },
  'a deactivation of many': {
    end: byAdmin((admin, { id }) =>
      done(admin.put('/users/activate', { body: { ids: [id], isActivated: false } })),
    ),
  },
  'the undo of an activation': {
    end: async (given) => {
      const admin = await given.accounts.api.as('admin')
      for (let times = 0; times < 2; times++) await done(admin.put(`/users/activate/${given.user.id}`))
      await reopen(given)
      await undoLast(given)
      return undefined
    },
  },
  'a deletion': {
    end: byAdmin((admin, { id }) => done(admin.put('/users/delete', { body: { ids: [id] } }))),
  },
  'a deletion, also once it is undone': {
    end: async (given) => {
      const admin = await given.accounts.api.as('admin')
      await done(admin.put('/users/delete', { body: { ids: [given.user.id] } }))
      await undoLast(given)
      return undefined
    },
  },
  '8 idle hours': {
    // The bystander's session is used meanwhile and stays open.
    end: async ({ accounts: { api }, bystander }) => {
      api.clock.advance(5 * hour)
      await done(bystander.get('/sessions/current'))
      api.clock.advance(3 * hour + 60_000)
      return undefined
    },
  },
  '24 hours of use': {
    end: async ({ accounts: { api }, here, there, bystander }) => {
      for (let at = 0; at < 4; at++) {
        api.clock.advance(5.9 * hour)
        for (const caller of [here, there, bystander]) await done(caller.get('/sessions/current'))
      }
      api.clock.advance(0.5 * hour)
      return false
    },
  },
}
