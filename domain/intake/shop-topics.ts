import { type EventHeaders, headerOf } from './event-headers.ts'
import type { ShopEvent } from './shop-order.ts'

/** Topics of the shops that name them in a header. Others of `prefix` are `other`; the rest concerns no order. */
const shops = {
  shopify: {
    header: 'x-shopify-topic',
    prefix: 'orders/',
    events: {
      'orders/create': 'created',
      'orders/updated': 'updated',
      'orders/edited': 'updated',
      'orders/cancelled': 'cancelled',
      'orders/paid': 'paid',
      'orders/delete': 'deleted',
      'refunds/create': 'refunded',
    },
  },
  woocommerce: {
    header: 'x-wc-webhook-topic',
    prefix: 'order.',
    events: { 'order.created': 'created', 'order.updated': 'updated', 'order.deleted': 'deleted' },
  },
} as const satisfies Record<
  string,
  { header: string; prefix: string; events: Readonly<Record<string, ShopEvent>> }
>

export const topicOf = (shop: keyof typeof shops, headers: EventHeaders): string | null =>
  headerOf(headers, shops[shop].header)?.toLowerCase() ?? null

/** What a topic says; null if it concerns no order. Without a topic, the body decides. */
export const eventOfTopic = (shop: keyof typeof shops, topic: string | null): ShopEvent | null => {
  const { prefix } = shops[shop]
  const events: Readonly<Record<string, ShopEvent>> = shops[shop].events
  if (topic === null) return 'other'
  if (Object.hasOwn(events, topic)) return events[topic]!
  return topic.startsWith(prefix) ? 'other' : null
}
