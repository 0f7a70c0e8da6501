import { fold } from '../../lib/fold.ts'
import { type ImportColumn, importColumnNames } from './import-columns.ts'

/** Shops whose exports of orders are recognised. */
export const shopFileKinds = ['shopify', 'woocommerce', 'youcan'] as const
export type ShopFileKind = (typeof shopFileKinds)[number]

export const isShopFile = (format: string | undefined): format is ShopFileKind =>
  (shopFileKinds as readonly (string | undefined)[]).includes(format)

/** What a column of a shop's export is used for: a field of our orders, or one of these. */
const otherUses = ['sku', 'currency', 'outstanding', 'state'] as const
export type ColumnUse = ImportColumn | (typeof otherUses)[number]
export const columnUses: readonly ColumnUse[] = [...importColumnNames, ...otherUses]

/**
 * Each thing that a shop's export says, and what we use it for. `items`: columns that have whole lines, `line_item_1`, `line_item_2`...
 */
const uses = {
  order: 'externalRef',
  id: 'externalRef',
  createdAt: null,
  currency: 'currency',
  total: 'outstanding',
  outstanding: 'outstanding',
  refunded: 'outstanding',
  payment: 'state',
  paidAt: 'state',
  method: 'state',
  status: 'state',
  fulfillment: 'state',
  cancelledAt: 'state',
  phone: 'customerPhone',
  shippingName: 'customerName',
  shippingFirst: 'customerName',
  shippingLast: 'customerName',
  shippingCompany: 'customerAddress',
  shippingStreet: 'customerAddress',
  shippingLine1: 'customerAddress',
  shippingLine2: 'customerAddress',
  shippingCity: 'customerAddress',
  shippingRegion: 'customerAddress',
  shippingPostcode: 'customerAddress',
  shippingCountry: 'customerAddress',
  billingName: 'customerName',
  billingFirst: 'customerName',
  billingLast: 'customerName',
  billingCompany: 'customerAddress',
  billingStreet: 'customerAddress',
  billingLine1: 'customerAddress',
  billingLine2: 'customerAddress',
  billingCity: 'customerAddress',
  billingRegion: 'customerAddress',
  billingPostcode: 'customerAddress',
  billingCountry: 'customerAddress',
  note: 'comment',
  item: 'product',
  variant: 'product',
  sku: 'sku',
  quantity: 'quantity',
  price: 'price',
  lineTotal: 'price',
  discount: 'price',
  items: 'product',
} as const satisfies Record<string, ColumnUse | null>

export type ShopPart = keyof typeof uses

type ShopHeaders = {
  /** Without one of these it is another file. One of several: `id|order`. */
  needs: readonly string[]
  headers: Partial<Record<ShopPart, string>>
}

/** WooCommerce has two families of names: those of its fields, and those of the most used export plugin. */
const wooPlace = (place: 'billing' | 'shipping'): Partial<Record<ShopPart, string>> => {
  const of = (field: string, label: string) => `${place}_${field}, ${label} (${place})`
  return {
    [`${place}Name`]: of('full_name', 'Full Name'),
    [`${place}First`]: of('first_name', 'First Name'),
    [`${place}Last`]: of('last_name', 'Last Name'),
    [`${place}Company`]: of('company', 'Company'),
    [`${place}Street`]: of('address', 'Address 1&2'),
    [`${place}Line1`]: of('address_1', 'Address 1'),
    [`${place}Line2`]: of('address_2', 'Address 2'),
    [`${place}City`]: of('city', 'City'),
    [`${place}Region`]: of('state', 'State Name'),
    [`${place}Postcode`]: of('postcode', 'Postcode'),
    [`${place}Country`]: of('country', 'Country Code'),
  }
}

const shopifyPlace = (place: 'Billing' | 'Shipping'): Partial<Record<ShopPart, string>> => {
  const part = place.toLowerCase()
  return {
    [`${part}Name`]: `${place} Name`,
    [`${part}Company`]: `${place} Company`,
    [`${part}Street`]: `${place} Street`,
    [`${part}Line1`]: `${place} Address1`,
    [`${part}Line2`]: `${place} Address2`,
    [`${part}City`]: `${place} City`,
    [`${part}Region`]: `${place} Province Name, ${place} Province`,
    [`${part}Postcode`]: `${place} Zip`,
    [`${part}Country`]: `${place} Country`,
  }
}

/**
 * Headers of the exports of shops, the preferred one first. The only place that has them. Compared folded and without spaces.
 * Sources: Shopify's export; WooCommerce's documented export suite and Advanced Order Export. YouCan documents no file: the names are
 * those of its API's fields.
 */
