import { type CountryCode, countries, countryCodes } from '../core/countries.ts'
import { pickedStatuses, type ShippingStatus, shippingStatuses } from '../fulfillment/shipping-status.ts'
import { byAlphabet } from '../lib/alphabetical.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'
import { encodeScan } from '../scans/scan-code.ts'
import type { Shipping } from '../shippings/shipping.ts'

/**
 * What the customer still pays: `due` the amount, `paid` nothing (already delivered), `void` nothing (goes to no customer).
 */
export const collectionStates = ['due', 'paid', 'void'] as const
export type CollectionState = (typeof collectionStates)[number]

/**
 * Content of a parcel's label. `code`: the twelve digits of its barcode (`domain/scans`). `amount`: cash to collect, in major
 * units of the country's currency. `prints`: earlier prints.
 */
export const labelShapes = {
  id: { kind: 'id' },
  number: { kind: 'integer' },
  code: { kind: 'text' },
  country: { kind: 'choice', values: countryCodes },
  customerName: { kind: 'text' },
  customerPhone: { kind: 'phone' },
  customerAddress: { kind: 'text' },
  product: { kind: 'id' },
  productName: { kind: 'text' },
  productImage: { kind: 'text', nullable: true },
  quantity: { kind: 'integer' },
  status: { kind: 'choice', values: shippingStatuses },
  collection: { kind: 'choice', values: collectionStates },
  amount: { kind: 'money' },
  currency: { kind: 'text' },
  ownerName: { kind: 'text' },
  deliveryName: { kind: 'text', nullable: true },
  prints: { kind: 'integer' },
} as const satisfies Shapes

export type Label = RecordOf<typeof labelShapes>

/** The same for API clients; `svg` is null unless requested. */
export const drawnLabelShapes = {
  ...labelShapes,
  svg: { kind: 'text', nullable: true },
} as const satisfies Shapes

export type DrawnLabel = RecordOf<typeof drawnLabelShapes>

/** How often a label was printed, including the print just reported. */
export const labelPrintShapes = {
  id: { kind: 'id' },
  prints: { kind: 'integer' },
} as const satisfies Shapes

export type LabelPrint = RecordOf<typeof labelPrintShapes>

type LabelledShipping = Pick<
  Shipping,
  | 'id'
  | 'number'
  | 'customerName'
  | 'customerPhone'
  | 'customerAddress'
  | 'product'
  | 'productName'
  | 'productImage'
  | 'quantity'
  | 'totalPrice'
  | 'status'
  | 'isBilled'
  | 'ownerName'
  | 'deliveryName'
> & { country: CountryCode }

export const labelOf = (shipping: LabelledShipping, prints: number): Label => {
  const collection = collectionOf(shipping)
  const { id, number, country, customerName, customerPhone, customerAddress } = shipping
  const { product, productName, productImage, quantity, status, totalPrice, ownerName, deliveryName } =
    shipping
  return {
    id,
    number,
    code: encodeScan({ kind: 'shippings', number }),
    country,
    customerName,
    customerPhone,
    customerAddress,
    product,
    productName,
    productImage,
    quantity,
    status,
    collection,
    amount: collection === 'due' ? totalPrice : 0,
    currency: countries[country].currency,
    ownerName,
    deliveryName,
    prints,
  }
}

/** Delivered parcels are paid. Returned, lost, cancelled and billed ones collect nothing. */
const collectionOf = ({
  status,
  isBilled,
}: Pick<LabelledShipping, 'status' | 'isBilled'>): CollectionState => {
  if (status === 'DELIVERED') return 'paid'
  return isBilled || handedToNobody.includes(status) ? 'void' : 'due'
}

const handedToNobody: readonly ShippingStatus[] = ['RETURNED', 'LOST', 'CANCELLED']

export type PickLine = Pick<Label, 'product' | 'productName' | 'productImage'> & {
  pieces: number
  parcels: number
}

/** Whether the parcel's pieces are still on the shelf. */
export const isToPick = ({ status }: Pick<Label, 'status'>): boolean => pickedStatuses.includes(status)

/** Pick list of these parcels: pieces by product, sorted by product name. */
export const pickLines = (labels: readonly Label[]): PickLine[] => {
  const lines = new Map<string, PickLine>()
  for (const { product, productName, productImage, quantity } of labels.filter(isToPick)) {
    const line = lines.get(product)
    lines.set(product, {
      product,
      productName,
      productImage,
      pieces: (line?.pieces ?? 0) + quantity,
      parcels: (line?.parcels ?? 0) + 1,
    })
  }
  return [...lines.values()].sort((one, other) => byAlphabet(one.productName, other.productName))
}
