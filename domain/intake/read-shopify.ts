import { accept, refuse } from '../lib/result.ts'
import { type EventHeaders, headerOf } from './event-headers.ts'
import {
  type EventMembers,
  gidNumberIn,
  hasMember,
  idIn,
  instantIn,
  instantOf,
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

/** Reads an event of Shopify. */
export const readShopify: ReadShop = (headers, raw) => {
  const topic = topicOf('shopify', headers)
  const event = eventOfTopic('shopify', topic)
  if (event === null) return accept({ kind: 'ignored', code: 'TOPIC_NOT_READ', topic })
  const body = parseEvent(raw)
  if (!body.ok) return body
  const isRefund = topic === 'refunds/create'
  const isWhole = !isRefund && hasMember(body.value, 'line_items')
  // Such as `orders/edited`, which has no order; `orders/updated` follows it.
  if (!isWhole && !saidByIdAlone.includes(event))
    return accept({ kind: 'ignored', code: 'TOPIC_NOT_READ', topic })
  const externalId = isRefund ? idIn(body.value, 'order_id') : orderIdIn(body.value)
  if (externalId === null) return refuse('REQUIRED', [{ path: 'id', code: 'REQUIRED' }])
  if (externalId.length > MAX_ID_LENGTH) return refuse('TOO_LONG', [{ path: 'id', code: 'TOO_LONG' }])
  return accept(orderIn(body.value, { externalId, event, isWhole, headers }))
}

const saidByIdAlone: readonly ShopEvent[] = ['cancelled', 'refunded', 'deleted']

/** The digits of the GraphQL id, since the number may exceed 2^53. */
const orderIdIn = (body: EventMembers): string | null => gidNumberIn(body, 'Order') ?? idIn(body, 'id')

const orderIn = (
  body: EventMembers,
  {
    externalId,
    event,
    isWhole,
    headers,
  }: Pick<ShopOrder, 'externalId' | 'event' | 'isWhole'> & {
    headers: EventHeaders
  },
): ShopOrder => {
  const status = lineIn(body, 'financial_status')?.toLowerCase() ?? ''
  const isPaid = paidStatuses.includes(status) || event === 'paid'
  const triggeredAt = instantOf(headerOf(headers, 'x-shopify-triggered-at'))
  const createdAt = instantIn(body, 'created_at')
  const number = lineIn(body, 'order_number', 'number')
  return {
    kind: 'order',
    externalId,
    name: (isWhole ? lineIn(body, 'name') : null) ?? (number === null ? externalId : `#${number}`),
    event,
    changedAt: instantIn(body, 'updated_at') ?? triggeredAt ?? createdAt,
    triggeredAt,
    createdAt,
    currency: lineIn(body, 'currency')?.toUpperCase() ?? null,
    customer: customerIn(body),
    address: addressIn(body),
    note: isWhole ? textIn(body, 'note') : null,
    items: withItemIds(isWhole ? objectsIn(body, 'line_items').map(itemIn) : []),
    outstanding: isPaid ? 0 : outstandingIn(body),
    isPaid,
    isCancelled: instantIn(body, 'cancelled_at') !== null || event === 'cancelled' || event === 'deleted',
    isRefunded: status === 'refunded',
    isFulfilled: lineIn(body, 'fulfillment_status')?.toLowerCase() === 'fulfilled',
    isWhole,
    refundedItems: refundedIn(body, event),
  }
}

/** Of orders that were paid once: what was refunded is not to be collected. */
const paidStatuses: readonly string[] = ['paid', 'partially_refunded', 'refunded']

const outstandingIn = (body: EventMembers): number | null => {
  const amount = numberIn(body, 'total_outstanding', 'current_total_price', 'total_price')
  return amount === null ? null : Math.max(0, amount)
}

/** The addresses by which an order is delivered; a blank one is passed over. */
const addressesIn = (body: EventMembers): EventMembers[] => [
  objectIn(body, 'shipping_address'),
  objectIn(body, 'billing_address'),
  objectIn(objectIn(body, 'customer'), 'default_address'),
]

const addressIn = (body: EventMembers): ShopAddress => {
  const all = addressesIn(body)
  const address = all.find((one) => lineIn(one, 'address1', 'address2', 'city') !== null) ?? all[0]!
  return {
    company: lineIn(address, 'company'),
    lines: [lineIn(address, 'address1'), lineIn(address, 'address2')].filter((line) => line !== null),
    city: lineIn(address, 'city'),
    region: lineIn(address, 'province'),
    postcode: lineIn(address, 'zip'),
    country: lineIn(address, 'country', 'country_name'),
    countryCode: lineIn(address, 'country_code')?.toUpperCase() ?? null,
  }
}

const customerIn = (body: EventMembers): ShopOrder['customer'] => {
  const people = [...addressesIn(body), objectIn(body, 'customer')]
  const names = people.map(
    (one) => fullName(lineIn(one, 'name')) ?? fullName(lineIn(one, 'first_name'), lineIn(one, 'last_name')),
  )
  const phones = [body, ...people].map((one) => lineIn(one, 'phone'))
  return {
    name: names.find((name) => name !== null) ?? null,
    phones: [...new Set(phones.filter((phone) => phone !== null))],
  }
}

/** `current_quantity`: what is left of the quantity after edits and refunds. */
const itemIn = (line: EventMembers): Omit<ShopItem, 'id'> & { id: string | null } => {
  const price = numberIn(line, 'price')
  const ordered = numberIn(line, 'quantity')
  const discounts = objectsIn(line, 'discount_allocations').map((one) => numberIn(one, 'amount') ?? 0)
  const discount =
    discounts.reduce((sum, amount) => sum + amount, 0) || (numberIn(line, 'total_discount') ?? 0)
  return {
    id: gidNumberIn(line, 'LineItem') ?? idIn(line, 'id'),
    sku: lineIn(line, 'sku'),
    name: lineIn(line, 'name') ?? titleIn(line),
    quantity: numberIn(line, 'current_quantity') ?? ordered,
    price,
    total: price === null || ordered === null ? null : Math.max(0, price * ordered - discount),
  }
}

const titleIn = (line: EventMembers): string | null => {
  const [title, variant] = [lineIn(line, 'title'), lineIn(line, 'variant_title')]
  return title === null || variant === null ? (title ?? variant) : `${title} - ${variant}`
}

/** Of a refund, whose body it is. */
const refundedIn = (body: EventMembers, event: ShopEvent): ShopOrder['refundedItems'] =>
  event !== 'refunded'
    ? []
    : objectsIn(body, 'refund_line_items').flatMap((line) => {
        const id = idIn(line, 'line_item_id') ?? idIn(objectIn(line, 'line_item'), 'id')
        const quantity = numberIn(line, 'quantity')
        return id === null || quantity === null ? [] : [{ id, quantity }]
      })
