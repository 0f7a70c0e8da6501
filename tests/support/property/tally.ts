import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { ApiAnswer, Fields } from '../api/caller.ts'
import type { TestApi } from '../api/start-api.ts'

/** Counts of calls, and of refusals of calls and of single records. */
export type Tally = { calls: number; refusals: Map<string, number> }

export const newTally = (): Tally => ({ calls: 0, refusals: new Map() })

export const count = (tally: Tally, { status, body }: ApiAnswer<Fields>): void => {
  tally.calls++
  const { refused = [] } = (body ?? {}) as Partial<ChangeReport>
  for (const code of status < 300 ? refused.map(({ code }) => code) : [String(body.code)]) {
    tally.refusals.set(code, (tally.refusals.get(code) ?? 0) + 1)
  }
}

/** The verbs in the history, by the resource that was changed. */
export const readVerbs = async ({ context }: TestApi): Promise<string[]> => {
  const { rows } = await context.pool.query<{ change: string }>(
    `select distinct resource || ': ' || verb as change from changes
     where resource in ('orders', 'shippings', 'products', 'expeditions', 'invoices') order by change`,
  )
  return rows.map(({ change }) => change)
}

/** Verbs that random calls may miss: an undone creation deletes the parcel too. */
export const seldomVerb: readonly string[] = ['shippings: order.create']

/** All verbs of orders, parcels and dependent records. */
export const everyVerb = [
  ...['confirm', 'create', 'delete', 'mark', 'unconfirm', 'update'].map(
    (verb) => `expeditions: expedition.${verb}`,
  ),
  ...['generate', 'pay', 'unpay', 'update'].map((verb) => `invoices: invoice.${verb}`),
  ...['cancel', 'confirm', 'create', 'delete', 'import', 'not-reachable', 'reopen', 'update'].map(
    (verb) => `orders: order.${verb}`,
  ),
  ...['cancel', 'update'].map((verb) => `orders: shipping.${verb}`),
  ...['confirm', 'unconfirm'].map((verb) => `products: expedition.${verb}`),
  ...['create', 'delete', 'update'].map((verb) => `products: product.${verb}`),
  ...['cancel', 'confirm', 'create', 'delete', 'update'].map((verb) => `shippings: order.${verb}`),
  ...[
    'assign',
    'cancel',
    'delete',
    'deliver',
    'dispatch',
    'lose',
    'not-reachable',
    'postpone',
    'refuse',
    'reopen',
    'return',
    'unassign',
    'update',
  ].map((verb) => `shippings: shipping.${verb}`),
]

/** Refusals that random calls may miss; undo.test.ts and collected-differences.test.ts cover each of them. */
export const seldomRefusal: readonly string[] = ['ALREADY_IMPORTED', 'COLLECTED_TOO_MUCH']

/** All refusals of orders and parcels. */
export const everyRefusal = [
  'ALREADY_IMPORTED',
  'ALREADY_INVOICED',
  'ALREADY_THERE',
  'ALREADY_UNDONE',
  'COLLECTED_TOO_MUCH',
  'COMMENT_REQUIRED',
  'DATE_REQUIRED',
  'DELIVERY_GUY_NOT_FOUND',
  'DELIVERY_GUY_REQUIRED',
  'EXPEDITION_IS_CONFIRMED',
  'FORBIDDEN',
  'INVOICE_IS_PAID',
  'IN_USE',
  'MOVED_ON',
  'NOT_FOUND',
  'NOT_UNDOABLE',
  'NO_SUCH_TRANSITION',
  'ORDER_IS_CONFIRMED',
  'OUT_OF_STOCK',
  'PRODUCT_NOT_FOUND',
  'REASON_REQUIRED',
  'SHIPPING_IS_OUT',
  'SHIPPING_IS_OVER',
  'STALE_VERSION',
  'STOCK_RESERVED',
  'STOCK_USED',
]
