import { countryCodes } from '../core/countries.ts'
import { type ShippingStatus, shippingStatuses } from '../fulfillment/shipping-status.ts'
import type { Where } from '../lib/filter.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'

/** Unit of a figure: records, money in the country's currency, a ratio (0 to 1), seconds, or a plain number. */
export type Unit = 'count' | 'money' | 'rate' | 'duration' | 'number'

/** Statuses of parcels that have left at least once. */
export const everOut: readonly ShippingStatus[] = shippingStatuses.filter(
  (status) => status !== 'PENDING' && status !== 'ASSIGNED' && status !== 'CANCELLED',
)
/** Final statuses of parcels. */
export const ended: readonly ShippingStatus[] = ['DELIVERED', 'RETURNED', 'LOST']
export const inTransit: readonly ShippingStatus[] = everOut.filter((status) => !ended.includes(status))
export const notYetOut: readonly ShippingStatus[] = ['PENDING', 'ASSIGNED']
export const failed: readonly ShippingStatus[] = ['RETURNED', 'LOST']

const parcels = (statuses: readonly ShippingStatus[]): Where => ({ shippingStatus: statuses.join(',') })

/**
 * The figures of the dashboard, over the orders created in the period, by their present status. `filter` is added to the period
 * in the link to the order list that shows the records counted.
 * confirmation rate = confirmed / all; delivery rate = delivered / ever out; final delivery rate = delivered / (delivered +
 * returned + lost); return rate = returned / (delivered + returned + lost). Revenue: collected is cash taken; in transit,
 * pending and lost are prices of parcels that are out, not yet out, and returned or lost. Net = collected - parcel fees. Cash
 * outstanding = collected and not yet paid out to its seller. Times are medians.
 */
export const figures = {
  orders: { unit: 'count', filter: {} },
  pending: { unit: 'count', filter: { status: 'PENDING' } },
  notReachable: { unit: 'count', filter: { status: 'NOT_REACHABLE' } },
  confirmed: { unit: 'count', filter: { status: 'CONFIRMED' } },
  cancelled: { unit: 'count', filter: { status: 'CANCELLED' } },
  out: { unit: 'count', filter: parcels(everOut) },
  delivered: { unit: 'count', filter: parcels(['DELIVERED']) },
  returned: { unit: 'count', filter: parcels(['RETURNED']) },
  lost: { unit: 'count', filter: parcels(['LOST']) },
  confirmationRate: { unit: 'rate', filter: { status: 'CONFIRMED' } },
  deliveryRate: { unit: 'rate', filter: parcels(['DELIVERED']) },
  finalDeliveryRate: { unit: 'rate', filter: parcels(['DELIVERED']) },
  returnRate: { unit: 'rate', filter: parcels(['RETURNED']) },
  collected: { unit: 'money', filter: parcels(['DELIVERED']) },
  revenueInTransit: { unit: 'money', filter: parcels(inTransit) },
  revenuePending: { unit: 'money', filter: parcels(notYetOut) },
  revenueLost: { unit: 'money', filter: parcels(failed) },
  fees: { unit: 'money', filter: parcels(['DELIVERED', 'RETURNED']) },
  net: { unit: 'money', filter: parcels(['DELIVERED', 'RETURNED']) },
  cashOutstanding: { unit: 'money', filter: { ...parcels(['DELIVERED']), paidOut: 'false' } },
  averageCalls: { unit: 'number', filter: {} },
  averageAttempts: { unit: 'number', filter: parcels(everOut) },
  timeToConfirm: { unit: 'duration', filter: { shippingStatus: shippingStatuses.join(',') } },
  timeToDeliver: { unit: 'duration', filter: parcels(['DELIVERED']) },
} as const satisfies Record<string, { unit: Unit; filter: Where }>

export type FigureName = keyof typeof figures
export const figureNames = Object.keys(figures) as FigureName[]

/** Days of a call that names none. */
export const defaultPeriodDays = 30

export const figureUnits = ['count', 'money', 'rate', 'duration', 'number'] as const

/**
 * One figure and its value in the previous period; null when there is nothing to divide by or to measure. `where`: filter of
 * the order list that shows the records counted.
 */
const figureShapes = {
  name: { kind: 'choice', values: figureNames },
  unit: { kind: 'choice', values: figureUnits },
  value: { kind: 'number', nullable: true },
  previous: { kind: 'number', nullable: true },
  where: { kind: 'map', of: { kind: 'text' } },
} as const satisfies Shapes

/** Orders created on one day of the country's calendar, by what became of them. */
const dayShapes = {
  day: { kind: 'date' },
  orders: { kind: 'integer' },
  confirmed: { kind: 'integer' },
  delivered: { kind: 'integer' },
  collected: { kind: 'money' },
} as const satisfies Shapes

/** The orders of one product, seller or courier by what became of them. */
const shareShapes = {
  id: { kind: 'id' },
  name: { kind: 'text' },
  orders: { kind: 'integer' },
  confirmed: { kind: 'integer' },
  /** Parcels that ever left. */
  out: { kind: 'integer' },
  delivered: { kind: 'integer' },
  returned: { kind: 'integer' },
  collected: { kind: 'money' },
} as const satisfies Shapes

