import type { Code, FieldProblem } from '../core/codes.ts'
import { type CountryCode, countries } from '../core/countries.ts'
import { formatPhone } from '../lib/phone-format.ts'
import { accept, type Refusal, type Result, refuse } from '../lib/result.ts'
import { validate } from '../lib/validate.ts'
import type { ImportProduct, ProductIndex } from '../orders/import/find-product.ts'
import { readNotedPhone } from '../orders/import/read-row.ts'
import { type OrderInput, orders, priceOrder } from '../orders/order.ts'
import { addressText, cutText, isAbroad, noAddress } from './address-text.ts'
import type { IntakeNote, IntakeNoteCode } from './intake-notes.ts'
import { type ProductMapping, productOfItem, type UnmappedItem } from './product-mapping.ts'
import type { ShopItem, ShopOrder } from './shop-order.ts'
import { splitAmount } from './split-amount.ts'

/** `reference`: short name of the source, unique, such as `S12`. `products`: those of the source's owner and country. */
export type IntakeContext = {
  source: { reference: string; name: string }
  country: CountryCode
  mapping: ProductMapping
  products: ProductIndex
}

/** Whom and where, the same in all orders of a basket. */
export type ShopContact = Pick<OrderInput, 'customerName' | 'customerPhone' | 'customerAddress'> & {
  city: string | null
  comment: string | null
}

/** `line` and `part` identify an order of a shop's order; a second part only if a line had to be split. */
export type PlannedOrder = { line: string; part: number; input: OrderInput & { price: number } }

/** `basket`: the same for all orders of one order of a shop, also for a single one. */
export type OrderPlan = { kind: 'plan'; basket: string; orders: PlannedOrder[]; notes: IntakeNote[] }

export type MissingProducts = { kind: 'needs-product'; items: UnmappedItem[] }

/** Most lines of an order: each becomes an order here. */
export const MAX_SHOP_LINES = 100

/** Makes an order of each line, which together collect exactly what is outstanding. */
export const shopToOrders = (
  order: ShopOrder,
  context: IntakeContext,
): Result<OrderPlan | MissingProducts> => {
  const { country } = context
  if (order.currency !== null && order.currency !== countries[country].currency)
    return refuse('OTHER_CURRENCY', [{ path: 'currency', code: 'OTHER_CURRENCY' }])
  const lines = orderedItems(order.items)
  if (!lines.ok) return lines
  const contact = shopContact(order, country)
  if (!contact.ok) return contact
  const found = lines.value.map((item) => ({
    item,
    product: productOfItem(item, context.mapping, context.products),
  }))
  const unmapped = found.filter(({ product }) => !product.ok).map(({ item }) => item)
  if (unmapped.length > 0)
    return accept({ kind: 'needs-product', items: unmapped.map(({ id, sku, name }) => ({ id, sku, name })) })
  const priced = priceLines(
    order,
    found.flatMap(({ item, product }) => (product.ok ? [{ item, product: product.value }] : [])),
    country,
  )
  const planned = toInputs(order, priced.lines, contact.value.contact, context)
  if (!planned.ok) return planned
  const emptied = order.items.filter(({ quantity }) => quantity === 0)
  return accept({
    kind: 'plan',
    basket: `${context.source.reference}/${order.externalId}`,
    orders: planned.value,
    notes: [
      ...contact.value.notes.map((code) => ({ line: null, code })),
      ...priced.notes,
      ...emptied.map(({ id }) => ({ line: id, code: 'LINE_EMPTY' as const })),
    ],
  })
}

type OrderedItem = ShopItem & { quantity: number }

