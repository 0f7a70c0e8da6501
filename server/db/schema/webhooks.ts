import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { type DeliveryFailure, deliveryStatuses } from '../../../domain/deliveries/delivery.ts'
import { webhookStops } from '../../../domain/webhooks/webhook.ts'
import type { SentEvent, WebhookEvent } from '../../../domain/webhooks/webhook-events.ts'
import { alphabeticalKey, bytea, instant, newestFirst, recordColumns, wordColumn } from './columns.ts'
import { users } from './users.ts'

export const webhooks = pgTable(
  'webhooks',
  {
    ...recordColumns(1),
    owner: uuid()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    url: text().notNull(),
    events: jsonb().$type<WebhookEvent[]>().notNull(),
    isActive: boolean().notNull().default(true),
    failingSince: instant(),
    stopped: wordColumn(webhookStops),
  },
  (table) => [
    uniqueIndex('webhooks_number_key').on(table.number),
    index('webhooks_name_idx').on(alphabeticalKey('name'), table.id),
    index('webhooks_created_idx').on(...newestFirst(table)),
    index('webhooks_owner_idx').on(table.owner),
  ],
)

/** Sealed secrets, which no history or record has. `former`: deliveries are signed with it too until `formerUntil`. */
export const webhookSecrets = pgTable('webhook_secrets', {
  webhook: uuid()
    .primaryKey()
    .references(() => webhooks.id),
  secret: bytea().notNull(),
  former: bytea(),
  formerUntil: instant(),
})

/**
 * The outbox: written in the transaction of the change, sent afterwards. `recordOwner` and `country`: of the record, for the
 * rights of the webhook's owner; `data`: fields of the body; `claimedUntil`: an instance sends it until then; `next`: null once
 * it is not sent again.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    ...recordColumns(1),
    owner: uuid()
      .notNull()
      .references(() => users.id),
    webhook: uuid()
      .notNull()
      .references(() => webhooks.id),
    event: text().$type<SentEvent>().notNull(),
    record: uuid(),
    recordOwner: uuid(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    status: wordColumn(deliveryStatuses).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    answer: integer(),
    failure: text().$type<DeliveryFailure>(),
    answerText: text(),
    attemptedAt: instant(),
    next: instant(),
    claimedUntil: instant(),
  },
  (table) => [
    uniqueIndex('deliveries_number_key').on(table.number),
    index('deliveries_created_idx').on(...newestFirst(table)),
    index('deliveries_owner_idx').on(table.owner, ...newestFirst(table)),
    index('deliveries_webhook_idx').on(table.webhook, ...newestFirst(table)),
    index('deliveries_failed_idx')
      .on(...newestFirst(table))
      .where(sql`status = 'failed'`),
    index('deliveries_due_idx').on(table.next).where(sql`status = 'waiting'`),
    index('deliveries_waiting_idx')
      .on(table.webhook, table.next, table.number)
      .where(sql`status = 'waiting'`),
  ],
)
