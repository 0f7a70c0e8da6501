import { v7 as newId } from 'uuid'
import { absoluteLimit, hashToken, makeToken } from '../../../server/auth/sessions.ts'
import type { ServerContext } from '../../../server/db/context.ts'
import type { UserRow } from '../../../server/db/schema/users.ts'
import { sessions, users } from '../../../server/db/schema.ts'
import { writeSearchEntries } from '../../../server/search/write-entries.ts'

export type TestUser = UserRow
export type UserOverrides = Partial<
  Pick<
    UserRow,
    | 'country'
    | 'name'
    | 'role'
    | 'calls'
    | 'email'
    | 'phone'
    | 'language'
    | 'isEmailVerified'
    | 'isActivated'
    | 'passwordHash'
  >
>

/** The password of every test user. */
export const testPassword = 'correct horse'
/** Minimal argon2id parameters, so that logins in tests are fast. */
export const testPasswordHash =
  '$argon2id$v=19$m=8,t=1,p=1$BdHnzzuPWLaIkzW3NRsasQ$tIsXGcf0SlfdsaXHgIztLllVn9bnDRXBHzRm2qk/xeA'
/** The same password with the server's parameters, for tests of login timing. */
export const slowPasswordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$xvA0aQP65yBa9VTNeD/mag$tdXk8Q7MpktTFB0jnKzd0xZSy0qXIg76Uv5eWhFMA9o'

let made = 0

/** Inserts a user as the API would, without the cost of a hash. Defaults: verified, activated, admin of `ic`. */
export const insertUser = async (
  context: ServerContext,
  overrides: UserOverrides = {},
): Promise<TestUser> => {
  made++
  const role = overrides.role ?? 'admin'
  const [row] = await context.db
    .insert(users)
    .values({
      id: newId(),
      country: 'ic',
      name: `${role} ${made}`,
      role,
      email: `${role}-${made}@test.example`,
      phone: `+22507${String(made).padStart(8, '0')}`,
      passwordHash: testPasswordHash,
      isEmailVerified: true,
      isActivated: true,
      activation: overrides.isActivated === false ? null : context.now(),
      createdAt: context.now(),
      updatedAt: context.now(),
      ...overrides,
    })
    .returning()
  await writeSearchEntries(context.db, 'users', [row!])
  return row!
}

/** Opens a session without a login. */
export const insertSession = async (context: ServerContext, user: Pick<TestUser, 'id'>): Promise<string> => {
  const token = makeToken()
  const at = context.now()
  await context.db.insert(sessions).values({
    tokenHash: hashToken(token),
    user: user.id,
    createdAt: at,
    lastUsedAt: at,
    expiresAt: new Date(at.getTime() + absoluteLimit),
  })
  return token
}
