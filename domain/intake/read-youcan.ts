import { accept, refuse } from '../lib/result.ts'
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
  type ShopItem,
  type ShopOrder,
  withItemIds,
} from './shop-order.ts'

/** Reads an event of YouCan. No header names its topic: an event with variants, and a customer, total or reference, is an order. */
export const readYouCan: ReadShop = (_headers, raw) => {
  const body = parseEvent(raw)
  if (!body.ok) return body
  if (!isOrder(body.value)) return accept({ kind: 'ignored', code: 'TOPIC_NOT_READ', topic: null })
  const externalId = idIn(body.value, 'id')
  if (externalId === null) return refuse('REQUIRED', [{ path: 'id', code: 'REQUIRED' }])
  if (externalId.length > MAX_ID_LENGTH) return refuse('TOO_LONG', [{ path: 'id', code: 'TOO_LONG' }])
  return accept(orderIn(body.value, externalId))
}

const isOrder = (body: EventMembers): boolean =>
  hasMember(body, 'variants') && ['customer', 'total', 'ref'].some((name) => hasMember(body, name))

const orderIn = (body: EventMembers, externalId: string): ShopOrder => {
  const isPaid = isPaidIn(body)
  const total = numberIn(body, 'total')
  const createdAt = instantIn(body, 'created_at')
  return {
    kind: 'order',
    externalId,
    name: lineIn(body, 'ref') ?? externalId,
    event: 'created',
    changedAt: instantIn(body, 'updated_at') ?? createdAt,
    triggeredAt: null,
    createdAt,
    currency: lineIn(body, 'currency')?.toUpperCase() ?? null,
    customer: customerIn(body),
    address: addressIn(body),
    note: textIn(body, 'notes'),
    items: withItemIds(objectsIn(body, 'variants').map(itemIn)),
    outstanding: isPaid ? 0 : total === null ? null : Math.max(0, total),
    isPaid,
    isCancelled: false,
    isRefunded: false,
    isFulfilled: false,
    isWhole: true,
    refundedItems: [],
  }
}

/** Cash on delivery is gateway 1. An event without a payment's state: another gateway has been paid. */
const isPaidIn = (body: EventMembers): boolean => {
  const payment = objectIn(body, 'payment')
  const state = lineIn(payment, 'status_text')?.toLowerCase()
  if (state !== undefined) return state === 'paid'
  const gateway = numberIn(payment, 'gateway_type')
  return gateway !== null && gateway !== CASH_ON_DELIVERY
}

const CASH_ON_DELIVERY = 1

/** The shipping address may be an empty list; then the customer's own. */
const peopleIn = (body: EventMembers): EventMembers[] => {
  const customer = objectIn(body, 'customer')
  return [objectIn(objectIn(body, 'shipping'), 'address'), objectIn(customer, 'address'), customer]
}

const linesOf = (place: EventMembers): string[] => {
  const first = lineIn(place, 'address', 'first_line', 'address_1')
  const second = lineIn(place, 'second_line', 'address_2')
  return [first, second].filter((line) => line !== null)
}

const addressIn = (body: EventMembers): ShopAddress => {
  const [first, ...others] = peopleIn(body) as [EventMembers, ...EventMembers[]]
  // An address may also be a text beside its city.
  const places = [first, objectIn(body, 'shipping'), ...others]
  const place = places.find((one) => linesOf(one).length > 0 || lineIn(one, 'city') !== null) ?? first
  return {
    company: lineIn(place, 'company'),
    lines: linesOf(place),
    city: lineIn(place, 'city'),
    region: lineIn(place, 'region'),
    postcode: lineIn(place, 'zip_code'),
    country: lineIn(place, 'country', 'country_name'),
    countryCode: lineIn(place, 'country_code')?.toUpperCase() ?? null,
  }
}

const customerIn = (body: EventMembers): ShopOrder['customer'] => {
  const customer = objectIn(body, 'customer')
  const people = [customer, ...peopleIn(body)]
  const names = people.map(
    (one) =>
      fullName(lineIn(one, 'first_name'), lineIn(one, 'last_name')) ??
      fullName(lineIn(one, 'full_name', 'name')),
  )
  const phones = people.map((one) => lineIn(one, 'phone'))
  return {
    name: names.find((name) => name !== null) ?? null,
    phones: [...new Set(phones.filter((phone) => phone !== null))],
  }
}

const itemIn = (line: EventMembers): Omit<ShopItem, 'id'> & { id: string | null } => {
  const variant = objectIn(line, 'variant')
  const [price, quantity] = [numberIn(line, 'price'), numberIn(line, 'quantity')]
  return {
    id: idIn(line, 'id') ?? idIn(variant, 'id'),
    sku: lineIn(variant, 'sku') ?? lineIn(line, 'sku'),
    name: lineIn(objectIn(variant, 'product'), 'name') ?? lineIn(variant, 'name') ?? lineIn(line, 'name'),
    quantity,
    price,
    total: price === null || quantity === null ? null : price * quantity,
  }
}
