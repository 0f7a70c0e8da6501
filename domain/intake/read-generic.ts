import { type CountryCode, countries, countryCodes } from '../core/countries.ts'
import { choiceOf, isBlank } from '../lib/field.ts'
import { accept, type Refusal, refuse } from '../lib/result.ts'
import { readAmount, readCount } from '../lib/typed/read-amount.ts'
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
  blankAddress,
  fullName,
  priceOfItems,
  type ReadShop,
  type ShopAddress,
  type ShopEvent,
  type ShopItem,
  type ShopOrder,
  shopEvents,
  withItemIds,
} from './shop-order.ts'

/**
 * Reads an event in our own JSON, of kinds `generic` and `sheet`: `{id, createdAt, currency, customer: {name, phone}, address:
 * {line, city}, items: [{sku, name, quantity, price}], outstanding, note}`. Optional: `event` (default `created`), `updatedAt`,
 * `name`, `paid`, `address.country`, `items[].id`.
 */
export const readGeneric: ReadShop = (_headers, raw) => {
  const body = parseEvent(raw)
  if (!body.ok) return body
  const externalId = idIn(body.value, 'id')
  if (externalId === null) return refuse('REQUIRED', [{ path: 'id', code: 'REQUIRED' }])
  if (externalId.length > MAX_ID_LENGTH) return refuse('TOO_LONG', [{ path: 'id', code: 'TOO_LONG' }])
  const unread = unreadAmount(body.value)
  return unread === null ? accept(orderIn(body.value, externalId)) : unread
}

/** An amount to collect that cannot be read must not become another one. */
const unreadAmount = (body: EventMembers): Refusal | null => {
  const isRead = isBlank(body.outstanding) || amountIn(body, 'outstanding', currencyIn(body)) !== null
  return isRead ? null : refuse('NOT_A_NUMBER', [{ path: 'outstanding', code: 'NOT_A_NUMBER' }])
}

const currencyIn = (body: EventMembers): string | null => lineIn(body, 'currency')?.toUpperCase() ?? null

const orderIn = (body: EventMembers, externalId: string): ShopOrder => {
  const currency = currencyIn(body)
  const items = withItemIds(objectsIn(body, 'items').map((line) => itemIn(line, currency)))
  const stated = amountIn(body, 'outstanding', currency)
  const isPaid = body.paid === true || stated === 0
  const event = eventIn(body)
  const createdAt = instantIn(body, 'createdAt')
  return {
    kind: 'order',
    externalId,
    name: lineIn(body, 'name') ?? externalId,
    event,
    changedAt: instantIn(body, 'updatedAt') ?? createdAt,
    triggeredAt: null,
    createdAt,
    currency,
    customer: customerIn(body),
    address: addressIn(body),
    note: textIn(body, 'note'),
    items,
    outstanding: isPaid ? 0 : stated === null ? priceOfItems(items) : Math.max(0, stated),
    isPaid,
    isCancelled: event === 'cancelled' || event === 'deleted',
    isRefunded: event === 'refunded',
    isFulfilled: false,
    isWhole: hasMember(body, 'items'),
    refundedItems: [],
  }
}

const eventIn = (body: EventMembers): ShopEvent => {
  const event = lineIn(body, 'event')?.toLowerCase()
  if (event === undefined) return 'created'
  return event === 'canceled' ? 'cancelled' : (choiceOf(shopEvents, event) ?? 'other')
}

/** A number, or a text as people write amounts (`15 000 F`). */
const amountIn = (members: EventMembers, name: string, currency: string | null): number | null => {
  const value = members[name]
  if (typeof value !== 'string') return numberIn(members, name)
  const country = countryOf(currency)
  return country === null ? numberIn(members, name) : readAmount(value, country)
}

const countryOf = (currency: string | null): CountryCode | null =>
  countryCodes.find((code) => countries[code].currency === currency) ?? null

const customerIn = (body: EventMembers): ShopOrder['customer'] => {
  const customer = objectIn(body, 'customer')
  const phone = lineIn(customer, 'phone')
  return { name: fullName(lineIn(customer, 'name')), phones: phone === null ? [] : [phone] }
}

/** An object, or the whole address as a text. */
const addressIn = (body: EventMembers): ShopAddress => {
  const address = objectIn(body, 'address')
  const line = textIn(address, 'line') ?? textIn(body, 'address')
  return {
    ...blankAddress,
    lines: (line ?? '').split('\n').flatMap((one) => one.trim() || []),
    city: lineIn(address, 'city'),
    countryCode: lineIn(address, 'country')?.toUpperCase() ?? null,
  }
}

const itemIn = (
  line: EventMembers,
  currency: string | null,
): Omit<ShopItem, 'id'> & { id: string | null } => {
  const price = amountIn(line, 'price', currency)
  const quantity = typeof line.quantity === 'string' ? readCount(line.quantity) : numberIn(line, 'quantity')
  return {
    id: idIn(line, 'id'),
    sku: lineIn(line, 'sku'),
    name: lineIn(line, 'name'),
    quantity,
    price,
    total: price === null || quantity === null ? null : price * quantity,
  }
}
