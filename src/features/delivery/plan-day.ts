import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import type { ShippingStatus } from '../../../domain/fulfillment/shipping-status.ts'
import { foldedWords } from '../../../domain/lib/fold.ts'
import { sumAmounts } from '../../../domain/lib/money.ts'
import { dayOf } from '../../../domain/lib/zone-clock.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import type { Delivery } from './optimistic-overlay.ts'

/** The parts of a round, in the order in which they are worked through. */
export const daySections = ['now', 'due', 'back', 'later', 'done'] as const
export type DaySection = (typeof daySections)[number]

/** What a delivery person still has in hand, whenever it came. */
export const openStatuses = [
  'ASSIGNED',
  'OUT_FOR_DELIVERY',
  'NOT_REACHABLE',
  'POSTPONED',
  'REFUSED',
] as const satisfies readonly ShippingStatus[]

/** What came to its end. */
export const endedStatuses = [
  'DELIVERED',
  'RETURNED',
  'CANCELLED',
  'LOST',
] as const satisfies readonly ShippingStatus[]

export type Day = {
  sections: Record<DaySection, readonly Delivery[]>
  /** In the order of the sections, as the keyboard goes through them. */
  all: readonly Delivery[]
}

/** One day's round out of the parcels at hand: `today` is the day that the country's clocks show. */
export const planDay = (deliveries: readonly Delivery[], today: string, country: CountryCode): Day => {
  const zone = countries[country].timeZone
  const sections: Record<DaySection, Delivery[]> = { now: [], due: [], back: [], later: [], done: [] }
  for (const delivery of deliveries) {
    const section = sectionOf(delivery.shipping, today, zone)
    if (section !== null) sections[section].push(delivery)
  }
  // A customer who did not answer is tried again once the others are served.
  sections.now.sort((a, b) => Number(isUnreached(a)) - Number(isUnreached(b)))
  sections.done.sort((a, b) => (endOf(a.shipping) < endOf(b.shipping) ? 1 : -1))
  sections.later.sort((a, b) => ((a.shipping.postponedTo ?? '') < (b.shipping.postponedTo ?? '') ? -1 : 1))
  return { sections, all: daySections.flatMap((section) => sections[section]) }
}

const isUnreached = ({ shipping }: Delivery): boolean => shipping.status === 'NOT_REACHABLE'

/** When a parcel came to where it is. */
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

/** The cash in hand over all days, as the server last said it, the parcels that it is of, and what earlier handovers left. */
export type CashInHand = { expected: number; balance: number; shippings: readonly string[] }

/**
 * What is left to do, and the cash that is to be handed over; in major units of the one country. Without `inHand`, where
 * everybody's round is shown, the cash is that of today.
 */
export const dayFigures = ({ sections }: Day, inHand: CashInHand | null = null): DayFigures => {
  const left = [...sections.now, ...sections.due]
  const delivered = sections.done.filter(({ shipping }) => shipping.status === 'DELIVERED')
  return {
    left: left.length,
    toCollect: sumAmounts(left.map(({ shipping }) => shipping.totalPrice)),
    delivered: delivered.length,
    cash: cashOf(delivered, inHand),
  }
}

/** What the server has not counted yet is added: it waits on this device, or was delivered since. */
const cashOf = (delivered: readonly Delivery[], inHand: CashInHand | null): number => {
  const uncounted = delivered.filter(
    ({ shipping }) => !shipping.isHandedOver && !inHand?.shippings.includes(shipping.id),
  )
  return sumAmounts([inHand?.expected ?? 0, ...uncounted.map(({ shipping }) => shipping.collected ?? 0)])
}

/** Whether every word is on the card, regardless of accents; digits match numbers and phones. */
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
