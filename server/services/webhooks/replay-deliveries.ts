import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { Code } from '../../../domain/core/codes.ts'
import { Refused } from '../../core/errors.ts'
import type { StepOptions } from '../../crud/apply-steps.ts'
import { bulkReport } from '../../crud/change-report.ts'
import { type ParsedTarget, targetSql } from '../../crud/choose-records.ts'
import { announceRecords, recordChanges } from '../../crud/record-changes.ts'
import { isOneOf } from '../../db/columns.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { deliveries } from '../../db/schema/webhooks.ts'
import { deliveryList } from '../../queries/webhooks.ts'

/** Sends deliveries again, from the first attempt on, with the id that the receiver knows them by. */
export const replayDeliveries = async (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  options: StepOptions,
): Promise<ChangeReport> => {
  const verb = 'webhook-delivery.replay'
  const forbidden = whyNot(actor, verb)
  if (forbidden !== null) throw new Refused(forbidden)
  const { batch, dryRun } = options
  const query = tx
    .select({
      id: deliveries.id,
      number: deliveries.number,
      version: deliveries.version,
      country: deliveries.country,
      owner: deliveries.owner,
      status: deliveries.status,
      isOff: sql<boolean>`exists (select 1 from webhooks where webhooks.id = ${deliveries.webhook}
        and (webhooks.deleted_at is not null or not webhooks.is_active))`,
    })
    .from(deliveries)
    .where(targetSql(deliveryList.source, actor, verb, target))
    .orderBy(deliveries.id)
  const held = await (dryRun ? query : query.for('update'))
  const codeOf = ({ status, isOff }: (typeof held)[number]): Code | null =>
    status === 'waiting' ? 'DELIVERY_WAITING' : isOff ? 'WEBHOOK_OFF' : null
  const changed = held.filter((delivery) => codeOf(delivery) === null)
  const refused = held.flatMap((delivery) => {
    const code = codeOf(delivery)
    return code === null ? [] : { id: delivery.id, number: delivery.number, code }
  })
  if (!dryRun && changed.length > 0) {
    const ids = changed.map(({ id }) => id)
    await tx
      .update(deliveries)
      .set({
        status: 'waiting',
        attempts: 0,
        next: batch.at,
        claimedUntil: null,
        updatedAt: batch.at,
        version: sql`${deliveries.version} + 1`,
      })
      .where(isOneOf(deliveries.id, ids))
    await recordChanges(
      tx,
      actor,
      batch,
      changed.map(({ id, version, status }) => ({
        verb,
        resource: 'deliveries' as const,
        recordId: id,
        version: version + 1,
        before: { status },
        after: { status: 'waiting' },
      })),
    )
    await announceRecords(tx, actor, batch, { resource: 'deliveries', verb }, changed)
  }
  return bulkReport(target, { held, changed, refused }, options)
}
