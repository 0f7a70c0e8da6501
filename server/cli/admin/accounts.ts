import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { roles } from '../../../domain/access/permissions.ts'
import { revokeSessions } from '../../auth/end-sessions.ts'
import { reopenAccount, reopenEverything } from '../../auth/login-limits.ts'
import { hashPassword } from '../../auth/password.ts'
import { readConfig } from '../../config/config.ts'
import { readSecretFiles } from '../../config/secret-files.ts'
import { StartRefusal } from '../../core/errors.ts'
import { newBatch } from '../../crud/record-changes.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Executor, Transaction } from '../../db/drizzle.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { UserRow } from '../../db/schema/users.ts'
import { sessions, users } from '../../db/schema.ts'
import { applyUserChange } from '../../services/users/apply-user-change.ts'
import { resetSecondFactor } from '../../services/users/reset-second-factor.ts'
import { openOperatorContext } from '../operator-context.ts'
import { askFor } from './create.ts'

/** Prints one line an account: e-mail, name, role, country, state, end of the last call. */
export const listAccounts = (role: string | undefined): Promise<void> =>
  withContext(async ({ db }) => {
    if (role !== undefined && !roles.some((one) => one === role))
      throw new StartRefusal(`--role must be one of ${roles.join(', ')}, not "${role}".`)
    const found = await db
      .select({
        email: users.email,
        name: users.name,
        role: users.role,
        country: users.country,
        isEmailVerified: users.isEmailVerified,
        isActivated: users.isActivated,
        // Drizzle leaves out the tables of columns in a select of one table.
        lastUsedAt: sql<
          string | null
        >`(select max(open.last_used_at) from ${sessions} open where open."user" = users.id)::text`,
      })
      .from(users)
      .where(and(isNull(users.deletedAt), ...(role === undefined ? [] : [sql`${users.role} = ${role}`])))
      .orderBy(asc(users.role), asc(users.email))
    const rows = found.map(({ email, name, role, country, isEmailVerified, isActivated, lastUsedAt }) => [
      email,
      name,
      role,
      country,
      isActivated ? (isEmailVerified ? 'active' : 'address not confirmed') : 'not activated',
      lastUsedAt === null ? 'no session' : `last seen ${lastUsedAt.slice(0, 16)}`,
    ])
    for (const line of inColumns(rows)) console.log(line)
    console.log(`${rows.length} accounts.`)
  })

/** Sets the password of an account and ends its sessions. */
export const setPassword = (email: string): Promise<void> =>
  withContext(async (context) => {
    const { role } = await findAccount(context.db, email)
    const given = { password: readSecretFiles(process.env).ADMIN_PASSWORD }
    const { password } = await askFor(['password'], given, role)
    const passwordHash = await hashPassword(password)
    await changeAccountIn(context, email, async (tx, user) => {
      await applyUserChange(tx, null, newBatch(context), {
        user,
        verb: 'user.set-password',
        wanted: { passwordHash },
      })
      await reopenAccount(tx, user.email)
      return `${user.email} has the new password; its sessions are ended.`
    })
  })

/** Forgets the failed logins of an account, on its known devices too, and its wrong proofs. Those of a client's address stay. */
export const unlockAccount = (email: string): Promise<void> =>
  changeAccount(email, async (tx, user) => {
    await reopenEverything(tx, user)
    return `${user.email} can try to log in again.`
  })

/** Removes the second factor of an account and ends its sessions. */
export const resetAccountFactor = (email: string): Promise<void> =>
  changeAccount(email, async (tx, user, context) => {
    if (!user.hasSecondFactor) return `${user.email} has no second factor.`
    await resetSecondFactor(tx, null, newBatch(context), user)
    return `${user.email} logs in by the password alone; its sessions are ended.`
  })

/** Lets an account in, or shuts it out and ends its sessions. */
export const activateAccount = (email: string, isActivated: boolean): Promise<void> =>
  changeAccount(email, async (tx, user, context) => {
    await applyUserChange(tx, null, newBatch(context), {
      user,
      verb: 'user.activate',
      wanted: { isActivated },
    })
    if (isActivated) return `${user.email} is active.`
    const { rows } = await tx.execute(
      sql`select 1 from users where role = 'admin' and is_activated and is_email_verified and deleted_at is null limit 1`,
    )
    const warning =
      rows.length > 0 ? '' : ' No administrator is active now: npm run admin -- create, or activate.'
    return `${user.email} is not active any more; its sessions are ended.${warning}`
  })

/** Ends the sessions of an account. */
export const endAccountSessions = (email: string): Promise<void> =>
  changeAccount(email, async (tx, user, context) => {
    await revokeSessions(tx, [user.id], context.now())
    return `The sessions of ${user.email} are ended; its keys of the API stay.`
  })

/** Ends the sessions, waiting logins and known devices of everybody. */
export const endAllSessions = (): Promise<void> =>
  withContext(async (context) => {
    const count = await inTransaction(context, async (tx) => {
      const found = await tx
        .selectDistinct({ user: sessions.user })
        .from(sessions)
        .where(isNull(sessions.revokedAt))
      const everybody = await tx.select({ id: users.id }).from(users)
      const ids = everybody.map(({ id }) => id)
      await revokeSessions(tx, ids, context.now())
      return found.length
    })
    console.log(`The sessions of ${count} accounts are ended.`)
  })

type Change = (tx: Transaction, user: UserRow, context: ServerContext) => Promise<string>

const changeAccount = (email: string, change: Change): Promise<void> =>
  withContext((context) => changeAccountIn(context, email, change))

/** Prints what `change` says once it is committed. @throws StartRefusal without such an account */
const changeAccountIn = async (context: ServerContext, email: string, change: Change): Promise<void> => {
  const said = await inTransaction(context, async (tx) => {
    const user = await findAccount(tx, email, { isLocked: true })
    return change(tx, user, context)
  })
  console.log(said)
}

const findAccount = async (db: Executor, email: string, { isLocked = false } = {}): Promise<UserRow> => {
  const query = db
    .select()
    .from(users)
    .where(and(eq(users.email, email.trim().toLowerCase()), isNull(users.deletedAt)))
  const [user] = await (isLocked ? query.for('update') : query)
  if (user === undefined) throw new StartRefusal(`No account has the e-mail ${email}.`)
  return user
}

const withContext = async (work: (context: ServerContext) => Promise<void>): Promise<void> => {
  const { context, close } = await openOperatorContext(readConfig(process.env))
  try {
    await work(context)
  } finally {
    await close()
  }
}

const inColumns = (rows: readonly (readonly string[])[]): string[] => {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]!.length)))
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  )
}
