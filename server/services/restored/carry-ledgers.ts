import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Ledgers, Withdrawn } from '../../backup/read-ledgers.ts'
import { newBatch, recordChanges } from '../../crud/record-changes.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { erasureKeys, erasures, keys, revokedKeys, users } from '../../db/schema.ts'

export type Carried = {
  /** Keys of the API that are revoked again. */
  revoked: { number: number; name: string; owner: string }[]
  /** What works again as it did when the backup was taken. */
  withdrawn: Withdrawn[]
}

/**
 * Writes the ledgers of the database that a restore has replaced into what was restored, and revokes its keys again. Erasures are
 * repeated by the next start. `takenAt`: of the backup.
 */
export const carryLedgers = (
  context: Pick<ServerContext, 'db' | 'now'>,
  ledgers: Ledgers,
  takenAt: Date,
): Promise<Carried> =>
  inTransaction(context, async (tx) => {
    for (const erased of ledgers.erasures) {
      await tx
        .insert(erasures)
        .values(erased)
        .onConflictDoUpdate({
          target: erasures.hash,
          set: { at: sql`greatest(${erasures.at}, excluded.at)` },
        })
    }
    // Sealed by the present key, where the backup may have an older one.
    for (const { id, key, createdAt } of ledgers.erasureKeys) {
      await tx
        .insert(erasureKeys)
        .values({ id, key, createdAt })
        .onConflictDoUpdate({ target: erasureKeys.id, set: { key } })
    }
    // Those that are revoked in the backup, too, need no ledger.
    const known = await tx.select({ id: keys.id }).from(keys).where(isRevoked)
    const ids = new Set(known.map(({ id }) => id))
    for (const revoked of ledgers.revokedKeys)
      if (!ids.has(revoked.key)) await tx.insert(revokedKeys).values(revoked).onConflictDoNothing()
    return {
      revoked: await revokeAgain(tx, context),
      withdrawn: ledgers.withdrawn
        .filter(({ at }) => at > takenAt)
        .toSorted((one, other) => one.at.getTime() - other.at.getTime()),
    }
  })

const isRevoked = or(eq(keys.isActive, false), isNotNull(keys.deletedAt))

/** Revokes the keys of the ledger that are valid, each with its line of the history. */
const revokeAgain = async (
  tx: Transaction,
  context: Pick<ServerContext, 'now'>,
): Promise<Carried['revoked']> => {
  const batch = newBatch(context)
  const valid = await tx
    .select({ id: keys.id, number: keys.number, name: keys.name, owner: users.email, version: keys.version })
    .from(keys)
    .innerJoin(users, eq(users.id, keys.owner))
    .where(
      and(
        inArray(keys.id, tx.select({ key: revokedKeys.key }).from(revokedKeys)),
        eq(keys.isActive, true),
        isNull(keys.deletedAt),
      ),
    )
    .orderBy(keys.number)
    .for('update', { of: keys })
  if (valid.length === 0) return []
  await tx
    .update(keys)
    .set({ isActive: false, version: sql`${keys.version} + 1`, updatedAt: batch.at })
    .where(
      inArray(
        keys.id,
        valid.map(({ id }) => id),
      ),
    )
  await recordChanges(
    tx,
    null,
    batch,
    valid.map(({ id, version }) => ({
      verb: 'key.revoke',
      resource: 'keys' as const,
      recordId: id,
      version: version + 1,
      before: { isActive: true },
      after: { isActive: false },
    })),
  )
  return valid.map(({ number, name, owner }) => ({ number, name, owner }))
}
