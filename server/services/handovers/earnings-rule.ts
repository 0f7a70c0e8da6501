import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { EarningsRuleInput } from '../../../domain/handovers/earnings.ts'
import { changedBy } from '../../crud/change-report.ts'
import { type Batch, recordChanges } from '../../crud/record-changes.ts'
import { type Reverted, type RevertLine, whyNotTakeBack } from '../../crud/revert-records.ts'
import { isOneOf } from '../../db/columns.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { earningRules } from '../../db/schema/handovers.ts'
import { recordEvent } from '../../events/read-events.ts'

/** The verb of its lines in the history, among those of handovers. */
export const earningsRuleVerb = 'handover.set-earnings'

type HeldRule = typeof earningRules.$inferSelect

/** Sets whether couriers of a country keep their earnings back; returns whether that changed anything. */
export const setEarningsRule = async (
  tx: Transaction,
  actor: Actor,
  { country, isKeptBack }: EarningsRuleInput,
  batch: Batch,
): Promise<boolean> => {
  await tx.insert(earningRules).values({ country }).onConflictDoNothing()
  const [rule] = await tx
    .select()
    .from(earningRules)
    .where(sql`${earningRules.country} = ${country}`)
    .for('update')
  if (rule!.isKeptBack === isKeptBack) return false
  await applyRule(tx, actor, batch, { rule: rule!, isKeptBack })
  return true
}

/** Undoes changes of rules. Handovers that were recorded meanwhile stay as they are. */
export const revertEarningsRules = async (
  tx: Transaction,
  actor: Actor,
  lines: readonly RevertLine[],
  batch: Batch,
): Promise<Reverted> => {
  const reverted: Reverted = { changed: [], refused: [] }
  const ids = lines.map(({ recordId }) => recordId)
  const held = await tx.select().from(earningRules).where(isOneOf(earningRules.id, ids)).for('update')
  for (const rule of held) {
    const line = lines.find(({ recordId }) => recordId === rule.id)!
    const code = whyNotTakeBack(actor, line, rule)
    if (code !== null) reverted.refused.push({ id: rule.id, number: 0, code })
    else {
      await applyRule(tx, actor, batch, { rule, isKeptBack: !rule.isKeptBack, undoes: line.id })
      reverted.changed.push(...changedBy([{ ...rule, number: 0 }]))
    }
  }
  return reverted
}

type RuleStep = { rule: HeldRule; isKeptBack: boolean; undoes?: string }

/** Writes it with history and event. */
const applyRule = async (
  tx: Transaction,
  actor: Actor,
  batch: Batch,
  { rule: { id, country, version }, isKeptBack, undoes }: RuleStep,
): Promise<void> => {
  await tx
    .update(earningRules)
    .set({ isKeptBack, version: version + 1, updatedAt: batch.at })
    .where(sql`${earningRules.id} = ${id}`)
  const sides = { before: { isKeptBack: !isKeptBack }, after: { isKeptBack } }
  await recordChanges(tx, actor, batch, [
    { verb: earningsRuleVerb, resource: 'handovers', recordId: id, version: version + 1, ...sides, undoes },
  ])
  // Every courier of the country has other cash to hand over.
  await recordEvent(tx, {
    resource: 'handovers',
    verb: earningsRuleVerb,
    country,
    ids: null,
    batchId: batch.id,
    actor: actor.id,
  })
}
