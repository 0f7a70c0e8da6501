import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import type { ShippingStatus } from '../../../domain/fulfillment/shipping-status.ts'
import { foldedWords } from '../../../domain/lib/fold.ts'
import { sumAmounts } from '../../../domain/lib/money.ts'
import { dayOf } from '../../../domain/lib/zone-clock.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import type { Delivery, StrayDelivery } from './optimistic-overlay.ts'

/** Sections of a round in working order. */
export const daySections = ['now', 'due', 'back', 'later', 'done'] as const
export type DaySection = (typeof daySections)[number]

/** Statuses of parcels with the courier, of any day. */
export const openStatuses = [
  'ASSIGNED',
  'OUT_FOR_DELIVERY',
  'NOT_REACHABLE',
  'POSTPONED',
  'REFUSED',
] as const satisfies readonly ShippingStatus[]

/** Final statuses. */
export const endedStatuses = [
  'DELIVERED',
  'RETURNED',
  'CANCELLED',
  'LOST',
] as const satisfies readonly ShippingStatus[]

export type Day = {
  sections: Record<DaySection, readonly Delivery[]>
  /** In section order, as the keyboard moves. */
  all: readonly Delivery[]
}

/** Groups parcels into a day's round; `today`: in the country's time zone. */
export const planDay = (deliveries: readonly Delivery[], today: string, country: CountryCode): Day => {
  const zone = countries[country].timeZone
  const sections: Record<DaySection, Delivery[]> = { now: [], due: [], back: [], later: [], done: [] }
  for (const delivery of deliveries) {
    const section = sectionOf(delivery.shipping, today, zone)
    if (section !== null) sections[section].push(delivery)
  }
  // Unreached customers come last.
  sections.now.sort((a, b) => Number(isUnreached(a)) - Number(isUnreached(b)))
  sections.done.sort((a, b) => (endOf(a.shipping) < endOf(b.shipping) ? 1 : -1))
  sections.later.sort((a, b) => ((a.shipping.postponedTo ?? '') < (b.shipping.postponedTo ?? '') ? -1 : 1))
  return { sections, all: daySections.flatMap((section) => sections[section]) }
}

const isUnreached = ({ shipping }: Delivery): boolean => shipping.status === 'NOT_REACHABLE'

/** When a parcel ended. */
export const endOf = ({ deliveredAt, settledAt, updatedAt }: Shipping): string =>
  deliveredAt ?? settledAt ?? updatedAt

const sectionOf = (shipping: Shipping, today: string, zone: string): DaySection | null => {
  switch (shipping.status) {
    case 'ASSIGNED':
    case 'OUT_FOR_DELIVERY':
    case 'NOT_REACHABLE':
      return 'now'
    case 'POSTPONED':
      return (shipping.postponedTo ?? '') <= today ? 'due' : 'later'
    case 'REFUSED':
      return 'back'
    case 'DELIVERED':
    case 'RETURNED':
    case 'CANCELLED':
    case 'LOST':
      return dayOf(new Date(endOf(shipping)), zone) === today ? 'done' : null
    case 'PENDING':
      return null
  }
}

export type DayFigures = { left: number; toCollect: number; delivered: number; cash: number }

/** The courier's cash over all days as last reported, its parcels, and the balance of earlier handovers. */
export type CashInHand = {
  /** The courier's. */
  name?: string
  expected: number
  balance: number
  /** What the courier earned today, and with parcels not handed over; absent in lists stored by older versions. */
  earnedToday?: number
  earned?: number
  shippings: readonly string[]
}

/** Remaining parcels and cash to hand over, in major units. Without `inHand` (all couriers), cash of today. */
export const dayFigures = (
  { sections }: Day,
  inHand: CashInHand | null = null,
  stray: readonly StrayDelivery[] = [],
): DayFigures => {
  const left = [...sections.now, ...sections.due]
  const delivered = sections.done.filter(({ shipping }) => shipping.status === 'DELIVERED')
  return {
    left: left.length,
    toCollect: sumAmounts(left.map(({ shipping }) => shipping.totalPrice)),
    delivered: delivered.length,
    cash: sumAmounts([cashOf(delivered, inHand), ...stray.map(({ cash }) => cash ?? 0)]),
  }
}

/** Adds deliveries that the server has not counted: pending ones and those since its answer. */
const cashOf = (delivered: readonly Delivery[], inHand: CashInHand | null): number => {
  const uncounted = delivered.filter(
    ({ shipping }) => !shipping.isHandedOver && !inHand?.shippings.includes(shipping.id),
  )
  return sumAmounts([inHand?.expected ?? 0, ...uncounted.map(({ shipping }) => shipping.collected ?? 0)])
}

/** Whether every word is on the card, folded; digits match numbers and phones. */
export const isFound = ({ shipping }: Delivery, query: string): boolean => {
  const text = foldedWords(
    [
      shipping.number,
      shipping.customerName,
      shipping.customerAddress,
      shipping.productName,
      shipping.comment ?? '',
    ].join(' '),
  ).join(' ')
  return foldedWords(query).every((word) => text.includes(word) || shipping.customerPhone.includes(word))
}
