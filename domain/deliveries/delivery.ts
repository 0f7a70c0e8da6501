import { defineResource, type RecordIn } from '../lib/define-resource.ts'
import { sentEventNames } from '../webhooks/webhook-events.ts'

/** `dropped`: its owner may not hear of the record any more. */
export const deliveryStatuses = ['waiting', 'delivered', 'failed', 'dropped'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** Why there was no answer, or nothing was sent. */
export const deliveryFailures = [
  'ADDRESS_FORBIDDEN',
  'NAME_NOT_FOUND',
  'CONNECTION_FAILED',
  'CERTIFICATE_INVALID',
  'ANSWER_INVALID',
  'TIMED_OUT',
  'ABORTED',
  'SECRET_UNREADABLE',
  'WEBHOOK_OFF',
  'FORBIDDEN',
] as const
export type DeliveryFailure = (typeof deliveryFailures)[number]

/**
 * Events on their way to webhooks. `name`: the event with the number of its record; `attempts`: how often it was sent since it was
 * created or replayed; `answer`: HTTP status of the last attempt; `failure`: why it had none; `answerText`: its beginning;
 * `next`: when it is sent, or sent again.
 */
export const deliveries = defineResource('deliveries', {
  called: { one: 'WebhookDelivery', phrase: 'a delivery of a webhook' },
  columns: {
    owner: { filter: { kind: 'reference' } },
    webhook: { shape: { kind: 'id' }, filter: { kind: 'reference' } },
    webhookName: { shape: { kind: 'text' } },
    name: { shape: { kind: 'text' } },
    event: {
      shape: { kind: 'choice', values: sentEventNames },
      filter: { kind: 'choice', values: sentEventNames },
    },
    record: { shape: { kind: 'id', nullable: true } },
    status: {
      shape: { kind: 'choice', values: deliveryStatuses },
      filter: { kind: 'choice', values: deliveryStatuses },
    },
    attempts: { shape: { kind: 'integer' } },
    answer: { shape: { kind: 'integer', nullable: true } },
    failure: { shape: { kind: 'choice', values: deliveryFailures, nullable: true } },
    answerText: { shape: { kind: 'text', nullable: true } },
    attemptedAt: { shape: { kind: 'instant', nullable: true } },
    next: { shape: { kind: 'instant', nullable: true } },
  },
  search: { title: 'name', subtitle: ['webhookName'], words: ['name'] },
  changes: { replay: 'confirmed-in-bulk' },
  views: [
    { id: 'failed', query: 'status:failed' },
    { id: 'waiting', query: 'status:waiting' },
  ],
})

export type WebhookDelivery = RecordIn<typeof deliveries>
