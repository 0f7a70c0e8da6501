import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { erasedPhonePrefix } from '../../../domain/customers/erased.ts'
import { defaultRetention } from '../../../domain/customers/retention.ts'
import type { Ledgers, Withdrawn } from '../../backup/read-ledgers.ts'
import { newBatch, recordChanges } from '../../crud/record-changes.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { erasureKeys, erasures, keys, retentionRules, revokedKeys, users } from '../../db/schema.ts'
import { ledgerEntries } from '../personal/ledger-keys.ts'

export type Carried = {
  /** Keys of the API that are revoked again. */
  revoked: { number: number; name: string; owner: string }[]
  /** Rules of retention that hold again as they did in the database that was replaced. */
  retention: { country: string; years: number | null }[]
  /** Numbers of orders of erased customers that came back under a phone which is not in the ledger: it was corrected since. */
  former: number[]
  /** What works again as it did when the backup was taken. */
  withdrawn: Withdrawn[]
}

/**
 * Writes the ledgers of the database that a restore has replaced into what was restored, and revokes its keys again. Erasures are
 * repeated by the next start. `takenAt`: of the backup.
 */
export const carryLedgers = (
  context: Pick<ServerContext, 'db' | 'now' | 'secrets'>,
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
      retention: await keepRetention(tx, context, ledgers, takenAt),
      former: await findFormer(tx, context, ledgers),
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

/**
 * Sets the rules again that were set since the backup, each with its line of the history: the older ones would erase customers who
 * are to be kept, at the next start and for good.
 */
const keepRetention = async (
  tx: Transaction,
  context: Pick<ServerContext, 'now'>,
  { retention }: Ledgers,
  takenAt: Date,
): Promise<Carried['retention']> => {
  const batch = newBatch(context)
  const restored = await tx.select().from(retentionRules)
  const kept = retention
    .filter(({ updatedAt }) => updatedAt > takenAt)
    .map((rule) => ({ ...rule, present: restored.find(({ country }) => country === rule.country) }))
    .filter(({ years, present }) => present === undefined || present.years !== years)
  for (const { id, country, years, present } of kept) {
    const version = (present?.version ?? 0) + 1
    const row = { country: country as CountryCode, years, version, updatedAt: batch.at }
    await tx
      .insert(retentionRules)
      .values({ ...row, id })
      .onConflictDoUpdate({ target: retentionRules.country, set: row })
  }
  await recordChanges(
    tx,
    null,
    batch,
    kept.map(({ id, country, years, present }) => ({
      verb: 'customer.set-retention' as const,
      resource: 'orders' as const,
      recordId: present?.id ?? id,
      version: (present?.version ?? 0) + 1,
      before: { years: present === undefined ? defaultRetention(country as CountryCode) : present.years },
      after: { years },
    })),
  )
  return kept.map(({ country, years }) => ({ country, years }))
}

const findFormer = async (
  tx: Transaction,
  { secrets }: Pick<ServerContext, 'secrets'>,
  { erasedOrders }: Ledgers,
): Promise<number[]> => {
  const { rows } = await tx.execute<{ number: string; phone: string }>(sql`
    select number, customer_phone as phone from orders
    where id = any(${sql.param([...erasedOrders])}::uuid[]) and not starts_with(customer_phone, ${erasedPhonePrefix})
    order by number`)
  if (rows.length === 0) return []
  const known = await tx.select({ hash: erasures.hash }).from(erasures)
  const hashes = new Set(known.map(({ hash }) => hash.toString('hex')))
  const entriesOf = await ledgerEntries(tx, secrets)
  const isKnown = (phone: string) => entriesOf(phone).some((hash) => hashes.has(hash.toString('hex')))
  return rows.filter(({ phone }) => !isKnown(phone)).map(({ number }) => Number(number))
}
