import type { Code } from '../../../domain/core/codes.ts'
import {
  availableOf,
  type Batch,
  type Expedition,
  type Foreseen,
  type Invoice,
  isBilled,
  type Line,
  type Model,
  type Order,
  type OrderWithShipping,
  ownerOf,
  type Product,
  type Report,
  type Shipping,
  stockOf,
  stockStateOf,
  type Who,
} from './model.ts'
import { followingStock, isUsed, isUsedUp } from './model-goods.ts'
import { changeEach, type FulfillmentNext, openBatch, writeFulfillment, writeLine } from './model-lines.ts'
import { isOut, isReferred, livingProduct } from './model-orders.ts'

/** Undoes a batch record by record, except records changed since and those whose rules forbid it. */
export const undoBatch = (model: Model, who: Who, batchId: string): Foreseen => {
  const undone = model.batches.find(({ id }) => id === batchId)!
  const lines = undone.lines.filter(({ leads }) => leads && (who === 'admin' || undone.who === who))
  if (lines.length === 0) return { code: 'NOT_FOUND' }
  if (lines.every(({ isUndone }) => isUndone)) return { code: 'ALREADY_UNDONE' }
  const batch = openBatch(model, who)
  const report = followingStock(model, batch, () => revertLines(model, batch, lines))
  return { report: () => report }
}

const revertLines = (model: Model, batch: Batch, lines: readonly Line[]): Report => {
  const byName = (line: Line) =>
    line.record.resource === 'shippings' ? orderOf(model, line).id : line.record.id
  const found = lines.map((line) => ({ id: byName(line), line }))
  return changeEach(
    found,
    [],
    ({ line }) => {
      if (line.record.resource === 'invoices' && line.verb === 'invoice.generate' && line.isUndo) {
        return 'NOT_UNDOABLE'
      }
      if (line.isUndone) return 'ALREADY_UNDONE'
      if (!isWithin(model, batch.who, line)) return 'NOT_FOUND'
      if (line.record.version !== standsAt(model, line)) return 'MOVED_ON'
      return revert(model, batch, line)
    },
    ({ line }) => line.record.id,
  )
}

/** Version at which a record is as a line left it, ignoring later changes that were undone. */
const standsAt = (model: Model, { record, version }: Line): number => {
  const later = model.batches
    .flatMap(({ lines }) => lines)
    .filter((line) => line.record === record && line.version > version)
  const isNothing = later.every(
    ({ isUndone, undoes }) => isUndone || (undoes !== null && later.includes(undoes)),
  )
  return isNothing ? Math.max(version, ...later.map((line) => line.version)) : version
}

const revert = (model: Model, batch: Batch, line: Line): Code | Line => {
  switch (line.record.resource) {
    case 'orders':
      return revertOrder(model, batch, line, line.record)
    case 'shippings':
      return revertShipping(model, batch, line, line.record)
    case 'products':
      return revertProduct(model, batch, line, line.record)
    case 'expeditions':
      return revertExpedition(model, batch, line, line.record)
    case 'invoices':
      return revertInvoice(batch, line, line.record)
  }
}

/** Couriers undo changes of their own parcels. */
const isWithin = (model: Model, who: Who, { record }: Line): boolean => {
  const person = model.people[who]
  return person.role !== 'delivery' || record.resource !== 'shippings' || record.values.delivery === person.id
}

const orderOf = (model: Model, { record }: Line): Order =>
  model.orders.find(({ shipping }) => shipping === record)!

/** Former values, or deleted if the line created the record. */
const valuesBefore = <Values extends object>(values: Values, line: Line | null): Values =>
  line === null
    ? values
    : line.before === null
      ? { ...values, isDeleted: true }
      : { ...values, ...line.before }

const revertOrder = (model: Model, batch: Batch, line: Line, order: Order): Code | Line => {
  const back = valuesBefore(order.values, line)
  const { shipping } = order
  const isTaken = order.values.status === 'CONFIRMED' && (back.status !== 'CONFIRMED' || back.isDeleted)
  // A confirmation is undone whatever the parcel's status, unless it is out.
  const isExact = !isTaken && line.follower !== null && touches(line.follower)
  if (isExact && shipping!.version !== line.follower!.version) return 'MOVED_ON'
  const next: FulfillmentNext = { order: back, shipping: shipping?.values ?? null }
  if (isTaken) next.shipping = { ...shipping!.values, status: 'CANCELLED' }
  // The parcel that this confirmation made goes with it, unless it ever left.
  const isMade = line.verb === 'order.confirm' && line.follower?.before === null
  if (isTaken && isMade && shipping!.values.attempts === 0 && !isOut(shipping))
    next.shipping = { ...next.shipping!, isDeleted: true }
  if (line.follower?.before && next.shipping)
    next.shipping = { ...next.shipping, ...parcelPart(line.follower) }
  if (back.isDeleted && next.shipping) next.shipping = { ...next.shipping, isDeleted: true }
  const code = whyNotRevertFulfillment(model, order, next)
  return code ?? writeFulfillment(batch, order, line.verb, next, line)
}

