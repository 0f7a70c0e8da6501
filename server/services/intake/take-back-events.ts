import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { announceRecords, type Batch } from '../../crud/record-changes.ts'
import { isOneOf } from '../../db/columns.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { intake } from '../../db/schema/intake.ts'
import { intakeList } from '../../queries/intake.ts'

/**
 * Locks the events that batches, which are to be undone, are about; whether there are any. Before orders are locked, as a replay
 * does.
 */
export const lockEventsOf = async (tx: Transaction, batchIds: readonly string[]): Promise<boolean> => {
  const rows = await tx
    .select({ id: intake.id })
    .from(intake)
    .where(isOneOf(intake.batch, batchIds))
    .orderBy(intake.number)
    .for('update')
  return rows.length > 0
}

type Changed = { id: string; country: string; owner: string }

/**
 * Follows the undo `batch` of `undone`: an event whose orders are all gone waits again, with the reason `TAKEN_BACK`; one whose
 * orders have come back is what it was. The undo becomes the event's batch, so that a redo finds it.
 */
export const followUndo = async (
  tx: Transaction,
  actor: Actor,
  undone: readonly string[],
  batch: Batch,
): Promise<void> => {
  const isUndone = sql`batch = any(${sql.param([...undone])}::uuid[])`
  const written = sql`batch = ${batch.id}::uuid, version = version + 1, updated_at = ${batch.at.toISOString()}::timestamptz`
  const { rows: goneRows } = await tx.execute<Changed>(sql`
    update intake set ${written}, verdict = 'refused', reason = 'TAKEN_BACK', is_open = true, orders = '{}',
      taken_back = jsonb_build_object('verdict', verdict, 'reason', reason, 'isOpen', is_open, 'orders', to_jsonb(orders))
    where ${isUndone} and verdict = 'created' and not exists (
      select 1 from orders made where made.id = any(intake.orders) and made.deleted_at is null)
    returning id, country, owner`)
  const { rows: backRows } = await tx.execute<Changed>(sql`
    update intake set ${written}, verdict = taken_back->>'verdict', reason = taken_back->>'reason',
      is_open = (taken_back->>'isOpen')::boolean, taken_back = null,
      orders = array(select jsonb_array_elements_text(taken_back->'orders')::uuid)
    where ${isUndone} and taken_back is not null and exists (
      select 1 from jsonb_array_elements_text(taken_back->'orders') given (id)
      join orders made on made.id = given.id::uuid where made.deleted_at is null)
    returning id, country, owner`)
  const changed = [...goneRows, ...backRows]
  await intakeList.makeFindable(
    tx,
    changed.map(({ id }) => id),
  )
  await announceRecords(tx, actor, batch, { resource: 'intake', verb: 'intake.replay' }, changed)
}