/** The lines with pieces, or every problem of their quantities. */
const orderedItems = (items: readonly ShopItem[]): Result<OrderedItem[]> => {
  if (items.length > MAX_SHOP_LINES)
    return refuse('TOO_MANY_LINES', [{ path: 'items', code: 'TOO_MANY_LINES' }])
  const problems = items.flatMap(({ quantity }, at): FieldProblem[] => {
    const code = whyNotQuantity(quantity)
    return code === null ? [] : [{ path: `items.${at}.quantity`, code }]
  })
  if (problems.length > 0) return refuse(problems[0]!.code, problems)
  const left = items.filter((item): item is OrderedItem => item.quantity !== null && item.quantity > 0)
  return left.length === 0
    ? refuse('NOTHING_ORDERED', [{ path: 'items', code: 'NOTHING_ORDERED' }])
    : accept(left)
}

/** Why a line cannot have so many pieces; null if it can, or has none left. */
export const whyNotQuantity = (quantity: number | null): Code | null => {
  if (quantity === null) return 'REQUIRED'
  if (!Number.isInteger(quantity)) return 'NOT_AN_INTEGER'
  if (quantity < 0) return 'TOO_SMALL'
  return quantity > orders.fields.quantity.max ? 'TOO_LARGE' : null
}

/** Name, phone, address and comment of the orders. Only a phone number cannot be done without. */
export const shopContact = (
  order: ShopOrder,
  country: CountryCode,
): Result<{ contact: ShopContact; notes: IntakeNoteCode[] }> => {
  const phone = likeliestPhone(order.customer.phones, country)
  if (!phone.ok) return phone
  const { name } = order.customer
  const { customerName, customerAddress, city, comment } = orders.fields
  const address = addressText(order.address, country, customerAddress.max)
  const note = order.note === null ? null : cutText(order.note, comment.max)
  const notes: (IntakeNoteCode | false | undefined)[] = [
    ...phone.value.notes,
    name === null && 'NAME_MISSING',
    address.text === noAddress && 'ADDRESS_MISSING',
    address.isCut && 'ADDRESS_CUT',
    isAbroad(order.address, country) && 'ADDRESS_ABROAD',
    note !== order.note && 'COMMENT_CUT',
  ]
  return accept({
    contact: {
      customerName: cutText(name ?? formatPhone(phone.value.e164), customerName.max),
      customerPhone: phone.value.e164,
      customerAddress: address.text,
      city: order.address.city === null ? null : cutText(order.address.city, city.max),
      comment: note,
    },
    notes: notes.filter((code) => typeof code === 'string'),
  })
}

/** The first likely number, else the first possible one. `at`: its place among them. */
export const likeliestPhone = (
  phones: readonly string[],
  country: CountryCode,
): Result<{ e164: string; at: number; notes: IntakeNoteCode[] }> => {
  if (phones.length === 0) return refuse('REQUIRED', [{ path: 'customer.phone', code: 'REQUIRED' }])
  const read = phones.flatMap((text, at) => {
    const phone = readNotedPhone(text, country)
    return phone.ok ? [{ ...phone.value, at }] : []
  })
  const best = read.find(({ note }) => note !== 'PHONE_UNLIKELY') ?? read[0]
  if (best === undefined) return refuse('INVALID_PHONE', [{ path: 'customer.phone', code: 'INVALID_PHONE' }])
  const notes: (IntakeNoteCode | undefined)[] = [best.note, best.at > 0 ? 'PHONE_OTHER' : undefined]
  return accept({ e164: best.value, at: best.at, notes: notes.filter((note) => note !== undefined) })
}

/** An item with its quantity, as far as a price depends on it. */
export type PricedItem = { quantity: number; price: number | null; total: number | null }

/** Pieces of an item at one price, in major units; null where nothing says a price. */
export type ItemPieces = { quantity: number; price: number | null }

/**
 * Prices per piece that together make exactly what is outstanding, two for an item whose amount no price per piece makes; those of
 * the items if it is not said. Amounts are in major units.
 */
