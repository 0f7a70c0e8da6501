import type { Code } from '../core/codes.ts'
import { type CountryCode, countries } from '../core/countries.ts'
import { addressText, cutText, isAbroad, noAddress } from '../intake/address-text.ts'
import { blankProductMapping, type ProductMapping, productOfItem } from '../intake/product-mapping.ts'
import type { ShopItem, ShopOrder } from '../intake/shop-order.ts'
import {
  type ItemPieces,
  likeliestPhone,
  MAX_SHOP_LINES,
  priceItems,
  whyNotQuantity,
} from '../intake/shop-to-orders.ts'
import { fold } from '../lib/fold.ts'
import { formatPhone } from '../lib/phone-format.ts'
import type { ImportProduct, ProductIndex } from '../orders/import/find-product.ts'
import { type ImportColumn, importColumnNames } from '../orders/import/import-columns.ts'
import type { RowSaid } from '../orders/import/read-sheet.ts'
import type { ShopFileKind } from '../orders/import/shop-headers.ts'
import { orders } from '../orders/order.ts'
import type { FileOrder } from './read-shop-sheet.ts'
import { shopNames } from './shop-names.ts'

export type ShopRowsContext = {
  kind: ShopFileKind
  country: CountryCode
  products: ProductIndex
  /** What was said of lines of sources of this kind. */
  mapping?: ProductMapping
}

/** An order of ours to be: the cells of a sheet of orders, and what no cell says. */
export type ShopRow = { cells: Cell[]; said: RowSaid }
type Cell = string | number | null

/**
 * Makes a row of each line of a shop's order, which together collect exactly what is outstanding. Nothing is refused here: the rows are
 * read as any sheet of orders, and their cells can be corrected.
 */
export const shopRows = ({ order, hasId }: FileOrder, context: ShopRowsContext): ShopRow[] => {
  const { kind, country } = context
  const refusal = whyNotOrder(order, country)
  const { pieces, isRounded } = refusal === null ? priceOrdered(order, country) : unpriced(order)
  const contact = contactCells(order, country)
  const lines = order.items.flatMap((item, at) =>
    pieces[at]!.map((piece, part) => ({ item, piece, isSplit: part > 0 })),
  )
  const shared: RowSaid['notes'] = [
    ...contact.notes,
    ...(isRounded ? [{ column: 'price', code: 'AMOUNT_ROUNDED' } as const] : []),
    ...(order.outstanding === null ? [{ column: 'price', code: 'AMOUNT_MISSING' } as const] : []),
    ...(order.isPaid ? [{ column: 'price', code: 'PAID_IN_SHOP' } as const] : []),
  ]
  const origin = {
    kind,
    id: hasId ? order.externalId : null,
    name: order.name,
    basket: order.externalId,
  }
  // An order without lines is shown, to be seen.
  const shown =
    lines.length > 0 ? lines : [{ item: null, piece: { quantity: 0, price: null }, isSplit: false }]
  let made = 0
  return shown.map(({ item, piece, isSplit }) => {
    const isEmpty = refusal === null && piece.quantity === 0
    const reference = fileReference(order.name, kind, isEmpty ? 0 : made++)
    const quantity = refusal === null ? piece.quantity : (item?.quantity ?? null)
    const cells: Partial<Record<ImportColumn, Cell>> = {
      ...contact.cells,
      product: item === null ? null : productCell(item, context),
      quantity,
      price: piece.price,
      sourceName: shopNames[kind],
      externalRef: reference,
    }
    return {
      cells: importColumnNames.map((column) => cells[column] ?? null),
      said: {
        skip: whyLeftOut(order) ?? (isEmpty ? 'ROW_EMPTY' : null),
        problems: refusal === null ? [] : [refusal],
        notes: isSplit ? [...shared, { column: 'quantity', code: 'LINE_SPLIT' }] : shared,
        origin,
      },
    }
  })
}

/** As events of such orders create nothing. */
const whyLeftOut = ({ isCancelled, isRefunded, isFulfilled }: ShopOrder): Code | null => {
  if (isCancelled) return 'ROW_CANCELLED'
  if (isRefunded) return 'ROW_REFUNDED'
  return isFulfilled ? 'ROW_FULFILLED' : null
}

