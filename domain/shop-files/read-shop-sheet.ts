import type { CountryCode } from '../core/countries.ts'
import { instantOf } from '../intake/event-json.ts'
import {
  blankAddress,
  fullName,
  type ShopAddress,
  type ShopItem,
  type ShopOrder,
  withItemIds,
} from '../intake/shop-order.ts'
import { readAmount, readCount } from '../lib/typed/read-amount.ts'
import { cellText, cleanNumber, digitText, isShownNumber } from '../orders/import/cell-text.ts'
import type { ShopFileKind, ShopLayout, ShopPart } from '../orders/import/shop-headers.ts'
import { lineName, readWholeLines } from './read-line.ts'
import { saysState, type WrittenState } from './shop-state.ts'

/** An order of a shop's export. `row`: number of its first row in the file. `hasId`: `externalId` is the shop's own. */
export type FileOrder = { row: number; hasId: boolean; order: ShopOrder }

/** Reads the orders below the header row, in the file's order. */
export const readShopSheet = (
  cells: readonly (readonly unknown[])[],
  headerAt: number,
  layout: ShopLayout,
  country: CountryCode,
): FileOrder[] => {
  const rows = cells.slice(headerAt + 1).map((row, index): FileRow => {
    const said = rowReader(row, layout, country)
    return { row: headerAt + 2 + index, cells: row, said, name: said.text('order', 'id') }
  })
  return groupRows(rows, layout).map((group) => toOrder(group, layout.kind))
}

/** Reads the cells of a row by what they say. */
type RowReader = {
  /** The first of these that is not blank; empty if all are. */
  text: (...parts: readonly ShopPart[]) => string
  texts: (part: ShopPart) => string[]
  amount: (...parts: readonly ShopPart[]) => number | null
  count: (part: ShopPart) => number | null
  amountIn: (text: string) => number | null
  has: (part: ShopPart) => boolean
}

/** `name`: what the shop calls its order. */
type FileRow = { row: number; cells: readonly unknown[]; said: RowReader; name: string }

const rowReader = (cells: readonly unknown[], { places }: ShopLayout, country: CountryCode): RowReader => {
  // Each cell is asked for several times.
  const read: (string | undefined)[] = []
  const textAt = (place: number): string => {
    const known = read[place]
    if (known !== undefined) return known
    const text = textOf(cells[place])
    read[place] = text
    return text
  }
  const placeOf = (parts: readonly ShopPart[]): number => {
    for (const part of parts) for (const place of places[part] ?? []) if (textAt(place) !== '') return place
    return -1
  }
  const amountIn = (text: string) => (text === '' ? null : readAmount(text, country))
  const countIn = (text: string) => (text === '' ? null : readCount(text))
  const text: RowReader['text'] = (...parts) => {
    const place = placeOf(parts)
    return place < 0 ? '' : textAt(place)
  }
  const number = (parts: readonly ShopPart[], parse: (text: string) => number | null) => {
    const place = placeOf(parts)
    return place < 0 ? null : numberOf(cells[place], textAt(place), parse)
  }
  return {
    texts: (part) => (places[part] ?? []).map(textAt).filter((one) => one !== ''),
    text,
    amountIn,
    amount: (...parts) => number(parts, amountIn),
    count: (part) => number([part], countIn),
    has: (part) => places[part] !== undefined,
  }
}

