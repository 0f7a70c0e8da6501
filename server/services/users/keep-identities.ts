import { and, asc, eq } from 'drizzle-orm'
import type { LinkedIdentity } from '../../../domain/users/single-sign-on.ts'
import type { Session } from '../../auth/sessions.ts'
import type { OidcProvider } from '../../config/oidc-providers.ts'
import { Refused } from '../../core/errors.ts'
import { newBatch } from '../../crud/record-changes.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { UserRow } from '../../db/schema/users.ts'
import { userIdentities } from '../../db/schema.ts'
import { applyUserChange } from './change-user.ts'

/** The providers that a user is linked to, first linked first. */
export const listIdentities = async (
  { db }: ServerContext,
  providers: readonly OidcProvider[],
  user: string,
): Promise<LinkedIdentity[]> => {
  const rows = await db
    .select()
    .from(userIdentities)
    .where(eq(userIdentities.user, user))
    .orderBy(asc(userIdentities.createdAt), asc(userIdentities.issuer))
  return rows.map(({ issuer, createdAt, lastUsedAt }) => ({
    issuer,
    provider: providers.find((one) => one.issuer === issuer)?.name ?? new URL(issuer).hostname,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  }))
}

/** Removes what links a user to a provider, and ends all other sessions. @throws Refused `NOT_FOUND` */
export const unlinkIdentity = async (
  tx: Transaction,
  context: ServerContext,
  { session, user }: { session: Session; user: UserRow },
  issuer: string,
): Promise<void> => {
  const removed = await tx
    .delete(userIdentities)
    .where(and(eq(userIdentities.user, user.id), eq(userIdentities.issuer, issuer)))
    .returning({ issuer: userIdentities.issuer })
  if (removed.length === 0) throw new Refused('NOT_FOUND')
  await applyUserChange(tx, session.actor, newBatch(context), {
    user,
    verb: 'user.unlink-identity',
    // As it is: named, it ends the other sessions.
    wanted: { hasSecondFactor: user.hasSecondFactor },
    noted: { before: {}, after: {} },
    keptSession: session.tokenHash,
  })
}
