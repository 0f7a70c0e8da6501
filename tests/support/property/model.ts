import type { Code } from '../../../domain/core/codes.ts'
import type { OrderStatus } from '../../../domain/fulfillment/order-status.ts'
import type { ShippingStatus } from '../../../domain/fulfillment/shipping-status.ts'
import type { InvoiceStatus } from '../../../domain/invoices/invoice.ts'
import type { AnswerStatus } from '../../../domain/lib/answer-status.ts'

/**
 * Model of orders, parcels and stock as plain records in memory, written by hand from the specification: uses only types of
 * `domain`, and computes stock from current orders and parcels. Amounts are integer thousandths, instants milliseconds. Copied
 * to predict an outcome.
 */
export type Model = {
  /** One currency without decimals, one with three. */
  country: 'ic' | 'tn'
  /** Time of the predicted call. */
  at: number
  people: Record<Who, Person>
  sellers: readonly string[]
  products: Product[]
  orders: Order[]
  expeditions: Expedition[]
  invoices: Invoice[]
  batches: Batch[]
}

export type Who = 'admin' | 'agent' | 'first' | 'second'
/** `first` and `second` are couriers. */
export type Person = { id: string; role: 'admin' | 'agent' | 'delivery' }

/** `id` is empty until the server has returned it. */
type Versioned<Resource extends string, Values> = {
  resource: Resource
  id: string
  version: number
  values: Values & { isDeleted: boolean }
}

/** `filledIn` is the quantity set by users, without expeditions and parcels. */
export type Product = Versioned<'products', { name: string; price: number }> & {
  owner: string
  filledIn: number
}

export type Order = Versioned<
  'orders',
  {
    product: string
    quantity: number
    price: number
    customerName: string
    status: OrderStatus
    comment: string | null
    attempts: number
    externalRef: string | null
  }
> & { shipping: Shipping | null }

export type Shipping = Versioned<
  'shippings',
  {
    status: ShippingStatus
    comment: string | null
    delivery: string | null
    attempts: number
    postponedTo: string | null
    collected: number | null
    settledAt: number | null
    condition: 'sound' | 'damaged' | null
  }
>

export type Expedition = Versioned<
  'expeditions',
  { product: string | null; quantity: number; status: AnswerStatus }
>

/** A parcel's invoice line, and the batch that wrote it. */
export type Bill = {
  shipping: Shipping
  batch: Batch
  quantity: number
  collected: number
  shippingFee: number
  upsellFee: number
}
export type Invoice = Versioned<
  'invoices',
  { status: InvoiceStatus; expeditionFees: number; otherFees: number }
> & { owner: string; week: string; bills: Bill[] }

export type AnyRecord = Product | Order | Shipping | Expedition | Invoice

/** A history line; `follower` marks the line of an order or parcel that changed along with the main record. */
export type Line = {
  record: AnyRecord
  verb: string
  version: number
  /** The changed values before the change; null if the record was created. */
  before: Record<string, unknown> | null
  leads: boolean
  follower: Line | null
  /** Increase of a product's quantity. */
  pieces: number
  isUndone: boolean
  isUndo: boolean
  undoes: Line | null
}

export type Batch = { id: string; who: Who; lines: Line[] }

export type Report = { changed: Record<string, number>; refused: Record<string, Code> }

/** The expected answer: a refusal, a record (computed once its id is known), or a bulk report. */
export type Foreseen = { code: Code } | { created?: true; body: () => object } | { report: () => Report }

export const newModel = (about: Pick<Model, 'country' | 'people' | 'sellers'>): Model => ({
  ...about,
  at: 0,
  products: [],
  orders: [],
  expeditions: [],
  invoices: [],
  batches: [],
})

/** Effect of a confirmed order's parcel on stock: reserved until its final status. */
const ends: Partial<Record<ShippingStatus, 'gone' | 'free'>> = {
  DELIVERED: 'gone',
  LOST: 'gone',
  RETURNED: 'free',
  CANCELLED: 'free',
}

export type OrderWithShipping = Pick<Order, 'values'> & { shipping: Pick<Shipping, 'values'> | null }

export const stockStateOf = ({ values, shipping }: OrderWithShipping): 'held' | 'gone' | 'free' =>
  values.status !== 'CONFIRMED' || values.isDeleted
    ? 'free'
    : shipping?.values.condition === 'damaged'
      ? 'gone'
      : (ends[shipping?.values.status ?? 'PENDING'] ?? 'held')

/** A product's stock, computed. */
export const stockOf = (model: Model, product: Product): { quantity: number; reserved: number } => {
  const pieces = { held: 0, gone: 0, free: 0 }
  for (const order of model.orders) {
    if (order.values.product === product.id) pieces[stockStateOf(order)] += order.values.quantity
  }
  return {
    quantity: product.filledIn + confirmedStockOf(model, product) - pieces.gone,
    reserved: pieces.held,
  }
}

/** Pieces in a product's stock from confirmed expeditions. */
export const confirmedStockOf = (model: Model, { id }: Product): number =>
  model.expeditions
    .filter(({ values }) => values.product === id && stockQuantityOf(values) > 0)
    .reduce((sum, { values }) => sum + values.quantity, 0)

export const stockQuantityOf = ({ status, isDeleted, product, quantity }: Expedition['values']): number =>
  status === 'CONFIRMED' && !isDeleted && product !== null ? quantity : 0

/** Unreserved pieces; null if there is no such product. */
export const availableOf = (model: Model, id: string | null): number | null => {
  const product = model.products.find((one) => one.id === id && !one.values.isDeleted)
  if (product === undefined) return null
  const { quantity, reserved } = stockOf(model, product)
  return quantity - reserved
}

export const ownerOf = (model: Model, { values }: Order): string =>
  model.products.find(({ id }) => id === values.product)!.owner

/** Courier of an order's parcel; null once cancelled. */
export const deliveryOf = ({ shipping }: Order): string | null =>
  shipping === null || shipping.values.isDeleted || shipping.values.status === 'CANCELLED'
    ? null
    : shipping.values.delivery

export const isBilled = (model: Model, shipping: Shipping): boolean =>
  model.invoices.some(({ bills }) => bills.some((bill) => bill.shipping === shipping))
