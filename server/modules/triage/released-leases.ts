import { eq, lt, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/drizzle.ts'
import { releasedLeases } from '../../db/schema.ts'

/** Longer than any request stays on its way. */
const KEPT_MS = 24 * 3_600_000

/**
 * Whether this lease was released. A closing page sends its release while a claim may still be in flight, and the two can
 * reach the server in either order; both take the same advisory lock, so a claim either comes first and is released, or
 * comes second and sees the release.
 */
export const isReleased = async (tx: Transaction, leaseId: string): Promise<boolean> => {
  await lockLease(tx, leaseId)
  const found = await tx
    .select({ id: releasedLeases.id })
    .from(releasedLeases)
    .where(eq(releasedLeases.id, leaseId))
  return found.length > 0
}

/** Records the release and deletes expired records. */
export const markReleased = async (tx: Transaction, leaseId: string, now: Date): Promise<void> => {
  await lockLease(tx, leaseId)
  await tx.insert(releasedLeases).values({ id: leaseId, releasedAt: now }).onConflictDoNothing()
  await tx.delete(releasedLeases).where(lt(releasedLeases.releasedAt, new Date(now.getTime() - KEPT_MS)))
}

const lockLease = (tx: Transaction, leaseId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`lease ${leaseId}`}, 0))`)