/** Why none of its lines can be an order, whatever is corrected. */
const whyNotOrder = (
  { currency, items }: ShopOrder,
  country: CountryCode,
): RowSaid['problems'][number] | null => {
  if (currency !== null && currency !== countries[country].currency)
    return { column: 'price', code: 'ROW_OTHER_CURRENCY' }
  if (items.length > MAX_SHOP_LINES) return { column: null, code: 'TOO_MANY_LINES' }
  const quantity = items.map((item) => whyNotQuantity(item.quantity)).find((code) => code !== null)
  if (quantity !== undefined) return { column: 'quantity', code: quantity }
  return items.length === 0 ? { column: 'quantity', code: 'ROW_EMPTY' } : null
}

type Priced = { pieces: ItemPieces[][]; isRounded: boolean }

/** Prices of the lines that have pieces; a line without any keeps its place. */
const priceOrdered = ({ outstanding, items }: ShopOrder, country: CountryCode): Priced => {
  const ordered = items.flatMap((item) => (item.quantity ? [{ ...item, quantity: item.quantity }] : []))
  const { pieces, isRounded } = priceItems(outstanding, ordered, country)
  let at = 0
  return {
    isRounded,
    pieces: items.map(({ quantity, price }) => (quantity ? pieces[at++]! : [{ quantity: 0, price }])),
  }
}

const unpriced = ({ items }: ShopOrder): Priced => ({
  isRounded: false,
  pieces: items.map(({ quantity, price }) => [{ quantity: quantity ?? 0, price }]),
})

/** The mapped product; else the line's name, by which one is looked for. */
const productCell = (item: ShopItem, { products, mapping = blankProductMapping }: ShopRowsContext): Cell => {
  const found = productOfItem(item, mapping, products)
  return found.ok ? nameOfProduct(found.value, products) : (item.name ?? item.sku)
}

const nameOfProduct = (product: ImportProduct, { byName }: ProductIndex): string => {
  const isOnly = byName.get(fold(product.name))?.length === 1
  return isOnly ? product.name : `#${product.number}`
}

/** Name, phone, address and comment, as far as they are said. */
const contactCells = (
  { customer, address, note }: ShopOrder,
  country: CountryCode,
): { cells: Partial<Record<ImportColumn, Cell>>; notes: RowSaid['notes'] } => {
  const { customerName, customerAddress, city, comment } = orders.fields
  const phone = likeliestPhone(customer.phones, country)
  const written = customer.phones[phone.ok ? phone.value.at : 0] ?? null
  const place = addressText(address, country, customerAddress.max)
  const cut = note === null ? null : cutText(note, comment.max)
  const name = customer.name ?? (phone.ok ? formatPhone(phone.value.e164) : written)
  const notes: (RowSaid['notes'][number] | false)[] = [
    phone.ok && phone.value.at > 0 && { column: 'customerPhone', code: 'PHONE_OTHER' },
    customer.name === null && name !== null && { column: 'customerName', code: 'NAME_MISSING' },
    place.text === noAddress && { column: 'customerAddress', code: 'ADDRESS_MISSING' },
    place.isCut && { column: 'customerAddress', code: 'ADDRESS_CUT' },
    isAbroad(address, country) && { column: 'customerAddress', code: 'ADDRESS_ABROAD' },
    cut !== note && { column: 'comment', code: 'COMMENT_CUT' },
  ]
  return {
    cells: {
      customerName: name === null ? null : cutText(name, customerName.max),
      customerPhone: written,
      customerAddress: place.text,
      city: address.city === null ? null : cutText(address.city, city.max),
      comment: cut,
    },
    notes: notes.filter((one) => one !== false),
  }
}

/** `Shopify #1001`, further orders of the same basket `Shopify #1001/2`. Null where the file has no name. */
export const fileReference = (name: string, kind: ShopFileKind, at: number): string | null => {
  if (name === '') return null
  const suffix = at === 0 ? '' : `/${at + 1}`
  const prefix = `${shopNames[kind]} `
  return prefix + cutText(name, orders.fields.externalRef.max - prefix.length - suffix.length) + suffix
}