const shopHeaders: Record<ShopFileKind, ShopHeaders> = {
  shopify: {
    needs: ['order', 'payment', 'item', 'quantity'],
    headers: {
      order: 'Name',
      id: 'Id',
      createdAt: 'Created at',
      currency: 'Currency',
      total: 'Total',
      outstanding: 'Outstanding Balance',
      refunded: 'Refunded Amount',
      payment: 'Financial Status',
      fulfillment: 'Fulfillment Status',
      cancelledAt: 'Cancelled at',
      phone: 'Phone, Shipping Phone, Billing Phone',
      ...shopifyPlace('Shipping'),
      ...shopifyPlace('Billing'),
      note: 'Notes',
      item: 'Lineitem name',
      sku: 'Lineitem sku',
      quantity: 'Lineitem quantity',
      price: 'Lineitem price',
      discount: 'Lineitem discount',
    },
  },
  woocommerce: {
    needs: ['order|id', 'phone', 'status', 'item|items'],
    headers: {
      order: 'order_number, Order Number',
      id: 'order_id, Order ID',
      createdAt: 'order_date, date, date_created, Order Date',
      currency: 'order_currency, currency, Order Currency',
      total: 'order_total, total, Order Total Amount',
      refunded: 'refunded_total, refund_total, Order Refund Amount',
      paidAt: 'paid_date, date_paid, Paid Date',
      method: 'payment_method, Payment Method',
      status: 'status, order_status, Order Status',
      phone: 'billing_phone, Phone (Billing), shipping_phone, Phone (Shipping)',
      ...wooPlace('shipping'),
      ...wooPlace('billing'),
      note: 'customer_note, Customer Note',
      item: 'item_name, Item Name, product_name, Product Name',
      variant: 'Product Variation',
      sku: 'item_sku, product_sku, sku',
      quantity: 'item_quantity, quantity, Quantity (- Refund), Qty',
      price: 'item_price, item_cost, Item Cost',
      lineTotal: 'item_total, line_total, Order Line Total, Item Total Amount',
    },
  },
  youcan: {
    needs: ['order', 'phone', 'item', 'quantity', 'total', 'payment|status'],
    headers: {
      order: 'ref, order_ref, reference',
      id: 'id, order_id',
      createdAt: 'created_at',
      currency: 'currency',
      total: 'total, order_total',
      payment: 'payment_status_new, payment_status, payment.status_text',
      status: 'status_new, confirmation_status, order_status, status',
      fulfillment: 'shipping_status_new, shipping_status',
      phone: 'customer.phone, customer_phone, shipping.address.phone, shipping_phone',
      shippingName: 'shipping.address.full_name, customer.full_name, customer_full_name, customer_name',
      shippingFirst: 'customer.first_name, customer_first_name',
      shippingLast: 'customer.last_name, customer_last_name',
      shippingLine1:
        'shipping.address.first_line, shipping.address.address, shipping_address, customer.address, customer_address',
      shippingLine2: 'shipping.address.second_line',
      shippingCity: 'shipping.address.city, shipping_city, customer.city, customer_city',
      shippingRegion: 'shipping.address.region, customer.region, customer_region',
      shippingPostcode: 'shipping.address.zip_code, customer.zip_code',
      shippingCountry: 'shipping.address.country_code, customer.country_code',
      note: 'notes',
      item: 'variant.product.name, product.name, product_name, product',
      variant: 'variant.name, variant_name, variant',
      sku: 'variant.sku, variant_sku, product_sku, sku',
      quantity: 'variants.quantity, variant_quantity, product_quantity, quantity',
      price: 'variants.price, variant_price, product_price, price',
    },
  },
}

/** Headers that are equal to us: without case, spaces and signs. */
export const headerKey = (header: string): string =>
  fold(header.slice(0, MAX_HEADER_LENGTH)).replaceAll(' ', '').slice(0, MAX_HEADER_LENGTH)

const MAX_HEADER_LENGTH = 200

const tables = shopFileKinds.map((kind) => {
  const { needs, headers } = shopHeaders[kind]
  const parts = Object.entries(headers).map(([part, written]): [ShopPart, string[]] => [
    part as ShopPart,
    written.split(',').map((header) => headerKey(header)),
  ])
  return { kind, parts, needs: needs.map((need) => need.split('|') as ShopPart[]) }
})

const known = new Set(tables.flatMap(({ parts }) => parts.flatMap(([, keys]) => keys)))

/** `line_item_1`, `order_item_2`: a whole line of an order of WooCommerce. */
const wholeLine = /^(?:line|order)item\d{1,3}$/

/** Whether any shop's export has this header. */
export const isShopHeader = (header: string): boolean => {
  const key = headerKey(header)
  return known.has(key) || wholeLine.test(key)
}

/** Column indexes of what a shop's export says, the preferred one first. */
export type ShopPlaces = Partial<Record<ShopPart, readonly number[]>>
export type ShopLayout = { kind: ShopFileKind; places: ShopPlaces }

/** Recognises the export of a shop by its headers; null for another file, and for headers of several shops at once. */
export const shopLayoutOf = (headers: readonly string[]): ShopLayout | null => {
  const keys = headers.map(headerKey)
  const layouts = tables.flatMap(({ kind, parts, needs }): ShopLayout[] => {
    const places: Partial<Record<ShopPart, number[]>> = {}
    for (const [part, wanted] of parts) {
      const found = wanted.map((key) => keys.indexOf(key)).filter((place) => place >= 0)
      if (found.length > 0) places[part] = found
    }
    const lines = kind === 'woocommerce' ? keys.flatMap((key, at) => (wholeLine.test(key) ? at : [])) : []
    if (lines.length > 0) places.items = lines
    return needs.every((parts) => parts.some((part) => places[part] !== undefined)) ? [{ kind, places }] : []
  })
  const [layout, other] = layouts
  return layout === undefined || other !== undefined ? null : layout
}

/** What a column of such an export is used for; null where it is not read. */
export const useOfColumn = ({ places }: ShopLayout, place: number): ColumnUse | null => {
  const part = (Object.keys(places) as ShopPart[]).find((one) => places[one]?.includes(place))
  return part === undefined ? null : uses[part]
}
