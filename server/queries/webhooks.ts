import { eq, sql } from 'drizzle-orm'
import { deliveries as deliveryDefinition } from '../../domain/deliveries/delivery.ts'
import { webhooks as definition, type Webhook } from '../../domain/webhooks/webhook.ts'
import { recordList } from '../crud/record-list.ts'
import { deliveries, webhooks } from '../db/schema/webhooks.ts'

export const webhookList = recordList(definition, webhooks, {
  fields: {
    events: sql<Webhook['events']>`array(select listed.event
      from jsonb_array_elements_text(${webhooks.events}) with ordinality as listed (event, at) order by listed.at)`,
    waiting: sql<number>`(select count(*)::int from ${deliveries} where ${deliveries.webhook} = ${webhooks.id}
      and ${deliveries.status} = 'waiting')`,
  },
})

export const deliveryList = recordList(deliveryDefinition, deliveries, {
  fields: {
    webhookName: webhooks.name,
    name: sql<string>`concat(${deliveries.event}, ' #' || (${deliveries.data}->>'number'))`,
  },
  joined: [{ table: webhooks, on: eq(webhooks.id, deliveries.webhook) }],
})

/** What a webhook's secrets are sealed for. */
export const placeOfWebhookSecret = (webhook: string): string => `webhook ${webhook}`
