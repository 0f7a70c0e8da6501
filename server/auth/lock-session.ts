import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import { Refused } from '../core/errors.ts'
import type { Transaction } from '../db/drizzle.ts'
import { sessions, users } from '../db/schema.ts'
import { isOpenSession, type Session, userColumns } from './find-session.ts'

/**
 * What a write locks in addition to its actor. `self`: a write of one's own account, which would otherwise have to strengthen
 * its lock. `accounts`: one write of other people's accounts at a time, so that two admins never wait for each other.
 */
export type SessionLock = 'self' | 'accounts'

/**
 * Reads the session of a write again in its transaction and locks its user and itself until the end: a deactivation,
 * deletion, new role, new password or logout waits for this write, or this write sees it and is refused. `FOR KEY SHARE`
 * is enough, since all of these lock their rows `FOR UPDATE`; other writes of the same user go on meanwhile.
 * What the routes read of `request.actor` is brought up to date.
 * @throws Refused `UNAUTHORIZED`, `EMAIL_NOT_VERIFIED`, `NOT_ACTIVATED`
 */
export const lockSession = async (
  tx: Transaction,
  { actor, tokenHash }: Session,
  at: Date,
  lock: SessionLock | null = null,
): Promise<void> => {
  if (lock === 'accounts') await lockAccounts(tx)
  // The user first, in a separate subquery: in the order in which everything else locks these two.
  const owner = tx
    .select(userColumns)
    .from(users)
    .where(and(eq(users.id, actor.id), isNull(users.deletedAt)))
    .for(lock === 'self' ? 'update' : 'key share')
    .as('owner')
  const [present] = await tx
    .select({
      role: owner.role,
      country: owner.country,
      isEmailVerified: owner.isEmailVerified,
      isActivated: owner.isActivated,
    })
    .from(owner)
    .innerJoin(sessions, eq(sessions.user, owner.id))
    .where(and(eq(sessions.tokenHash, tokenHash), isOpenSession(at)))
    .for('key share', { of: sessions })
  // What was decided before the body had arrived was decided for the former role.
  if (present === undefined || present.role !== actor.role) throw new Refused('UNAUTHORIZED')
  refuseShutOut(present)
  Object.assign(actor, present)
}

/** @throws Refused if the user may not sign in at present */
export const refuseShutOut = ({
  isEmailVerified,
  isActivated,
}: Pick<Actor, 'isEmailVerified' | 'isActivated'>): void => {
  if (!isEmailVerified) throw new Refused('EMAIL_NOT_VERIFIED')
  if (!isActivated) throw new Refused('NOT_ACTIVATED')
}

/** One transaction at a time changes the accounts of others. */
export const lockAccounts = async (tx: Transaction): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('accounts', 0))`)
}
