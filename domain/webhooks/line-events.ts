import type { WebhookEvent } from './webhook-events.ts'

/** A history line, as far as events follow from it. */
type Line = {
  verb: string
  resource: string
  recordId: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/**
 * An event of a record. `said`: values of its body that the change decides; the rest is read of the record. `fell`: by how many
 * pieces the available stock fell, to be compared with `LOW_STOCK`.
 */
export type LineEvent = {
  event: WebhookEvent
  record: string
  said: Record<string, unknown>
  fell?: number
}

/** Pieces available: a product whose stock falls to it is running out, as its view says. */
export const LOW_STOCK = 10

/** Which events a change of a record is. An undo is a change as any other: it has its own event. */
export const lineEvents = (line: Line): LineEvent[] =>
  (readers[line.resource]?.(line) ?? []).map((event) => ({ ...event, record: line.recordId }))

type Read = (line: Line) => Omit<LineEvent, 'record'>[]

const readers: Readonly<Record<string, Read>> = {
  orders: ({ before, after }) => {
    if (before === null || after?.isDeleted === false) return [{ event: 'order.created', said: {} }]
    if (after?.isDeleted === true) return [{ event: 'order.deleted', said: {} }]
    return statusOf('order.status', before, after)
  },
  shippings: ({ before, after }) => {
    if (after === null || Object.hasOwn(after, 'isDeleted')) return []
    const isAssigned =
      Object.hasOwn(after, 'delivery') && (before?.delivery ?? null) !== (after.delivery ?? null)
    return [
      ...(before === null ? [] : statusOf('shipping.status', before, after)),
      ...(isAssigned
        ? [{ event: 'shipping.assigned' as const, said: { delivery: after.delivery ?? null } }]
        : []),
    ]
  },
  invoices: ({ verb, before, after }) => {
    // Its record is the issuer.
    if (verb === 'invoice.set-issuer' || after?.isDeleted === true) return []
    const isOpened = before === null || after?.isDeleted === false || after?.status === 'UN_PAID'
    if (isOpened) return [{ event: 'invoice.opened', said: {} }]
    return after?.status === 'PAID' ? [{ event: 'invoice.paid', said: {} }] : []
  },
  products: ({ before, after }) =>
    before === null ? [] : fallOf(Number(before.quantity) - Number(after?.quantity)),
}

const statusOf = (
  event: 'order.status' | 'shipping.status',
  before: Record<string, unknown>,
  after: Record<string, unknown> | null,
): Omit<LineEvent, 'record'>[] =>
  after?.status === undefined || after.status === before.status
    ? []
    : [{ event, said: { status: after.status, previousStatus: before.status } }]

const fallOf = (fell: number): Omit<LineEvent, 'record'>[] =>
  fell > 0 ? [{ event: 'stock.low', said: {}, fell }] : []

/** The events of stock that fell otherwise than by an edit, by product. */
export const stockEvents = (falls: readonly { product: string; fell: number }[]): LineEvent[] =>
  falls.flatMap(({ product, fell }) => fallOf(fell).map((event) => ({ ...event, record: product })))

/** Whether stock fell to `LOW_STOCK` now, and was above it before. */
export const hasRunLow = (available: number, fell: number): boolean =>
  available <= LOW_STOCK && available + fell > LOW_STOCK
