import { type CountryCode, countries, countryCodes } from '../core/countries.ts'
import { pickedStatuses, type ShippingStatus, shippingStatuses } from '../fulfillment/shipping-status.ts'
import { byAlphabet } from '../lib/alphabetical.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'
import { encodeScan } from '../scans/scan-code.ts'
import type { Shipping } from '../shippings/shipping.ts'

/**
 * What is left to take from the customer: `due` the amount, `paid` nothing because the parcel was delivered for it,
 * `void` nothing because the parcel goes to no customer any more.
 */
export const collectionStates = ['due', 'paid', 'void'] as const
export type CollectionState = (typeof collectionStates)[number]

/**
 * What a parcel's label says. `code` are the twelve digits of its bars (`domain/scans`), `amount` what the delivery person
 * takes, in major units of the country's currency, `prints` how often the label was printed before.
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

/** The same as the API gives it to a program that prints: `svg` is null where it was not asked for. */
export const drawnLabelShapes = {
  ...labelShapes,
  svg: { kind: 'text', nullable: true },
} as const satisfies Shapes

export type DrawnLabel = RecordOf<typeof drawnLabelShapes>

/** How often a label was printed, the print that was just reported included. */
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

/** A delivered parcel has been paid. What came back, was lost or cancelled is not handed over, nor what is billed. */
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

/** Whether a parcel's pieces are still to be taken from the shelves. */
export const isToPick = ({ status }: Pick<Label, 'status'>): boolean => pickedStatuses.includes(status)

/** Pieces to take from the shelves for these parcels, one line a product, by the products' names. */
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