export const priceItems = (
  outstanding: number | null,
  items: readonly PricedItem[],
  country: CountryCode,
): { pieces: ItemPieces[][]; isRounded: boolean } => {
  const scale = 10 ** countries[country].decimals
  const toUnits = (amount: number): number => Math.round(Number((amount * scale).toFixed(3)))
  if (outstanding === null) {
    const pieces = items.map(({ quantity, price }) => [
      { quantity, price: price === null ? null : toUnits(Math.max(0, price)) / scale },
    ])
    return { pieces, isRounded: false }
  }
  const amount = Math.min(toUnits(outstanding), Number.MAX_SAFE_INTEGER)
  const split = splitAmount(
    amount,
    items.map(({ quantity, price, total }) => ({ quantity, weight: total ?? (price ?? 0) * quantity })),
  )
  return {
    pieces: split.map((pieces) => pieces.map(({ quantity, price }) => ({ quantity, price: price / scale }))),
    isRounded: Math.abs(amount / scale - outstanding) > 1e-6,
  }
}

type ProductLine = { item: OrderedItem; product: ImportProduct }
type PricedLine = ProductLine & { part: number; quantity: number; price: number }

/** The lines of an order at their prices; a product's where nothing else is said. */
const priceLines = (
  { outstanding }: ShopOrder,
  lines: readonly ProductLine[],
  country: CountryCode,
): { lines: PricedLine[]; notes: IntakeNote[] } => {
  const { pieces, isRounded } = priceItems(
    outstanding,
    lines.map(({ item }) => item),
    country,
  )
  const priced = lines.flatMap((line, at) =>
    pieces[at]!.map(({ quantity, price }, part) => ({
      ...line,
      part: part + 1,
      quantity,
      price: price ?? line.product.price,
    })),
  )
  return {
    lines: priced,
    notes: [
      ...(outstanding === null ? [{ line: null, code: 'AMOUNT_MISSING' as const }] : []),
      ...(isRounded ? [{ line: null, code: 'AMOUNT_ROUNDED' as const }] : []),
      ...priced
        .filter(({ part }) => part > 1)
        .map(({ item }) => ({ line: item.id, code: 'LINE_SPLIT' as const })),
    ],
  }
}

/** Validated as any new order is, so that nothing else can be stored. */
const toInputs = (
  order: ShopOrder,
  lines: readonly PricedLine[],
  contact: ShopContact,
  { country, source }: IntakeContext,
): Result<PlannedOrder[]> => {
  const planned: PlannedOrder[] = []
  for (const [at, { item, product, part, quantity, price }] of lines.entries()) {
    const input = validate(
      orders.fields,
      {
        country,
        product: product.id,
        ...contact,
        quantity,
        price,
        sourceName: cutText(source.name, orders.fields.sourceName.max),
        externalRef: shopReference(order, source, at),
      },
      { country },
    )
    if (!input.ok) return inLine(input, at)
    const priced = priceOrder(input.value, product)
    if (!priced.ok) return inLine(priced, at)
    planned.push({ line: item.id, part, input: { ...input.value, price: priced.value.price } })
  }
  return accept(planned)
}

/** The code of the first problem, so that the inbox says it. */
const inLine = ({ errors = [] }: Refusal, at: number): Refusal => {
  const problems = errors.map(({ path, code }) => ({ path: `items.${at}.${path}`, code }))
  return refuse(problems[0]?.code ?? 'VALIDATION_FAILED', problems)
}

/**
 * The reference of an order: `S12 #1001`, further ones of the basket `S12 #1001/2`. `withId`: by the shop's id, for a shop that
 * uses a name twice.
 */
export const shopReference = (
  { name, externalId }: Pick<ShopOrder, 'name' | 'externalId'>,
  { reference }: IntakeContext['source'],
  at: number,
  withId = false,
): string => {
  const suffix = at === 0 ? '' : `/${at + 1}`
  const called = withId ? externalId : name
  const prefix = `${reference} `
  return prefix + cutText(called, orders.fields.externalRef.max - prefix.length - suffix.length) + suffix
}