/** Shops put an apostrophe before a value that a spreadsheet would change: `'+225...`, `'00225`. */
const textOf = (cell: unknown): string => {
  if (cell === '' || cell === null || cell === undefined) return ''
  return cellText(cell)
    .replace(/^'(?=[\d+=@-])/, '')
    .replace(/\r\n?/g, '\n')
}

const numberOf = (cell: unknown, text: string, parse: (text: string) => number | null): number | null => {
  if (typeof cell === 'number') return cleanNumber(cell)
  return isShownNumber(cell) ? cleanNumber(cell.value) : parse(digitText(text))
}

/** Cells that only the first row of an order has. */
const ofFirstRow: readonly ShopPart[] = ['total', 'payment', 'status', 'createdAt', 'currency', 'phone']

type Group = FileRow[]

/**
 * Rows of the same order. Shopify, and others that fill the first row alone: rows with its name or none, and no column of an order.
 * Others repeat the columns of the order: neighbouring rows with its name, unless a row is there twice.
 */
const groupRows = (rows: readonly FileRow[], { kind }: ShopLayout): Group[] => {
  const groups: Group[] = []
  const byName = new Map<string, Group>()
  const waiting: FileRow[] = []
  let last: Group | undefined
  for (const row of rows) {
    const { name } = row
    const isFirst = ofFirstRow.some((part) => row.said.text(part) !== '')
    if (!isFirst && !hasItem(row)) continue
    if (isFirst && name !== '') {
      const isNext = kind !== 'shopify' && last !== undefined && last[0]!.name === name
      if (isNext && !last!.some((other) => isSameRow(other, row))) last!.push(row)
      else {
        last = [row]
        groups.push(last)
        if (!byName.has(name)) byName.set(name, last)
      }
      continue
    }
    const group = name === '' || (last !== undefined && last[0]!.name === name) ? last : byName.get(name)
    if (group === undefined) waiting.push(row)
    else group.push(row)
  }
  // A sorted file has rows of an order before its first one, or without it.
  for (const row of waiting) {
    const group = byName.get(row.name)
    if (group !== undefined) group.push(row)
    else {
      const own = [row]
      groups.push(own)
      if (row.name !== '') byName.set(row.name, own)
    }
  }
  return groups
}

const hasItem = ({ said }: FileRow): boolean => said.text('item', 'sku', 'quantity', 'items') !== ''

const isSameRow = (one: FileRow, other: FileRow): boolean =>
  one.cells.length === other.cells.length &&
  one.cells.every((cell, at) => cellText(cell) === cellText(other.cells[at]))

const toOrder = (group: Group, kind: ShopFileKind): FileOrder => {
  const { row, said } = group[0]!
  const id = said.text('id')
  const named = said.text('order') || id
  const name = kind === 'woocommerce' && named !== '' && !named.startsWith('#') ? `#${named}` : named
  const isCancelled =
    said.text('cancelledAt') !== '' || saysAny('cancelled', said, 'status', 'payment', 'fulfillment')
  const isRefunded = saysAny('refunded', said, 'payment', 'status')
  const isPaid = isRefunded || isPaidIn(said, kind)
  const createdAt = instantOf(said.text('createdAt'))
  return {
    row,
    hasId: id !== '',
    order: {
      kind: 'order',
      externalId: id || name,
      name,
      event: 'created',
      changedAt: createdAt,
      triggeredAt: null,
      createdAt,
      currency: said.text('currency').toUpperCase() || null,
      customer: {
        name: placeNames.map((names) => nameIn(said, names)).find((one) => one !== null) ?? null,
        phones: [...new Set(said.texts('phone'))],
      },
      address: addressIn(said),
      note: said.text('note') || null,
      items: withItemIds(group.flatMap((line) => itemsIn(line.said))),
      outstanding: isPaid ? 0 : outstandingIn(said),
      isPaid,
      isCancelled,
      isRefunded,
      isFulfilled: saysAny(
        'fulfilled',
        said,
        'fulfillment',
        kind === 'woocommerce' ? 'status' : 'fulfillment',
      ),
      isWhole: true,
      refundedItems: [],
    },
  }
}

const saysAny = (state: WrittenState, said: RowReader, ...parts: readonly ShopPart[]): boolean =>
  parts.some((part) => saysState(state, said.text(part)))

/**
 * As the events of shops are read: a payment's state, or a date of payment, says it. WooCommerce without one: a completed order is
 * paid, and one in processing too, unless it is paid on delivery.
 */
const isPaidIn = (said: RowReader, kind: ShopFileKind): boolean => {
  if (saysState('paid', said.text('payment'))) return true
  if (kind !== 'woocommerce') return false
  if (said.text('paidAt') !== '' || saysState('fulfilled', said.text('status'))) return true
  if (said.has('paidAt') || !said.has('method')) return false
  const isProcessing = /^(?:wc-)?processing$/i.test(said.text('status'))
  return isProcessing && (said.text('method').toLowerCase() || CASH_ON_DELIVERY) !== CASH_ON_DELIVERY
}

/** WooCommerce's name of the method of payment. */
const CASH_ON_DELIVERY = 'cod'

/** Null for an order of which a part was paid, if the file does not say how much is left. */
const outstandingIn = (said: RowReader): number | null => {
  const outstanding = said.amount('outstanding')
  if (outstanding !== null) return Math.max(0, outstanding)
  const total = said.amount('total')
  if (total === null || /^partially[ _]paid$/i.test(said.text('payment'))) return null
  return Math.max(0, total - Math.abs(said.amount('refunded') ?? 0))
}

type Names = { name: ShopPart; first: ShopPart; last: ShopPart }

const placeNames: readonly Names[] = [
  { name: 'shippingName', first: 'shippingFirst', last: 'shippingLast' },
  { name: 'billingName', first: 'billingFirst', last: 'billingLast' },
]

const nameIn = (said: RowReader, { name, first, last }: Names): string | null =>
  fullName(said.text(name) || null) ?? fullName(said.text(first) || null, said.text(last) || null)

/** The shipping address; where it has neither street nor city, that of the bill. */
const addressIn = (said: RowReader): ShopAddress => {
  const [shipping, billing] = (['shipping', 'billing'] as const).map((place): ShopAddress => {
    const textIn = (part: string) => said.text(`${place}${part}` as ShopPart) || null
    const lines = [textIn('Line1'), textIn('Line2')].filter((line) => line !== null)
    const street = textIn('Street')
    const region = textIn('Region')
    return {
      ...blankAddress,
      company: textIn('Company'),
      lines: lines.length > 0 || street === null ? lines : [street],
      city: textIn('City'),
      // A code of the shop's own, such as `TN11`, tells a courier nothing.
      region: region === null || /^[A-Z]{1,3}(?:\d{1,3}|-[A-Z\d]{1,3})?$/.test(region) ? null : region,
      postcode: textIn('Postcode'),
      countryCode: textIn('Country')?.toUpperCase() ?? null,
    }
  }) as [ShopAddress, ShopAddress]
  const isSaid = ({ lines, city }: ShopAddress) => lines.length > 0 || city !== null
  return isSaid(shipping) || !isSaid(billing) ? shipping : billing
}

type NewItem = Omit<ShopItem, 'id'> & { id: null }

const itemsIn = (said: RowReader): NewItem[] => {
  const whole = said.texts('items').flatMap(readWholeLines)
  if (whole.length > 0)
    return whole.map(({ name, sku, quantity = '', total = '' }) => ({
      ...{ id: null, sku: sku || null, name: name || null, price: null },
      quantity: quantity === '' ? null : readCount(quantity),
      total: said.amountIn(total),
    }))
  const name = lineName(said.text('item'), said.text('variant'))
  const sku = said.text('sku') || null
  const quantity = said.count('quantity')
  if (name === null && sku === null && quantity === null) return []
  const price = said.amount('price')
  const discount = said.amount('discount') ?? 0
  const product = price === null || quantity === null ? null : Math.max(0, price * quantity - discount)
  return [{ id: null, sku, name, quantity, price, total: said.amount('lineTotal') ?? product }]
}
