import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { DeliveryFailure } from '../../../domain/deliveries/delivery.ts'
import { deliveryOutcome, hasFailedTooLong } from '../../../domain/webhooks/retry-schedule.ts'
import type { Webhook } from '../../../domain/webhooks/webhook.ts'
import { announceRecords, newBatch, recordChanges } from '../../crud/record-changes.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { deliveries, webhooks } from '../../db/schema/webhooks.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { deliveryList, webhookList } from '../../queries/webhooks.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'

/** What became of an attempt; `status` is null if there was no answer. */
export type AttemptAnswer = {
  status: number | null
  retryAfter: string | null
  text: string | null
  failure: DeliveryFailure | null
}

/**
 * Writes down the answer to an attempt and when it is tried again. Switches the webhook off where its receiver wants no more, or
 * nothing has arrived for five days. Does nothing if the claim has ended: another instance sends it.
 */
export const settleDelivery = (
  context: ServerContext,
  delivery: ClaimedDelivery,
  answer: AttemptAnswer,
): Promise<void> =>
  inTransaction(context, async (tx) => {
    const now = context.now()
    const attempts = delivery.attempts + 1
    const outcome = deliveryOutcome(answer, attempts, now.getTime(), Math.random)
    const isDelivered = outcome.kind === 'delivered'
    const settled = await tx
      .update(deliveries)
      .set({
        status: isDelivered ? 'delivered' : outcome.kind === 'retry' ? 'waiting' : 'failed',
        attempts,
        answer: answer.status,
        failure: answer.failure,
        answerText: answer.text,
        attemptedAt: now,
        next: outcome.kind === 'retry' ? new Date(outcome.at) : null,
        claimedUntil: null,
        updatedAt: now,
        version: sql`${deliveries.version} + 1`,
      })
      .where(isClaimed(delivery))
      .returning({ id: deliveries.id })
    if (settled.length === 0) return
    if (attempts === 1) await deliveryList.makeFindable(tx, [delivery.id])
    const webhook = eq(webhooks.id, delivery.webhook)
    if (isDelivered) {
      await tx
        .update(webhooks)
        .set({ failingSince: null })
        .where(and(webhook, isNotNull(webhooks.failingSince)))
      return
    }
    await tx
      .update(webhooks)
      .set({ failingSince: now })
      .where(and(webhook, isNull(webhooks.failingSince)))
    if (outcome.kind === 'gone') return stopWebhook(tx, context, delivery, 'gone')
    const [row] = await tx.select({ since: webhooks.failingSince }).from(webhooks).where(webhook)
    if (hasFailedTooLong(row?.since?.getTime() ?? null, now.getTime()))
      await stopWebhook(tx, context, delivery, 'failing')
  })

const isClaimed = ({ id, claim }: ClaimedDelivery) =>
  and(eq(deliveries.id, id), eq(deliveries.status, 'waiting'), eq(deliveries.claimedUntil, claim))

/** Gives a claimed delivery back unsent. */
export const releaseDelivery = async ({ db }: ServerContext, delivery: ClaimedDelivery): Promise<void> => {
  await db.update(deliveries).set({ claimedUntil: null }).where(isClaimed(delivery))
}

/** Switches a webhook off, with a line in its history and a mail to its owner. Its deliveries end when they are due. */
const stopWebhook = async (
  tx: Transaction,
  context: ServerContext,
  { webhook: id, owner }: ClaimedDelivery,
  stopped: NonNullable<Webhook['stopped']>,
): Promise<void> => {
  const batch = newBatch(context)
  const [off] = await tx
    .update(webhooks)
    .set({ isActive: false, stopped, updatedAt: batch.at, version: sql`${webhooks.version} + 1` })
    .where(and(eq(webhooks.id, id), webhooks.isActive, isNull(webhooks.deletedAt)))
    .returning({
      id: webhooks.id,
      country: webhooks.country,
      owner: webhooks.owner,
      version: webhooks.version,
    })
  if (off === undefined) return
  await recordChanges(tx, null, batch, [
    {
      verb: 'webhook.update',
      resource: 'webhooks',
      recordId: id,
      version: off.version,
      before: { isActive: true },
      after: { isActive: false },
    },
  ])
  await webhookList.makeFindable(tx, [id])
  await announceRecords(tx, null, batch, { resource: 'webhooks', verb: 'webhook.update' }, [off])
  await queueMail(tx, 'webhook-off', owner, batch.at)
}
