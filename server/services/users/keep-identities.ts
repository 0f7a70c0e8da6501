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
import { applyUserChange } from './apply-user-change.ts'

export type Identity = { issuer: string; subject: string }

export const isIdentity = ({ issuer, subject }: Identity) =>
  and(eq(userIdentities.issuer, issuer), eq(userIdentities.subject, subject))

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
  return rows.map(({ issuer, createdAt, lastUsedAt }) => {
    const provider = providers.find((one) => one.issuer === issuer)
    return {
      issuer,
      provider: provider?.name ?? new URL(issuer).hostname,
      providerId: provider?.id ?? null,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    }
  })
}

/** Whether a person at a provider is this user; notes the use. */
export const useIdentity = async (
  { db, now }: ServerContext,
  user: string,
  { issuer, subject }: Identity,
): Promise<boolean> => {
  const used = await db
    .update(userIdentities)
    .set({ lastUsedAt: now() })
    .where(and(isIdentity({ issuer, subject }), eq(userIdentities.user, user)))
    .returning({ user: userIdentities.user })
  return used.length > 0
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
