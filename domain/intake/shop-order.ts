import type { Code } from '../core/codes.ts'
import type { Result } from '../lib/result.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'
import type { EventHeaders } from './event-headers.ts'

/** What happened in the shop. `other`: unknown, but the event has the order. */
export const shopEvents = ['created', 'updated', 'cancelled', 'refunded', 'paid', 'deleted', 'other'] as const
export type ShopEvent = (typeof shopEvents)[number]

/** `countryCode`: ISO 3166, upper case. `country`: its name, as the shop writes it. */
const addressShapes = {
  company: { kind: 'text', nullable: true },
  lines: { kind: 'values', of: { kind: 'text' } },
  city: { kind: 'text', nullable: true },
  region: { kind: 'text', nullable: true },
  postcode: { kind: 'text', nullable: true },
  country: { kind: 'text', nullable: true },
  countryCode: { kind: 'text', nullable: true },
} as const satisfies Shapes

/**
 * `id`: the shop's, else made of SKU or name; unique in the order. `price` is per piece, before discounts; `total` what the
 * line costs after them. Null: not said.
 */
const itemShapes = {
  id: { kind: 'text' },
  sku: { kind: 'text', nullable: true },
  name: { kind: 'text', nullable: true },
  quantity: { kind: 'number', nullable: true },
  price: { kind: 'number', nullable: true },
  total: { kind: 'number', nullable: true },
} as const satisfies Shapes

/**
 * An order as one event of a shop has it, in one shape for all kinds. `name`: what the shop and its customer call it (`#1001`).
 * `changedAt`: the order's last change in the shop, orders its events; `triggeredAt`: when the event was, for equal ones.
 * `phones`: as written, the likeliest first. `outstanding`: what is to be collected, in major units; null if the shop says no
 * amount at all. `isFulfilled`: the shop has done with it; some mark an order so when we have it. `isWhole`: whether the event has
 * the order, or only its id and what happened. `refundedItems`: pieces by line that the event says were refunded.
 */
export const shopOrderShapes = {
  kind: { kind: 'choice', values: ['order'] },
  externalId: { kind: 'text' },
  name: { kind: 'text' },
  event: { kind: 'choice', values: shopEvents },
  changedAt: { kind: 'instant', nullable: true },
  triggeredAt: { kind: 'instant', nullable: true },
  createdAt: { kind: 'instant', nullable: true },
  currency: { kind: 'text', nullable: true },
  customer: {
    kind: 'record',
    of: { name: { kind: 'text', nullable: true }, phones: { kind: 'values', of: { kind: 'text' } } },
  },
  address: { kind: 'record', of: addressShapes },
  note: { kind: 'text', nullable: true },
  items: { kind: 'list', of: itemShapes },
  outstanding: { kind: 'number', nullable: true },
  isPaid: { kind: 'flag' },
  isCancelled: { kind: 'flag' },
  isRefunded: { kind: 'flag' },
  isFulfilled: { kind: 'flag' },
  isWhole: { kind: 'flag' },
  refundedItems: { kind: 'list', of: { id: { kind: 'text' }, quantity: { kind: 'number' } } },
} as const satisfies Shapes

export type ShopOrder = RecordOf<typeof shopOrderShapes>
export type ShopAddress = RecordOf<typeof addressShapes>
export type ShopItem = RecordOf<typeof itemShapes>

/** Sent by WooCommerce when a webhook is saved: unsigned, to be answered by 200. */
export type ShopPing = { kind: 'ping' }

/** An event that concerns no order. */
export type IgnoredEvent = { kind: 'ignored'; code: Code; topic: string | null }

export type ShopReading = ShopOrder | ShopPing | IgnoredEvent

/** Reads an event from its headers and raw body. */
export type ReadShop = (headers: EventHeaders, raw: string) => Result<ShopReading>

/** What the readers fill in. */
export const blankAddress: ShopAddress = {
  company: null,
  lines: [],
  city: null,
  region: null,
  postcode: null,
  country: null,
  countryCode: null,
}

/** Gives each item an id of its own: the shop's, else its SKU or name, numbered where it repeats. */
export const withItemIds = (items: readonly (Omit<ShopItem, 'id'> & { id: string | null })[]): ShopItem[] => {
  const counts = new Map<string, number>()
  return items.map((item) => {
    const wanted = (item.id ?? item.sku ?? item.name ?? 'line').slice(0, MAX_ITEM_ID_LENGTH)
    let count = counts.get(wanted) ?? 0
    let id = wanted
    while (counts.has(id)) id = `${wanted}#${++count + 1}`
    counts.set(wanted, count)
    counts.set(id, counts.get(id) ?? 0)
    return { ...item, id }
  })
}

const MAX_ITEM_ID_LENGTH = 100

/** First and last name, without parts that have no letter or digit, such as `.`. */
export const fullName = (...parts: readonly (string | null)[]): string | null => {
  const named = parts.filter((part) => part !== null && /[\p{L}\p{N}]/u.test(part))
  return named.length === 0 ? null : named.join(' ')
}

/** Sum of price times quantity; null if an item lacks either. */
export const priceOfItems = (items: readonly ShopItem[]): number | null => {
  let sum = 0
  for (const { price, quantity } of items) {
    if (price === null || quantity === null) return null
    sum += price * quantity
  }
  return items.length === 0 ? null : sum
}