/** What one member of staff did with the orders of the period: confirmations, dispatches. */
const handlerShapes = {
  id: { kind: 'id' },
  name: { kind: 'text' },
  confirmed: { kind: 'integer' },
  dispatched: { kind: 'integer' },
} as const satisfies Shapes

/**
 * Cash with couriers (all days) and cash received (in the period). `differences`: cash collected less amount due, summed over
 * the parcels where the two differ. With couriers is what they have to hand over, less what they keep back of it as their
 * earnings (`keptBack`).
 */
export const cashFigureNames = ['withDrivers', 'inBox', 'differences'] as const

/** An amount of cash and how many parcels or handovers it consists of. `where`: filter of the list that shows them. */
const cashFigureShapes = {
  name: { kind: 'choice', values: cashFigureNames },
  value: { kind: 'money' },
  keptBack: { kind: 'money' },
  count: { kind: 'integer' },
  where: { kind: 'map', of: { kind: 'text' } },
} as const satisfies Shapes

export const needNames = ['notReachable', 'wrongNumber', 'outOfStock', 'noGoods'] as const

/**
 * A seller's affairs in the country, whatever the period. `owed`: unpaid invoices, first due first, and what
 * remains of them together. `coming`: what
 * the parcels that no invoice has yet would pay, and the day on which they are billed. `needs`: orders that wait for the seller;
 * `where`: filter of their list. `lastImport`: the newest file, and what became of its orders; null for none.
 */
const sellerShapes = {
  owed: {
    kind: 'record',
    of: {
      total: { kind: 'money' },
      invoices: {
        kind: 'list',
        of: {
          id: { kind: 'id' },
          code: { kind: 'text' },
          dueAt: { kind: 'instant' },
          totalWithFees: { kind: 'money' },
          remaining: { kind: 'money' },
        },
      },
    },
  },
  coming: {
    kind: 'record',
    of: { parcels: { kind: 'integer' }, total: { kind: 'money' }, billedOn: { kind: 'date' } },
  },
  needs: {
    kind: 'list',
    of: {
      name: { kind: 'choice', values: needNames },
      count: { kind: 'integer' },
      where: { kind: 'map', of: { kind: 'text' } },
    },
  },
  lastImport: {
    kind: 'record',
    nullable: true,
    of: {
      at: { kind: 'instant' },
      rows: { kind: 'integer' },
      orders: { kind: 'integer' },
      pending: { kind: 'integer' },
      notReachable: { kind: 'integer' },
      cancelled: { kind: 'integer' },
      confirmed: { kind: 'integer' },
      delivered: { kind: 'integer' },
    },
  },
} as const satisfies Shapes

/** A courier with cash in hand: sum to hand over, kept back of it, parcels, when the oldest of them was delivered. */
const heldCashShapes = {
  id: { kind: 'id' },
  name: { kind: 'text' },
  value: { kind: 'money' },
  keptBack: { kind: 'money' },
  count: { kind: 'integer' },
  since: { kind: 'instant' },
  where: { kind: 'map', of: { kind: 'text' } },
} as const satisfies Shapes

/** `startDate` and `endDate`: days of the country, inclusive. `from` and `to`: the same as instants. */
export const analyticsShapes = {
  country: { kind: 'choice', values: countryCodes },
  currency: { kind: 'text' },
  startDate: { kind: 'date' },
  endDate: { kind: 'date' },
  previousStartDate: { kind: 'date' },
  previousEndDate: { kind: 'date' },
  from: { kind: 'instant' },
  to: { kind: 'instant' },
  figures: { kind: 'list', of: figureShapes },
  /** Only for roles that may read handovers; cash received belongs to no seller. */
  cash: { kind: 'list', of: cashFigureShapes },
  cashHolders: { kind: 'list', of: heldCashShapes },
  days: { kind: 'list', of: dayShapes },
  products: { kind: 'list', of: shareShapes },
  sellers: { kind: 'list', of: shareShapes },
  agents: { kind: 'list', of: handlerShapes },
  deliveryGuys: { kind: 'list', of: shareShapes },
  /** Only in the answer about one seller. */
  seller: { kind: 'record', of: sellerShapes, nullable: true },
} as const satisfies Shapes

/** The delivery rate of any group of orders, the one of the figures: delivered / ever out; null if none left. */
export const deliveryRateOf = ({ delivered, out }: { delivered: number; out: number }): number | null =>
  out === 0 ? null : delivered / out

export type CashFigure = RecordOf<typeof cashFigureShapes>
export type Figure = RecordOf<typeof figureShapes>
export type SellerAffairs = RecordOf<typeof sellerShapes>
export type Analytics = RecordOf<typeof analyticsShapes>

/** Measured rates of a product, as defaults for the calculator; null while nothing was measured. */
export const productRatesShapes = {
  product: { kind: 'id' },
  orders: { kind: 'integer' },
  confirmationRate: { kind: 'number', nullable: true },
  deliveryRate: { kind: 'number', nullable: true },
  price: { kind: 'money' },
  deliveryFee: { kind: 'money' },
  returnFee: { kind: 'money' },
} as const satisfies Shapes

export type ProductRates = RecordOf<typeof productRatesShapes>
