import { countries } from '../core/countries.ts'
import { pickedStatuses, type ShippingStatus } from '../fulfillment/shipping-status.ts'
import { byAlphabet } from '../lib/alphabetical.ts'
import { pickNames, type RecordOf, type Shapes } from '../lib/shape.ts'
import { encodeScan } from '../scans/scan-code.ts'
import { type Shipping, shippings } from '../shippings/shipping.ts'

/**
 * What the customer still pays: `due` the amount, `paid` nothing (already delivered), `void` nothing (goes to no customer).
 */
export const collectionStates = ['due', 'paid', 'void'] as const
export type CollectionState = (typeof collectionStates)[number]

/** What a label takes from its parcel. */
const copied = [
  'id',
  'number',
  'country',
  'customerName',
  'customerPhone',
  'customerAddress',
  'city',
  'zoneName',
  'product',
  'productName',
  'productImage',
  'quantity',
  'status',
  'ownerName',
  'deliveryName',
  'basketPart',
] as const

/**
 * Content of a parcel's label. `code`: the twelve digits of its barcode (`domain/scans`). `amount`: cash to collect, in major
 * units of the country's currency. `prints`: earlier prints.
 */
export const labelShapes = {
  ...pickNames(shippings.shapes, copied),
  code: { kind: 'text' },
  collection: { kind: 'choice', values: collectionStates },
  amount: { kind: 'money' },
  currency: { kind: 'text' },
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

type LabelledShipping = Pick<Shipping, (typeof copied)[number] | 'totalPrice' | 'isBilled'>

export const labelOf = (shipping: LabelledShipping, prints: number): Label => {
  const { number, country, totalPrice } = shipping
  const collection = collectionOf(shipping)
  return {
    ...pickNames(shipping, copied),
    code: encodeScan({ kind: 'shippings', number }),
    collection,
    amount: collection === 'due' ? totalPrice : 0,
    currency: countries[country].currency,
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