const revertShipping = (model: Model, batch: Batch, line: Line, shipping: Shipping): Code | Line => {
  const order = orderOf(model, line)
  if (order.values.isDeleted) return 'MOVED_ON'
  if (line.follower !== null && line.follower.version !== order.version) return 'MOVED_ON'
  const next = {
    order: { ...order.values, ...line.follower?.before },
    shipping: { ...shipping.values, ...parcelPart(line) },
  }
  const code = whyNotRevertFulfillment(model, order, next)
  return code ?? writeFulfillment(batch, order, line.verb, next, line)
}

/** A parcel's line also shows the address, which is the order's. */
const parcelPart = ({ before }: Line): Partial<Shipping['values']> => {
  const { customerName: _, ...part } = before ?? {}
  return part
}
const touches = (line: Line): boolean => Object.keys(parcelPart(line)).length > 0

const whyNotRevertFulfillment = (model: Model, order: Order, next: FulfillmentNext): Code | null => {
  const { values, shipping } = order
  const back: OrderWithShipping = {
    values: next.order,
    shipping: next.shipping === null ? null : { values: next.shipping },
  }
  if (shipping !== null && isBilled(model, shipping) && next.shipping?.status !== shipping.values.status) {
    return 'ALREADY_INVOICED'
  }
  const isRecalled =
    values.status === 'CONFIRMED' &&
    (back.values.status !== 'CONFIRMED' ||
      back.values.isDeleted !== values.isDeleted ||
      back.values.quantity !== values.quantity ||
      back.values.price !== values.price)
  // Postponed before it ever left: it is at the depot.
  const isAtDepot = shipping?.values.status === 'POSTPONED' && shipping.values.attempts === 0
  if (isRecalled && isOut(shipping) && !isAtDepot) return 'SHIPPING_IS_OUT'
  if (back.values.isDeleted) return null
  const available = availableOf(model, back.values.product)
  if (available === null) return 'PRODUCT_NOT_FOUND'
  if (available < takenBy(back) - takenBy(order)) return 'OUT_OF_STOCK'
  const owner = livingProduct(model, back.values.product)!.owner
  const comesBack = values.isDeleted || owner !== ownerOf(model, order)
  return comesBack && isReferred(model, values.externalRef, owner, order) ? 'ALREADY_IMPORTED' : null
}

const takenBy = (order: OrderWithShipping): number =>
  stockStateOf(order) === 'free' ? 0 : order.values.quantity

const revertProduct = (model: Model, batch: Batch, line: Line, product: Product): Code | Line => {
  const back = valuesBefore(product.values, line)
  const { quantity, reserved } = stockOf(model, product)
  if (back.isDeleted && (isUsed(model, product) || reserved > 0)) return 'IN_USE'
  if (!back.isDeleted && quantity - line.pieces < reserved) return 'STOCK_RESERVED'
  const undo = writeLine(batch, product, line.verb, back, line)
  undo.pieces = -line.pieces
  product.filledIn += undo.pieces
  return undo
}

const revertExpedition = (model: Model, batch: Batch, line: Line, expedition: Expedition): Code | Line => {
  const back = valuesBefore(expedition.values, line)
  const isNamed = back.product === null || livingProduct(model, back.product) !== undefined
  if (!back.isDeleted && !isNamed) return 'PRODUCT_NOT_FOUND'
  if (isUsedUp(model, expedition, back)) return 'STOCK_USED'
  return writeLine(batch, expedition, line.verb, back, line)
}

/** Undoing a billing removes its lines, and the invoices that it created. */
const revertInvoice = (batch: Batch, line: Line, invoice: Invoice): Line => {
  if (line.verb === 'invoice.generate') {
    invoice.bills = invoice.bills.filter((bill) => !bill.batch.lines.includes(line))
  }
  return writeLine(batch, invoice, line.verb, valuesBefore(invoice.values, line), line)
}
