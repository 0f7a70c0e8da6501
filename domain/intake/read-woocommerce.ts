import { accept, refuse } from '../lib/result.ts'
import { type EventHeaders, headerOf } from './event-headers.ts'
import {
  type EventMembers,
  hasMember,
  idIn,
  instantIn,
  lineIn,
  MAX_ID_LENGTH,
  numberIn,
  objectIn,
  objectsIn,
  parseEvent,
  textIn,
} from './event-json.ts'
import {
  fullName,
  type ReadShop,
  type ShopAddress,
  type ShopEvent,
  type ShopItem,
  type ShopOrder,
  withItemIds,
} from './shop-order.ts'
import { eventOfTopic, topicOf } from './shop-topics.ts'
import type { SourceKind } from './source-kinds.ts'

/** Whether it is the form-encoded ping that WooCommerce sends, unsigned, when a webhook is saved. */
export const isShopPing = (kind: SourceKind, raw: string): boolean =>
  kind === 'woocommerce' && /^webhook_id=\d{1,20}$/.test(raw.trim())

/** Reads an event of WooCommerce. */
export const readWooCommerce: ReadShop = (headers, raw) => {
  if (isShopPing('woocommerce', raw)) return accept({ kind: 'ping' })
  const topic = topicIn(headers)
  const event = eventOfTopic('woocommerce', topic)
  if (event === null) return accept({ kind: 'ignored', code: 'TOPIC_NOT_READ', topic })
  const body = parseEvent(raw)
  if (!body.ok) return body
  const status = statusIn(body.value)
  if (drafts.includes(status)) return accept({ kind: 'ignored', code: 'NOTHING_ORDERED', topic })
  const isWhole = hasMember(body.value, 'line_items')
  if (!isWhole && event !== 'deleted' && !endedStatuses.includes(status))
    return accept({ kind: 'ignored', code: 'TOPIC_NOT_READ', topic })
  const externalId = idIn(body.value, 'id')
  if (externalId === null) return refuse('REQUIRED', [{ path: 'id', code: 'REQUIRED' }])
  if (externalId.length > MAX_ID_LENGTH) return refuse('TOO_LONG', [{ path: 'id', code: 'TOO_LONG' }])
  return accept(orderIn(body.value, { externalId, event, isWhole, status }))
}

const topicIn = (headers: EventHeaders): string | null => {
  const topic = topicOf('woocommerce', headers)
  const [resource, event] = ['x-wc-webhook-resource', 'x-wc-webhook-event'].map((name) =>
    headerOf(headers, name)?.toLowerCase(),
  )
  return topic ?? (resource && event ? `${resource}.${event}` : null)
}

/** The checkout stores drafts, which nobody has ordered. */
const drafts: readonly string[] = ['checkout-draft', 'auto-draft', 'draft']
const endedStatuses: readonly string[] = ['cancelled', 'trash', 'refunded']

/** Without the prefix of WooCommerce's database. */
const statusIn = (body: EventMembers): string =>
  lineIn(body, 'status')?.toLowerCase().replace(/^wc-/, '') ?? ''

const orderIn = (
  body: EventMembers,
  {
    externalId,
    event,
    isWhole,
    status,
  }: Pick<ShopOrder, 'externalId' | 'event' | 'isWhole'> & { status: string },
): ShopOrder => {
  const isPaid = isPaidIn(body, status)
  const number = lineIn(body, 'number') ?? externalId
  const createdAt = instantIn(body, 'date_created_gmt', 'date_created')
  return {
    kind: 'order',
    externalId,
    name: number.startsWith('#') ? number : `#${number}`,
    event: eventOf(event, status),
    changedAt: instantIn(body, 'date_modified_gmt', 'date_modified') ?? createdAt,
    triggeredAt: null,
    createdAt,
    currency: lineIn(body, 'currency')?.toUpperCase() ?? null,
    customer: customerIn(body),
    address: addressIn(body),
    note: textIn(body, 'customer_note'),
    items: withItemIds(objectsIn(body, 'line_items').map(itemIn)),
    outstanding: isPaid ? 0 : outstandingIn(body),
    isPaid,
    isCancelled: status === 'cancelled' || status === 'trash' || event === 'deleted',
    isRefunded: status === 'refunded',
    isFulfilled: status === 'completed',
    isWhole,
    refundedItems: [],
  }
}

/** Cancelling and refunding are updates with another status. */
const eventOf = (event: ShopEvent, status: string): ShopEvent => {
  if (event === 'deleted' || event === 'created') return event
  if (status === 'trash') return 'deleted'
  return status === 'cancelled' || status === 'refunded' ? status : event
}

/**
 * The date of payment says it. An event without one: a completed order is paid, and one in processing too, unless it is paid on
 * delivery.
 */
const isPaidIn = (body: EventMembers, status: string): boolean => {
  if (instantIn(body, 'date_paid_gmt', 'date_paid') !== null) return true
  if (status === 'completed' || status === 'refunded') return true
  if (hasMember(body, 'date_paid') || hasMember(body, 'date_paid_gmt')) return false
  const method = lineIn(body, 'payment_method')?.toLowerCase() ?? 'cod'
  return status === 'processing' && method !== 'cod'
}

/** The total less what was refunded; a refund's total is negative. */
const outstandingIn = (body: EventMembers): number | null => {
  const total = numberIn(body, 'total')
  if (total === null) return null
  const refunded = objectsIn(body, 'refunds').reduce(
    (sum, refund) => sum + Math.abs(numberIn(refund, 'total') ?? 0),
    0,
  )
  return Math.max(0, total - refunded)
}

/** Shipping fields are blank when they are those of the bill. */
const placesIn = (body: EventMembers): EventMembers[] => [
  objectIn(body, 'shipping'),
  objectIn(body, 'billing'),
]

const addressIn = (body: EventMembers): ShopAddress => {
  const places = placesIn(body)
  const place = places.find((one) => lineIn(one, 'address_1', 'address_2', 'city') !== null) ?? places[0]!
  const state = lineIn(place, 'state')
  return {
    company: lineIn(place, 'company'),
    lines: [lineIn(place, 'address_1'), lineIn(place, 'address_2')].filter((line) => line !== null),
    city: lineIn(place, 'city'),
    // A code of WooCommerce's own, such as `TN11`, tells a courier nothing.
    region: state === null || /^[A-Z]{1,3}(?:\d{1,3}|-[A-Z\d]{1,3})?$/.test(state) ? null : state,
    postcode: lineIn(place, 'postcode'),
    country: null,
    countryCode: lineIn(place, 'country')?.toUpperCase() ?? null,
  }
}

const customerIn = (body: EventMembers): ShopOrder['customer'] => {
  const [shipping, billing] = placesIn(body) as [EventMembers, EventMembers]
  const names = [shipping, billing].map((one) =>
    fullName(lineIn(one, 'first_name'), lineIn(one, 'last_name')),
  )
  const phones = [billing, shipping].map((one) => lineIn(one, 'phone'))
  return {
    name: names.find((name) => name !== null) ?? null,
    phones: [...new Set(phones.filter((phone) => phone !== null))],
  }
}

/** `price` may be a fraction with noise: it is the line's total by its quantity. */
const itemIn = (line: EventMembers): Omit<ShopItem, 'id'> & { id: string | null } => ({
  id: idIn(line, 'id'),
  sku: lineIn(line, 'sku'),
  name: lineIn(line, 'name'),
  quantity: numberIn(line, 'quantity'),
  price: numberIn(line, 'price'),
  total: numberIn(line, 'total'),
})
