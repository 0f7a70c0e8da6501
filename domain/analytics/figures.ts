import { type ShippingStatus, shippingStatuses } from '../fulfillment/shipping-status.ts'
import type { Where } from '../lib/filter.ts'

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
