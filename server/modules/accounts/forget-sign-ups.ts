import { and, asc, eq, exists, gte, isNull, lt, notExists, sql } from 'drizzle-orm'
import { newBatch } from '../../crud/record-changes.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Executor } from '../../db/drizzle.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { changes, mails, users } from '../../db/schema.ts'
import { deleteUserRows } from '../../services/users/delete-user-rows.ts'

/** Milliseconds from the last mail or change of a user, within which the address must be confirmed. */
export const SIGN_UP_LIFETIME_MS = 14 * 24 * 3_600_000

/** Maximum per run. */
const MAX_FORGOTTEN = 1_000

/**
 * Deletes unconfirmed sign-ups, so that the address's owner can sign up. Keeps users created, activated or edited by an admin.
 * @throws Error the first failure, after trying all
 */
export const forgetSignUps = async (context: ServerContext): Promise<void> => {
  const { db, now } = context
  const before = new Date(now().getTime() - SIGN_UP_LIFETIME_MS)
  const expired = await db
    .select({ id: users.id })
    .from(users)
    .where(isExpired(db, before))
    .orderBy(asc(users.createdAt))
    .limit(MAX_FORGOTTEN)
  const failures: unknown[] = []
  for (const { id } of expired) {
    await inTransaction(context, async (tx) => {
      const rows = await tx
        .select({ id: users.id, version: users.version, country: users.country })
        .from(users)
        .where(and(eq(users.id, id), isExpired(tx, before)))
        .for('update', { skipLocked: true })
      if (rows.length > 0) await deleteUserRows(tx, null, newBatch(context), rows)
    }).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

const isExpired = (db: Executor, before: Date) =>
  and(
    eq(users.isEmailVerified, false),
    isNull(users.activation),
    isNull(users.deletedAt),
    lt(users.updatedAt, before),
    notExists(
      db
        .select({ one: sql`1` })
        .from(mails)
        .where(and(eq(mails.user, users.id), gte(mails.createdAt, before))),
    ),
    exists(
      db
        .select({ one: sql`1` })
        .from(changes)
        .where(
          and(
            eq(changes.resource, 'users'),
            eq(changes.recordId, users.id),
            eq(changes.verb, 'user.register'),
          ),
        ),
    ),
  )
