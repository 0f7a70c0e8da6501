import { inArray, notInArray, sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import { type Label, type LabelPrint, labelOf } from '../../domain/labels/label.ts'
import { MAX_LABELS, unlabelledStatuses } from '../../domain/labels/policy.ts'
import { Refused } from '../core/errors.ts'
import { type ParsedTarget, targetSql } from '../crud/choose-records.ts'
import type { Executor, Transaction } from '../db/drizzle.ts'
import { labelPrints, shippings } from '../db/schema/orders.ts'
import { shippingList } from './shippings.ts'

/**
 * Ids of a target's parcels whose labels the actor may print, by number; ids out of scope are skipped. @throws Refused
 * `TOO_MANY_LABELS`; `NOT_FOUND` if none is in scope
 */
export const chooseLabels = async (db: Executor, actor: Actor, target: ParsedTarget): Promise<string[]> => {
  if ('ids' in target && new Set(target.ids).size > MAX_LABELS) throw new Refused('TOO_MANY_LABELS')
  const { rows } = await db.execute<{ id: string }>(sql`
    select ${shippings.id} as id from ${shippings}
    where ${targetSql(shippingList.source, actor, 'shipping.print-labels', target)}
      and ${notInArray(shippings.status, [...unlabelledStatuses])}
    order by ${shippings.number} limit ${MAX_LABELS + 1}`)
  if (rows.length > MAX_LABELS) throw new Refused('TOO_MANY_LABELS')
  if ('ids' in target && rows.length === 0) throw new Refused('NOT_FOUND')
  return rows.map(({ id }) => id)
}

/** Labels of parcels, by number. */
export const readLabels = async (db: Executor, ids: readonly string[]): Promise<Label[]> => {
  if (ids.length === 0) return []
  const parcels = await shippingList.read(db, ids)
  const printed = await db
    .select({ shipping: labelPrints.shipping, prints: labelPrints.prints })
    .from(labelPrints)
    .where(inArray(labelPrints.shipping, [...ids]))
  const prints = new Map(printed.map((row) => [row.shipping, row.prints]))
  return parcels
    .map((parcel) => labelOf(parcel, prints.get(parcel.id) ?? 0))
    .sort((one, other) => one.number - other.number)
}

/** Counts a print of each label. Locks in id order to avoid deadlocks. */
export const countPrints = async (
  tx: Transaction,
  { ids, actor, now }: { ids: readonly string[]; actor: Actor; now: Date },
): Promise<LabelPrint[]> => {
  if (ids.length === 0) return []
  const rows = [...ids].sort().map((shipping) => ({
    shipping,
    prints: 1,
    printedAt: now,
    printedBy: actor.id,
  }))
  return tx
    .insert(labelPrints)
    .values(rows)
    .onConflictDoUpdate({
      target: labelPrints.shipping,
      set: { prints: sql`${labelPrints.prints} + 1`, printedAt: now, printedBy: actor.id },
    })
    .returning({ id: labelPrints.shipping, prints: labelPrints.prints })
}
