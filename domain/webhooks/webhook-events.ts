import type { Actor } from '../access/actor.ts'
import type { Verb } from '../access/permissions.ts'
import { type Scoped, whyNot } from '../access/why-not.ts'
import { countryCodes } from '../core/countries.ts'
import { orderStatuses } from '../fulfillment/order-status.ts'
import { shippingStatuses } from '../fulfillment/shipping-status.ts'
import { invoiceStatuses } from '../invoices/invoice.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'

/** The body of an event is smaller, in bytes of UTF-8. */
export const MAX_EVENT_BYTES = 20_000

const named = {
  id: { kind: 'id' },
  number: { kind: 'integer' },
  country: { kind: 'choice', values: countryCodes },
} as const satisfies Shapes

const orderStatus = { kind: 'choice', values: orderStatuses } as const
const shippingStatus = { kind: 'choice', values: shippingStatuses } as const
const invoiceStatus = { kind: 'choice', values: invoiceStatuses } as const
/** A seller's reference; the form allows 120 characters. */
const externalRef = { kind: 'text', nullable: true } as const

type EventRule = { verb: Verb; data: Shapes }

/**
 * The events in the order of the form. `verb`: whoever may use it on the record may hear of it. Those of a shipping go by its
 * order, because sellers list no shippings. `data`: ids, numbers and statuses; neither customers nor amounts.
 */
export const webhookEvents = {
  'order.created': { verb: 'order.view', data: { ...named, externalRef, status: orderStatus } },
  'order.deleted': { verb: 'order.view', data: { ...named, externalRef } },
  'order.status': {
    verb: 'order.view',
    data: { ...named, externalRef, status: orderStatus, previousStatus: orderStatus },
  },
  'shipping.status': {
    verb: 'order.view',
    data: { ...named, order: { kind: 'id' }, status: shippingStatus, previousStatus: shippingStatus },
  },
  'shipping.assigned': {
    verb: 'order.view',
    data: { ...named, order: { kind: 'id' }, delivery: { kind: 'id', nullable: true } },
  },
  'invoice.opened': {
    verb: 'invoice.view',
    data: { ...named, week: { kind: 'text' }, status: invoiceStatus },
  },
  'invoice.paid': { verb: 'invoice.view', data: { ...named, week: { kind: 'text' }, status: invoiceStatus } },
  'stock.low': { verb: 'product.view', data: { ...named, available: { kind: 'integer' } } },
  'import.finished': {
    verb: 'order.import',
    data: { job: { kind: 'id', nullable: true }, created: { kind: 'integer' }, failed: { kind: 'integer' } },
  },
} as const satisfies Record<string, EventRule>

export type WebhookEvent = keyof typeof webhookEvents

export const webhookEventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]]

/** Everything that is sent: the events, and what the owner of a webhook asks for to see whether it arrives. */
export const sentEvents = {
  ...webhookEvents,
  'webhook.test': { verb: 'webhook.view', data: { webhook: { kind: 'id' }, number: { kind: 'integer' } } },
} as const satisfies Record<string, EventRule>

export type SentEvent = keyof typeof sentEvents

export const sentEventNames = Object.keys(sentEvents) as [SentEvent, ...SentEvent[]]

export const isWebhookEvent = (name: unknown): name is WebhookEvent =>
  typeof name === 'string' && Object.hasOwn(webhookEvents, name)

export type WebhookData<E extends SentEvent> = RecordOf<(typeof sentEvents)[E]['data']>

/** Whether the owner of a webhook, with the rights they have now, hears of this event of the record. */
export const mayHear = (owner: Actor, event: SentEvent, record: Scoped): boolean =>
  whyNot(owner, sentEvents[event].verb, record) === null

/** The text that is signed and sent. `at`: when the change was made. Only the fields of the table are in it. */
export const webhookBody = <E extends SentEvent>(event: E, at: Date, data: WebhookData<E>): string => {
  const given: Record<string, unknown> = data
  const told = Object.keys(sentEvents[event].data).map((name) => [name, given[name]])
  return JSON.stringify({ type: event, timestamp: at.toISOString(), data: Object.fromEntries(told) })
}
