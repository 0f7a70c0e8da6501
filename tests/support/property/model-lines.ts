import type { Code } from '../../../domain/core/codes.ts'
import type { AnyRecord, Batch, Foreseen, Line, Model, Order, Report, Shipping, Who } from './model.ts'

/** Opens a user's next batch. A batch without lines is not stored. */
export const openBatch = (model: Model, who: Who): Batch => {
  const batch: Batch = { id: '', who, lines: [] }
  model.batches.push(batch)
  return batch
}

/** Writes a change of a leading record; always raises its version. */
export const writeLine = <Versioned extends AnyRecord>(
  batch: Batch,
  record: Versioned,
  verb: string,
  next: Versioned['values'],
  undoes?: Line,
): Line => {
  const line = newLine(record, verb, next)
  apply(batch, line, next)
  line.leads = true
  markUndone(line, undoes)
  return line
}

export type FulfillmentNext = { order: Order['values']; shipping: Shipping['values'] | null }

/**
 * Writes a change of an order and its parcel. The leading record always gets a line and version, the other if its values
 * change; the address belongs to both.
 */
export const writeFulfillment = (
  batch: Batch,
  order: Order,
  verb: string,
  next: FulfillmentNext,
  undoes?: Line,
): Line => {
  const leadsOrder = verb.startsWith('order.')
  const ofOrder = newLine(order, verb, next.order)
  const ofShipping = shippingLine(order, verb, next)
  const [lead, follower] = leadsOrder ? [ofOrder, ofShipping] : [ofShipping!, ofOrder]
  const follows = follower !== null && changes(follower)
  if (order.shipping === null && next.shipping !== null) order.shipping = ofShipping!.record as Shipping
  apply(batch, lead, leadsOrder ? next.order : next.shipping!)
  if (follows) apply(batch, follower, leadsOrder ? next.shipping! : next.order)
  lead.leads = true
  lead.follower = follows ? follower : null
  markUndone(lead, undoes)
  if (follows && undoes?.follower) markUndone(follower, undoes.follower)
  return lead
}

/** Writes the line of a record changed along with a leading one. */
export const writeFollower = (batch: Batch, record: AnyRecord, verb: string): void =>
  apply(batch, newLine(record, verb, record.values), record.values)

const shippingLine = (order: Order, verb: string, next: FulfillmentNext): Line | null => {
  if (next.shipping === null) return null
  const shipping: Shipping =
    order.shipping ?? ({ resource: 'shippings', id: '', version: 0, values: next.shipping } as const)
  const line = newLine(shipping, verb, next.shipping)
  const isShippingActive = !shipping.values.isDeleted && !next.shipping.isDeleted
  if (line.before !== null && isShippingActive && order.values.customerName !== next.order.customerName) {
    line.before.customerName = order.values.customerName
  }
  return line
}

/** A record without version is being created. */
const newLine = (record: AnyRecord, verb: string, next: object): Line => {
  const fresh = new Map(Object.entries(next))
  const changed = Object.entries(record.values).filter(([name, value]) => fresh.get(name) !== value)
  return {
    record,
    verb,
    version: 0,
    before: record.version === 0 ? null : Object.fromEntries(changed),
    leads: false,
    follower: null,
    pieces: 0,
    isUndone: false,
    isUndo: false,
    undoes: null,
  }
}

const changes = ({ before }: Line): boolean => before === null || Object.keys(before).length > 0

const apply = (batch: Batch, line: Line, next: AnyRecord['values']): void => {
  line.record.version++
  line.version = line.record.version
  line.record.values = { ...next } as never
  batch.lines.push(line)
}

const markUndone = (line: Line, undoes: Line | undefined): void => {
  if (undoes === undefined) return
  undoes.isUndone = true
  line.isUndo = true
  line.undoes = undoes
}

/** Decides and changes records in id order; `ids` out of scope are not found. `nameOf`: the id used in the report. */
export const changeEach = <Item extends { id: string }>(
  found: readonly Item[],
  ids: readonly string[],
  change: (record: Item) => Code | Line,
  nameOf: (record: Item) => string = ({ id }) => id,
): Report => {
  const report: Report = { changed: {}, refused: {} }
  for (const record of found.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const outcome = change(record)
    if (typeof outcome === 'string') report.refused[nameOf(record)] = outcome
    else report.changed[nameOf(record)] = outcome.version
  }
  for (const id of ids) {
    if (!found.some((record) => nameOf(record) === id)) report.refused[id] = 'NOT_FOUND'
  }
  return report
}

/** The answer of a single call that is implemented as a bulk call. */
export const ofOne = (report: Report | Code, body: () => object): Foreseen => {
  const code = typeof report === 'string' ? report : Object.values(report.refused)[0]
  return code === undefined ? { body } : { code }
}
